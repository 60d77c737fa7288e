// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/home/samplescard.h"

#include <QHBoxLayout>
#include <QLabel>

#include "pages/context.h"
#include "pages/home/samples.h"
#include "style/icons.h"
#include "style/look.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

SamplesCard::SamplesCard(AppContext &app, QWidget *parent)
    : Card({}, parent)
    , m_app(app)
{
    setObjectName(QStringLiteral("home.samples"));
    setBodyMargins(0, 0, 0, 0);
    for (const Preset *preset : samplePresets()) {
        body()->addWidget(makeRow(*preset));
        body()->addWidget(makeLine());
    }
    QLabel *promise = makeLabel(tr("Runs on this machine. Nothing leaves it."), TextRole::Secondary);
    promise->setContentsMargins(12, 8, 12, 8);
    body()->addWidget(promise);
}

QWidget *SamplesCard::makeRow(const Preset &preset)
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(12, 12, 12, 10);
    layout->setSpacing(10);
    auto *mark = new QLabel(row);
    const auto tint = [mark] {
        mark->setPixmap(iconPixmap(QStringLiteral("try-out"), 18, inkColor(Ink::Accent), mark->devicePixelRatioF()));
    };
    tint();
    connect(&Theme::instance(), &Theme::changed, mark, tint);
    layout->addWidget(mark, 0, Qt::AlignTop);

    auto *text = new QVBoxLayout;
    text->setSpacing(2);
    QLabel *title = makeLabel(qstr(preset.label), TextRole::SectionTitle);
    title->setWordWrap(true);
    text->addWidget(title);
    QLabel *help = makeLabel(qstr(preset.help), TextRole::Secondary);
    help->setWordWrap(true);
    text->addWidget(help);
    layout->addLayout(text, 1);

    QPushButton *start = makeButton(tr("Start"), sampleName(preset, QStringLiteral("start")), QStringLiteral("play"));
    start->setAccessibleName(tr("Start %1").arg(qstr(preset.label)));
    connect(start, &QPushButton::clicked, this, [this, &preset, start] { startSample(m_app, preset, start); });
    QToolButton *first = makeLink(tr("Settings first"), sampleName(preset, QStringLiteral("settings")));
    first->setAccessibleName(tr("Settings of %1").arg(qstr(preset.label)));
    connect(first, &QToolButton::clicked, this, [this, key = qstr(preset.key)] { m_app.newRunFromPreset(key); });
    auto *ways = new QVBoxLayout;
    ways->setSpacing(6);
    ways->addWidget(start);
    ways->addWidget(first);
    ways->addStretch(1);
    layout->addLayout(ways);
    return row;
}

} // namespace anneal
