// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "run/notes.h"
#include "runfixture.h"

using namespace anneal;
using namespace anneal::test;

using Texts = std::vector<std::string>;

class TestNotes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void addEditRemove();
    void refusals_data();
    void refusals();
    void tags_data();
    void tags();
    void nameColorArchive();
    void halfLineIsRepaired();
    void foreignLinesDoNoHarm();
};

void TestNotes::addEditRemove()
{
    const RunFixture run;
    const auto first = addNote(run.paths, "Spike after the new data\nsecond line", 31'180);
    const auto second = addNote(run.paths, "An É", {});
    QVERIFY(first && second);
    QVERIFY(editNote(run.paths, first->id, "Spike, harmless"));
    auto annotations = readAnnotations(run.paths);
    QVERIFY(annotations);
    QCOMPARE(annotations->notes.size(), 2u);
    QCOMPARE(annotations->notes[0].id, first->id);
    QCOMPARE(annotations->notes[0].text, std::string("Spike, harmless"));
    QCOMPARE(annotations->notes[0].step, std::optional<std::int64_t>(31'180));
    QCOMPARE(annotations->notes[0].timeMicros, first->timeMicros);
    QVERIFY(annotations->notes[0].editedMicros >= first->timeMicros);
    QCOMPARE(annotations->notes[1].text, std::string("An É"));
    QVERIFY(removeNote(run.paths, first->id));
    annotations = readAnnotations(run.paths);
    QCOMPARE(annotations->notes.size(), 1u);
    QCOMPARE(annotations->notes[0].id, second->id);
    QVERIFY(readText(run.paths.notes()).find("second line") != std::string::npos); // history stays
}

void TestNotes::refusals_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty note") << "note"
                                << "A note needs some text.";
    QTest::newRow("edit of nothing") << "edit"
                                     << "There is no note \"zzz\"; it may have been removed.";
    QTest::newRow("removal of nothing") << "remove"
                                        << "There is no note \"zzz\"; it may have been removed.";
    QTest::newRow("tag with comma") << "tag"
                                    << "\"a,b\" cannot be a tag: a tag is a word or words without commas.";
    QTest::newRow("empty name") << "name"
                                << "A run's name is one line that is not empty.";
    QTest::newRow("colour 13") << "color"
                               << "There is no colour 13; colours are 1 to 12.";
}

void TestNotes::refusals()
{
    QFETCH(QString, what);
    QFETCH(QString, message);
    const RunFixture run;
    Result<void> result;
    if (what == "note") {
        const auto note = addNote(run.paths, " \n", {});
        result = note ? Result<void>() : Failure(note.error());
    }
    if (what == "edit")
        result = editNote(run.paths, "zzz", "text");
    if (what == "remove")
        result = removeNote(run.paths, "zzz");
    if (what == "tag")
        result = setTags(run.paths, {"a,b"}, {});
    if (what == "name")
        result = setRunName(run.paths, "  ");
    if (what == "color")
        result = setColorSlot(run.paths, 13);
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.error().message), message);
    QVERIFY(!std::filesystem::exists(run.paths.notes()));
}

void TestNotes::tags_data()
{
    QTest::addColumn<QString>("config");
    QTest::addColumn<QStringList>("changes"); // "+a" or "-a"
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("none") << "" << QStringList{} << QStringList{};
    QTest::newRow("of the configuration") << "mlm, esm2,,mlm" << QStringList{} << QStringList{"mlm", "esm2"};
    QTest::newRow("added once") << "mlm" << QStringList{"+good", "+good", "+mlm"} << QStringList{"mlm", "good"};
    QTest::newRow("removed") << "mlm,esm2" << QStringList{"-mlm", "+x", "-x"} << QStringList{"esm2"};
    QTest::newRow("removed and back") << "mlm" << QStringList{"-mlm", "+mlm"} << QStringList{"mlm"};
    QTest::newRow("spaces inside") << "two words" << QStringList{"+Ärger"} << QStringList{"two words", "Ärger"};
}

void TestNotes::tags()
{
    QFETCH(QString, config);
    QFETCH(QStringList, changes);
    QFETCH(QStringList, expected);
    const RunFixture run;
    for (const QString &change : changes) {
        const Texts tag{change.mid(1).toStdString()};
        QVERIFY(change[0] == '+' ? setTags(run.paths, tag, {}) : setTags(run.paths, {}, tag));
    }
    QStringList tags;
    for (const std::string &tag : runTags(config.toStdString(), *readAnnotations(run.paths)))
        tags << QString::fromStdString(tag);
    QCOMPARE(tags, expected);
}

void TestNotes::nameColorArchive()
{
    const RunFixture run;
    auto annotations = readAnnotations(run.paths);
    QVERIFY(!annotations->name && !annotations->colorSlot && !annotations->archived);
    QVERIFY(setRunName(run.paths, " mlm 8M "));
    QVERIFY(setColorSlot(run.paths, 3));
    QVERIFY(setColorSlot(run.paths, 12));
    QVERIFY(setArchived(run.paths, true));
    annotations = readAnnotations(run.paths);
    QCOMPARE(annotations->name, std::optional<std::string>("mlm 8M"));
    QCOMPARE(annotations->colorSlot, std::optional(12));
    QVERIFY(annotations->archived);
    QVERIFY(setArchived(run.paths, false));
    QVERIFY(!readAnnotations(run.paths)->archived);
}

void TestNotes::halfLineIsRepaired()
{
    const RunFixture run;
    QVERIFY(addNote(run.paths, "first", {}));
    writeText(run.paths.notes(), "{\"kind\":\"note\",\"id\":\"lo", true);
    QVERIFY(addNote(run.paths, "second", 7));
    const auto annotations = readAnnotations(run.paths);
    QCOMPARE(annotations->notes.size(), 2u);
    QCOMPARE(annotations->notes[1].text, std::string("second"));
}

void TestNotes::foreignLinesDoNoHarm()
{
    const RunFixture run;
    writeText(run.paths.notes(),
              "{\"kind\":\"color\",\"slot\":99}\n{\"kind\":\"hologram\"}\n{\"kind\":5}\n"
              "{\"kind\":\"tags\",\"add\":\"x\",\"remove\":[1]}\n\"text\"\n");
    const auto annotations = readAnnotations(run.paths);
    QVERIFY(annotations);
    QVERIFY(!annotations->colorSlot);
    QVERIFY(annotations->tags.empty() && annotations->notes.empty());
}

QTEST_GUILESS_MAIN(TestNotes)
#include "tst_notes.moc"
