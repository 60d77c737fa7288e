// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/stylesheet.h"

#include <QFile>
#include <QHash>
#include <QRegularExpression>

namespace anneal {

namespace {

QString colorName(const QColor &color)
{
    return color.name(QColor::HexRgb);
}

QHash<QString, QString> sheetValues(const Palette &colors, const Measures &lengths, bool dark)
{
    QHash<QString, QString> values;
    for (int i = 0; i < kInkCount; ++i)
        values.insert(QLatin1String(inkName(static_cast<Ink>(i))), colorName(colors.inks[static_cast<std::size_t>(i)]));
    const QColor accent = colors[Ink::Accent];
    values.insert(QStringLiteral("accentHover"), colorName(dark ? accent.lighter(110) : accent.darker(112)));
    values.insert(QStringLiteral("accentPressed"), colorName(dark ? accent.darker(112) : accent.darker(130)));
    // A style sheet's min-height is the inside of border and padding.
    values.insert(QStringLiteral("controlInner"), QString::number(lengths.control - 2));
    values.insert(QStringLiteral("controlFocus"), QString::number(lengths.control - 4));
    values.insert(QStringLiteral("tabInner"), QString::number(lengths.tab - 2));
    values.insert(QStringLiteral("menuInner"), QString::number(lengths.menuBar - 2));
    values.insert(QStringLiteral("radius"), QString::number(lengths.radius));
    values.insert(QStringLiteral("marks"),
                  QStringLiteral(":/anneal/controls/") + QLatin1String(dark ? "dark" : "light"));
    return values;
}

} // namespace

QString styleSheet(const Palette &colors, const Measures &lengths, bool dark)
{
    QFile file(QStringLiteral(":/anneal/style.qss"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("style.qss is missing from the program's resources");
    const QString source = QString::fromUtf8(file.readAll());
    const QHash<QString, QString> values = sheetValues(colors, lengths, dark);
    static const QRegularExpression name(QStringLiteral("@(\\w+)@"));
    QString sheet;
    qsizetype done = 0;
    for (auto it = name.globalMatch(source); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        sheet += QStringView(source).mid(done, match.capturedStart() - done);
        sheet += values.value(match.captured(1), match.captured(0));
        done = match.capturedEnd();
    }
    sheet += QStringView(source).mid(done);
    return sheet;
}

} // namespace anneal
