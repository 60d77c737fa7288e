// SPDX-License-Identifier: GPL-3.0-or-later
// Which way the folders may look (docs/architecture.md §2): read off the includes and the linked libraries.
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

namespace {

struct Include {
    QString file;
    int line = 0;
    QString target;
    bool quoted = false;
};

/// Folder of the project that a file belongs to: "config", "engine", "ui", "app"; empty outside of them.
QString folderOf(const QString &path)
{
    const QStringList parts = path.split('/');
    return parts[0] == "core" ? parts[1] : parts[0];
}

QList<Include> includesOf(const QString &path)
{
    static const QRegularExpression kInclude(R"(^\s*#\s*include\s*([<"])([^">]+)[">])");
    QFile file(QString(ANNEAL_SOURCE_ROOT) + '/' + path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<Include> found;
    const QStringList lines = QString::fromUtf8(file.readAll()).split('\n');
    for (int i = 0; i < lines.size(); ++i)
        if (const auto match = kInclude.match(lines[i]); match.hasMatch())
            found.append({path, i + 1, match.captured(2), match.captured(1) == "\""});
    return found;
}

QList<Include> allIncludes()
{
    QList<Include> all;
    const QDir root(ANNEAL_SOURCE_ROOT);
    for (const char *top : {"core", "ui", "app"}) {
        QDirIterator files(root.filePath(top), {"*.h", "*.cpp", "*.cu"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext())
            all += includesOf(root.relativeFilePath(files.next()));
    }
    return all;
}

/// What each folder may include beside itself.
const QHash<QString, QStringList> &allowed()
{
    static const QHash<QString, QStringList> kAllowed{
        {"base", {}},
        {"config", {"base"}},
        {"bio", {"base"}},
        {"metrics", {"base"}},
        {"run", {"base", "config"}},
        {"series", {"base"}},
        {"plan", {"base", "bio", "config"}},
        {"workspace", {"base", "config", "run", "series"}},
        {"launch", {"base", "config", "run"}},
        {"engine", {"base", "config", "bio", "metrics", "run", "plan"}},
        {"ui", {"base", "config", "bio", "metrics", "run", "series", "workspace", "plan", "launch"}},
    };
    return kAllowed;
}

QString place(const Include &include) { return QString("%1:%2 includes %3").arg(include.file).arg(include.line).arg(include.target); }

bool isQt(const QString &header) { return QRegularExpression("^(Q[A-Z]|Qt)").match(header).hasMatch(); }
bool isTorch(const QString &header) { return QRegularExpression("^(torch|ATen|c10)/").match(header).hasMatch(); }

} // namespace

class TestDirection : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        m_includes = allIncludes();
        QVERIFY2(m_includes.size() > 100, "no sources found");
    }

    void foldersLookOneWay()
    {
        QStringList wrong;
        for (const Include &include : m_includes) {
            const QString from = folderOf(include.file), to = include.target.section('/', 0, 0);
            if (include.quoted && include.target.contains('/') && allowed().contains(to) && allowed().contains(from) && from != to
                && !allowed()[from].contains(to))
                wrong << place(include);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    void librariesStayInTheirFolders()
    {
        QStringList wrong;
        for (const Include &include : m_includes) {
            const bool core = include.file.startsWith("core/");
            const bool engine = include.file.startsWith("core/engine/") || include.file.startsWith("app/anneal-train/");
            if ((core && !include.file.startsWith("core/launch/") && isQt(include.target)) || (engine && isQt(include.target))
                || (!engine && isTorch(include.target))
                || (include.target.startsWith("sqlite3") && !include.file.startsWith("core/workspace/")))
                wrong << place(include);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    }

    void programsLinkOnlyTheirSide_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QString>("forbidden");
        QTest::newRow("window") << ANNEAL_WINDOW << "libtorch|libc10";
        QTest::newRow("engine") << ANNEAL_ENGINE_PROGRAM << "libQt6|libsqlite3";
    }

    void programsLinkOnlyTheirSide()
    {
        QFETCH(QString, program);
        QFETCH(QString, forbidden);
        if (!QFile::exists(program))
            QSKIP("this configuration does not build the program");
        QProcess readelf;
        readelf.start("readelf", {"-d", program});
        QVERIFY(readelf.waitForFinished());
        const QString needed = QString::fromUtf8(readelf.readAllStandardOutput());
        QVERIFY(needed.contains("libstdc++"));
        QVERIFY2(!QRegularExpression(forbidden).match(needed).hasMatch(), qPrintable(needed));
    }

private:
    QList<Include> m_includes;
};

QTEST_GUILESS_MAIN(TestDirection)
#include "tst_direction.moc"
