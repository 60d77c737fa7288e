// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "models/logtail.h"

using namespace anneal;

class TestLogTail : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("rank-0.log"));
    }

    void nothingYetIsNoError()
    {
        LogTail tail(m_path.toStdString());
        QVERIFY(tail.poll().lines.isEmpty());
    }

    void aHalfLineWaitsForItsEnd()
    {
        LogTail tail(m_path.toStdString());
        write("one\ntw");
        QCOMPARE(tail.poll().lines, QStringList({"one"}));
        write("o\nthree\n");
        QCOMPARE(tail.poll().lines, QStringList({"two", "three"}));
        QVERIFY(tail.poll().lines.isEmpty());
    }

    void aLongFileBeginsNearItsEnd()
    {
        QByteArray text;
        for (int i = 0; i < 40000; ++i)
            text += "line " + QByteArray::number(i) + '\n';
        write(text);
        LogTail tail(m_path.toStdString());
        const QStringList lines = tail.poll().lines;
        QVERIFY(lines.size() < 40000);
        QVERIFY(lines.first().startsWith(QLatin1String("line ")));
        QCOMPARE(lines.last(), QStringLiteral("line 39999"));
    }

    void aShorterFileIsReadAgain()
    {
        LogTail tail(m_path.toStdString());
        write("a long first line\n");
        QCOMPARE(tail.poll().lines.size(), 1);
        QFile::remove(m_path);
        write("new\n");
        const LogTail::Lines again = tail.poll();
        QVERIFY(again.restarted);
        QCOMPARE(again.lines, QStringList({"new"}));
    }

    void theModelForgetsTheOldest()
    {
        LogModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QStringList many;
        for (int i = 0; i < 20005; ++i)
            many << QString::number(i);
        model.append(many.mid(0, 10), false);
        model.append(many.mid(10), false);
        QCOMPARE(model.rowCount(), 20000);
        QCOMPARE(model.index(0).data().toString(), QStringLiteral("5"));
        model.append({QStringLiteral("fresh")}, true);
        QCOMPARE(model.rowCount(), 1);
    }

    void levels_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("level");
        QTest::newRow("ours") << "2026-11-30 14:02:51.123 [warning] disk is slow"
                              << "warning";
        QTest::newRow("plain") << "something a library printed"
                               << "";
        QTest::newRow("late bracket") << "a tensor of shape with many words before [4, 4]"
                                      << "";
    }
    void levels()
    {
        QFETCH(QString, line);
        QFETCH(QString, level);
        LogModel model;
        model.append({line}, false);
        QCOMPARE(model.index(0).data(Qt::UserRole).toString(), level);
    }

private:
    void write(const QByteArray &bytes)
    {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::Append));
        file.write(bytes);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

QTEST_GUILESS_MAIN(TestLogTail)
#include "tst_logtail.moc"
