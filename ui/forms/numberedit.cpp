// SPDX-License-Identifier: GPL-3.0-or-later
#include "forms/numberedit.h"

#include <algorithm>
#include <cmath>

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QToolButton>

#include "base/units.h"
#include "forms/fieldcontrol.h"
#include "style/look.h"

namespace anneal {

namespace {

constexpr int kDigits = 7; // room for a usual value
constexpr double kLogSpan = 1e4; // a range wider than this is stepped by factors

/// The next round number: a mantissa times a power of ten, read from text so that it is the number people mean.
double nextOf(const std::vector<int> &mantissas, double value, int direction)
{
    if (value <= 0)
        return direction > 0 ? 1.0 : 0.0;
    const int decade = static_cast<int>(std::floor(std::log10(value) + 1e-9));
    std::vector<double> candidates;
    for (int exponent = decade - 1; exponent <= decade + 1; ++exponent) {
        for (int mantissa : mantissas)
            candidates.push_back(QStringLiteral("%1e%2").arg(mantissa).arg(exponent).toDouble());
    }
    if (direction > 0)
        return *std::find_if(candidates.begin(), candidates.end(), [=](double c) { return c > value * (1 + 1e-9); });
    return *std::find_if(candidates.rbegin(), candidates.rend(), [=](double c) { return c < value * (1 - 1e-9); });
}

double steppedInteger(const Field &field, double value, int direction)
{
    if (field.unit == "tokens" || field.section() == "batch")
        return direction > 0 ? std::max(1.0, value * 2) : std::floor(value / 2);
    if (field.unit == "steps")
        return nextOf({1, 2, 5}, value, direction);
    return value + direction;
}

double steppedReal(const Field &field, double value, int direction)
{
    if (field.minimum > 0 && field.maximum / field.minimum > kLogSpan)
        return nextOf({1, 3}, value, direction);
    const double step = value < 0.1 || (value == 0.1 && direction < 0) ? 0.01 : 0.05;
    return std::round((value + direction * step) * 1e6) / 1e6;
}

QToolButton *stepButton(NumberEdit *edit, const char *name, int direction)
{
    auto *button = new QToolButton(edit);
    button->setArrowType(direction > 0 ? Qt::UpArrow : Qt::DownArrow);
    button->setProperty("look", QStringLiteral("step"));
    button->setFocusPolicy(Qt::NoFocus);
    button->setCursor(Qt::ArrowCursor);
    button->setAutoRepeat(true);
    button->setObjectName(QLatin1String(name));
    button->setFixedSize(16, 11);
    QObject::connect(button, &QToolButton::clicked, edit, [edit, direction] { edit->step(direction); });
    return button;
}

} // namespace

double steppedValue(const Field &field, double value, int direction)
{
    const double next = field.type == FieldType::Integer ? steppedInteger(field, value, direction)
                                                         : steppedReal(field, value, direction);
    return std::clamp(next, field.minimum, field.maximum);
}

QString numberFieldText(double value)
{
    const QString plain = QString::fromStdString(formatExact(value));
    if (value == 0 || std::abs(value) >= 1e-3)
        return plain;
    QString text = QString::number(value, 'e', QLocale::FloatingPointShortest);
    const qsizetype e = text.indexOf(u'e');
    return text.left(e) + u'e' + QString::number(QStringView(text).mid(e + 1).toInt());
}

NumberEdit::NumberEdit(const Field &field, QWidget *parent)
    : QLineEdit(parent)
    , m_field(field)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 1, 3, 1);
    row->setSpacing(3);
    row->addStretch(1);
    QLabel *unit = makeLabel(QString::fromStdString(field.unit), TextRole::Secondary, this);
    unit->setAttribute(Qt::WA_TransparentForMouseEvents);
    row->addWidget(unit);
    auto *arrows = new QVBoxLayout;
    arrows->setSpacing(0);
    arrows->setContentsMargins(0, 0, 0, 0);
    arrows->addStretch(1);
    arrows->addWidget(stepButton(this, "stepUp", 1));
    arrows->addWidget(stepButton(this, "stepDown", -1));
    arrows->addStretch(1);
    row->addLayout(arrows);
    m_reserved = unit->sizeHint().width() + 24;
    setTextMargins(0, 0, m_reserved, 0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize NumberEdit::sizeHint() const
{
    const int digits = fontMetrics().horizontalAdvance(QString(kDigits, u'0'));
    return {digits + m_reserved + 20, QLineEdit::sizeHint().height()};
}

void NumberEdit::step(int direction)
{
    const std::optional<double> value = parseNumber(text().trimmed().toStdString());
    if (!value || isReadOnly() || !isEnabled())
        return;
    setText(numberFieldText(steppedValue(m_field, *value, direction)));
    Q_EMIT textEdited(text());
}

void NumberEdit::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)
        step(event->key() == Qt::Key_Up ? 1 : -1);
    else
        QLineEdit::keyPressEvent(event);
}

} // namespace anneal
