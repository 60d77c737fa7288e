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

void LabelView::take(const nlohmann::json &answer, const QString &letters)
{
    setEmpty({});
    try {
        for (const auto &name : answer.at("labels"))
            m_names << qstr(name.get<std::string>());
        for (const auto &name : answer.at("residues"))
            m_classes << static_cast<int>(m_names.indexOf(qstr(name.get<std::string>())));
        if (const auto rows = answer.find("probabilities"); rows != answer.end())
            for (const auto &row : *rows)
                m_probabilities << std::max_element(row.begin(), row.end())->get<double>();
    } catch (const nlohmann::json::exception &) {
        setEmpty({});
    }
    if (m_classes.size() != letters.size() || m_classes.contains(-1))
        return setProblem(unreadableAnswer());
    m_letters = letters;
    showLabels();
}

QString LabelView::shortName(int residue) const
{
    return m_names[m_classes[residue]].left(1);
}

QString LabelView::legend() const
{
    QStringList parts;
    for (int id = 0; id < m_names.size(); ++id) {
        const double share = static_cast<double>(m_classes.count(id)) / static_cast<double>(m_classes.size());
        parts << QStringLiteral("<span style=\"background-color:%1\">&nbsp;%2&nbsp;</span> %3")
                     .arg(tint(id).name(QColor::HexArgb), m_names[id].toHtmlEscaped(), percentText(share));
    }
    return parts.join(QStringLiteral("&nbsp;&nbsp;"));
}

/// Letters, and below them the classes: two lines that stay below each other when they are copied.
void LabelView::appendLine(int first, int count)
{
    QTextCursor cursor = m_text->textCursor();
    cursor.movePosition(QTextCursor::End);
    QTextCharFormat plain, muted;
    muted.setForeground(inkColor(Ink::Muted));
    cursor.insertText(QStringLiteral("%1  ").arg(first + 1, 6), muted);
    const auto insert = [&](const auto &textOf) {
        for (int i = first; i < first + count; ++i) {
            QTextCharFormat colored;
            colored.setBackground(tint(m_classes[i]));
            if (i > first && (i - first) % kGroup == 0)
                cursor.insertText(QStringLiteral(" "), plain);
            cursor.insertText(textOf(i), colored);
        }
        cursor.insertText(QStringLiteral("\n"), plain);
    };
    insert([this](int i) { return QString(m_letters[i]); });
    cursor.insertText(QString(8, u' '), plain);
    insert([this](int i) { return shortName(i); });
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
}

QString LabelView::tsv() const
{
    QString text = QStringLiteral("position\tletter\tclass\tprobability\n");
    for (int i = 0; i < m_letters.size(); ++i)
        text += QStringLiteral("%1\t%2\t%3\t%4\n")
                    .arg(i + 1)
                    .arg(m_letters[i])
                    .arg(m_names[m_classes[i]], i < m_probabilities.size() ? exactText(m_probabilities[i]) : QString());
    return text;
}

void LabelView::setEmpty(const QString &text)
{
    m_letters.clear();
    m_names.clear();
    m_classes.clear();
    m_probabilities.clear();
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
