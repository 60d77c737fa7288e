// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/embeddingview.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <QCheckBox>
#include <QFileDialog>
#include <QFutureWatcher>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <QtConcurrent>

#include "pages/tryout/embeddinganswer.h"
#include "pages/tryout/embeddingmap.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"

namespace anneal {

namespace {

constexpr int kNameWidth = 110;
constexpr int kCellPadding = 24; ///< what the style sheet leaves free beside a cell's text, both sides together
constexpr int kAfterName = 6; ///< parts the names from the numbers

void sizeColumns(QTableView *table)
{
    QHeaderView *header = table->horizontalHeader();
    const QFontMetrics metrics(table->font());
    for (int column = EmbeddingsModel::Length; column < EmbeddingsModel::ColumnCount; ++column) {
        const QString title = table->model()->headerData(column, Qt::Horizontal).toString();
        const int text = std::max(metrics.horizontalAdvance(title), metrics.horizontalAdvance(QStringLiteral("−0.00")));
        header->resizeSection(column, text + kCellPadding + (column == EmbeddingsModel::Length ? kAfterName : 0));
    }
    header->setSectionResizeMode(EmbeddingsModel::Name, QHeaderView::Stretch);
}

QString comparisonText(const std::vector<double> &a, const std::vector<double> &b)
{
    if (a.size() != b.size())
        return EmbeddingView::tr("A gives %1 numbers and B %2: the two cannot be compared.")
            .arg(a.size())
            .arg(b.size());
    const auto product = [](const std::vector<double> &x, const std::vector<double> &y) {
        return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
    };
    const double lengths = std::sqrt(product(a, a)) * std::sqrt(product(b, b));
    return EmbeddingView::tr("B sees this sequence at a cosine similarity of %1 to A; the table is A's.")
        .arg(lengths > 0 ? product(a, b) / lengths : 0, 0, 'f', 4);
}

} // namespace

EmbeddingView::EmbeddingView(QWidget *parent)
    : ToolView(parent)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    m_card = new Card(tr("Embeddings"));
    m_card->setBodyMargins(1, 0, 1, 1);
    buildTools();
    buildTable();
    m_card->body()->addWidget(makeLine());
    m_card->body()->addWidget(buildActions());
    m_map = new EmbeddingMap;
    layout->addWidget(m_card, 5);
    layout->addWidget(m_map, 3);
    connectParts();
    m_map->follow(m_model.rows());
    setEmpty({});
}

void EmbeddingView::buildTools()
{
    m_file = makeFlatButton(tr("Embed a file…"), QStringLiteral("tryOut.embeddings.file"));
    m_file->setToolTip(tr("A row for each sequence of a FASTA file"));
    m_csv = makeFlatButton(tr("Save CSV…"), QStringLiteral("tryOut.embeddings.csv"));
    m_npy = makeFlatButton(tr("Save .npy…"), QStringLiteral("tryOut.embeddings.npy"));
    m_npy->setToolTip(tr("For NumPy; the names go into a text file beside it"));
    for (QToolButton *button : {m_file, m_csv, m_npy})
        m_card->tools()->addWidget(button);
}

void EmbeddingView::buildTable()
{
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("tryOut.embeddings.table"));
    m_table->setAccessibleName(tr("Embeddings of sequences"));
    m_table->setModel(&m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setWordWrap(false); // would cut a name at its bars
    m_table->setFont(numberFont());
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(measures().tableRow);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setMinimumSize(280, 3 * measures().tableRow);
    sizeColumns(m_table);
    m_empty = makeLabel({}, TextRole::Secondary);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(16);
    m_card->body()->addWidget(m_empty, 1);
    m_card->body()->addWidget(m_table, 1);
    m_comparison = makeLabel({}, TextRole::Secondary);
    m_comparison->setObjectName(QStringLiteral("tryOut.embeddings.comparison"));
    m_comparison->setWordWrap(true);
    m_comparison->setMargin(12);
    m_card->body()->addWidget(m_comparison);
}

QWidget *EmbeddingView::buildActions()
{
    auto *actions = new QWidget;
    auto *row = new QHBoxLayout(actions);
    row->setContentsMargins(12, 8, 12, 8);
    m_perResidue = new QCheckBox(tr("Per residue"));
    m_perResidue->setObjectName(QStringLiteral("tryOut.embeddings.perResidue"));
    m_perResidue->setAccessibleName(tr("A row for each residue of the sequence"));
    m_perResidue->setToolTip(tr("A row for each residue; else one row, the mean over all residues"));
    m_name = new QLineEdit(tr("sequence %1").arg(m_number));
    m_name->setObjectName(QStringLiteral("tryOut.embeddings.name"));
    m_name->setAccessibleName(tr("Name of the sequence in the table"));
    m_name->setMinimumWidth(kNameWidth);
    m_add = makeButton(tr("Add to the table"), QStringLiteral("tryOut.embeddings.add"));
    m_add->setToolTip(tr("Keeps the sequence's mean embedding under this name"));
    m_remove = makeFlatButton(tr("Remove"), QStringLiteral("tryOut.embeddings.remove"));
    m_clear = makeFlatButton(tr("Clear"), QStringLiteral("tryOut.embeddings.clear"));
    row->addWidget(m_perResidue);
    row->addSpacing(8);
    row->addWidget(m_name, 1);
    row->addWidget(m_add);
    row->addWidget(m_remove);
    row->addWidget(m_clear);
    return actions;
}

void EmbeddingView::connectParts()
{
    connect(m_file, &QToolButton::clicked, this, &EmbeddingView::fileWanted);
    connect(m_perResidue, &QCheckBox::toggled, this, &EmbeddingView::askWanted);
    connect(m_add, &QPushButton::clicked, this, &EmbeddingView::addToTable);
    connect(m_name, &QLineEdit::returnPressed, m_add, &QPushButton::click);
    connect(m_remove, &QToolButton::clicked, this, &EmbeddingView::removeChosen);
    connect(m_clear, &QToolButton::clicked, this, [this] {
        clearRows();
        Q_EMIT askWanted(); // the sequence in sight comes back
    });
    auto *removeKey = new QShortcut(QKeySequence::Delete, m_table);
    removeKey->setContext(Qt::WidgetShortcut);
    connect(removeKey, &QShortcut::activated, this, &EmbeddingView::removeChosen);
    connect(m_csv, &QToolButton::clicked, this,
            [this] { askSave(tr("Comma-separated values (*.csv)"), QStringLiteral("embeddings.csv"), writeCsv); });
    connect(m_npy, &QToolButton::clicked, this,
            [this] { askSave(tr("NumPy array (*.npy)"), QStringLiteral("embeddings.npy"), writeNpy); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        m_map->choose(chosenRow());
        m_remove->setEnabled(chosenRow() >= 0);
    });
    connect(m_map, &EmbeddingMap::chosenChanged, m_table, &QTableView::selectRow);
}

std::optional<nlohmann::json> EmbeddingView::question(const QString &letters, const QVector<int> &)
{
    if (letters.isEmpty()) {
        setEmpty(tr("Type or paste a sequence."));
        return {};
    }
    nlohmann::json question = {{"task", "embed"}, {"sequence", letters.toStdString()}};
    if (m_perResidue->isChecked())
        question["per_residue"] = true;
    return question;
}

void EmbeddingView::take(const nlohmann::json &answer, const QString &letters)
{
    Result<EmbeddingAnswer> read = readEmbedding(answer, letters);
    setOwnProblem(read ? QString() : qstr(read.error().text()));
    m_mean.reset();
    m_comparison->hide();
    m_numbers = read ? read->mean.numbers : std::vector<double>();
    if (!read)
        return showInSight({});
    const std::size_t width = read->mean.numbers.size();
    if (!m_model.fits(width, true)) {
        refuse(width);
        return showInSight({});
    }
    m_mean = read->mean;
    showInSight(read->residues.empty() ? std::vector{std::move(read->mean)} : std::move(read->residues));
}

void EmbeddingView::takeCompared(const nlohmann::json &answer, const QString &letters)
{
    const Result<EmbeddingAnswer> read = readEmbedding(answer, letters);
    if (!read)
        return setOwnProblem(qstr(read.error().text()));
    m_comparison->setText(comparisonText(m_numbers, read->mean.numbers));
    m_comparison->show();
}

void EmbeddingView::showInSight(std::vector<EmbeddingRow> rows)
{
    m_model.setInSight(std::move(rows));
    showState();
}

void EmbeddingView::setEmpty(const QString &text)
{
    m_comparison->hide();
    m_empty->setText(text.isEmpty() ? tr("The embedding of the sequence above appears here.") : text);
    m_mean.reset();
    showInSight({});
}

void EmbeddingView::addToTable()
{
    if (!m_mean)
        return;
    EmbeddingRow row = *std::exchange(m_mean, std::nullopt);
    const QString usual = tr("sequence %1").arg(m_number);
    const QString typed = m_name->text().simplified();
    row.name = typed.isEmpty() ? usual : typed;
    m_model.setInSight({});
    m_model.keep(std::move(row));
    m_name->setText(tr("sequence %1").arg(++m_number));
    setOwnProblem({});
    showState();
    m_table->selectRow(m_model.kept() - 1);
}

void EmbeddingView::addRow(const QString &name, const QString &letters, const std::vector<double> &embedding)
{
    if (!m_model.fits(embedding.size(), false))
        return refuse(embedding.size());
    m_model.keep({name, static_cast<int>(letters.size()), embedding});
    showState();
}

void EmbeddingView::clearRows()
{
    m_model.clear();
    m_mean.reset();
    m_number = 1;
    m_name->setText(tr("sequence %1").arg(m_number));
    setOwnProblem({});
    showState();
}

void EmbeddingView::removeChosen()
{
    const int row = chosenRow();
    if (row < 0)
        return;
    m_model.remove(row);
    if (m_model.rowCount() == m_model.kept())
        m_mean.reset();
    showState();
}

void EmbeddingView::refuse(std::size_t width)
{
    setOwnProblem(tr("This model gives %1 numbers a sequence, the table holds rows of %2 from another model: save the "
                     "table if you need it, then clear it.")
                      .arg(width)
                      .arg(m_model.width()));
}

Result<void> EmbeddingView::saveCsv(const QString &path)
{
    return told(writeCsv(path, m_model.rows()));
}

Result<void> EmbeddingView::saveNpy(const QString &path)
{
    return told(writeNpy(path, m_model.rows()));
}

Result<void> EmbeddingView::told(Result<void> saved)
{
    setOwnProblem(saved ? QString() : qstr(saved.error().text()));
    return saved;
}

void EmbeddingView::askSave(const QString &filter, const QString &fileName, Writer write)
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the embeddings"), fileName, filter);
    if (path.isEmpty())
        return;
    auto *watcher = new QFutureWatcher<Result<void>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        std::ignore = told(watcher->result());
        watcher->deleteLater();
    });
    watcher->setFuture(QtConcurrent::run(write, path, m_model.rows()));
}

void EmbeddingView::setProblem(const QString &sentence)
{
    m_problem = sentence;
    showNotice();
}

void EmbeddingView::setOwnProblem(const QString &sentence)
{
    m_ownProblem = sentence;
    showNotice();
}

void EmbeddingView::showNotice()
{
    const QStringList both{m_problem, m_ownProblem};
    m_card->setNotice(Tone::Error, both.join(u' ').trimmed());
}

void EmbeddingView::showState()
{
    const int rows = m_model.rowCount();
    m_empty->setVisible(rows == 0);
    m_table->setVisible(rows > 0);
    m_card->setSubtitle(rows > 0 ? tr("%1 × %2 numbers").arg(countText(rows)).arg(m_model.width()) : QString());
    m_add->setEnabled(m_mean.has_value());
    m_remove->setEnabled(chosenRow() >= 0);
    for (QToolButton *button : {m_clear, m_csv, m_npy})
        button->setEnabled(rows > 0);
    m_map->follow(m_model.rows());
    m_map->choose(chosenRow()); // rows that come and go move the others
}

int EmbeddingView::chosenRow() const
{
    return m_table->currentIndex().row();
}

} // namespace anneal
