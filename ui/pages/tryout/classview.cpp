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
#include "widgets/probabilitybars.h"

namespace anneal {

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
    m_card->body()->addWidget(m_empty);
    m_card->body()->addWidget(m_bars);
    m_card->body()->addWidget(m_text, 1);
    layout->addWidget(m_card);
    connect(copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
    setEmpty({});
}

void ClassView::setEmpty(const QString &text)
{
    m_empty->setText(text);
    m_empty->setVisible(!text.isEmpty());
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
        showValues(answer);
    } catch (const nlohmann::json::exception &) {
        setProblem(unreadableAnswer());
    }
}

void ClassView::showValues(const nlohmann::json &answer)
{
    const bool isNumber = answer.at("problem_type") == "regression";
    std::vector<ProbabilityRow> rows;
    for (std::size_t i = 0; i < answer.at("labels").size(); ++i)
        rows.push_back({qstr(answer["labels"][i].get<std::string>()), answer.at("values").at(i).get<double>(), false});
    std::stable_sort(rows.begin(), rows.end(), [&](const ProbabilityRow &a, const ProbabilityRow &b) {
        return !isNumber && a.probability > b.probability;
    });
    QString text;
    for (const ProbabilityRow &row : rows)
        text += QStringLiteral("%1\t%2\n").arg(row.label, qstr(formatNorm(row.probability)));
    m_text->setPlainText(text);
    m_bars->setRows(isNumber ? std::vector<ProbabilityRow>{} : rows);
    m_bars->setVisible(!isNumber);
    m_text->setVisible(isNumber);
}

} // namespace anneal
