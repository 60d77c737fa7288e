// SPDX-License-Identifier: GPL-3.0-or-later
#include "gallery/gallery.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include "gallery/gallerypages.h"
#include "style/look.h"
#include "style/theme.h"
#include "widgets/modebar.h"

namespace anneal {

namespace {

QWidget *makeHeader(QTabBar *tabs, QWidget *parent)
{
    auto *header = new QWidget(parent);
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(12, 8, 12, 0);
    row->addWidget(makeLabel(QObject::tr("Gallery"), TextRole::PageTitle, header));
    row->addSpacing(16);
    row->addWidget(tabs);
    row->addStretch(1);
    QPushButton *theme = makeButton(QObject::tr("Light / dark"), QStringLiteral("gallery.theme"), {}, header);
    QObject::connect(theme, &QPushButton::clicked, &Theme::instance(), [] {
        Theme::instance().choose(Theme::instance().isDark() ? ThemeChoice::Light : ThemeChoice::Dark);
    });
    row->addWidget(theme);
    return header;
}

ModeBar *makeModes(QWidget *parent)
{
    auto *modes = new ModeBar(parent);
    modes->addMode(QStringLiteral("home"), QStringLiteral("home"), QObject::tr("Home"));
    modes->addMode(QStringLiteral("newRun"), QStringLiteral("new-run"), QObject::tr("New run"));
    modes->addMode(QStringLiteral("runs"), QStringLiteral("runs"), QObject::tr("Runs"));
    modes->addMode(QStringLiteral("compare"), QStringLiteral("compare"), QObject::tr("Compare"));
    modes->addMode(QStringLiteral("tryOut"), QStringLiteral("try-out"), QObject::tr("Try out"));
    modes->addStretch();
    modes->addCommand(QStringLiteral("help"), QStringLiteral("help"), QObject::tr("Help"));
    modes->setCurrent(QStringLiteral("runs"));
    return modes;
}

} // namespace

QWidget *makeGallery()
{
    auto *gallery = new QWidget;
    gallery->setObjectName(QStringLiteral("gallery"));
    gallery->setWindowTitle(QObject::tr("Anneal gallery"));
    gallery->resize(1440, 900);
    auto *tabs = new QTabBar(gallery);
    tabs->setObjectName(QStringLiteral("gallery.tabs"));
    tabs->setAccessibleName(QObject::tr("Parts of the gallery"));
    auto *pages = new QStackedWidget(gallery);
    const auto add = [&](const QString &title, QWidget *page) {
        tabs->addTab(title);
        pages->addWidget(page);
    };
    add(QObject::tr("Charts"), makeGalleryCharts());
    add(QObject::tr("Form"), makeGalleryForms());
    add(QObject::tr("Controls"), makeGalleryControls());
    add(QObject::tr("Sequences"), makeGallerySequences());
    QObject::connect(tabs, &QTabBar::currentChanged, pages, &QStackedWidget::setCurrentIndex);

    auto *row = new QHBoxLayout(gallery);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(makeModes(gallery));
    auto *column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(makeHeader(tabs, gallery));
    column->addWidget(pages, 1);
    row->addLayout(column, 1);
    return gallery;
}

} // namespace anneal
