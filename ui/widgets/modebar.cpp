// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/modebar.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include "style/fonts.h"
#include "style/icons.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kIcon = 22;
constexpr int kMark = 3; // the accent edge of the chosen page

/// Icon above word; the chosen one stands on the surface colour with an accent edge.
class ModeButton : public QAbstractButton
{
public:
    ModeButton(const QString &iconName, const QString &word, QWidget *parent)
        : QAbstractButton(parent)
        , m_icon(iconName)
    {
        setText(word);
        setFont(uiFont(TextRole::Caption));
        setMinimumSize(measures().modeBar, measures().modeButton);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        const QFontMetrics metrics(font());
        return {qMax(measures().modeBar, metrics.horizontalAdvance(text()) + 8),
                qMax(measures().modeButton, kIcon + metrics.height() + 16)};
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        paintGround(painter);
        const QColor ink = inkColor(isChecked() ? Ink::Accent : Ink::Muted);
        const QFontMetrics metrics(font());
        const int top = (height() - kIcon - 4 - metrics.height()) / 2;
        painter.drawPixmap((width() - kIcon) / 2, top, iconPixmap(m_icon, kIcon, ink, devicePixelRatioF()));
        QFont bold = font();
        if (isChecked())
            bold.setWeight(QFont::Medium);
        painter.setFont(bold);
        painter.setPen(ink);
        painter.drawText(QRect(0, top + kIcon + 4, width(), metrics.height()), Qt::AlignCenter, text());
    }

private:
    void paintGround(QPainter &painter) const
    {
        if (isChecked()) {
            painter.fillRect(rect(), inkColor(Ink::Surface));
            painter.fillRect(0, 0, kMark, height(), inkColor(Ink::Accent));
        } else if (underMouse()) {
            painter.fillRect(rect(), inkColor(Ink::Hover));
        }
        if (hasFocus()) {
            painter.setPen(QPen(inkColor(Ink::Accent), 2));
            painter.drawRect(rect().adjusted(1, 1, -1, -1));
        }
    }

    QString m_icon;
};

} // namespace

ModeBar::ModeBar(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
    , m_group(new QButtonGroup(this))
{
    setObjectName(QStringLiteral("mode"));
    setAccessibleName(tr("Pages"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    m_layout->setContentsMargins(0, 4, 1, 4);
    m_layout->setSpacing(0);
}

QAbstractButton *ModeBar::addButton(const QString &key, const QString &iconName, const QString &word,
                                    const QString &toolTip)
{
    auto *button = new ModeButton(iconName, word, this);
    button->setObjectName(QStringLiteral("mode.") + key);
    button->setAccessibleName(word);
    button->setToolTip(toolTip.isEmpty() ? word : toolTip);
    m_layout->addWidget(button);
    m_buttons.insert(key, button);
    return button;
}

void ModeBar::addMode(const QString &key, const QString &iconName, const QString &word, const QString &toolTip)
{
    QAbstractButton *button = addButton(key, iconName, word, toolTip);
    button->setCheckable(true);
    m_group->addButton(button); // exclusive; arrow keys move inside the group
    connect(button, &QAbstractButton::clicked, this, [this, key] { Q_EMIT modeChosen(key); });
}

void ModeBar::addCommand(const QString &key, const QString &iconName, const QString &word, const QString &toolTip)
{
    QAbstractButton *button = addButton(key, iconName, word, toolTip);
    connect(button, &QAbstractButton::clicked, this, [this, key] { Q_EMIT commandChosen(key); });
}

void ModeBar::addStretch()
{
    m_layout->addStretch(1);
}

void ModeBar::setCurrent(const QString &key)
{
    if (QAbstractButton *button = m_buttons.value(key); button && button->isCheckable())
        button->setChecked(true);
}

QString ModeBar::current() const
{
    const QAbstractButton *checked = m_group->checkedButton();
    return checked ? m_buttons.key(const_cast<QAbstractButton *>(checked)) : QString();
}

void ModeBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), inkColor(Ink::Sunken));
    painter.fillRect(width() - 1, 0, 1, height(), inkColor(Ink::Border));
}

} // namespace anneal
