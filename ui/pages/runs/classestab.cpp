// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/classestab.h"

#include <algorithm>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStandardItemModel>
#include <QTableView>

#include "pages/common/serieslook.h"
#include "pages/common/tables.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"
#include "widgets/confusionview.h"

namespace anneal {

namespace {

bool tellsOfClasses(const Event &event)
{
    return (event.kind == "evaluation" || event.kind == "test") && event.data.contains("classes");
}

/// Nothing where the event does not hold what the engine writes.
std::optional<ClassReport> readClasses(const Event &event)
{
    try {
        const nlohmann::json &classes = event.data.at("classes");
        ClassReport report;
        for (const auto &name : classes.at("names"))
            report.names << qstr(name.get<std::string>());
        classes.at("precision").get_to(report.precision);
        classes.at("recall").get_to(report.recall);
        classes.at("f1").get_to(report.f1);
        classes.at("support").get_to(report.support);
        if (classes.contains("confusion"))
            classes.at("confusion").get_to(report.confusion);
        const auto count = static_cast<std::size_t>(report.names.size());
        const auto fits = [count](const auto &list) { return list.size() == count; };
        const bool isWhole = fits(report.precision) && fits(report.recall) && fits(report.f1) && fits(report.support)
            && (report.confusion.empty() || fits(report.confusion))
            && std::all_of(report.confusion.begin(), report.confusion.end(), fits);
        return isWhole ? std::optional(report) : std::nullopt;
    } catch (const nlohmann::json::exception &) {
        return {};
    }
}

QString titleOf(const Event &event)
{
    const QString step = countText(static_cast<double>(event.step.value_or(0)));
    return event.kind == "test" ? ClassesTab::tr("Test part, step %1").arg(step)
                                : ClassesTab::tr("Validation, step %1").arg(step);
}

QStandardItem *cell(const QString &text)
{
    auto *item = new QStandardItem(text);
    item->setEditable(false);
    return item;
}

QStandardItem *numberCell(const QString &text)
{
    QStandardItem *item = cell(text);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

/// "Validation accuracy 96.2 %  ·  Validation macro F1 0.954": what the event says beside loss, counts and classes.
QString figuresOf(const Event &event)
{
    QStringList figures;
    const std::string part = event.kind == "test" ? "test." : "validation.";
    for (const auto &[name, value] : event.data.items()) {
        const SeriesLook look = seriesLook(part + name);
        if (value.is_number() && look.title != qstr(part + name))
            figures << look.title + u' ' + valueText(value.get<double>(), look.format);
    }
    return figures.join(QStringLiteral("  ·  "));
}

} // namespace

ClassesTab::ClassesTab(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("run.classes"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(8);
    column->addWidget(buildHeader());
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    m_matrixCard = new Card(tr("Confusion"), this);
    m_matrix = new ConfusionView;
    m_matrix->setObjectName(QStringLiteral("run.classes.confusion"));
    m_cell = makeLabel({}, TextRole::Secondary);
    m_cell->setObjectName(QStringLiteral("run.classes.cell"));
    m_matrixCard->body()->addWidget(m_matrix, 1);
    m_matrixCard->body()->addWidget(m_cell);
    auto *tableCard = new Card({}, this);
    tableCard->setBodyMargins(1, 1, 1, 1);
    m_classes = new QStandardItemModel(this);
    setHeaders(*m_classes, {tr("Class"), tr("Precision"), tr("Recall"), tr("F1"), tr("Count")}, 1);
    m_table = makeTable(m_classes, QStringLiteral("run.classes.table"), tr("Classes"), {140, 90, 90, 90, 0});
    tableCard->body()->addWidget(m_table);
    row->addWidget(m_matrixCard, 1);
    row->addWidget(tableCard, 1);
    column->addLayout(row, 1);
    connect(m_matrix, &ConfusionView::cellTextChanged, m_cell, &QLabel::setText);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &ClassesTab::showChosen);
}

QWidget *ClassesTab::buildHeader()
{
    auto *header = new QWidget;
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    m_choice = new QComboBox;
    m_choice->setObjectName(QStringLiteral("run.classes.evaluation"));
    m_choice->setAccessibleName(tr("Which evaluation"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    guardWheel(m_choice);
    m_figures = makeLabel({}, TextRole::Secondary);
    m_figures->setObjectName(QStringLiteral("run.classes.figures"));
    m_figures->setWordWrap(true);
    row->addWidget(m_choice);
    row->addWidget(m_figures, 1);
    return header;
}

bool ClassesTab::hasClasses(const RunSnapshot &snapshot)
{
    return std::any_of(snapshot.events->begin(), snapshot.events->end(), tellsOfClasses);
}

/// The newest evaluation stays chosen while it is; an older one stays in view when newer ones come.
void ClassesTab::setSnapshot(const RunSnapshot &snapshot)
{
    std::vector<Event> found;
    std::copy_if(snapshot.events->rbegin(), snapshot.events->rend(), std::back_inserter(found), tellsOfClasses);
    const bool sameRun = m_runId == qstr(snapshot.id);
    if (sameRun && found.size() == m_evaluations.size())
        return;
    const int fromEnd = m_choice->count() - m_choice->currentIndex();
    const bool follows = !sameRun || m_choice->currentIndex() <= 0;
    m_runId = qstr(snapshot.id);
    m_evaluations = std::move(found);
    const QSignalBlocker quiet(m_choice);
    m_choice->clear();
    for (const Event &event : m_evaluations)
        m_choice->addItem(titleOf(event));
    m_choice->setCurrentIndex(follows ? 0 : m_choice->count() - fromEnd);
    showChosen();
}

void ClassesTab::showChosen()
{
    const int index = m_choice->currentIndex();
    if (index < 0 || index >= static_cast<int>(m_evaluations.size()))
        return;
    const Event &event = m_evaluations[static_cast<std::size_t>(index)];
    const ClassReport report = readClasses(event).value_or(ClassReport());
    m_figures->setText(figuresOf(event));
    m_matrixCard->setVisible(!report.confusion.empty()); // several labels at once have none
    m_matrix->setMatrix(report.confusion.empty() ? QStringList() : report.names, report.confusion);
    fillTable(report);
}

void ClassesTab::fillTable(const ClassReport &report)
{
    m_classes->removeRows(0, m_classes->rowCount());
    for (std::size_t i = 0; i < static_cast<std::size_t>(report.names.size()); ++i)
        m_classes->appendRow({cell(report.names[static_cast<int>(i)]), numberCell(normText(report.precision[i])),
                              numberCell(normText(report.recall[i])), numberCell(normText(report.f1[i])),
                              numberCell(countText(static_cast<double>(report.support[i])))});
}

} // namespace anneal
