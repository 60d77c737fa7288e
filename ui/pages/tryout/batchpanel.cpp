// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/batchpanel.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QFutureWatcher>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTableView>
#include <QtConcurrent>

#include "base/files.h"
#include "pages/common/counted.h"
#include "pages/common/labels.h"
#include "pages/common/tables.h"
#include "pages/tryout/batchmodel.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/progressline.h"

namespace anneal {

namespace {

constexpr int kRefreshMs = 100;
constexpr int kIdWidth = 260, kNumberWidth = 110, kShortTextWidth = 130;
constexpr int kFewColumns = 8;

Result<void> writeCsv(const std::shared_ptr<const BatchRows> &rows, const QString &path)
{
    return writeFileAtomic(path.toStdString(), rows->toCsv());
}

} // namespace

BatchPanel::BatchPanel(EngineClient &client, QWidget *parent)
    : Card(tr("A file of sequences"), parent)
    , m_refresh(kRefreshMs, [this] { showProgress(); })
{
    setObjectName(QStringLiteral("tryOut.batch"));
    m_run = new BatchRun(client, this);
    m_model = new BatchModel(this);
    buildTools();
    buildProgress();
    buildTable();
    connect(m_run, &BatchRun::progress, this, [this] { m_refresh.call(); });
    connect(m_run, &BatchRun::finished, this, &BatchPanel::showEnd);
    connect(m_run, &BatchRun::embedded, this, &BatchPanel::embedded);
    showStage();
    showProgress();
}

void BatchPanel::buildTools()
{
    m_open = makeFlatButton(tr("Ask about a file…"), QStringLiteral("tryOut.batch.open"));
    m_open->setToolTip(tr("FASTA, FASTQ, or a table with a column of sequences"));
    m_save = makeFlatButton(tr("Save as CSV…"), QStringLiteral("tryOut.batch.save"));
    auto *close = makeFlatButton(tr("Close"), QStringLiteral("tryOut.batch.close"));
    close->setToolTip(tr("Back to the single sequence"));
    for (QToolButton *button : {m_open, m_save, close})
        tools()->addWidget(button);
    connect(m_open, &QToolButton::clicked, this, &BatchPanel::chooseFile);
    connect(m_save, &QToolButton::clicked, this, &BatchPanel::askSave);
    connect(close, &QToolButton::clicked, this, &BatchPanel::leave);
}

void BatchPanel::buildProgress()
{
    m_line = new ProgressLine;
    m_line->setObjectName(QStringLiteral("tryOut.batch.progress"));
    m_line->setAccessibleName(tr("Share of the sequences that were asked about"));
    m_text = makeElided({}, TextRole::Secondary, Ink::Muted);
    m_text->setObjectName(QStringLiteral("tryOut.batch.status"));
    m_cancel = makeButton(tr("Cancel"), QStringLiteral("tryOut.batch.cancel"));
    m_cancel->setToolTip(tr("Stops asking and keeps what was answered (Esc)"));
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(m_text, 1);
    row->addWidget(m_line, 1);
    row->addWidget(m_cancel);
    body()->addLayout(row);
    connect(m_cancel, &QPushButton::clicked, m_run, &BatchRun::cancel);
}

void BatchPanel::buildTable()
{
    m_table = makeTable(m_model, QStringLiteral("tryOut.batch.table"), tr("Answers, one row a sequence"), {});
    connect(m_model, &QAbstractItemModel::modelReset, this, &BatchPanel::fitColumns);
    body()->addWidget(m_table, 1);
}

/// Columns are known with the first answer only. Where they are few, the names take what is left.
void BatchPanel::fitColumns()
{
    QHeaderView *header = m_table->horizontalHeader();
    const int columns = m_model->columnCount();
    const bool textIsLong = m_run->rows()->task() == "label";
    header->setStretchLastSection(textIsLong);
    for (int column = 0; column < columns; ++column) {
        const BatchCell cell = m_model->cellOf(column);
        const bool takesRest = cell == BatchCell::Id && !textIsLong && columns <= kFewColumns;
        header->setSectionResizeMode(column, takesRest ? QHeaderView::Stretch : QHeaderView::Interactive);
        const int width = cell == BatchCell::Text ? kShortTextWidth : kNumberWidth;
        header->resizeSection(column, cell == BatchCell::Id ? kIdWidth : width);
    }
}

void BatchPanel::setQuestion(const QString &alphabetName, const QString &task, const nlohmann::json &options)
{
    m_alphabet = alphabetName;
    m_task = task;
    m_options = options;
}

void BatchPanel::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Ask about a file"), {},
        tr("Sequences and tables (*.fa *.fasta *.faa *.fna *.fastq *.fq *.csv *.tsv *.jsonl *.gz);;All files (*)"));
    if (!path.isEmpty())
        ask(path);
}

void BatchPanel::ask(const QString &path, const QString &alphabetName, const QString &task,
                     const nlohmann::json &options)
{
    setQuestion(alphabetName, task, options);
    ask(path);
}

void BatchPanel::ask(const QString &path)
{
    m_file = QFileInfo(path).fileName();
    setSubtitle(m_file);
    setNotice(Tone::Neutral, {});
    m_run->start(path, m_alphabet, m_task, m_options);
    m_model->setRows(m_run->rows());
    showStage();
    m_refresh.flush();
    if (m_run->running())
        m_cancel->setFocus(); // so that Esc reaches this panel
}

void BatchPanel::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && m_run->running())
        m_run->cancel();
    else
        Card::keyPressEvent(event);
}

void BatchPanel::leave()
{
    m_run->cancel();
    Q_EMIT closed();
}

Result<void> BatchPanel::saveCsv(const QString &path) const
{
    return writeCsv(m_run->rows(), path);
}

/// In a worker: a file of embeddings is large.
void BatchPanel::askSave()
{
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the answers"), QFileInfo(m_file).baseName() + u'-' + m_task + QStringLiteral(".csv"),
        tr("Table (*.csv);;All files (*)"));
    if (path.isEmpty())
        return;
    auto *watcher = new QFutureWatcher<Result<void>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, path] {
        const Result<void> saved = watcher->result();
        watcher->deleteLater();
        setNotice(saved ? Tone::Ok : Tone::Error, saved ? tr("Saved as %1.").arg(path) : qstr(saved.error().text()));
    });
    watcher->setFuture(QtConcurrent::run(writeCsv, m_run->rows(), path));
}

/// What can be done now. Rows may be saved once nothing is added to them.
void BatchPanel::showStage()
{
    const bool running = m_run->running();
    m_cancel->setVisible(running);
    m_line->setVisible(running);
    m_open->setEnabled(!running);
    m_save->setEnabled(!running && !m_run->rows()->rows().empty());
}

void BatchPanel::showProgress()
{
    m_model->showNew();
    m_line->setShare(m_run->total() > 0 ? static_cast<double>(m_run->done()) / m_run->total() : 0);
    m_text->setText(m_run->running() ? progressText() : endText());
}

void BatchPanel::showEnd()
{
    const bool hadFocus = m_cancel->hasFocus();
    showStage();
    m_refresh.flush();
    const QString problem = m_run->problem();
    setNotice(problem.isEmpty() ? Tone::Warn : Tone::Error, problem.isEmpty() ? failuresText() : problem);
    if (hadFocus)
        m_table->setFocus();
}

QString BatchPanel::progressText() const
{
    if (m_run->stage() == BatchRun::Stage::Reading)
        return tr("Reading %1…").arg(m_file);
    if (m_run->stage() == BatchRun::Stage::Loading)
        return tr("Loading the model…");
    const QString share = tr("%1 of %2").arg(countText(m_run->done()), countText(m_run->total()));
    const double left = m_run->secondsLeft();
    return left < 0 ? share : tr("%1 · about %2 left").arg(share, spanText(left));
}

QString BatchPanel::endText() const
{
    const QString total = countText(m_run->total());
    switch (m_run->stage()) {
    case BatchRun::Stage::Idle:
        return tr("Choose a file: every sequence in it is asked about, one after another.");
    case BatchRun::Stage::Finished:
        return tr("%1 of %2 answered").arg(countText(m_run->total() - m_run->failures()), total);
    default:
        return m_run->total() > 0 ? tr("Stopped after %1 of %2").arg(countText(m_run->done()), total)
                                  : tr("Nothing was asked");
    }
}

QString BatchPanel::failuresText() const
{
    const int failures = m_run->failures();
    if (failures == 0)
        return {};
    const QStringList &first = m_run->firstFailures();
    QString text =
        tr("%1 could not be answered:\n%2").arg(counted(failures, tr("sequence"), tr("sequences")), first.join(u'\n'));
    if (failures > first.size())
        text += tr("\nand %1 more").arg(countText(static_cast<double>(failures - first.size())));
    return text;
}

} // namespace anneal
