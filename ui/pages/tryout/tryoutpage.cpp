// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/tryoutpage.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFutureWatcher>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLabel>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrent>

#include "bio/sequencefile.h"
#include "pages/common/counted.h"
#include "pages/common/labels.h"
#include "pages/common/tabs.h"
#include "pages/tryout/batchpanel.h"
#include "pages/tryout/checkpointpicker.h"
#include "pages/tryout/classview.h"
#include "pages/tryout/contactview.h"
#include "pages/tryout/embeddingview.h"
#include "pages/tryout/generateview.h"
#include "pages/tryout/labelview.h"
#include "pages/tryout/maskview.h"
#include "pages/tryout/scoreview.h"
#include "pages/tryout/sequencefacts.h"
#include "pages/tryout/toolasker.h"
#include "style/look.h"
#include "style/text.h"
#include "style/theme.h"
#include "widgets/card.h"
#include "widgets/sequenceedit.h"

namespace anneal {

namespace {

constexpr int kFewestLines = 5, kMostLines = 15; ///< of the sequence's card, before it scrolls
constexpr int kIdleMs = 400; ///< after the last edit, before the model is asked
const QVector<int> kFirstMasks{9, 24, 39}; ///< of an example, so that the page shows at once what it does

} // namespace

TryOutPage::TryOutPage(AppContext &app, QWidget *parent)
    : Page(pagekey::kTryOut, app, parent)
{
    m_typing = new QTimer(this);
    m_typing->setSingleShot(true);
    m_typing->setInterval(kIdleMs);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(12);
    layout->addWidget(buildHeader());
    layout->addWidget(buildSequence(), 1);
    layout->addWidget(buildTools(), 3);
    m_asker = new ToolAsker(m_client, this);
    connectParts();
    fillExamples(false);
    checkpointChanged();
}

QWidget *TryOutPage::buildHeader()
{
    auto *header = new QWidget;
    auto *layout = new QGridLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(16);
    layout->setVerticalSpacing(6);
    m_picker = new CheckpointPicker(app());
    m_compared = new CheckpointPicker(app(), CheckpointPicker::Kind::Compared);
    auto *device = makeElided(tr("Answers come from the CPU; training goes on"), TextRole::Secondary, Ink::Muted);
    device->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    layout->addWidget(makeLabel(tr("Try out"), TextRole::PageTitle), 0, 0);
    layout->addWidget(m_picker, 0, 1);
    layout->addWidget(device, 0, 2);
    layout->addWidget(m_compared, 1, 1);
    layout->setColumnStretch(2, 1);
    return header;
}

QWidget *TryOutPage::buildSequence()
{
    auto *card = new Card(tr("Sequence"));
    m_examples = new QComboBox;
    m_examples->setObjectName(QStringLiteral("tryOut.examples"));
    m_examples->setAccessibleName(tr("Example sequences"));
    m_examples->setMinimumContentsLength(22);
    guardWheel(m_examples);
    auto *open = makeFlatButton(tr("Open FASTA…"), QStringLiteral("tryOut.openFasta"));
    auto *unmask = makeFlatButton(tr("Show all letters"), QStringLiteral("tryOut.clearMasks"), QStringLiteral("reset"));
    unmask->setToolTip(tr("Lifts every mask"));
    m_liftMasks = unmask;
    m_strands = new QCheckBox(tr("Both strands"));
    m_strands->setObjectName(QStringLiteral("tryOut.strands"));
    m_strands->setAccessibleName(m_strands->text());
    m_strands->setToolTip(
        tr("The mean of the answers for the sequence and for its reverse complement; also for a file"));
    m_legend = makeLabel({}, TextRole::Secondary);
    m_legend->setTextFormat(Qt::RichText);
    card->tools()->addWidget(m_examples);
    card->tools()->addWidget(open);
    card->tools()->addWidget(unmask);
    card->tools()->addWidget(m_strands);
    card->tools()->addSpacing(12);
    card->tools()->addWidget(m_legend);

    m_sequence = new SequenceEdit;
    m_sequence->setObjectName(QStringLiteral("tryOut.sequence"));
    m_sequence->setAccessibleName(tr("Sequence; a click on a letter hides it from the model"));
    auto *row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(m_sequence, 1);
    row->addWidget(makeLine(Qt::Vertical));
    row->addWidget(m_facts = new SequenceFacts(*m_sequence));
    card->body()->addLayout(row, 1);
    m_sequence->setMinimumHeight(kFewestLines * m_sequence->fontMetrics().lineSpacing());
    card->setMaximumHeight(kMostLines * m_sequence->fontMetrics().lineSpacing());
    connect(open, &QToolButton::clicked, this, &TryOutPage::openFile);
    connect(unmask, &QToolButton::clicked, m_sequence, &SequenceEdit::clearMasks);
    return card;
}

QWidget *TryOutPage::buildTools()
{
    m_masks = new MaskView;
    m_scores = new ScoreView;
    m_embeddings = new EmbeddingView;
    m_tools = {m_masks, new GenerateView, new ClassView, new LabelView, m_scores, m_embeddings, new ContactView};
    m_tabs = makeTabs(QStringLiteral("tryOut.tabs"), tr("What to ask the model"));
    for (ToolView *tool : std::as_const(m_tools)) {
        m_tabs->addTab(tool, tool->title());
        connectTool(tool);
    }
    addTabKeys(this, m_tabs);
    buildBatch();
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_tabs);
    m_stack->addWidget(m_batch);
    return m_stack;
}

void TryOutPage::buildBatch()
{
    m_batch = new BatchPanel(m_client);
    m_batch->setObjectName(QStringLiteral("tryOut.batch"));
    auto *askFile = makeFlatButton(tr("Ask about a file…"), QStringLiteral("tryOut.batch.start"));
    askFile->setToolTip(tr("The same question about every sequence of a file, with the answers as a table"));
    m_askFile = new QWidget; // a corner of the tabs is as high as it likes
    auto *corner = new QHBoxLayout(m_askFile);
    corner->setContentsMargins(0, 0, 0, 6);
    corner->addWidget(askFile);
    m_tabs->setCornerWidget(m_askFile);
    connect(askFile, &QToolButton::clicked, this, &TryOutPage::openBatch);
    connect(m_embeddings, &EmbeddingView::fileWanted, this, &TryOutPage::openBatch);
    connect(m_batch, &BatchPanel::embedded, m_embeddings, &EmbeddingView::addRow);
    connect(m_batch, &BatchPanel::closed, this, [this] { m_stack->setCurrentWidget(m_tabs); });
}

/// A letter by letter continuation is nothing for a file.
void TryOutPage::setBatchQuestion()
{
    m_askFile->setVisible(tool()->task() != QStringLiteral("generate"));
    showStrands();
    m_batch->setQuestion(m_picker->alphabet(), tool()->task(), withStrands(tool()->options()));
}

void TryOutPage::openBatch()
{
    if (!m_picker->checkpoint())
        return;
    setBatchQuestion();
    m_stack->setCurrentWidget(m_batch);
    m_batch->chooseFile();
}

void TryOutPage::connectTool(ToolView *tool)
{
    connect(tool, &ToolView::askWanted, this, [this, tool] {
        if (tool == this->tool())
            ask();
    });
}

ToolView *TryOutPage::tool() const
{
    return static_cast<ToolView *>(m_tabs->currentWidget());
}

void TryOutPage::connectParts()
{
    connect(m_picker, &CheckpointPicker::changed, this, &TryOutPage::checkpointChanged);
    connect(m_compared, &CheckpointPicker::changed, this, [this] {
        setEmpty(m_picker->problem());
        ask();
    });
    connect(m_strands, &QCheckBox::toggled, this, [this] {
        setBatchQuestion();
        ask();
    });
    connect(m_asker, &ToolAsker::statusChanged, m_facts, &SequenceFacts::setStatus);
    connect(m_picker, &CheckpointPicker::noticeChanged, this, [this] { m_masks->setNotice(m_picker->notice()); });
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        setBatchQuestion();
        ask();
    });
    connect(m_typing, &QTimer::timeout, this, &TryOutPage::ask);
    connect(m_sequence, &SequenceEdit::sequenceChanged, this, &TryOutPage::sequenceChanged);
    connect(m_sequence, &SequenceEdit::masksChanged, this, &TryOutPage::sequenceChanged);
    connect(m_sequence, &SequenceEdit::currentPositionChanged, m_masks, &MaskView::choosePosition);
    connect(m_sequence, &SequenceEdit::currentPositionChanged, m_scores, &ScoreView::choosePosition);
    connect(m_masks, &MaskView::positionChosen, m_sequence, &SequenceEdit::setCurrentPosition);
    connect(m_scores, &ScoreView::positionChosen, m_sequence, &SequenceEdit::setCurrentPosition);
    connect(m_masks, &MaskView::applyRequested, m_sequence, &SequenceEdit::replaceLetter);
    connect(m_examples, &QComboBox::activated, this, [this](int index) {
        m_sequence->setSequence(m_exampleSequences[static_cast<std::size_t>(index)].letters);
        m_sequence->setMaskedPositions(kFirstMasks);
    });
    const auto showLegend = [this] {
        m_legend->setText(SequenceEdit::legendHtml(m_dna ? SequenceKind::Dna : SequenceKind::Protein));
    };
    connect(&Theme::instance(), &Theme::changed, m_legend, showLegend);
    showLegend();
}

void TryOutPage::open(const PageRequest &request)
{
    if (!request.runs.isEmpty())
        m_picker->choose(request.runs.first(), request.step);
}

void TryOutPage::activate()
{
    app().workspace().refreshSoon();
    m_sequence->setFocus();
}

void TryOutPage::fillExamples(bool dna)
{
    m_dna = dna;
    m_exampleSequences = exampleSequences(dna);
    m_examples->clear();
    for (const ExampleSequence &example : m_exampleSequences)
        m_examples->addItem(tr("%1 (%2)").arg(example.name).arg(example.letters.size()));
    m_sequence->setKind(dna ? SequenceKind::Dna : SequenceKind::Protein);
    m_legend->setText(SequenceEdit::legendHtml(m_sequence->kind()));
    if (m_exampleSequences.empty())
        return;
    m_sequence->setSequence(m_exampleSequences.front().letters);
    m_sequence->setMaskedPositions(kFirstMasks);
}

void TryOutPage::checkpointChanged()
{
    showTools();
    const QString problem = m_picker->problem();
    setEmpty(problem); // answers of another checkpoint
    if (!problem.isEmpty()) {
        m_facts->setStatus({});
        m_client.setCheckpoint({});
        return;
    }
    if (const bool dna = m_picker->alphabet() == QStringLiteral("dna"); dna != m_dna)
        fillExamples(dna);
    m_sequence->setLimit(static_cast<int>(m_picker->maxLength().value_or(0)));
    const QString folder = qstr(m_picker->checkpoint()->folder.string());
    if (folder != m_client.checkpoint())
        m_embeddings->clearRows(); // vectors of two models have nothing to do with each other
    m_client.setCheckpoint(folder);
    ask();
}

void TryOutPage::openFile()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open a sequence file"), {},
                                     tr("FASTA and FASTQ (*.fa *.fasta *.faa *.fna *.fastq *.gz);;All files (*)"));
    if (!path.isEmpty())
        readFile(path);
}

/// In a worker: a file may be long.
void TryOutPage::readFile(const QString &path)
{
    struct First {
        QString letters;
        std::size_t sequences = 0;
    };
    auto *watcher = new QFutureWatcher<Result<First>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        const Result<First> first = watcher->result();
        watcher->deleteLater();
        if (!first)
            return app().sayError(first.error());
        m_sequence->setSequence(first->letters);
        if (first->sequences > 1)
            app().say(tr("The file holds %1 sequences; the first is shown.")
                          .arg(countText(static_cast<double>(first->sequences))));
    });
    const Alphabet &alphabet = m_dna ? Alphabet::dna() : Alphabet::protein();
    watcher->setFuture(QtConcurrent::run([path, &alphabet]() -> Result<First> {
        const Result<SequenceSet> set = readSequences(path.toStdString(), alphabet);
        if (!set)
            return tl::unexpected(set.error());
        return First{qstr(set->alphabet->decode(set->sequence(0), set->length(0))), set->size()};
    }));
}

void TryOutPage::sequenceChanged()
{
    m_facts->refresh();
    askSoon();
}

void TryOutPage::askSoon()
{
    m_typing->start();
}

/// The tabs of what the run's model can do. A tool that the new model has too stays in sight.
void TryOutPage::showTools()
{
    const QStringList tasks = m_picker->tasks();
    const bool masks = tasks.contains(m_masks->task());
    m_sequence->setMaskable(masks);
    m_liftMasks->setVisible(masks);
    m_facts->setMaskable(masks);
    m_scores->setCanHide(masks);
    const QSignalBlocker quiet(m_tabs);
    const bool stays = tasks.contains(tool()->task());
    for (ToolView *tool : std::as_const(m_tools)) {
        m_tabs->setTabVisible(m_tabs->indexOf(tool), tasks.contains(tool->task()));
        if (!stays && tool->task() == tasks.first())
            m_tabs->setCurrentWidget(tool);
    }
    setBatchQuestion();
}

void TryOutPage::setEmpty(const QString &text)
{
    for (ToolView *tool : std::as_const(m_tools)) {
        tool->setProblem({});
        tool->setEmpty(text);
    }
}

AskedCheckpoint TryOutPage::compared() const
{
    if (m_compared->runId().isEmpty())
        return {};
    if (!m_compared->checkpoint())
        return {{}, {}, tr("B: %1").arg(m_compared->problem())};
    const QString name = m_compared->checkpointName();
    if (m_compared->alphabet() != m_picker->alphabet())
        return {{},
                {},
                tr("B reads another alphabet (%1): choose a run of %2 to compare with.")
                    .arg(m_compared->alphabet(), m_picker->alphabet())};
    if (!m_compared->tasks().contains(tool()->task()))
        return {{}, {}, tr("B, %1, was trained for another task and cannot answer this.").arg(name)};
    return {qstr(m_compared->checkpoint()->folder.string()), name, {}};
}

/// Offered where two strands mean something and the engine can answer for both.
void TryOutPage::showStrands()
{
    const QString alphabet = m_picker->alphabet();
    const bool isNucleic = alphabet == QStringLiteral("dna") || alphabet == QStringLiteral("rna");
    m_strands->setVisible(isNucleic && tool()->hasStrands());
}

nlohmann::json TryOutPage::withStrands(nlohmann::json message) const
{
    if (m_strands->isVisibleTo(this) && m_strands->isChecked())
        message["both_strands"] = true;
    return message;
}

void TryOutPage::ask()
{
    m_facts->refresh();
    if (!m_picker->checkpoint())
        return;
    ToolView *tool = this->tool();
    const QString letters = m_sequence->sequence();
    const QString problem = m_sequence->problem();
    if (!problem.isEmpty() || (letters.isEmpty() && tool->needsLetters()))
        return tool->setEmpty(letters.isEmpty() ? tr("Type or paste a sequence.") : problem);
    const AskedCheckpoint second = compared();
    tool->setCompared(!second.folder.isEmpty());
    if (const auto question = tool->question(letters, m_sequence->maskedPositions()))
        m_asker->ask(tool, withStrands(*question), letters, {m_client.checkpoint(), m_picker->checkpointName(), {}},
                     second);
}

QList<QWidget *> TryOutPage::regions() const
{
    return {m_picker, m_compared, m_sequence, m_stack};
}

QWidget *TryOutPage::finder() const
{
    return nullptr;
}

PageRequest TryOutPage::noteTarget() const
{
    PageRequest target;
    target.page = key();
    if (!m_picker->runId().isEmpty())
        target.runs = QStringList{m_picker->runId()};
    if (m_picker->checkpoint())
        target.step = m_picker->checkpoint()->step;
    return target;
}

QJsonObject TryOutPage::saveState() const
{
    QJsonArray masks;
    for (const int position : m_sequence->maskedPositions())
        masks.append(position);
    return {{"sequence", m_sequence->sequence()},
            {"masks", masks},
            {"run", m_picker->runId()},
            {"compared", m_compared->runId()},
            {"tool", tool()->task()}};
}

void TryOutPage::restoreState(const QJsonObject &state)
{
    for (ToolView *tool : std::as_const(m_tools))
        if (tool->task() == state["tool"].toString())
            m_tabs->setCurrentWidget(tool);
    if (const QString run = state["run"].toString(); !run.isEmpty())
        m_picker->choose(run, {});
    if (const QString run = state["compared"].toString(); !run.isEmpty())
        m_compared->choose(run, {});
    const QString sequence = state["sequence"].toString();
    if (sequence.isEmpty())
        return;
    QVector<int> masks;
    for (const auto &position : state["masks"].toArray())
        masks << position.toInt();
    m_sequence->setSequence(sequence);
    m_sequence->setMaskedPositions(masks);
}

} // namespace anneal
