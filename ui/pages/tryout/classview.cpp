// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/classview.h"

#include <algorithm>

#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include "base/units.h"
#include "pages/tryout/unreadable.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"

namespace anneal {

namespace {

constexpr int kAll = 1000; ///< of the height, beside a stretch of 1

std::vector<ProbabilityRow> rowsOf(const nlohmann::json &answer)
{
    std::vector<ProbabilityRow> rows;
    for (std::size_t i = 0; i < answer.at("labels").size(); ++i)
        rows.push_back({qstr(answer["labels"][i].get<std::string>()), answer.at("values").at(i).get<double>()});
    return rows;
}

} // namespace

ClassView::ClassView(QWidget *parent)
    : ToolView(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_card = new Card(tr("Answer"));
    auto *copy = makeFlatButton(tr("Copy"), QStringLiteral("tryOut.classes.copy"), QStringLiteral("copy"));
    m_card->tools()->addWidget(copy);
    m_empty = makeLabel({}, TextRole::Secondary);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_bars = new ProbabilityBars;
    m_bars->setObjectName(QStringLiteral("tryOut.classes.bars"));
    m_bars->setAccessibleName(tr("Probability of each class"));
    m_text = new QPlainTextEdit;
    m_text->setObjectName(QStringLiteral("tryOut.classes.text"));
    m_text->setAccessibleName(tr("The model's answer as text"));
    m_text->setReadOnly(true);
    m_text->setFont(monoFont());
    m_card->body()->addWidget(m_empty, kAll);
    m_card->body()->addWidget(m_bars);
    m_card->body()->addWidget(m_text, kAll);
    m_card->body()->addStretch(1); // below the bars, which take no more than they need
    layout->addWidget(m_card);
    connect(copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
    setEmpty({});
}

void ClassView::setEmpty(const QString &text)
{
    m_empty->setText(text);
    m_empty->setVisible(!text.isEmpty());
    m_rows.clear();
    m_bars->hide();
    m_text->hide();
    m_text->clear();
}

void ClassView::setProblem(const QString &sentence)
{
    m_card->setNotice(Tone::Error, sentence);
}

std::optional<nlohmann::json> ClassView::question(const QString &letters, const QVector<int> & /*hidden*/)
{
    return nlohmann::json{{"task", "classify"}, {"sequence", letters.toStdString()}};
}

void ClassView::take(const nlohmann::json &answer, const QString & /*letters*/)
{
    setEmpty({});
    try {
        m_isNumber = answer.at("problem_type") == "regression";
        m_rows = rowsOf(answer);
    } catch (const nlohmann::json::exception &) {
        return setProblem(unreadableAnswer());
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [&](const ProbabilityRow &a, const ProbabilityRow &b) {
        return !m_isNumber && a.probability > b.probability;
    });
    showValues();
}

void ClassView::takeCompared(const nlohmann::json &answer, const QString & /*letters*/)
{
    std::vector<ProbabilityRow> others;
    bool isNumber = false;
    try {
        isNumber = answer.at("problem_type") == "regression";
        others = rowsOf(answer);
    } catch (const nlohmann::json::exception &) {
        return setProblem(unreadableAnswer());
    }
    const bool fits = isNumber == m_isNumber && others.size() == m_rows.size();
    for (ProbabilityRow &row : m_rows) {
        const auto same = std::find_if(others.begin(), others.end(),
                                       [&](const ProbabilityRow &other) { return other.label == row.label; });
        row.other = fits && same != others.end() ? std::optional(same->probability) : std::nullopt;
    }
    if (!std::all_of(m_rows.begin(), m_rows.end(), [](const ProbabilityRow &row) { return row.other.has_value(); }))
        setProblem(
            tr("The two checkpoints answer with different classes: choose one to compare with that has those of A."));
    showValues();
}

void ClassView::showValues()
{
    const bool isCompared = std::any_of(m_rows.begin(), m_rows.end(), [](const auto &row) { return row.other; });
    QString text = isCompared ? QStringLiteral("\tA\tB\n") : QString();
    for (const ProbabilityRow &row : m_rows) {
        text += row.label + u'\t' + qstr(formatNorm(row.probability));
        if (row.other)
            text += u'\t' + qstr(formatNorm(*row.other));
        text += u'\n';
    }
    m_text->setPlainText(text);
    m_bars->setRows(m_isNumber ? std::vector<ProbabilityRow>{} : m_rows);
    m_bars->setVisible(!m_isNumber);
    m_text->setVisible(m_isNumber);
}

} // namespace anneal
