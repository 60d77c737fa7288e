// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartlegend.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QPainter>

#include "style/fonts.h"
#include "style/theme.h"

namespace anneal {

namespace {
constexpr int kSwatch = 13;
constexpr int kGap = 5;
constexpr int kPadding = 4;
constexpr std::size_t kMostNamed = 3; ///< lines; more are strokes that tell their name on hovering
} // namespace

/// One entry. A line that is alone goes without its name: the card's title says it.
class LegendButton : public QAbstractButton
{
    Q_OBJECT

public:
    /// What a button says beside its stroke.
    enum class Words { All, Value, None };

    LegendButton(const ChartLine &line, Words words, QWidget *parent)
        : QAbstractButton(parent)
        , m_line(line)
        , m_words(words)
    {
        setFont(uiFont(TextRole::Secondary));
        m_bold = font();
        m_bold.setWeight(QFont::Medium);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
        setValue({}, false);
    }
    [[nodiscard]] const QString &key() const { return m_line.key; }
    void setValue(const QString &value, bool error)
    {
        m_value = m_words == Words::None ? QString() : value;
        m_error = error;
        setAccessibleName(QStringLiteral("%1 %2").arg(m_line.name, value).trimmed());
        setToolTip(tr("%1: click hides, double-click shows it alone").arg(accessibleName()));
        updateGeometry();
        update();
    }
    void setLineHidden(bool hidden)
    {
        m_hidden = hidden;
        setAccessibleDescription(hidden ? tr("hidden") : QString());
        update();
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        const QFontMetrics plain(font());
        const QFontMetrics bold(m_bold);
        const int name = m_words != Words::All ? 0 : plain.horizontalAdvance(m_line.name) + kGap;
        const int value = m_value.isEmpty() ? 0 : bold.horizontalAdvance(m_value) + kGap;
        return {2 * kPadding + kSwatch + name + value + 1, qMax(24, plain.height() + 4)};
    }

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void isolateWanted();

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (hasFocus()) {
            painter.setPen(QPen(inkColor(Ink::Accent), 2));
            painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
        }
        QPen pen(m_hidden ? inkColor(Ink::Disabled) : runColor(m_line.slot), 3);
        pen.setCapStyle(Qt::FlatCap);
        if (m_line.pen != Qt::SolidLine)
            pen.setDashPattern({1.5, 1});
        painter.setPen(pen);
        const double middle = height() / 2.0;
        painter.drawLine(QPointF(kPadding, middle), QPointF(kPadding + kSwatch, middle));
        paintWords(painter, kPadding + kSwatch + kGap);
    }
    void mouseDoubleClickEvent(QMouseEvent *) override { Q_EMIT isolateWanted(); }

private:
    void paintWords(QPainter &painter, int left)
    {
        painter.setFont(font());
        painter.setPen(inkColor(m_hidden ? Ink::Disabled : Ink::Text));
        if (m_words == Words::All) {
            painter.drawText(QRect(left, 0, width(), height()), Qt::AlignVCenter, m_line.name);
            left += painter.fontMetrics().horizontalAdvance(m_line.name) + kGap;
        }
        painter.setFont(m_bold);
        if (m_error && !m_hidden)
            painter.setPen(inkColor(Ink::Error));
        painter.drawText(QRect(left, 0, width(), height()), Qt::AlignVCenter, m_value);
    }

    ChartLine m_line;
    QFont m_bold;
    QString m_value;
    Words m_words;
    bool m_error = false;
    bool m_hidden = false;
};

ChartLegend::ChartLegend(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(2);
}

void ChartLegend::setLines(const std::vector<ChartLine> &lines, const QString &prefix)
{
    qDeleteAll(m_buttons);
    m_buttons.clear();
    const auto words = lines.size() == 1 ? LegendButton::Words::Value
        : lines.size() > kMostNamed      ? LegendButton::Words::None
                                         : LegendButton::Words::All;
    for (const ChartLine &line : lines) {
        auto *button = new LegendButton(line, words, this);
        button->setObjectName(prefix + QStringLiteral(".legend.") + line.key);
        connect(button, &QAbstractButton::clicked, this, [this, key = line.key] { Q_EMIT toggled(key); });
        connect(button, &LegendButton::isolateWanted, this, [this, key = line.key] { Q_EMIT isolated(key); });
        m_layout->addWidget(button);
        m_buttons.push_back(button);
    }
}

void ChartLegend::setValue(const QString &key, const QString &value, bool error)
{
    for (LegendButton *button : m_buttons) {
        if (button->key() == key)
            button->setValue(value, error);
    }
}

void ChartLegend::setHidden(const QString &key, bool hidden)
{
    for (LegendButton *button : m_buttons) {
        if (button->key() == key)
            button->setLineHidden(hidden);
    }
}

} // namespace anneal

#include "chartlegend.moc"
