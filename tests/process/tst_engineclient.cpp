// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "base/process.h"
#include "config/configio.h"
#include "launch/engineclient.h"

using namespace anneal;
using nlohmann::json;

namespace {

/// Answers in the order in which they came.
struct Answers {
    std::vector<std::pair<int, Result<json>>> all;

    EngineClient::Answer take(int number)
    {
        return [this, number](Result<json> answer) { all.emplace_back(number, std::move(answer)); };
    }
    [[nodiscard]] std::vector<int> numbers() const
    {
        std::vector<int> found;
        for (const auto &[number, answer] : all)
            found.push_back(number);
        return found;
    }
    [[nodiscard]] QString error(std::size_t i) const
    {
        return all[i].second ? QString() : QString::fromStdString(all[i].second.error().text());
    }
};

json who()
{
    return {{"task", "who"}};
}

pid_t pidIn(const Result<json> &answer)
{
    return answer ? answer->at("pid").get<pid_t>() : 0;
}

} // namespace

class TestEngineClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void answersInOrder();
    void newerRequestMakesOlderVoid();
    void refusalIsAnAnswer();
    void deathAnswersEverything();
    void startsAgainAfterDeath();
    void saysWhatWentWrong_data();
    void saysWhatWentWrong();
    void theHelperTakesAnotherCheckpoint();
    void whatIsBeingAnsweredBecomesVoid();
    void aHelperThatStaysBusyIsReplaced();
    void aBrokenCheckpointLeavesTheFormerOne();
    void twoCheckpointsAreComparedInOneHelper();
    void aBrokenOneOfTwoFailsAlone_data();
    void aBrokenOneOfTwoFailsAlone();
    void helperEndsWithTheClient();
    void clientMayEndInAnAnswer();
    void theEndOfTheProgramCollectsAKilledHelper();
    void neverAnswersBeforeTheCallReturns();

    void measures();
    void measureSaysWhyNot_data();
    void measureSaysWhyNot();
    void cancelledMeasureSaysNothing();
    void newMeasureReplacesTheOld();

private:
    QString makeCheckpoint(const QString &name);
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_checkpoint;
};

QString TestEngineClient::makeCheckpoint(const QString &name)
{
    const QString folder = m_folder->filePath(name);
    QDir().mkpath(folder);
    std::ofstream((folder + "/model.safetensors").toStdString()) << "weights";
    return folder;
}

void TestEngineClient::init()
{
    qputenv("ANNEAL_ENGINE", ANNEAL_STUB_ENGINE);
    qputenv("ANNEAL_STUB_BEHAVIOUR", "ok");
    m_folder = std::make_unique<QTemporaryDir>();
    m_checkpoint = makeCheckpoint("step-00000010");
}

void TestEngineClient::answersInOrder()
{
    EngineClient client;
    client.setCheckpoint(m_checkpoint);
    Answers answers;
    for (int i = 0; i < 20; ++i)
        client.request(QString::number(i),
                       {{"task", "score"}, {"sequence", std::string(static_cast<std::size_t>(i + 1), 'A')}},
                       answers.take(i));
    QTRY_COMPARE(answers.all.size(), std::size_t(20));
    for (int i = 0; i < 20; ++i) {
        const auto &[number, answer] = answers.all[static_cast<std::size_t>(i)];
        QCOMPARE(number, i);
        QVERIFY(answer);
        QCOMPARE(answer->at("length").get<int>(), i + 1);
    }
}

void TestEngineClient::newerRequestMakesOlderVoid()
{
    EngineClient client;
    client.setCheckpoint(m_checkpoint);
    Answers answers;
    client.request("typing", who(), answers.take(1));
    client.request("other", who(), answers.take(2));
    client.request("typing", who(), answers.take(3));
    client.request("typing", who(), answers.take(4));
    QTRY_COMPARE(answers.all.size(), std::size_t(2));
    client.request("last", who(), answers.take(5));
    QTRY_COMPARE(answers.all.size(), std::size_t(3));
    QCOMPARE(answers.numbers(), (std::vector<int>{2, 4, 5}));
}

void TestEngineClient::refusalIsAnAnswer()
{
    EngineClient client;
    client.setCheckpoint(m_checkpoint);
    Answers answers;
    client.request("a", {{"task", "fill-mask"}, {"sequence", "M1K"}}, answers.take(1));
    client.request("b", {{"task", "fill-mask"}, {"sequence", "M<mask>K"}}, answers.take(2));
    QTRY_COMPARE(answers.all.size(), std::size_t(2));
    QVERIFY(answers.error(0).contains("no residue"));
    QCOMPARE(answers.all[0].second.error().code, ErrorCode::Data);
    QCOMPARE(answers.all[1].second->at("masks").at(0).at("position").get<int>(), 2);
}

void TestEngineClient::deathAnswersEverything()
{
    EngineClient client;
    client.setCheckpoint(m_checkpoint);
    Answers answers;
    client.request("a", who(), answers.take(1));
    client.request("b", {{"task", "die"}}, answers.take(2));
    client.request("c", who(), answers.take(3));
    QTRY_COMPARE(answers.all.size(), std::size_t(3));
    QCOMPARE(answers.numbers(), (std::vector<int>{1, 2, 3}));
    QVERIFY(answers.all[0].second);
    QVERIFY2(answers.error(1).contains("crashed"), qPrintable(answers.error(1)));
    QVERIFY2(answers.error(2).contains("crashed"), qPrintable(answers.error(2)));
}

void TestEngineClient::startsAgainAfterDeath()
{
    EngineClient client;
    client.setCheckpoint(m_checkpoint);
    Answers answers;
    client.request("a", who(), answers.take(1));
    QTRY_COMPARE(answers.all.size(), std::size_t(1));
    client.request("a", {{"task", "die"}}, answers.take(2));
    QTRY_COMPARE(answers.all.size(), std::size_t(2));
    client.request("a", who(), answers.take(3));
    QTRY_COMPARE(answers.all.size(), std::size_t(3));
    QVERIFY(pidIn(answers.all[0].second) > 0);
    QVERIFY(pidIn(answers.all[2].second) > 0);
    QVERIFY(pidIn(answers.all[0].second) != pidIn(answers.all[2].second));
}

void TestEngineClient::saysWhatWentWrong_data()
{
    QTest::addColumn<QString>("behaviour");
    QTest::addColumn<QString>("engine");
    QTest::addColumn<QString>("checkpoint");
    QTest::addColumn<QString>("says");
    QTest::newRow("not JSON") << "wrong-json" << ANNEAL_STUB_ENGINE << "step-00000010"
                              << "not JSON";
    QTest::newRow("dies while it answers") << "dies-while-answering" << ANNEAL_STUB_ENGINE << "step-00000010"
                                           << "crashed";
    QTest::newRow("no checkpoint") << "ok" << ANNEAL_STUB_ENGINE << "empty"
                                   << "no model.safetensors";
    QTest::newRow("unknown call") << "no such behaviour" << ANNEAL_STUB_ENGINE << "step-00000010"
                                  << "there is no behaviour";
    QTest::newRow("no engine") << "ok"
                               << "/does/not/exist"
                               << "step-00000010"
                               << "no engine to start";
    QTest::newRow("an engine that ends") << "ok"
                                         << "/bin/true"
                                         << "step-00000010"
                                         << "The engine ended";
}

void TestEngineClient::saysWhatWentWrong()
{
    QFETCH(QString, behaviour);
    QFETCH(QString, engine);
    QFETCH(QString, checkpoint);
    QFETCH(QString, says);
    qputenv("ANNEAL_STUB_BEHAVIOUR", behaviour.toUtf8());
    qputenv("ANNEAL_ENGINE", engine.toUtf8());
    EngineClient client;
    client.setCheckpoint(m_folder->filePath(checkpoint));
    Answers answers;
    client.request("a", who(), answers.take(1));
    client.request("b", who(), answers.take(2));
    QTRY_COMPARE(answers.all.size(), std::size_t(2));
    for (const std::size_t i : {0, 1})
        QVERIFY2(answers.error(i).contains(says), qPrintable(answers.error(i)));
}

void TestEngineClient::theHelperTakesAnotherCheckpoint()
{
    EngineClient client;
    Answers answers;
    client.setCheckpoint(m_checkpoint);
    client.request("a", who(), answers.take(1));
    QTRY_COMPARE(answers.all.size(), std::size_t(1));
    client.request("a", who(), answers.take(2)); // void: its checkpoint goes away
    client.setCheckpoint(makeCheckpoint("step-00000020"));
    client.request("b", who(), answers.take(3));
    QTRY_COMPARE(answers.all.size(), std::size_t(2));
    client.setCheckpoint(m_checkpoint);
    client.request("b", who(), answers.take(4));
    QTRY_COMPARE(answers.all.size(), std::size_t(3));
    QCOMPARE(answers.numbers(), (std::vector<int>{1, 3, 4}));
    QCOMPARE(answers.all[0].second->at("checkpoint"), "step-00000010");
    QCOMPARE(answers.all[1].second->at("checkpoint"), "step-00000020");
    QCOMPARE(answers.all[2].second->at("checkpoint"), "step-00000010");
    for (const auto &[number, answer] : answers.all)
        QCOMPARE(pidIn(answer), pidIn(answers.all[0].second));
}

void TestEngineClient::whatIsBeingAnsweredBecomesVoid()
{
    qputenv("ANNEAL_STUB_BEHAVIOUR", "slow-answer");
    EngineClient client;
    Answers answers;
    client.setCheckpoint(m_checkpoint);
    client.request("a", who(), answers.take(1));
    QTRY_COMPARE(answers.all.size(), std::size_t(1));
    client.request("a", who(), answers.take(2));
    QCoreApplication::processEvents(); // sent, and not answered yet
    client.setCheckpoint(makeCheckpoint("step-00000020"));
    client.request("b", who(), answers.take(3));
    client.setCheckpoint(makeCheckpoint("step-00000030"));
    client.request("b", who(), answers.take(4));
    QTRY_COMPARE(answers.all.size(), std::size_t(2));
    QCOMPARE(answers.numbers(), (std::vector<int>{1, 4}));
    QCOMPARE(answers.all[1].second->at("checkpoint"), "step-00000030");
    QCOMPARE(pidIn(answers.all[1].second), pidIn(answers.all[0].second));
}

void TestEngineClient::aHelperThatStaysBusyIsReplaced()
{
    EngineClient client;
    Answers answers;
    client.setCheckpoint(m_checkpoint);
    client.request("a", who(), answers.take(1));
    QTRY_COMPARE(answers.all.size(), std::size_t(1));
    client.request("a", {{"task", "hang"}}, answers.take(2));
    QCoreApplication::processEvents();
    client.setCheckpoint(makeCheckpoint("step-00000020"));
    client.request("b", who(), answers.take(3));
    QTRY_COMPARE(answers.all.size(), std::size_t(2));
    QCOMPARE(answers.all[1].second->at("checkpoint"), "step-00000020");
    QVERIFY(pidIn(answers.all[1].second) != pidIn(answers.all[0].second));
}

void TestEngineClient::aBrokenCheckpointLeavesTheFormerOne()
{
    EngineClient client;
    Answers answers;
    client.setCheckpoint(m_checkpoint);
    client.request("a", who(), answers.take(1));
    QTRY_COMPARE(answers.all.size(), std::size_t(1));
    client.setCheckpoint(m_folder->filePath("absent"));
    client.request("a", who(), answers.take(2));
    client.request("b", who(), answers.take(3));
    QTRY_COMPARE(answers.all.size(), std::size_t(3));
    for (const std::size_t i : {1, 2})
        QVERIFY2(answers.error(i).contains("absent: there is no model.safetensors"), qPrintable(answers.error(i)));
    client.setCheckpoint(m_checkpoint);
    client.request("a", who(), answers.take(4));
    QTRY_COMPARE(answers.all.size(), std::size_t(4));
    QCOMPARE(pidIn(answers.all[3].second), pidIn(answers.all[0].second));
}

void TestEngineClient::twoCheckpointsAreComparedInOneHelper()
{
    EngineClient client;
    Answers answers;
    client.setCheckpoint(m_checkpoint);
    const QString other = makeCheckpoint("step-00000020");
    client.request("a", who(), answers.take(1));
    client.request("b", who(), answers.take(2), other);
    client.request("a", who(), answers.take(3)); // the first one is void
    QTRY_COMPARE(answers.all.size(), std::size_t(2));
    QCOMPARE(answers.numbers(), (std::vector<int>{2, 3}));
    QCOMPARE(answers.all[0].second->at("checkpoint"), "step-00000020");
    QCOMPARE(answers.all[1].second->at("checkpoint"), "step-00000010");
    QCOMPARE(pidIn(answers.all[1].second), pidIn(answers.all[0].second));
    QCOMPARE(client.checkpoint(), m_checkpoint);
}

void TestEngineClient::aBrokenOneOfTwoFailsAlone_data()
{
    QTest::addColumn<bool>("isFirstBroken");
    QTest::newRow("the current one, when the helper starts") << true;
    QTest::newRow("the one beside it") << false;
}

void TestEngineClient::aBrokenOneOfTwoFailsAlone()
{
    QFETCH(bool, isFirstBroken);
    const QString broken = m_folder->filePath("absent");
    EngineClient client;
    Answers answers;
    client.setCheckpoint(isFirstBroken ? broken : m_checkpoint);
    client.request("a", who(), answers.take(1));
    client.request("b", who(), answers.take(2), isFirstBroken ? m_checkpoint : broken);
    QTRY_COMPARE(answers.all.size(), std::size_t(2));
    QCOMPARE(answers.numbers(), (std::vector<int>{1, 2}));
    const std::size_t bad = isFirstBroken ? 0 : 1;
    QVERIFY2(answers.error(bad).contains("no model.safetensors"), qPrintable(answers.error(bad)));
    QCOMPARE(answers.all[1 - bad].second->at("checkpoint"), "step-00000010");
}

void TestEngineClient::helperEndsWithTheClient()
{
    pid_t helper = 0;
    std::uint64_t started = 0;
    {
        EngineClient client;
        client.setCheckpoint(m_checkpoint);
        Answers answers;
        client.request("a", who(), answers.take(1));
        QTRY_COMPARE(answers.all.size(), std::size_t(1));
        helper = pidIn(answers.all[0].second);
        started = processStartTicks(helper);
        QVERIFY(processAlive(helper, started));
    }
    QTRY_VERIFY(!processAlive(helper, started));
    QTRY_COMPARE(processStartTicks(helper), std::uint64_t(0)); // collected: not even a zombie
}

void TestEngineClient::clientMayEndInAnAnswer()
{
    auto client = std::make_unique<EngineClient>();
    client->setCheckpoint(m_checkpoint);
    int answers = 0;
    client->request("a", who(), [&](const Result<json> &) {
        ++answers;
        client.reset();
    });
    client->request("b", who(), [&](const Result<json> &) { ++answers; });
    QTRY_VERIFY(!client);
    QCoreApplication::processEvents();
    QCOMPARE(answers, 1);
}

void TestEngineClient::theEndOfTheProgramCollectsAKilledHelper()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("Destroyed while process")));
    Answers answers;
    {
        EngineClient client;
        client.setCheckpoint(m_checkpoint);
        client.request("a", who(), answers.take(1));
        QTRY_COMPARE(answers.all.size(), std::size_t(1));
    }
    // As at the end of a program: no event loop runs any more, and the application deletes what it owns.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    for (QObject *child : QCoreApplication::instance()->children())
        if (child->findChild<QProcess *>())
            delete child;
    const pid_t pid = pidIn(answers.all.front().second);
    QVERIFY(pid > 0);
    QVERIFY(!processAlive(pid, processStartTicks(pid)));
}

void TestEngineClient::neverAnswersBeforeTheCallReturns()
{
    qputenv("ANNEAL_ENGINE", "/does/not/exist");
    EngineClient client;
    client.setCheckpoint(m_checkpoint);
    Answers answers;
    client.request("a", who(), answers.take(1));
    QVERIFY(answers.all.empty());
    QTRY_COMPARE(answers.all.size(), std::size_t(1));
}

void TestEngineClient::measures()
{
    StepMeasure measure;
    QSignalSpy finished(&measure, &StepMeasure::finished);
    QSignalSpy failed(&measure, &StepMeasure::failed);
    measure.start(configToJson(Config{}));
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(finished.first().at(0).toDouble(), 0.25);
    QCOMPARE(finished.first().at(1).toDouble(), 32768.0);
    QCOMPARE(finished.first().at(2).toLongLong(), 500000000);
    QCOMPARE(failed.size(), 0);
}

void TestEngineClient::measureSaysWhyNot_data()
{
    QTest::addColumn<QString>("behaviour");
    QTest::addColumn<QString>("engine");
    QTest::addColumn<QString>("says");
    QTest::newRow("not JSON") << "wrong-json" << ANNEAL_STUB_ENGINE << "not JSON";
    QTest::newRow("dies") << "dies-while-answering" << ANNEAL_STUB_ENGINE << "crashed";
    QTest::newRow("refuses") << "ok" << ANNEAL_STUB_ENGINE << "the configuration has errors";
    QTest::newRow("no engine") << "ok"
                               << "/does/not/exist"
                               << "no engine to start";
}

void TestEngineClient::measureSaysWhyNot()
{
    QFETCH(QString, behaviour);
    QFETCH(QString, engine);
    QFETCH(QString, says);
    qputenv("ANNEAL_STUB_BEHAVIOUR", behaviour.toUtf8());
    qputenv("ANNEAL_ENGINE", engine.toUtf8());
    StepMeasure measure;
    QSignalSpy finished(&measure, &StepMeasure::finished);
    QSignalSpy failed(&measure, &StepMeasure::failed);
    measure.start({{"no_such_section", 1}});
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY2(failed.first().at(0).toString().contains(says), qPrintable(failed.first().at(0).toString()));
    QCOMPARE(finished.size(), 0);
}

void TestEngineClient::cancelledMeasureSaysNothing()
{
    StepMeasure cancelled;
    QSignalSpy finished(&cancelled, &StepMeasure::finished);
    QSignalSpy failed(&cancelled, &StepMeasure::failed);
    cancelled.start(configToJson(Config{}));
    cancelled.cancel();
    StepMeasure other; // by the time this one is done, the first would be
    QSignalSpy done(&other, &StepMeasure::finished);
    other.start(configToJson(Config{}));
    QTRY_COMPARE(done.size(), 1);
    QCOMPARE(finished.size() + failed.size(), 0);
}

void TestEngineClient::newMeasureReplacesTheOld()
{
    StepMeasure measure;
    QSignalSpy finished(&measure, &StepMeasure::finished);
    QSignalSpy failed(&measure, &StepMeasure::failed);
    measure.start({{"no_such_section", 1}});
    measure.start(configToJson(Config{}));
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(failed.size(), 0);
}

QTEST_GUILESS_MAIN(TestEngineClient)
#include "tst_engineclient.moc"
