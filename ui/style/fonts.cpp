// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/fonts.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetricsF>

namespace anneal {

namespace {

constexpr double kPointsPerPixel = 0.75; // at 96 dpi; other densities scale points by themselves
double g_scale = 1;

struct RoleFont {
    double pixels;
    QFont::Weight weight;
};

RoleFont roleFont(TextRole role)
{
    switch (role) {
    case TextRole::PageTitle:
        return {18, QFont::Medium};
    case TextRole::CardTitle:
        return {14, QFont::Medium};
    case TextRole::SectionTitle:
        return {13, QFont::Medium};
    case TextRole::BigFigure:
        return {20, QFont::Medium};
    case TextRole::Figure:
        return {15, QFont::Medium};
    case TextRole::Body:
        return {13, QFont::Normal};
    case TextRole::Secondary:
        return {12, QFont::Normal};
    case TextRole::Caption:
        return {11, QFont::Normal};
    }
    return {13, QFont::Normal};
}

QFont sized(QFont font, double pixels)
{
    font.setPointSizeF(pixels * kPointsPerPixel * g_scale);
    return font;
}

/// Desktops ship 9 to 12 pt; only a larger font is a wish for larger text.
double desktopScale()
{
    const double points = QApplication::font().pointSizeF();
    return points > 12.5 ? points / 11.0 : 1.0;
}

QFont firstOf(const QStringList &families, const QFont &otherwise)
{
    const QStringList known = QFontDatabase::families();
    for (const QString &family : families) {
        if (known.contains(family))
            return QFont(family);
    }
    return otherwise;
}

} // namespace

void installFonts()
{
    g_scale = desktopScale();
    QFont font = firstOf({QStringLiteral("Roboto")}, QApplication::font());
    font.setHintingPreference(QFont::PreferNoHinting);
    QApplication::setFont(sized(font, 13));
}

QFont uiFont(TextRole role)
{
    const RoleFont wanted = roleFont(role);
    QFont font = sized(QApplication::font(), wanted.pixels);
    font.setWeight(wanted.weight);
    return font;
}

QFont monoFont(double pixels)
{
    static const QFont family =
        firstOf({QStringLiteral("JetBrains Mono")}, QFontDatabase::systemFont(QFontDatabase::FixedFont));
    QFont font = sized(family, pixels);
    font.setStyleHint(QFont::Monospace);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

QFont numberFont(TextRole role)
{
    const QFont font = uiFont(role);
    if (hasTabularDigits(font))
        return font;
    QFont mono = monoFont(roleFont(role).pixels);
    mono.setWeight(font.weight());
    return mono;
}

bool hasTabularDigits(const QFont &font)
{
    const QFontMetricsF metrics(font);
    const double zero = metrics.horizontalAdvance(u'0');
    for (char16_t digit = u'1'; digit <= u'9'; ++digit) {
        if (qAbs(metrics.horizontalAdvance(QChar(digit)) - zero) > 0.01)
            return false;
    }
    return true;
}

} // namespace anneal
