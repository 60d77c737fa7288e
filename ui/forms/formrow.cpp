// SPDX-License-Identifier: GPL-3.0-or-later
#include "forms/formrow.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include "forms/fieldcontrol.h"
#include "style/icons.h"
#include "style/look.h"
#include "style/theme.h"
#include "widgets/elidedlabel.h"

namespace anneal {

namespace {

constexpr int kDotColumn = 8;
constexpr int kLabelColumn = 150;
constexpr int kSpacing = 6;

/// The blue dot of a changed value.
class ChangedDot : public QLabel
{
public:
    using QLabel::QLabel;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(inkColor(Ink::Accent));
        painter.drawEllipse(QPointF(width() / 2.0, height() / 2.0), 3, 3);
    }
};

bool isError(const Issue &issue)
{
    return issue.severity == Severity::Error;
}

void keepRoom(QWidget *widget)
{
    QSizePolicy policy = widget->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    widget->setSizePolicy(policy);
}

} // namespace

FormRow::FormRow(const Field &field, QWidget *parent)
    : QWidget(parent)
    , m_field(field)
    , m_control(makeFieldControl(field, this))
{
    build();
    connect(m_control, &FieldControl::edited, this, &FormRow::edited);
    connect(m_control, &FieldControl::committed, this, [this] { Q_EMIT committed(text()); });
    connect(m_reset, &QToolButton::clicked, this, &FormRow::resetRequested);
    connect(m_message, &QLabel::linkActivated, this, &FormRow::takeSuggestion);
    connect(&Theme::instance(), &Theme::changed, this, &FormRow::showIssue); // icon and link keep their colour
}

void FormRow::build()
{
    const QString name = QStringLiteral("newRun.") + key();
    const QString label = QString::fromStdString(m_field.label);
    QWidget *control = m_control->control();
    control->setObjectName(name);
    control->setAccessibleName(label);
    control->setAccessibleDescription(QString::fromStdString(m_field.help));
    control->installEventFilter(this);

    m_dot = new ChangedDot(this);
    m_dot->setObjectName(name + QStringLiteral(".changed"));
    m_dot->setFixedWidth(kDotColumn);
    keepRoom(m_dot);
    m_label = new ElidedLabel(this);
    m_label->setText(label);
    m_label->setObjectName(name + QStringLiteral(".label"));
    m_label->setBuddy(control);
    m_label->setToolTip(QStringLiteral("<p>%1</p><p><code>%2</code></p>")
                            .arg(QString::fromStdString(m_field.help).toHtmlEscaped(), key()));
    m_label->setFixedWidth(kLabelColumn);
    m_reset = makeIconButton(QStringLiteral("reset"), tr("Put back %1").arg(label.toLower()),
                             name + QStringLiteral(".reset"), this);
    m_hint = new ElidedLabel(this);
    m_hint->setFont(uiFont(TextRole::Secondary));
    setInk(m_hint, Ink::Muted);
    m_messageIcon = new QLabel(this);
    m_message = makeLabel({}, TextRole::Secondary, this);
    m_message->setObjectName(name + QStringLiteral(".message"));
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::RichText);
    m_message->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_message->setFocusPolicy(Qt::NoFocus);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 2, 0, 2);
    column->setSpacing(2);
    auto *line = new QHBoxLayout;
    line->setSpacing(kSpacing);
    line->addWidget(m_dot);
    line->addWidget(m_label);
    line->addWidget(m_control);
    line->addWidget(m_reset);
    line->addWidget(m_hint, 1);
    auto *below = new QHBoxLayout;
    below->setContentsMargins(kDotColumn + kLabelColumn + 2 * kSpacing, 0, 0, 0);
    below->setSpacing(4);
    below->addWidget(m_messageIcon, 0, Qt::AlignTop);
    below->addWidget(m_message, 1);
    column->addLayout(line);
    column->addLayout(below);
    setChanged(false, {});
    setIssue(nullptr);
    guardWheel(this);
}

QString FormRow::key() const
{
    return QString::fromStdString(m_field.key);
}

QString FormRow::text() const
{
    return m_control->text();
}

void FormRow::setText(const QString &text)
{
    m_control->setText(text);
}

void FormRow::setChanged(bool changed, const QString &presetText)
{
    m_changed = changed;
    m_dot->setVisible(changed);
    m_reset->setVisible(changed);
    const QString shown = presetText.isEmpty() ? tr("empty") : presetText;
    m_dot->setToolTip(tr("Preset: %1").arg(shown));
    m_reset->setToolTip(tr("Put back %1").arg(shown));
}

void FormRow::setHint(const QString &hint)
{
    m_hint->setText(hint);
}

void FormRow::setIssue(const Issue *issue)
{
    m_issue = issue ? std::optional(*issue) : std::nullopt;
    m_message->setVisible(hasIssue());
    m_messageIcon->setVisible(hasIssue());
    QWidget *control = m_control->control();
    const QString tone = !issue ? QString() : isError(*issue) ? QStringLiteral("error") : QStringLiteral("warn");
    if (control->property("tone").toString() != tone) {
        control->setProperty("tone", tone);
        repolish(control);
    }
    showIssue();
}

void FormRow::showIssue()
{
    if (!m_issue) {
        m_message->clear();
        return;
    }
    const Ink ink = isError(*m_issue) ? Ink::Error : Ink::Warn;
    setInk(m_message, ink);
    m_messageIcon->setPixmap(icon(QStringLiteral("warning"), ink).pixmap(14, 14));
    QString html = QString::fromStdString(m_issue->message).toHtmlEscaped();
    if (!m_issue->suggestion.empty()) {
        html += QStringLiteral(" <a href=\"use\" style=\"color:%1; text-decoration:none\">%2</a>")
                    .arg(inkColor(Ink::Accent).name(),
                         tr("Use %1").arg(QString::fromStdString(m_issue->suggestion).toHtmlEscaped()));
    }
    m_message->setText(html);
    m_message->setAccessibleName(QString::fromStdString(m_issue->message));
}

void FormRow::takeSuggestion()
{
    if (!m_issue)
        return;
    const QString suggestion = QString::fromStdString(m_issue->suggestion);
    setText(suggestion);
    Q_EMIT edited(suggestion);
    Q_EMIT committed(suggestion);
}

void FormRow::setDisabledBecause(const QString &reason)
{
    m_control->setEnabled(reason.isEmpty());
    m_control->setToolTip(reason);
    setInk(m_label, reason.isEmpty() ? Ink::Text : Ink::Disabled);
    if (!reason.isEmpty())
        setHint(reason);
}

void FormRow::setReadOnly(bool on)
{
    m_control->setReadOnly(on);
    m_reset->setEnabled(!on);
}

void FormRow::focusControl()
{
    m_control->control()->setFocus(Qt::OtherFocusReason);
}

bool FormRow::matches(const QString &search) const
{
    if (search.isEmpty())
        return true;
    for (const std::string *text : {&m_field.key, &m_field.label, &m_field.help}) {
        if (QString::fromStdString(*text).contains(search, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

/// Undo belongs to the form as a whole: a line edit's own would stop at the last reset.
bool FormRow::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QWidget::eventFilter(watched, event);
    auto *key = static_cast<QKeyEvent *>(event);
    const bool undo = key->matches(QKeySequence::Undo);
    const bool redo = key->matches(QKeySequence::Redo);
    if (!undo && !redo && key->key() != Qt::Key_F1)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    if (undo)
        Q_EMIT undoRequested();
    else if (redo)
        Q_EMIT redoRequested();
    else
        QToolTip::showText(m_label->mapToGlobal(QPoint(0, m_label->height())), m_label->toolTip(), m_label);
    return true;
}

} // namespace anneal
