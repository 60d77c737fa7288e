// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

#include "style/theme.h"
#include "widgets/sequenceedit.h"
#include "widgets/sequenceletters.h"

using namespace anneal;

namespace {

QPoint centreOf(const SequenceEdit &edit, int position)
{
    const QFontMetrics metrics(edit.font());
    const int cell = metrics.horizontalAdvance(u'W') + 1;
    const int gutter = metrics.horizontalAdvance(QString::number(qMax<qsizetype>(100, edit.sequence().size()))) + 14;
    return {gutter + (position + position / 10) * cell + cell / 2, 6 + (metrics.height() + 6) / 2};
}

} // namespace

class TestSequenceEdit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().install(*qApp, ThemeChoice::Light); }
    void init();
    void cleanup() { m_edit.reset(); } // before the application goes
    void clickTogglesAMask();
    void dragSelectsAndSpaceMasks();
    void typingOverwritesAndAppends();
    void masksMoveWithTheirLetters();
    void undoRestoresLettersAndMasks();
    void replacingLiftsTheMask();
    void unknownLettersAreNamed();
    void limitIsSaid();
    void pasteReadsFasta_data();
    void pasteReadsFasta();
    void pasteFromTheClipboard();
    void classesHaveTheirInk();
    void largeSequencePaints();

private:
    std::unique_ptr<SequenceEdit> m_edit;
};

void TestSequenceEdit::init()
{
    m_edit = std::make_unique<SequenceEdit>();
    m_edit->resize(900, 200);
    m_edit->setSequence(QStringLiteral("MSIQHFRVALIPFF"));
    m_edit->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_edit.get()));
}

void TestSequenceEdit::clickTogglesAMask()
{
    QSignalSpy masks(m_edit.get(), &SequenceEdit::masksChanged);
    QSignalSpy activated(m_edit.get(), &SequenceEdit::positionActivated);
    QTest::mouseClick(m_edit->viewport(), Qt::LeftButton, {}, centreOf(*m_edit, 11));
    QCOMPARE(m_edit->maskedPositions(), QVector<int>{11});
    QCOMPARE(activated.front().front().toInt(), 11);
    QTest::mouseClick(m_edit->viewport(), Qt::LeftButton, {}, centreOf(*m_edit, 11));
    QVERIFY(m_edit->maskedPositions().isEmpty());
    QCOMPARE(masks.count(), 2);
}

void TestSequenceEdit::dragSelectsAndSpaceMasks()
{
    QTest::mousePress(m_edit->viewport(), Qt::LeftButton, {}, centreOf(*m_edit, 2));
    QMouseEvent move(QEvent::MouseMove, centreOf(*m_edit, 5), m_edit->viewport()->mapToGlobal(centreOf(*m_edit, 5)),
                     Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_edit->viewport(), &move);
    QTest::mouseRelease(m_edit->viewport(), Qt::LeftButton, {}, centreOf(*m_edit, 5));
    QVERIFY(m_edit->maskedPositions().isEmpty()); // dragging alone changes nothing
    QTest::keyClick(m_edit.get(), Qt::Key_Space);
    QCOMPARE(m_edit->maskedPositions(), (QVector<int>{2, 3, 4, 5}));
    m_edit->clearMasks();
    QVERIFY(m_edit->maskedPositions().isEmpty());
}

void TestSequenceEdit::typingOverwritesAndAppends()
{
    QSignalSpy changed(m_edit.get(), &SequenceEdit::sequenceChanged);
    m_edit->setCurrentPosition(1);
    QTest::keyClicks(m_edit.get(), QStringLiteral("tw"));
    QCOMPARE(m_edit->sequence(), QStringLiteral("MTWQHFRVALIPFF"));
    QTest::keyClick(m_edit.get(), Qt::Key_End);
    QTest::keyClicks(m_edit.get(), QStringLiteral("g"));
    QCOMPARE(m_edit->sequence(), QStringLiteral("MTWQHFRVALIPFFG"));
    QTest::keyClick(m_edit.get(), Qt::Key_Backspace);
    QCOMPARE(m_edit->sequence(), QStringLiteral("MTWQHFRVALIPFF"));
    QCOMPARE(changed.count(), 4);
}

void TestSequenceEdit::masksMoveWithTheirLetters()
{
    m_edit->setMaskedPositions({1, 4, 8});
    m_edit->setCurrentPosition(1);
    QTest::keyClick(m_edit.get(), Qt::Key_Delete); // removes a masked letter
    QCOMPARE(m_edit->maskedPositions(), (QVector<int>{3, 7}));
    m_edit->setMaskedPositions({-1, 3, 99});
    QCOMPARE(m_edit->maskedPositions(), QVector<int>{3});
}

void TestSequenceEdit::undoRestoresLettersAndMasks()
{
    m_edit->setMaskedPositions({2});
    m_edit->setCurrentPosition(0);
    QTest::keyClicks(m_edit.get(), QStringLiteral("A"));
    QTest::keySequence(m_edit.get(), QKeySequence::Undo);
    QCOMPARE(m_edit->sequence(), QStringLiteral("MSIQHFRVALIPFF"));
    QCOMPARE(m_edit->maskedPositions(), QVector<int>{2});
    QTest::keySequence(m_edit.get(), QKeySequence::Undo);
    QVERIFY(m_edit->maskedPositions().isEmpty());
    QTest::keySequence(m_edit.get(), QKeySequence::Redo);
    QCOMPARE(m_edit->maskedPositions(), QVector<int>{2});
}

void TestSequenceEdit::replacingLiftsTheMask()
{
    m_edit->setMaskedPositions({3});
    m_edit->replaceLetter(3, u'w');
    QCOMPARE(m_edit->sequence()[3], QChar(u'W'));
    QVERIFY(m_edit->maskedPositions().isEmpty());
}

void TestSequenceEdit::unknownLettersAreNamed()
{
    QVERIFY(m_edit->problem().isEmpty());
    m_edit->setSequence(QStringLiteral("MSJQ"));
    QCOMPARE(m_edit->unknownPositions(), QVector<int>{2});
    QVERIFY(m_edit->problem().contains(QStringLiteral("J (3)")));
    m_edit->setKind(SequenceKind::Dna);
    m_edit->setSequence(QStringLiteral("ACGTN"));
    QVERIFY(m_edit->unknownPositions().isEmpty());
}

void TestSequenceEdit::limitIsSaid()
{
    m_edit->setLimit(10);
    QVERIFY2(m_edit->problem().contains(QStringLiteral("14")), qPrintable(m_edit->problem()));
    QVERIFY(m_edit->problem().contains(QStringLiteral("Remove 4")));
    m_edit->setLimit(14);
    QVERIFY(m_edit->problem().isEmpty());
}

void TestSequenceEdit::pasteReadsFasta_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("letters");
    QTest::newRow("plain") << QStringLiteral(" mka\nlv ") << QString() << QStringLiteral("MKALV");
    QTest::newRow("fasta") << QStringLiteral(">sp|P1 one\nMKA\nLV*\n") << QStringLiteral("sp|P1 one")
                           << QStringLiteral("MKALV");
    QTest::newRow("two records") << QStringLiteral(">a\nMK\n>b\nAL\n") << QStringLiteral("a") << QStringLiteral("MK");
    QTest::newRow("numbered") << QStringLiteral("  1 acgta cgtac\n 11 gg") << QString()
                              << QStringLiteral("ACGTACGTACGG");
    QTest::newRow("windows") << QStringLiteral(">a\r\nMK\r\n") << QStringLiteral("a") << QStringLiteral("MK");
    QTest::newRow("aligned") << QStringLiteral("MK--AL..V") << QString() << QStringLiteral("MKALV");
    QTest::newRow("nothing") << QString() << QString() << QString();
}

void TestSequenceEdit::pasteReadsFasta()
{
    QFETCH(QString, text);
    QFETCH(QString, name);
    QFETCH(QString, letters);
    const PastedSequence pasted = readPastedSequence(text);
    QCOMPARE(pasted.name, name);
    QCOMPARE(pasted.letters, letters);
}

void TestSequenceEdit::pasteFromTheClipboard()
{
    QSignalSpy named(m_edit.get(), &SequenceEdit::nameRead);
    QApplication::clipboard()->setText(QStringLiteral(">other\nGGG\n"));
    QTest::keySequence(m_edit.get(), QKeySequence::Paste);
    QCOMPARE(m_edit->sequence(), QStringLiteral("GGG"));
    QCOMPARE(named.front().front().toString(), QStringLiteral("other"));
    QApplication::clipboard()->setText(QStringLiteral("aa"));
    m_edit->setCurrentPosition(1);
    QTest::keySequence(m_edit.get(), QKeySequence::Paste);
    QCOMPARE(m_edit->sequence(), QStringLiteral("GAAGG"));
    QTest::keySequence(m_edit.get(), QKeySequence::Copy);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("GAAGG"));
}

void TestSequenceEdit::classesHaveTheirInk()
{
    QCOMPARE(letterInk(u'D', SequenceKind::Protein), Ink::Error);
    QCOMPARE(letterInk(u'K', SequenceKind::Protein), Ink::Accent);
    QCOMPARE(letterInk(u'S', SequenceKind::Protein), Ink::Ok);
    QCOMPARE(letterInk(u'L', SequenceKind::Protein), Ink::Text);
    QCOMPARE(letterInk(u'X', SequenceKind::Protein), Ink::Muted);
    for (const char letter :
         {'A', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'K', 'L', 'M', 'N', 'P', 'Q', 'R', 'S', 'T', 'V', 'W', 'Y'})
        QVERIFY2(letterInk(QLatin1Char(letter), SequenceKind::Protein) != Ink::Muted, &letter);
    QVERIFY(SequenceEdit::legendHtml(SequenceKind::Protein).contains(inkColor(Ink::Ok).name()));
}

void TestSequenceEdit::largeSequencePaints()
{
    m_edit->setSequence(QString(200'000, u'A'));
    QElapsedTimer timer;
    timer.start();
    (void)m_edit->grab();
    QVERIFY2(timer.elapsed() < 500, qPrintable(QString::number(timer.elapsed()))); // only what is visible is painted
    QTest::keyClick(m_edit.get(), Qt::Key_End);
    QCOMPARE(m_edit->currentPosition(), 200'000);
}

QTEST_MAIN(TestSequenceEdit)
#include "tst_sequenceedit.moc"
