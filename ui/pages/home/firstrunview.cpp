// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/home/firstrunview.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>

#include "pages/context.h"
#include "pages/home/samples.h"
#include "style/icons.h"
#include "style/look.h"
#include "style/text.h"
#include "style/theme.h"
#include "widgets/card.h"
#include "widgets/chip.h"

namespace anneal {

namespace {

constexpr int kColumns = 3;
constexpr int kMaximumWidth = 1250;

void addFact(QGridLayout *grid, const QString &name, const QString &value)
{
    const int row = grid->rowCount();
    grid->addWidget(makeLabel(name, TextRole::Secondary), row, 0);
    grid->addWidget(makeLabel(value), row, 1);
}

QLabel *makeParagraph(const QString &text)
{
    QLabel *label = makeLabel(text, TextRole::Body);
    setInk(label, Ink::Muted);
    label->setWordWrap(true);
    return label;
}

} // namespace

FirstRunView::FirstRunView(AppContext &app, QWidget *parent)
    : QWidget(parent)
    , m_app(app)
{
    setMaximumWidth(kMaximumWidth);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 64, 16, 16);
    column->setSpacing(24);
    column->addWidget(makeTitle());
    auto *grid = new QGridLayout;
    grid->setSpacing(16);
    int place = 0;
    for (const Preset *preset : samplePresets()) {
        grid->addWidget(makeSample(*preset, place == 0), place / kColumns, place % kColumns);
        ++place;
    }
    grid->addWidget(makeOwnData(), place / kColumns, place % kColumns);
    ++place;
    grid->addWidget(makeMachine(), place / kColumns, place % kColumns);
    for (int i = 0; i < kColumns; ++i)
        grid->setColumnStretch(i, 1);
    column->addLayout(grid);
    column->addWidget(makeFooter());
    column->addStretch(1);
}

QWidget *FirstRunView::makeTitle()
{
    auto *box = new QWidget(this);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(20);
    auto *mark = new QLabel(box);
    mark->setPixmap(applicationIcon().pixmap(64, 64));
    row->addWidget(mark);
    auto *text = new QVBoxLayout;
    text->setSpacing(4);
    QLabel *title = makeLabel(tr("Train your first sequence model"), TextRole::PageTitle);
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    title->setFont(large);
    text->addWidget(title);
    text->addWidget(
        makeParagraph(tr("Pick a sample. It starts at once, on this machine, with data that came with Anneal.")));
    row->addLayout(text, 1);
    return box;
}

Card *FirstRunView::makeSample(const Preset &preset, bool first)
{
    auto *card = new Card(qstr(preset.label), this);
    card->setHighlighted(first);
    card->body()->setSpacing(12);
    card->body()->addWidget(makeParagraph(qstr(preset.help)));
    auto *facts = new QGridLayout;
    facts->setHorizontalSpacing(24);
    facts->setColumnStretch(1, 1);
    const SampleFacts known = sampleFacts(preset);
    addFact(facts, tr("Data"), known.data);
    addFact(facts, tr("Model"), known.model);
    addFact(facts, tr("Length"), known.length);
    card->body()->addLayout(facts);
    card->body()->addStretch(1);

    auto *row = new QHBoxLayout;
    const QString name = sampleName(preset, QStringLiteral("startFirst"));
    QPushButton *start = first ? makePrimaryButton(tr("Start sample"), name)
                               : makeButton(tr("Start sample"), name, QStringLiteral("play"));
    start->setAccessibleName(tr("Start sample: %1").arg(qstr(preset.label)));
    connect(start, &QPushButton::clicked, this, [this, &preset, start] { startSample(m_app, preset, start); });
    row->addWidget(start);
    row->addStretch(1);
    QToolButton *settings = makeLink(tr("Settings first"), sampleName(preset, QStringLiteral("settingsFirst")));
    settings->setAccessibleName(tr("Settings of %1").arg(qstr(preset.label)));
    connect(settings, &QToolButton::clicked, this, [this, key = qstr(preset.key)] { m_app.newRunFromPreset(key); });
    row->addWidget(settings);
    card->body()->addLayout(row);
    return card;
}

Card *FirstRunView::makeOwnData()
{
    auto *card = new Card(tr("Use your own data"), this);
    card->body()->setSpacing(12);
    card->body()->addWidget(makeParagraph(tr("Proteins or DNA as FASTA, plain or gzip. Letters, lengths and duplicates "
                                             "are checked before anything is trained.")));
    card->body()->addStretch(1);
    QPushButton *choose = makeButton(tr("Choose a file…"), QStringLiteral("home.ownData.choose"));
    connect(choose, &QPushButton::clicked, this, [this] { m_app.newRunFromPreset({}, QStringLiteral("data.train")); });
    card->body()->addWidget(choose, 0, Qt::AlignLeft);
    return card;
}

Card *FirstRunView::makeMachine()
{
    auto *card = new Card(tr("This machine"), this);
    card->tools()->addWidget(new StateChip({QStringLiteral("state-finished"), tr("Ready"), Tone::Ok}, card));
    auto *facts = new QGridLayout;
    facts->setHorizontalSpacing(24);
    facts->setColumnStretch(1, 1);
    const Hardware &hardware = m_app.machine().hardware();
    for (const GpuInfo &gpu : hardware.gpus)
        addFact(facts, tr("GPU %1").arg(gpu.index),
                tr("%1, %2").arg(qstr(gpu.name), memoryText(static_cast<double>(gpu.memoryBytes))));
    addFact(facts, tr("CPU"),
            tr("%1 threads, %2").arg(hardware.cores).arg(memoryText(static_cast<double>(hardware.memoryBytes))));
    card->body()->addLayout(facts);
    if (hardware.gpus.empty())
        card->body()->addWidget(makeParagraph(tr("No GPU found. Samples run on the CPU.")));
    card->body()->addStretch(1);
    return card;
}

QWidget *FirstRunView::makeFooter()
{
    auto *box = new QWidget(this);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(makeLabel(tr("Runs are kept in"), TextRole::Secondary));
    QLabel *folder = makeLabel(qstr(m_app.workspaceFolder().string()), TextRole::Secondary);
    folder->setFont(monoFont());
    row->addWidget(folder);
    QToolButton *change = makeLink(tr("Change…"), QStringLiteral("home.workspace.change"));
    connect(change, &QToolButton::clicked, &m_app, &AppContext::chooseWorkspace);
    row->addWidget(change);
    row->addStretch(1);
    row->addWidget(makeLabel(tr("Nothing is sent over the network. Closing the window does not stop a run."),
                             TextRole::Secondary));
    return box;
}

} // namespace anneal
