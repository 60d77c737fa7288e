// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "charts/sparkline.h"
#include "gallery/gallerypages.h"
#include "style/look.h"
#include "widgets/card.h"
#include "widgets/chip.h"
#include "widgets/commandbox.h"
#include "widgets/difftable.h"
#include "widgets/memorybar.h"
#include "widgets/metrictile.h"
#include "widgets/notebox.h"
#include "widgets/probabilitybars.h"
#include "widgets/progressline.h"
#include "widgets/rundot.h"
#include "widgets/sequenceedit.h"

namespace anneal {

namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

std::vector<float> fallingCurve(bool broken)
{
    std::vector<float> values;
    for (int i = 0; i < 80; ++i)
        values.push_back(2.4F + 0.5F * std::exp(-static_cast<float>(i) / 14)
                         + 0.015F * std::sin(static_cast<float>(i * i)));
    if (broken)
        values[50] = NAN;
    return values;
}

Card *runCard()
{
    auto *card = new Card;
    auto *header = new QHBoxLayout;
    auto *dot = new RunDot;
    dot->setObjectName(QStringLiteral("gallery.dot"));
    dot->setEditable(true);
    QObject::connect(dot, &RunDot::slotChosen, dot, &RunDot::setSlot);
    header->addWidget(dot);
    header->addWidget(makeLabel(QStringLiteral("mlm-35M-wsd-07"), TextRole::CardTitle));
    auto *chip = new StateChip;
    chip->setPhase(RunPhase::Running);
    header->addWidget(chip);
    header->addStretch(1);
    header->addWidget(makeLabel(QStringLiteral("GPU 0"), TextRole::Secondary));
    card->body()->addLayout(header);
    auto *middle = new QHBoxLayout;
    auto *curve = new Sparkline;
    curve->setValues(fallingCurve(false));
    curve->setShowScale(true);
    curve->setLook({1, false, true, 1.75});
    middle->addWidget(curve, 3);
    auto *loss = new MetricTile(QStringLiteral("Validation loss"));
    loss->setFigure(QStringLiteral("2.418"), QStringLiteral("nats, best"));
    middle->addWidget(loss, 2, Qt::AlignTop);
    card->body()->addLayout(middle, 1);
    auto *below = new QHBoxLayout;
    below->addWidget(makeLabel(QStringLiteral("Step 61,240"), TextRole::Secondary));
    auto *progress = new ProgressLine;
    progress->setShare(0.61);
    below->addWidget(progress, 1);
    below->addWidget(makeLabel(QStringLiteral("61 % · 1 h 43 min left"), TextRole::Secondary));
    card->body()->addLayout(below);
    return card;
}

Card *chipCard()
{
    auto *card = new Card(QObject::tr("States"));
    auto *grid = new QGridLayout;
    int i = 0;
    for (RunPhase phase :
         {RunPhase::Starting, RunPhase::Running, RunPhase::Paused, RunPhase::Stopping, RunPhase::Stopped,
          RunPhase::Finished, RunPhase::Diverged, RunPhase::Failed, RunPhase::NotResponding}) {
        grid->addWidget(new StateChip(phaseLook(phase)), i / 3, i % 3, Qt::AlignLeft);
        ++i;
    }
    grid->addWidget(new StateChip({{}, QStringLiteral("protein"), Tone::Neutral}), i / 3, 0, Qt::AlignLeft);
    card->body()->addLayout(grid);
    auto *dots = new QHBoxLayout;
    for (int slot = 1; slot <= kRunSlots; ++slot) {
        auto *dot = new RunDot;
        dot->setSlot(slot);
        dots->addWidget(dot);
    }
    dots->addStretch(1);
    card->body()->addLayout(dots);
    auto *broken = new Sparkline;
    broken->setValues(fallingCurve(true));
    broken->setSlot(9);
    card->body()->addWidget(broken, 1);
    return card;
}

Card *controlCard()
{
    auto *card = new Card(QObject::tr("Controls"));
    card->setSubtitle(QObject::tr("as the style sheet draws them"));
    card->setHeaderLine(true);
    card->tools()->addWidget(makeLink(QObject::tr("All settings"), QStringLiteral("gallery.link")));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(makePrimaryButton(QObject::tr("Start now"), QStringLiteral("gallery.primary")));
    buttons->addWidget(makeButton(QObject::tr("Pause"), QStringLiteral("gallery.button"), QStringLiteral("pause")));
    QPushButton *off = makeButton(QObject::tr("Reset zoom"), QStringLiteral("gallery.off"), QStringLiteral("reset"));
    off->setEnabled(false);
    buttons->addWidget(off);
    buttons->addWidget(makeFlatButton(QObject::tr("Branch"), QStringLiteral("gallery.flat"), QStringLiteral("branch")));
    buttons->addStretch(1);
    card->body()->addLayout(buttons);
    auto *segments = new QHBoxLayout;
    segments->setSpacing(0);
    segments->addWidget(makeSegment(QObject::tr("Down"), QStringLiteral("gallery.down"), SegmentPlace::First));
    QToolButton *up = makeSegment(QObject::tr("Up"), QStringLiteral("gallery.up"), SegmentPlace::Last);
    up->setChecked(true);
    segments->addWidget(up);
    segments->addSpacing(12);
    auto *combo = new QComboBox;
    combo->setObjectName(QStringLiteral("gallery.combo"));
    combo->setAccessibleName(QObject::tr("Preset"));
    combo->addItems({QStringLiteral("Protein masked LM"), QStringLiteral("DNA masked LM")});
    segments->addWidget(combo);
    segments->addSpacing(12);
    auto *check = new QCheckBox(QObject::tr("Mark wild type"));
    check->setObjectName(QStringLiteral("gallery.check"));
    check->setChecked(true);
    segments->addWidget(check);
    segments->addStretch(1);
    card->body()->addLayout(segments);
    auto *line = new QLineEdit;
    line->setObjectName(QStringLiteral("gallery.line"));
    line->setAccessibleName(QObject::tr("Search"));
    line->setPlaceholderText(QObject::tr("Name, tag or setting"));
    card->body()->addWidget(line);
    card->setNotice(Tone::Warn, QObject::tr("2 damaged records at 14:02, shown as gaps."));
    card->body()->addStretch(1);
    return card;
}

Card *preflightCard()
{
    auto *card = new Card(QObject::tr("Pre-flight"));
    auto *strip = new MetricStrip;
    strip->addTile(QObject::tr("Parameters"))->setFigure(QStringLiteral("26.8 M"), QStringLiteral("trainable"));
    strip->addTile(QObject::tr("Tokens per step"))->setFigure(QStringLiteral("19,200"), QStringLiteral("32 × 600"));
    strip->addTile(QObject::tr("Steps"))->setFigure(QStringLiteral("1,000"), QStringLiteral("1.07 epochs"));
    card->body()->addWidget(strip);
    auto *memory = new MemoryBar;
    memory->setParts({{QStringLiteral("Weights"), 1.8 * kGiB, 1},
                      {QStringLiteral("Gradients + AdamW"), 0.4 * kGiB, 4},
                      {QStringLiteral("Activations"), 13.2 * kGiB, 5},
                      {QStringLiteral("Workspace"), 1.4 * kGiB, 12}},
                     24 * kGiB);
    card->body()->addWidget(memory);
    auto *tooMuch = new MemoryBar;
    tooMuch->setParts({{QStringLiteral("Weights"), 9 * kGiB, 1}, {QStringLiteral("Activations"), 21 * kGiB, 5}},
                      24 * kGiB);
    card->body()->addWidget(tooMuch);
    auto *table = new DiffTable;
    table->setObjectName(QStringLiteral("gallery.diff"));
    table->setRows({},
                   {{QStringLiteral("optimizer.lr"), {QStringLiteral("0.0004"), QStringLiteral("0.000133")}, {}},
                    {QStringLiteral("schedule.decay_shape"), {QStringLiteral("cosine"), QStringLiteral("linear")}, {}},
                    {QStringLiteral("logging.eval_every_steps"), {QStringLiteral("100"), QStringLiteral("50")}, {}}});
    card->body()->addWidget(table);
    auto *command = new CommandBox(QObject::tr("Same run from a terminal"), QStringLiteral("gallery.command"));
    command->setCommand(
        QStringLiteral("anneal run protein-small --set optimizer.lr=1.33e-4 --why \"Is the rate the limit?\""));
    card->body()->addWidget(command);
    card->body()->addStretch(1);
    return card;
}

} // namespace

QWidget *makeGalleryControls()
{
    auto *page = new QWidget;
    auto *grid = new QGridLayout(page);
    grid->setContentsMargins(12, 12, 12, 12);
    grid->setSpacing(12);
    grid->addWidget(runCard(), 0, 0);
    grid->addWidget(chipCard(), 1, 0);
    grid->addWidget(controlCard(), 0, 1);
    auto *note = new NoteBox(QStringLiteral("gallery.note"));
    note->open(QStringLiteral("mlm-35M-wsd-07, step 46,800"), 46800, QStringLiteral("Long proteins lag behind."));
    grid->addWidget(note, 1, 1, Qt::AlignTop);
    grid->addWidget(preflightCard(), 0, 2, 2, 1);
    for (int column = 0; column < 3; ++column)
        grid->setColumnStretch(column, 1);
    return page;
}

QWidget *makeGallerySequences()
{
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(12);
    auto *protein = new Card(QObject::tr("Sequence"));
    auto *legend = new QLabel(SequenceEdit::legendHtml(SequenceKind::Protein));
    protein->tools()->addWidget(legend);
    auto *edit = new SequenceEdit;
    edit->setObjectName(QStringLiteral("gallery.sequence"));
    edit->setSequence(QStringLiteral("MSIQHFRVALIPFFAAFCLPVFAHPETLVKVKDAEDQLGARVGYIELDLNSGKILESFRPEERFPMMSTFKVLLCGAVLSR"
                                     "VDAGQEQLGRRIHYSQNDLVEYSPVTEKHLTDGMTVREL"
                                     "CSAAITMSDNTAANLLLTTIGGPKELTAFLHNMGDHVTRLDRWEPELNEAIPNDERDTTMPAAMATTLRKLLTGELLTLAS"
                                     "RQQLIDWMEADKVAGPLLRSALPAGWFIADKSGAGERGS"
                                     "RGIIAALGPDGKPSRIVVIYTTGSQATMDERNRQIAEIGASLIKHW1J"));
    edit->setMaskedPositions({66, 67, 68, 120});
    edit->setCurrentPosition(67);
    edit->setLimit(280);
    protein->body()->addWidget(edit);
    protein->setNotice(Tone::Error, edit->problem());
    column->addWidget(protein, 2);
    auto *bars = new Card(QObject::tr("Prediction at position 68, masked"));
    auto *rows = new ProbabilityBars;
    rows->setObjectName(QStringLiteral("gallery.bars"));
    rows->setRows({{QStringLiteral("S"), 0.874, true},
                   {QStringLiteral("T"), 0.041},
                   {QStringLiteral("A"), 0.029},
                   {QStringLiteral("G"), 0.018},
                   {QStringLiteral("C"), 0.012}});
    bars->body()->addWidget(rows);
    bars->setFixedWidth(380);
    column->addWidget(bars, 0);
    auto *dna = new SequenceEdit;
    dna->setObjectName(QStringLiteral("gallery.dna"));
    dna->setKind(SequenceKind::Dna);
    dna->setSequence(QStringLiteral("ACGTACGTNNACGGTTAACCGTACGATCGATCGATTAGCTAGCTAGCATCGATCGATCAGCTACGACTACGATCAGC"));
    column->addWidget(dna, 1);
    return page;
}

} // namespace anneal
