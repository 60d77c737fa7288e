// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/tokens.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace anneal {

namespace {

constexpr std::array<const char *, kInkCount> kInkNames = {
    "window",       "surface", "raised", "sunken", "hover",    "selection", "border",
    "borderStrong", "grid",    "text",   "muted",  "disabled", "accent",    "accentSoft",
    "onAccent",     "ok",      "okSoft", "warn",   "warnSoft", "error",     "errorSoft"};

QColor readColor(const QJsonValue &value, const QString &name)
{
    const QColor color(value.toString());
    if (!color.isValid())
        qFatal("tokens.json: \"%s\" is not a colour", qPrintable(name));
    return color;
}

QVector<QColor> readRamp(const QJsonObject &theme, const QString &name)
{
    QVector<QColor> ramp;
    for (const QJsonValue &value : theme[name].toArray())
        ramp.append(readColor(value, name));
    return ramp;
}

Palette readPalette(const QJsonObject &theme)
{
    Palette palette;
    for (std::size_t i = 0; i < palette.inks.size(); ++i)
        palette.inks[i] = readColor(theme[QLatin1String(kInkNames[i])], QLatin1String(kInkNames[i]));
    const QJsonArray runs = theme[QStringLiteral("runs")].toArray();
    for (int i = 0; i < kRunSlots; ++i)
        palette.runs[static_cast<std::size_t>(i)] = readColor(runs[i], QStringLiteral("runs"));
    palette.sequential = readRamp(theme, QStringLiteral("sequential"));
    palette.diverging = readRamp(theme, QStringLiteral("diverging"));
    return palette;
}

Measures readMeasures(const QJsonObject &root)
{
    const QJsonObject height = root[QStringLiteral("height")].toObject();
    const QJsonObject width = root[QStringLiteral("width")].toObject();
    const QJsonObject radius = root[QStringLiteral("radius")].toObject();
    const auto take = [](int &into, const QJsonObject &from, const char *name) {
        into = from[QLatin1String(name)].toInt(into);
    };
    Measures m;
    take(m.control, height, "control");
    take(m.controlSmall, height, "controlSmall");
    take(m.tableRow, height, "tableRow");
    take(m.formRow, height, "formRow");
    take(m.tab, height, "tab");
    take(m.cardHeader, height, "cardHeader");
    take(m.pageHeader, height, "pageHeader");
    take(m.menuBar, height, "menuBar");
    take(m.statusBar, height, "statusBar");
    take(m.modeButton, height, "modeButton");
    take(m.modeBar, width, "modeBar");
    take(m.runList, width, "runList");
    take(m.sectionList, width, "sectionList");
    take(m.preflight, width, "preflight");
    take(m.radius, radius, "control");
    take(m.chipRadius, radius, "chip");
    return m;
}

Tokens readTokens()
{
    QFile file(QStringLiteral(":/anneal/tokens.json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("tokens.json is missing from the program's resources");
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    Tokens all;
    all.light = readPalette(root[QStringLiteral("light")].toObject());
    all.dark = readPalette(root[QStringLiteral("dark")].toObject());
    const QJsonArray names = root[QStringLiteral("runNames")].toArray();
    for (int i = 0; i < kRunSlots; ++i)
        all.runNames[static_cast<std::size_t>(i)] = names[i].toString();
    all.measures = readMeasures(root);
    return all;
}

} // namespace

Ink toneInk(Tone tone)
{
    switch (tone) {
    case Tone::Neutral:
        return Ink::Text;
    case Tone::Muted:
        return Ink::Muted;
    case Tone::Accent:
        return Ink::Accent;
    case Tone::Ok:
        return Ink::Ok;
    case Tone::Warn:
        return Ink::Warn;
    case Tone::Error:
        return Ink::Error;
    }
    return Ink::Text;
}

Ink toneSoftInk(Tone tone)
{
    switch (tone) {
    case Tone::Neutral:
    case Tone::Muted:
        return Ink::Sunken;
    case Tone::Accent:
        return Ink::AccentSoft;
    case Tone::Ok:
        return Ink::OkSoft;
    case Tone::Warn:
        return Ink::WarnSoft;
    case Tone::Error:
        return Ink::ErrorSoft;
    }
    return Ink::Sunken;
}

const char *inkName(Ink ink)
{
    return kInkNames[static_cast<std::size_t>(ink)];
}

const Tokens &tokens()
{
    static const Tokens all = readTokens();
    return all;
}

} // namespace anneal
