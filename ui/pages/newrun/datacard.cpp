// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/newrun/datacard.h"

#include <utility>

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include "config/field.h"
#include "pages/common/tables.h"
#include "pages/newrun/classbars.h"
#include "pages/newrun/histogramview.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"

namespace anneal {

namespace {

constexpr int kNarrowestBox = 64;

enum Column { AtName, AtSequence, AtLength, AtLabel, AtPart, AtWeight, ColumnCount };

/// A role, its setting, and the column that the reader took for it.
struct Role {
    const char *key;
    const char *title;
    std::string ColumnMap::*used;
    bool optional; ///< may be said to be none
};

constexpr Role kRoles[] = {
    {"data.sequence_column", QT_TRANSLATE_NOOP("anneal::DataCard", "Sequence"), &ColumnMap::sequence, false},
    {"data.label_column", QT_TRANSLATE_NOOP("anneal::DataCard", "Label"), &ColumnMap::label, false},
    {"data.split_column", QT_TRANSLATE_NOOP("anneal::DataCard", "Split"), &ColumnMap::split, true},
    {"data.weight_column", QT_TRANSLATE_NOOP("anneal::DataCard", "Weight"), &ColumnMap::weight, true},
    {"data.id_column", QT_TRANSLATE_NOOP("anneal::DataCard", "Name"), &ColumnMap::id, true},
};

QStandardItem *cell(const QString &text, bool number = false)
{
    auto *item = new QStandardItem(text);
    item->setEditable(false);
    if (number)
        item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    if (text.size() > 24)
        item->setToolTip(text);
    return item;
}

QString lastName(const QString &key)
{
    return key.section(u'.', -1).section(u'_', 0, 0);
}

std::string setting(const char *key, const Config &config)
{
    return std::get<std::string>(findField(key)->get(config));
}

} // namespace

DataCard::DataCard(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("newRun.preview"));
    setAccessibleName(tr("Data as it will be read"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 4);
    column->setSpacing(8);
    m_title = makeLabel({}, TextRole::SectionTitle);
    m_title->setObjectName(QStringLiteral("newRun.preview.title"));
    m_notes = makeLabel({}, TextRole::Secondary);
    m_notes->setObjectName(QStringLiteral("newRun.preview.notes"));
    m_notes->setWordWrap(true);
    column->addWidget(makeLine());
    column->addWidget(m_title);
    column->addWidget(buildColumns());
    column->addWidget(buildTable());
    column->addWidget(buildCharts());
    column->addWidget(m_notes);
    setVisible(false);
}

QWidget *DataCard::buildColumns()
{
    m_columns = new QWidget;
    auto *row = new QHBoxLayout(m_columns);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    for (const Role &role : kRoles) {
        const QString key = QString::fromLatin1(role.key);
        auto *box = new QComboBox;
        box->setObjectName(QStringLiteral("newRun.preview.") + lastName(key));
        box->setAccessibleName(tr("Column of the %1").arg(tr(role.title).toLower()));
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumWidth(kNarrowestBox);
        box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // five of them must not widen the form
        auto *column = new QVBoxLayout;
        column->setSpacing(2);
        auto *title = makeLabel(tr(role.title), TextRole::Caption);
        title->setBuddy(box);
        title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        column->addWidget(title);
        column->addWidget(box);
        row->addLayout(column, 1);
        m_boxes.emplace(role.key, box);
        m_titles.emplace(role.key, title);
        connect(box, &QComboBox::activated, this,
                [this, box, key](int index) { Q_EMIT columnChosen(key, box->itemData(index).toString()); });
    }
    guardWheel(m_columns);
    return m_columns;
}

QWidget *DataCard::buildTable()
{
    m_rows = new QStandardItemModel(0, ColumnCount, this);
    m_rows->setHorizontalHeaderLabels(
        {tr("Name"), tr("Sequence"), tr("Length"), tr("Label"), tr("Split"), tr("Weight")});
    m_table =
        makeTable(m_rows, QStringLiteral("newRun.preview.rows"), tr("First rows"), {110, 0, 64, 150, 80, 64}, this);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setFocusPolicy(Qt::TabFocus);
    return m_table;
}

QWidget *DataCard::buildCharts()
{
    auto *charts = new QWidget;
    auto *row = new QHBoxLayout(charts);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(24);
    m_lengths = new HistogramView(tr("Length of sequences"));
    m_lengths->setObjectName(QStringLiteral("newRun.preview.lengths"));
    m_targets = new HistogramView(tr("Numbers to predict"));
    m_targets->setObjectName(QStringLiteral("newRun.preview.targets"));
    m_classes = new ClassBars;
    m_classes->setObjectName(QStringLiteral("newRun.preview.classes"));
    for (QWidget *chart : std::initializer_list<QWidget *>{m_lengths, m_targets, m_classes}) {
        row->addWidget(chart, 1, Qt::AlignTop);
        chart->setVisible(false); // until the data are counted
    }
    return charts;
}

void DataCard::show(const ProbedData &data, const Config &config)
{
    setVisible(data.preview.has_value());
    if (!data.preview)
        return;
    m_columns->setVisible(!data.preview->columns.empty());
    showColumns(*data.preview, config);
    showRows(*data.preview);
    showSummary(data, config.data.alphabet == "dna" ? tr("bases") : tr("residues"));
    showNotes(data);
}

/// A box is filled anew only when its columns are others, so that an open list stays open.
void DataCard::showColumns(const TablePreview &preview, const Config &config)
{
    QStringList key{config.objective.task.c_str()};
    for (const std::string &name : preview.columns)
        key.append(qstr(name));
    for (const Role &role : kRoles)
        key.append({qstr(preview.used.*role.used), qstr(setting(role.key, config))});
    if (std::exchange(m_shownColumns, key) == key)
        return;
    for (const Role &role : kRoles) {
        QComboBox *box = m_boxes.at(role.key);
        const QString used = qstr(preview.used.*role.used), given = qstr(setting(role.key, config));
        box->clear();
        const bool guessed = given.isEmpty() && !used.isEmpty();
        m_titles.at(role.key)->setText(guessed ? tr("%1 · guessed").arg(tr(role.title)) : tr(role.title));
        box->addItem(guessed ? used : given.isEmpty() ? tr("none found") : tr("guess"), QString());
        if (role.optional)
            box->addItem(tr("none"), qstr(std::string(kNoColumn)));
        for (const std::string &name : preview.columns)
            box->addItem(qstr(name), qstr(name));
        box->setCurrentIndex(std::max(0, box->findData(given, Qt::UserRole, Qt::MatchFixedString)));
    }
    m_boxes.at("data.label_column")->setEnabled(config.objective.task != "masked_lm");
    m_boxes.at("data.label_column")
        ->setToolTip(config.objective.task == "masked_lm" ? tr("This task needs no labels") : QString());
}

void DataCard::showRows(const TablePreview &preview)
{
    m_rows->setRowCount(0);
    for (const PreviewRow &row : preview.rows) {
        m_rows->appendRow({cell(qstr(row.id)), cell(qstr(row.sequence)),
                           cell(countText(static_cast<double>(row.letters)), true), cell(qstr(row.label)),
                           cell(qstr(row.split)), cell(qstr(row.weight), true)});
        m_rows->item(m_rows->rowCount() - 1, AtSequence)->setFont(monoFont(12));
        m_rows->item(m_rows->rowCount() - 1, AtLabel)->setFont(monoFont(12));
    }
    m_table->setColumnHidden(AtLabel, preview.used.label.empty());
    m_table->setColumnHidden(AtPart, preview.used.split.empty());
    m_table->setColumnHidden(AtWeight, preview.used.weight.empty());
    const int rows = static_cast<int>(preview.rows.size());
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rows * measures().tableRow + 2);
}

void DataCard::showSummary(const ProbedData &data, const QString &unit)
{
    const auto &summary = data.summary;
    const auto count = [](std::int64_t value) { return countText(static_cast<double>(value)); };
    QString title = tr("Data · %1").arg(qstr(data.preview->format));
    if (summary)
        title += tr(" · %1 train, %2 validation, %3 test")
                     .arg(count(summary->trainRecords), count(summary->validationRecords), count(summary->testRecords));
    m_title->setText(title);
    m_lengths->setVisible(summary && !summary->lengthBins.empty());
    m_targets->setVisible(summary && summary->targets);
    m_classes->setVisible(summary && !summary->classes.empty());
    if (!summary)
        return;
    m_lengths->setBins(summary->lengthBins, summary->lengths, unit);
    if (summary->targets)
        m_targets->setBins(summary->targetBins, *summary->targets, {});
    m_classes->setClasses(summary->classes);
}

void DataCard::showNotes(const ProbedData &data)
{
    QStringList lines;
    if (data.preview->problem)
        lines.append(qstr(data.preview->problem->message));
    for (const auto *list : {&data.preview->warnings, &data.notes})
        for (const ReadWarning &one : *list)
            lines.append(qstr(one.message));
    if (data.summary && data.summary->unlabelled > 0)
        lines.append(tr("%1 residues have no known label and are not scored.")
                         .arg(countText(static_cast<double>(data.summary->unlabelled))));
    lines.removeDuplicates();
    m_notes->setText(lines.join(u'\n'));
    m_notes->setVisible(!lines.isEmpty());
}

} // namespace anneal
