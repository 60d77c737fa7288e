// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "gui/pages/pagefixture.h"
#include "pages/tryout/batchpanel.h"
#include "style/text.h"

using namespace anneal;
using nlohmann::json;
using test::find;
using Stage = BatchRun::Stage;

Q_DECLARE_METATYPE(nlohmann::json)

class TestBatchRun : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        qputenv("ANNEAL_ENGINE", ANNEAL_STUB_ENGINE);
        qputenv("ANNEAL_STUB_BEHAVIOUR", "ok");
        m_folder = std::make_unique<QTemporaryDir>();
        m_client = std::make_unique<EngineClient>();
        m_client->setCheckpoint(makeCheckpoint("step 10"));
        m_run = std::make_unique<BatchRun>(*m_client);
    }

    void cleanup()
    {
        m_run.reset();
        m_client.reset();
        m_folder.reset();
    }

    void csvOfEachTask_data();
    void csvOfEachTask();
    void answersOfAnotherFormAreRefused_data();
    void answersOfAnotherFormAreRefused();
    void numbersReadBack();

    void everythingIsAnsweredInOrder_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("FASTA") << "a.fasta" << QByteArray(">zwei\nMKTAY\nIAK\n>eins\nMK\n>drei\nMKTA\n");
        QTest::newRow("table") << "a.csv" << QByteArray("id,sequence,label\nzwei,MKTAYIAK,x\neins,MK,y\ndrei,MKTA,x\n");
        QTest::newRow("JSON lines") << "a.jsonl"
                                    << QByteArray("{\"id\":\"zwei\",\"sequence\":\"MKTAYIAK\"}\n"
                                                  "{\"id\":\"eins\",\"sequence\":\"MK\"}\n"
                                                  "{\"id\":\"drei\",\"sequence\":\"MKTA\"}\n");
    }

    void everythingIsAnsweredInOrder()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, content);
        QSignalSpy progress(m_run.get(), &BatchRun::progress);
        QVERIFY2(finish(write(file, content), "score"), qPrintable(m_run->problem()));
        QCOMPARE(m_run->stage(), Stage::Finished);
        QCOMPARE(names(), QStringList({"zwei", "eins", "drei"}));
        QCOMPARE(m_run->rows()->rows()[0].whole, 8);
        QCOMPARE(progress.last(), QVariantList({3, 3}));
        QCOMPARE(m_run->failures(), 0);
    }

    void optionsGoIntoEveryRequest()
    {
        QVERIFY(finish(write("a.fa", ">a\nMK\n>b\nMKT\n"), "nonsense", {{"task", "score"}, {"top", 3}}));
        QCOMPARE(m_run->stage(), Stage::Failed); // an option never overrules the task
        QVERIFY(m_run->problem().contains("nonsense"));
    }

    void everyTaskOfTheEngineIsUnderstood_data()
    {
        QTest::addColumn<QString>("task");
        QTest::addColumn<QByteArray>("csv");
        QTest::newRow("score") << "score" << QByteArray("id,length,loss,perplexity\r\na,8,0.5,1.6487212707001282\r\n");
        QTest::newRow("classify") << "classify"
                                  << QByteArray("id,length,acceptor,donor,none,best\r\na,8,0.25,0.625,0.125,donor\r\n");
        QTest::newRow("label") << "label" << QByteArray("id,length,labels\r\na,8,HEHEHEHEHEHEH\r\n");
        QTest::newRow("fill-mask") << "fill-mask" << QByteArray("id,position,token,probability\r\na,3,L,0.5\r\n");
        QTest::newRow("embed") << "embed" << QByteArray("id,length,e0,e1,e2\r\na,8,0.25,-1.5,13\r\n");
        QTest::newRow("contacts") << "contacts" << QByteArray("id,length,contacts\r\na,8,4\r\n");
    }

    void everyTaskOfTheEngineIsUnderstood()
    {
        QFETCH(QString, task);
        QFETCH(QByteArray, csv);
        QVERIFY(finish(write("a.fa", ">a\nMK<mask>AYIAK\n"), task));
        QCOMPARE(m_run->problem(), QString());
        QCOMPARE(QByteArray::fromStdString(m_run->rows()->toCsv()), csv); // the stub counts the letters of "<mask>"
    }

    void embeddingsAreHandedOut()
    {
        QSignalSpy embedded(m_run.get(), &BatchRun::embedded);
        QVERIFY(finish(write("a.fa", ">a\nMK\n>b\nMKT\n"), "embed"));
        QCOMPARE(embedded.size(), 2);
        QCOMPARE(embedded[1][0].toString(), "b");
        QCOMPARE(embedded[1][1].toString(), "MKT");
        QCOMPARE(embedded[1][2].value<std::vector<double>>(), std::vector<double>({0.25, -1.5, 3}));
    }

    void cancelKeepsWhatThereIs()
    {
        qputenv("ANNEAL_STUB_BEHAVIOUR", "slow-answer");
        QSignalSpy finished(m_run.get(), &BatchRun::finished);
        connect(m_run.get(), &BatchRun::progress, m_run.get(), [this](int done) {
            if (done == 2)
                QTimer::singleShot(0, m_run.get(), &BatchRun::cancel); // the third is being asked by then
        });
        start(write("a.fa", ">a\nMK\n>b\nMKT\n>c\nMKTA\n>d\nMKTAY\n"), "score");
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 10000);
        QCOMPARE(m_run->stage(), Stage::Cancelled);
        QCOMPARE(m_run->problem(), QString());
        QVERIFY(ask("who")); // answered after all that was asked before
        QCOMPARE(names(), QStringList({"a", "b"}));
        QCOMPARE(m_run->done(), 2);
        QCOMPARE(finished.size(), 1);
    }

    void cancelWhileTheFileIsRead()
    {
        QSignalSpy finished(m_run.get(), &BatchRun::finished);
        start(write("a.fa", ">a\nMK\n"), "score");
        m_run->cancel();
        QCOMPARE(finished.size(), 1);
        start(write("b.fa", ">b\nMKT\n"), "score"); // the first file is nobody's now
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 2, 10000);
        QCOMPARE(names(), QStringList({"b"}));
    }

    void anUnknownLetterFailsAlone_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QStringList>("good");
        QTest::addColumn<QString>("failure");
        const QStringList good{"a", "c"};
        QTest::newRow("FASTA") << "a.fa" << QByteArray(">a\nMK\n>b odd one\nMKT\nA@Y\n>c\nMKJ\n") << good
                               << "b: '@' at line 5, column 2";
        QTest::newRow("FASTQ") << "a.fq" << QByteArray("@a\nMK\n+\n@@\n@b odd one\nMK%A\n+b\n@+II\n\n@c\nMKL\n+\n+@I\n")
                               << good << "b: '%' at line 6, column 3";
        QTest::newRow("FASTQ of several lines, CRLF")
            << "a.fq" << QByteArray("@a\r\nMK\r\nTA\r\n+\r\n@@\r\nII\r\n@b\r\nMK\r\nT%\r\n+\r\n@I\r\n+I\r\n@c\r\nM\r\n+\r\n@\r\n")
            << good << "b: '%' at line 9, column 2";
        QTest::newRow("CSV") << "a.csv" << QByteArray("id,sequence,label\na,MKTA,x\nb,MK@A,y\nc,MKTL,x\n") << good
                             << "b: '@' at line 3, column 5";
        QTest::newRow("TSV, rows without names")
            << "a.tsv" << QByteArray("sequence\tlabel\nMKTA\tx\nMK@A\ty\nMKTL\tx\n")
            << QStringList{"record 1", "record 3"} << "record 2: '@' at line 3, column 3";
        QTest::newRow("JSON lines") << "a.jsonl"
                                    << QByteArray("{\"id\":\"a\",\"sequence\":\"MK\"}\n{\"id\":\"b\",\"sequence\":\"M@\"}\n"
                                                  "{\"id\":\"c\",\"sequence\":\"MKT\"}\n")
                                    << good << "b: '@' at line 2";
        QTest::newRow("a number in JSON lines")
            << "a.jsonl"
            << QByteArray("{\"id\":\"a\",\"sequence\":\"MK\"}\n{\"id\":\"b\",\"sequence\":7}\n"
                          "{\"id\":\"c\",\"sequence\":\"MKT\"}\n")
            << good << "b: 'sequence' at line 2 is a number";
    }

    void anUnknownLetterFailsAlone()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, content);
        QFETCH(QStringList, good);
        QFETCH(QString, failure);
        QVERIFY(finish(write(file, content), "score"));
        QCOMPARE(m_run->problem(), QString());
        QCOMPARE(m_run->stage(), Stage::Finished);
        QCOMPARE(names(), good);
        QCOMPARE(m_run->failures(), 1);
        const QString said = m_run->firstFailures().value(0);
        QVERIFY2(said.startsWith(failure), qPrintable(said));
    }

    /// Where the form itself is wrong nobody knows where the next record begins.
    void aWrongFormRefusesTheFile_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("words");
        QTest::newRow("FASTQ out of step") << "a.fq" << QByteArray("@a\nMK\n+\nII\nII\n@b\nMK\n+\nII\n")
                                           << "Line 5 should begin a FASTQ record";
        QTest::newRow("a row too wide") << "a.csv" << QByteArray("id,sequence\na,MK\nb,MK,x\n") << "Line 3 has 3 fields";
        QTest::newRow("only bad rows") << "a.csv" << QByteArray("id,sequence\na,M@\nb,@K\n") << "'@' in record a, line 2";
    }

    void aWrongFormRefusesTheFile()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, content);
        QFETCH(QString, words);
        QVERIFY(finish(write(file, content), "score"));
        QCOMPARE(m_run->stage(), Stage::Failed);
        QVERIFY2(m_run->problem().contains(words), qPrintable(m_run->problem()));
        QVERIFY(m_run->rows()->rows().empty());
    }

    void fileAndModelAreBlamedWhereTheyShould_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("task");
        QTest::addColumn<QString>("words");
        QTest::newRow("no sequence") << QByteArray(" \n") << "score"
                                     << "no sequence";
        QTest::newRow("only bad letters") << QByteArray(">a\nM@K\n>b\n@@\n") << "score"
                                          << "'@' in record a, line 2";
        QTest::newRow("all refused") << QByteArray(">a\nMK\n>b\nMK\n") << "sing"
                                     << "None of the 2 sequences could be answered: a: there is no task \"sing\"";
        QTest::newRow("PDF") << QByteArray("%PDF-1.4\n") << "score"
                             << "PDF";
    }

    void fileAndModelAreBlamedWhereTheyShould()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, task);
        QFETCH(QString, words);
        QVERIFY(finish(write("a.fa", content), task));
        QCOMPARE(m_run->stage(), Stage::Failed);
        QVERIFY2(m_run->problem().contains(words), qPrintable(m_run->problem()));
        QVERIFY(m_run->rows()->rows().empty());
    }

    void aMissingFileIsNamed()
    {
        QVERIFY(finish(m_folder->filePath("gone.fa"), "score"));
        QVERIFY2(m_run->problem().contains("gone.fa"), qPrintable(m_run->problem()));
    }

    void aModelThatCannotBeLoadedIsNotBlamedOnASequence()
    {
        const QString folder = makeCheckpoint("empty");
        QVERIFY(QFile::remove(folder + "/model.safetensors"));
        m_client->setCheckpoint(folder);
        QVERIFY(finish(write("a.fa", ">a\nMK\n"), "score"));
        QVERIFY2(m_run->problem().contains("no model.safetensors"), qPrintable(m_run->problem()));
        QCOMPARE(m_run->failures(), 0);
    }

    void theHelperDiesInTheMiddle()
    {
        qputenv("ANNEAL_STUB_BEHAVIOUR", "slow-answer");
        const auto who = ask("who");
        QVERIFY(who);
        connect(m_run.get(), &BatchRun::progress, this, [&](int done) {
            if (done == 1)
                ::kill((*who)["pid"].get<pid_t>(), SIGKILL);
        });
        QVERIFY(finish(write("a.fa", ">a\nMK\n>b\nMKT\n>c\nMKTA\n"), "score"));
        QCOMPARE(m_run->stage(), Stage::Failed);
        QCOMPARE(names(), QStringList({"a"}));
        QVERIFY2(m_run->problem().contains("answers that came before are kept"), qPrintable(m_run->problem()));
        QCOMPARE(m_run->failures(), 0);
    }

    void anotherCheckpointEndsIt()
    {
        qputenv("ANNEAL_STUB_BEHAVIOUR", "slow-answer");
        const QString other = makeCheckpoint("step 20");
        connect(m_run.get(), &BatchRun::progress, this, [&](int done) {
            if (done == 1)
                QTimer::singleShot(0, m_client.get(), [&] { m_client->setCheckpoint(other); });
        });
        QVERIFY(finish(write("a.fa", ">a\nMK\n>b\nMKT\n>c\nMKTA\n"), "score"));
        QCOMPARE(m_run->stage(), Stage::Failed);
        QCOMPARE(names(), QStringList({"a"}));
        QVERIFY(m_run->problem().startsWith("Another checkpoint was chosen"));
    }

    void itMayOutliveItsClient()
    {
        qputenv("ANNEAL_STUB_BEHAVIOUR", "slow-answer");
        QSignalSpy finished(m_run.get(), &BatchRun::finished);
        start(write("a.fa", ">a\nMK\n"), "score");
        QTRY_COMPARE_WITH_TIMEOUT(m_run->stage(), Stage::Loading, 10000);
        m_client.reset();
        QCOMPARE(finished.size(), 1);
        QVERIFY(finish(m_folder->filePath("a.fa"), "score"));
        QVERIFY(m_run->problem().contains("no checkpoint"));
    }

    void thePanelFillsItsTableAndSaves()
    {
        BatchPanel panel(*m_client);
        panel.show();
        auto *save = find<QToolButton>(panel, "tryOut.batch.save");
        auto *cancel = find<QPushButton>(panel, "tryOut.batch.cancel");
        QVERIFY(!save->isEnabled() && !cancel->isVisible());
        panel.ask(write("a.fa", ">a\nMK\n>b\nM@T\n>c\nMKTA\n"), "protein", "classify");
        QVERIFY(cancel->isVisible());
        auto *table = find<QTableView>(panel, "tryOut.batch.table");
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 2, 10000);
        QTRY_VERIFY(save->isEnabled());
        QCOMPARE(cell(table, 1, 0), "c");
        QCOMPARE(cell(table, 1, 3), "62.5 %");
        QCOMPARE(cell(table, 1, 5), "donor");
        QVERIFY(says(panel, "2 of 3 answered") && says(panel, "1 sequence could not be answered:\nb: "));
        const QString csv = m_folder->filePath("out.csv");
        QVERIFY(panel.saveCsv(csv));
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(),
                 QByteArray("id,length,acceptor,donor,none,best\r\na,2,0.25,0.625,0.125,donor\r\n"
                            "c,4,0.25,0.625,0.125,donor\r\n"));
        QVERIFY(!panel.saveCsv(m_folder->filePath("no/such/folder.csv")));
    }

    void escCancels()
    {
        qputenv("ANNEAL_STUB_BEHAVIOUR", "slow-answer");
        BatchPanel panel(*m_client);
        panel.show();
        panel.ask(write("a.fa", ">a\nMK\n>b\nMKT\n>c\nMKTA\n"), "protein", "score");
        QTRY_VERIFY_WITH_TIMEOUT(says(panel, "1 of 3 · about"), 10000);
        QTest::keyClick(find<QPushButton>(panel, "tryOut.batch.cancel"), Qt::Key_Escape);
        QCOMPARE(panel.run().stage(), Stage::Cancelled);
        QVERIFY(says(panel, "Stopped after 1 of 3"));
        QCOMPARE(find<QTableView>(panel, "tryOut.batch.table")->model()->rowCount(), 1);
        QVERIFY(find<QToolButton>(panel, "tryOut.batch.open")->isEnabled());
    }

    void closingCancels()
    {
        qputenv("ANNEAL_STUB_BEHAVIOUR", "slow-answer");
        BatchPanel panel(*m_client);
        panel.show();
        QSignalSpy closed(&panel, &BatchPanel::closed);
        panel.ask(write("a.fa", ">a\nMK\n>b\nMKT\n"), "protein", "score");
        QTest::mouseClick(find<QToolButton>(panel, "tryOut.batch.close"), Qt::LeftButton);
        QCOMPARE(closed.size(), 1);
        QVERIFY(!panel.run().running());
    }

    void manySequences()
    {
        QByteArray fasta;
        for (int i = 0; i < 10000; ++i)
            fasta += ">s" + QByteArray::number(i) + "\nMKTAYIAKQR\n";
        BatchPanel panel(*m_client);
        panel.resize(1200, 500);
        panel.show();
        panel.ask(write("a.fa", fasta), "protein", "embed");
        auto *table = find<QTableView>(panel, "tryOut.batch.table");
        QVERIFY(QSignalSpy(&panel.run(), &BatchRun::finished).wait(60000));
        QCOMPARE(panel.run().stage(), Stage::Finished);
        QCOMPARE(table->model()->rowCount(), 10000);
        QCOMPARE(cell(table, 9999, 0), "s9999");
    }

private:
    QString makeCheckpoint(const QString &name)
    {
        QDir(m_folder->path()).mkpath(name);
        QFile weights(m_folder->filePath(name + "/model.safetensors"));
        return weights.open(QIODevice::WriteOnly) ? m_folder->filePath(name) : QString();
    }

    QString write(const QString &name, const QByteArray &content)
    {
        QFile file(m_folder->filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", qPrintable(name));
        return file.fileName();
    }

    void start(const QString &path, const QString &task, const json &options = json::object())
    {
        m_run->start(path, "protein", task, options);
    }

    bool finish(const QString &path, const QString &task, const json &options = json::object())
    {
        start(path, task, options);
        return QTest::qWaitFor([&] { return !m_run->running(); }, 20000);
    }

    std::optional<json> ask(const std::string &task)
    {
        std::optional<Result<json>> got;
        m_client->request("test", {{"task", task}}, [&](const Result<json> &answer) { got = answer; });
        return QTest::qWaitFor([&] { return got.has_value(); }, 10000) && *got ? std::optional(**got) : std::nullopt;
    }

    QStringList names() const
    {
        QStringList ids;
        for (const BatchRow &row : m_run->rows()->rows())
            ids << qstr(row.id);
        return ids;
    }

    static QString cell(QTableView *table, int row, int column)
    {
        return table->model()->index(row, column).data().toString();
    }

    static bool says(const BatchPanel &panel, const QString &words)
    {
        const auto labels = panel.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel *label) { return label->isVisible() && label->text().contains(words); });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<EngineClient> m_client;
    std::unique_ptr<BatchRun> m_run;
};

void TestBatchRun::csvOfEachTask_data()
{
    QTest::addColumn<std::string>("task");
    QTest::addColumn<json>("answer");
    QTest::addColumn<std::string>("csv");
    QTest::newRow("score") << std::string("score") << json{{"loss", 0.0}}
                           << std::string("id,length,loss,perplexity\r\n"
                                          "\"a,\"\"b\"\"\",8,0,1\r\n");
    QTest::newRow("one class") << std::string("classify")
                               << json{{"problem_type", "single_label_classification"},
                                       {"labels", {"no, never", "yes"}},
                                       {"values", {0.1, 0.9}}}
                               << std::string("id,length,\"no, never\",yes,best\r\n\"a,\"\"b\"\"\",8,0.1,0.9,yes\r\n");
    QTest::newRow("several classes") << std::string("classify")
                                     << json{{"problem_type", "multi_label_classification"},
                                             {"labels", {"x", "y"}},
                                             {"values", {0.75, 1e-9}}}
                                     << std::string("id,length,x,y\r\n\"a,\"\"b\"\"\",8,0.75,1e-09\r\n");
    QTest::newRow("number") << std::string("classify")
                            << json{{"problem_type", "regression"}, {"labels", {"kcal"}}, {"values", {-3.25}}}
                            << std::string("id,length,kcal\r\n\"a,\"\"b\"\"\",8,-3.25\r\n");
    QTest::newRow("letters") << std::string("label") << json{{"labels", {"H", "E"}}, {"residues", {"H", "H", "E"}}}
                             << std::string("id,length,labels\r\n\"a,\"\"b\"\"\",8,HHE\r\n");
    QTest::newRow("names") << std::string("label") << json{{"labels", {"in", "o"}}, {"residues", {"o", "in", "o"}}}
                           << std::string("id,length,labels\r\n\"a,\"\"b\"\"\",8,o in o\r\n");
    QTest::newRow("two masks") << std::string("fill-mask") << json::parse(R"({"masks": [
        {"position": 4, "tokens": ["A", "L"], "probabilities": [0.5, 0.25]},
        {"position": 7, "tokens": ["<eos>", "A", "L"], "probabilities": [0.875, 0.03125, 0.0625]}]})")
                               << std::string("id,position,token,probability\r\n\"a,\"\"b\"\"\",4,A,0.5\r\n"
                                              "\"a,\"\"b\"\"\",7,L,0.0625\r\n");
    QTest::newRow("embedding") << std::string("embed") << json{{"embedding", {0.5, -2.0}}}
                               << std::string("id,length,e0,e1\r\n\"a,\"\"b\"\"\",8,0.5,-2\r\n");
    json map = json::array();
    for (int i = 0; i < 8; ++i)
        map.push_back(std::vector<double>(8, 0.5)); // pairs six or more apart: 1-7, 1-8, 2-8
    map[0][6] = map[6][0] = 0.49;
    QTest::newRow("contacts") << std::string("contacts") << json{{"contacts", map}}
                              << std::string("id,length,contacts\r\n\"a,\"\"b\"\"\",8,2\r\n");
}

void TestBatchRun::csvOfEachTask()
{
    QFETCH(std::string, task);
    QFETCH(json, answer);
    QFETCH(std::string, csv);
    BatchRows rows(task);
    QVERIFY(rows.add("a,\"b\"", 8, answer));
    QCOMPARE(qstr(rows.toCsv()), qstr(csv));
}

void TestBatchRun::answersOfAnotherFormAreRefused_data()
{
    QTest::addColumn<std::string>("task");
    QTest::addColumn<json>("answer");
    QTest::newRow("no loss") << std::string("score") << json{{"length", 3}};
    QTest::newRow("loss is text") << std::string("score") << json{{"loss", "low"}};
    QTest::newRow("no classes") << std::string("classify")
                                << json{{"problem_type", "regression"}, {"labels", json::array()}, {"values", {}}};
    QTest::newRow("fewer values") << std::string("classify")
                                  << json{{"problem_type", "regression"}, {"labels", {"a", "b"}}, {"values", {1.0}}};
    QTest::newRow("no tokens") << std::string("fill-mask")
                               << json::parse(R"({"masks": [{"position": 1, "tokens": [], "probabilities": []}]})");
    QTest::newRow("map is no square") << std::string("contacts")
                                      << json{{"contacts", std::vector<std::vector<double>>(8, {0.5})}};
}

void TestBatchRun::answersOfAnotherFormAreRefused()
{
    QFETCH(std::string, task);
    QFETCH(json, answer);
    BatchRows rows(task);
    QVERIFY(!rows.add("a", 8, answer));
    QVERIFY(rows.rows().empty() && rows.columns().empty());
}

void TestBatchRun::numbersReadBack()
{
    const double third = 1.0 / 3;
    BatchRows rows("embed");
    QCOMPARE(rows.toCsv(), std::string());
    QVERIFY(rows.add("a", 1, {{"embedding", {third, 5e-324, 1.7976931348623157e308}}}));
    QVERIFY(!rows.add("b", 1, {{"embedding", {third}}})); // not the columns of the first
    const QList<QByteArray> cells = QByteArray::fromStdString(rows.toCsv()).split('\n')[1].trimmed().split(',');
    QCOMPARE(cells.size(), 5);
    QCOMPARE(cells[2].toDouble(), third);
    QCOMPARE(cells[3].toDouble(), 5e-324);
    QCOMPARE(cells[4].toDouble(), 1.7976931348623157e308);
}

QTEST_MAIN(TestBatchRun)
#include "tst_batchrun.moc"
