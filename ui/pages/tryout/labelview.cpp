// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/labelview.h"

#include <algorithm>

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include "pages/tryout/unreadable.h"
#include "style/look.h"
#include "style/text.h"
#include "style/theme.h"
#include "widgets/card.h"

namespace anneal {

namespace {

constexpr int kResiduesPerLine = 60, kGroup = 10;
constexpr int kTint = 70; ///< of 255: letters stay readable on every colour

QColor tint(int classId)
{
    QColor color = runColor(classId + 1);
    color.setAlpha(kTint);
    return color;
}

} // namespace

LabelView::LabelView(QWidget *parent)
    : ToolView(parent)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_card = new Card(tr("Class of each residue"));
    m_legend = makeLabel({}, TextRole::Secondary);
    m_legend->setTextFormat(Qt::RichText);
    auto *copy = makeFlatButton(tr("Copy"), QStringLiteral("tryOut.labels.copy"), QStringLiteral("copy"));
    auto *copyTable = makeFlatButton(tr("Copy table"), QStringLiteral("tryOut.labels.copyTable"));
    m_card->tools()->addWidget(m_legend);
    m_card->tools()->addSpacing(12);
    m_card->tools()->addWidget(copy);
    m_card->tools()->addWidget(copyTable);
    m_empty = makeLabel({}, TextRole::Secondary);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_text = new QTextEdit;
    m_text->setObjectName(QStringLiteral("tryOut.labels.text"));
    m_text->setAccessibleName(tr("Letters and their classes"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QTextEdit::NoWrap);
    m_text->setFrameShape(QFrame::NoFrame);
    m_card->body()->addWidget(m_empty, 1);
    m_card->body()->addWidget(m_text, 1);
    layout->addWidget(m_card);
    connect(copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
    connect(copyTable, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(tsv()); });
    connect(&Theme::instance(), &Theme::changed, this, &LabelView::showLabels);
    setEmpty({});
}

std::optional<nlohmann::json> LabelView::question(const QString &letters, const QVector<int> & /*hidden*/)
{
    return nlohmann::json{{"task", "label"}, {"sequence", letters.toStdString()}};
}

LabelView::Answer LabelView::read(const nlohmann::json &answer, const QString &letters)
{
    Answer result;
    try {
        for (const auto &name : answer.at("labels"))
            if (const QString text = qstr(name.get<std::string>()); !m_names.contains(text))
                m_names << text;
        for (const auto &name : answer.at("residues"))
            result.classes << static_cast<int>(m_names.indexOf(qstr(name.get<std::string>())));
        if (const auto rows = answer.find("probabilities"); rows != answer.end())
            for (const auto &row : *rows)
                result.probabilities << std::max_element(row.begin(), row.end())->get<double>();
    } catch (const nlohmann::json::exception &) {
        return {};
    }
    return result.classes.size() == letters.size() && !result.classes.contains(-1) ? result : Answer();
}

void LabelView::take(const nlohmann::json &answer, const QString &letters)
{
    setEmpty({});
    m_answer = read(answer, letters);
    if (m_answer.classes.isEmpty())
        return setProblem(unreadableAnswer());
    m_letters = letters;
    showLabels();
}

void LabelView::takeCompared(const nlohmann::json &answer, const QString &letters)
{
    m_compared = read(answer, letters);
    if (m_compared.classes.isEmpty() || letters != m_letters)
        return setProblem(unreadableAnswer());
    showLabels();
}

bool LabelView::differs(int residue) const
{
    return !m_compared.classes.isEmpty() && m_answer.classes[residue] != m_compared.classes[residue];
}

/// "12.5 %"
QString LabelView::sharesOf(const Answer &answer, int id) const
{
    return percentText(static_cast<double>(answer.classes.count(id)) / static_cast<double>(answer.classes.size()));
}

QString LabelView::legend() const
{
    QStringList parts;
    const bool isCompared = !m_compared.classes.isEmpty();
    for (int id = 0; id < m_names.size(); ++id) {
        const QString shares = isCompared ? tr("A %1, B %2").arg(sharesOf(m_answer, id), sharesOf(m_compared, id))
                                          : sharesOf(m_answer, id);
        parts << QStringLiteral("<span style=\"background-color:%1\">&nbsp;%2&nbsp;</span> %3")
                     .arg(tint(id).name(QColor::HexArgb), m_names[id].toHtmlEscaped(), shares);
    }
    return parts.join(QStringLiteral("&nbsp;&nbsp;"));
}

/// Letters, and below them the classes: lines that stay below each other when they are copied.
void LabelView::appendLine(int first, int count)
{
    QTextCursor cursor = m_text->textCursor();
    cursor.movePosition(QTextCursor::End);
    QTextCharFormat plain, muted;
    muted.setForeground(inkColor(Ink::Muted));
    const auto insert = [&](const QString &before, const auto &colorOf, const auto &textOf) {
        cursor.insertText(before.rightJustified(6) + QStringLiteral("  "), muted);
        for (int i = first; i < first + count; ++i) {
            QTextCharFormat colored = plain;
            if (const QColor color = colorOf(i); color.isValid())
                colored.setBackground(color);
            if (i > first && (i - first) % kGroup == 0)
                cursor.insertText(QStringLiteral(" "), plain);
            cursor.insertText(textOf(i), colored);
        }
        cursor.insertText(QStringLiteral("\n"), plain);
    };
    const auto colorIn = [](const Answer &answer) { return [&answer](int i) { return tint(answer.classes[i]); }; };
    const auto classIn = [this](const Answer &answer) {
        return [this, &answer](int i) { return m_names[answer.classes[i]].left(1); };
    };
    const bool isCompared = !m_compared.classes.isEmpty();
    insert(QString::number(first + 1), colorIn(m_answer), [this](int i) { return QString(m_letters[i]); });
    insert(isCompared ? QStringLiteral("A") : QString(), colorIn(m_answer), classIn(m_answer));
    if (isCompared) {
        const auto noColor = [](int) { return QColor(); };
        insert(QStringLiteral("B"), colorIn(m_compared), classIn(m_compared));
        insert({}, noColor, [this](int i) { return differs(i) ? QStringLiteral("^") : QStringLiteral(" "); });
    }
    cursor.insertText(QStringLiteral("\n"), plain);
}

void LabelView::showLabels()
{
    if (m_letters.isEmpty())
        return;
    m_empty->hide();
    m_text->clear();
    m_text->setFont(monoFont());
    const int length = static_cast<int>(m_letters.size());
    for (int first = 0; first < length; first += kResiduesPerLine)
        appendLine(first, std::min(kResiduesPerLine, length - first));
    m_text->moveCursor(QTextCursor::Start);
    m_text->show();
    m_legend->setText(legend());
    m_legend->show();
    if (m_compared.classes.isEmpty())
        return;
    int different = 0;
    for (int i = 0; i < length; ++i)
        different += differs(i) ? 1 : 0;
    m_card->setSubtitle(tr("A and B differ at %1 of %2").arg(countText(different), countText(length)));
}

/// "helix\t0.75"
QString LabelView::cells(const Answer &answer, int residue) const
{
    return u'\t' + m_names[answer.classes[residue]] + u'\t'
        + (residue < answer.probabilities.size() ? exactText(answer.probabilities[residue]) : QString());
}

QString LabelView::tsv() const
{
    const bool isCompared = !m_compared.classes.isEmpty();
    QString text = QStringLiteral("position\tletter\tclass\tprobability");
    text += isCompared ? QStringLiteral("\tclass_b\tprobability_b\n") : QStringLiteral("\n");
    for (int i = 0; i < m_letters.size(); ++i) {
        text += QStringLiteral("%1\t%2").arg(i + 1).arg(m_letters[i]) + cells(m_answer, i);
        text += isCompared ? cells(m_compared, i) + u'\n' : QStringLiteral("\n");
    }
    return text;
}

void LabelView::setEmpty(const QString &text)
{
    m_letters.clear();
    m_names.clear();
    m_answer = {};
    m_compared = {};
    m_card->setSubtitle({});
    m_text->clear();
    m_text->hide();
    m_legend->hide();
    m_empty->setText(text);
    m_empty->show();
}

void LabelView::setProblem(const QString &sentence)
{
    m_card->setNotice(Tone::Error, sentence);
}

} // namespace anneal
