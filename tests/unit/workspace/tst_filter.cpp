// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QtTest>

#include "workspace/filter.h"

using namespace anneal;

namespace {

RunSummary sampleRun()
{
    RunSummary run;
    run.id = "20261130-140251-k3f9";
    run.name = "mlm-8M-03";
    run.createdMicros = 1'796'047'371'000'000; // 2026-11-30 14:02:51 UTC
    run.phase = RunPhase::NotResponding;
    run.step = 61'240;
    run.tokens = 4'010'000'000;
    run.trainLoss = 2.407;
    run.validationLoss = 2.418;
    run.bestValidationLoss = std::nan("");
    run.tags = {"mlm", "ESM two"};
    run.why = "Does a longer warm-up help?";
    run.lastNote = "Spike was harmless";
    run.device = "cuda:0 NVIDIA";
    return run;
}

Config sampleConfig()
{
    Config config;
    config.data.train = "/data/UniRef90.fasta";
    config.optimizer.lr = 3e-4;
    config.model.num_hidden_layers = 6;
    config.model.token_dropout = true;
    return config;
}

} // namespace

class TestFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void accepts_data();
    void accepts();
    void missingValuesNeverMatch();
    void refusals_data();
    void refusals();
    void deepNestingIsRefused();
};

void TestFilter::accepts_data()
{
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *filter, bool expected) { QTest::newRow(filter) << expected; };
    row("", true);
    row("  ", true);
    row("mlm", true);
    row("SPIKE", true);
    row("nothing", false);
    row("\"warm-up help\"", true);
    row("tag:mlm", true);
    row("tag:ml", false);
    row("tag~ml", true);
    row("tag:\"esm two\"", true);
    row("tag!=mlm", false);
    row("tag!=other", true);
    row("state:running", false);
    row("state:\"not responding\"", true);
    row("state!=finished", true);
    row("name~8m", true);
    row("name = mlm-8M-03", true);
    row("name=mlm", false);
    row("name:mlm", true);
    row("id:20261130", true);
    row("step>=61240", true);
    row("step > 61240", false);
    row("step>61k", true);
    row("tokens<4.1G", true);
    row("loss<2.5", true);
    row("val.loss<2.7 and data~uniref90", true);
    row("val.loss<2.7 and data~pfam", false);
    row("tag:mlm and val.loss<2.7 and data~uniref90", true);
    row("best<100", false);
    row("best=nan", true);
    row("best!=nan", false);
    row("loss=nan", false);
    row("device~cuda", true);
    row("why~warm-up", true);
    row("note:harmless", true);
    row("created:2026-11-30", true);
    row("created>2026-11-29", true);
    row("created<2026-11-30", false);
    row("optimizer.lr=3e-4", true);
    row("optimizer.lr>1e-3", false);
    row("model.num_hidden_layers<=6", true);
    row("model.token_dropout:true", true);
    row("schedule.decay_shape=linear", true);
    row("schedule.decay_shape!=linear", false);
    row("data.train~uniref", true);
    row("tag:x or tag:mlm", true);
    row("tag:x or tag:y", false);
    row("not tag:x", true);
    row("not not tag:mlm", true);
    row("not (tag:x or tag:mlm)", false);
    row("tag:x and tag:y or tag:mlm", true);
    row("tag:x and (tag:y or tag:mlm)", false);
    row("tag:mlm step>5", true);
    row("tag:mlm step<5", false);
    row("TAG:mlm AND NOT step<5", true);
    row("notes", false); // a word that begins like an operator
    row("android", false);
    row("(tag:mlm)", true);
}

void TestFilter::accepts()
{
    QFETCH(bool, expected);
    const auto filter = parseRunFilter(QTest::currentDataTag());
    QVERIFY2(filter, filter ? "" : filter.error().text().c_str());
    QCOMPARE((*filter)(sampleRun(), sampleConfig()), expected);
}

void TestFilter::missingValuesNeverMatch()
{
    RunSummary run = sampleRun();
    run.validationLoss.reset();
    for (const char *text : {"val.loss<100", "val.loss>0", "val.loss!=1", "val.loss=nan"})
        QVERIFY(!(*parseRunFilter(text))(run, sampleConfig()));
}

void TestFilter::refusals_data()
{
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *filter, int position, const char *message) {
        QTest::newRow(filter) << QStringLiteral("filter, position %1").arg(position) << QString::fromUtf8(message);
    };
    row("loss<abc", 1, "\"abc\" is not a number");
    row("tag:mlm and optimizer.lrr=1", 13, "\"optimizer.lr\" may be meant");
    row("zzz=1", 1, "There is nothing called \"zzz\"");
    row("(tag:mlm", 1, "not closed");
    row("tag:mlm)", 8, "without its (");
    row("tag:mlm and", 12, "missing");
    row("tag:", 5, "value is missing");
    row("=5", 1, "name is missing");
    row("name<5", 1, "compare it with");
    row("loss~5", 1, "compare it with");
    row("name:\"open", 6, "quote");
    row("not", 4, "missing");
}

void TestFilter::refusals()
{
    QFETCH(QString, where);
    QFETCH(QString, message);
    const auto filter = parseRunFilter(QTest::currentDataTag());
    QVERIFY(!filter);
    QCOMPARE(filter.error().code, ErrorCode::Config);
    QCOMPARE(QString::fromStdString(filter.error().where), where);
    QVERIFY2(QString::fromStdString(filter.error().message).contains(message), filter.error().message.c_str());
}

void TestFilter::deepNestingIsRefused()
{
    const auto filter = parseRunFilter(std::string(100'000, '('));
    QVERIFY(!filter);
    QVERIFY(filter.error().message.find("Too many parentheses") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestFilter)
#include "tst_filter.moc"
