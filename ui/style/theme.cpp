// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/theme.h"

#include <clocale>

#include <QApplication>
#include <QStyleFactory>

#include "style/desktopscheme.h"
#include "style/fonts.h"
#include "style/icons.h"
#include "style/stylesheet.h"

namespace anneal {

Theme &Theme::instance()
{
    static Theme theme;
    return theme;
}

void Theme::install(QApplication &application, ThemeChoice choice)
{
    std::setlocale(LC_NUMERIC, "C");
    m_application = &application;
    m_desktopPalette = application.palette(); // before ours replaces it
    m_desktop = new DesktopScheme(&application);
    connect(m_desktop, &DesktopScheme::changed, this, [this] {
        if (m_choice == ThemeChoice::Desktop)
            apply();
    });
    application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    application.setWindowIcon(applicationIcon());
    installFonts();
    m_choice = choice;
    apply();
}

void Theme::choose(ThemeChoice choice)
{
    if (choice == m_choice)
        return;
    m_choice = choice;
    apply();
}

void Theme::apply()
{
    m_dark = m_choice == ThemeChoice::Dark;
    if (m_choice == ThemeChoice::Desktop) {
        const bool darkPalette = m_desktopPalette.color(QPalette::Window).lightnessF() < 0.5F;
        m_dark = m_desktop && m_desktop->prefersDark() ? *m_desktop->prefersDark() : darkPalette;
    }
    if (m_application) {
        m_application->setPalette(makePalette(palette()));
        m_application->setStyleSheet(styleSheet(palette(), measures(), m_dark));
    }
    Q_EMIT changed();
}

const Palette &Theme::palette() const
{
    return m_dark ? tokens().dark : tokens().light;
}

namespace {
std::size_t slotIndex(int slot)
{
    return static_cast<std::size_t>(((slot - 1) % kRunSlots + kRunSlots) % kRunSlots);
}
} // namespace

QColor Theme::run(int slot) const
{
    return palette().runs[slotIndex(slot)];
}

QString Theme::runName(int slot)
{
    return tokens().runNames[slotIndex(slot)];
}

QColor inkColor(Ink ink)
{
    return Theme::instance().color(ink);
}

QColor runColor(int slot)
{
    return Theme::instance().run(slot);
}

QPalette makePalette(const Palette &colors)
{
    using Role = QPalette::ColorRole;
    const std::pair<Role, Ink> roles[] = {
        {QPalette::Window, Ink::Window},        {QPalette::Base, Ink::Surface},
        {QPalette::Button, Ink::Surface},       {QPalette::AlternateBase, Ink::Raised},
        {QPalette::ToolTipBase, Ink::Raised},   {QPalette::Highlight, Ink::Selection},
        {QPalette::Mid, Ink::Border},           {QPalette::Dark, Ink::BorderStrong},
        {QPalette::WindowText, Ink::Text},      {QPalette::Text, Ink::Text},
        {QPalette::ButtonText, Ink::Text},      {QPalette::ToolTipText, Ink::Text},
        {QPalette::HighlightedText, Ink::Text}, {QPalette::PlaceholderText, Ink::Muted},
        {QPalette::Link, Ink::Accent},          {QPalette::LinkVisited, Ink::Accent},
        {QPalette::Light, Ink::Surface},        {QPalette::Midlight, Ink::Raised},
        {QPalette::Shadow, Ink::BorderStrong},  {QPalette::BrightText, Ink::Error},
    };
    QPalette palette;
    for (const auto &[role, ink] : roles)
        palette.setColor(role, colors[ink]);
    for (Role role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, colors[Ink::Disabled]);
    return palette;
}

} // namespace anneal
