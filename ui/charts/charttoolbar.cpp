// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/charttoolbar.h"

#include <cmath>

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>

#include "charts/chartgroup.h"
#include "style/look.h"

namespace anneal {

namespace {

constexpr int kSliderSteps = 300; // three decades of 1 − s: 0, 0.9, 0.99, 0.999

int sliderFrom(double smoothing)
{
    return qRound(-std::log10(std::max(1e-3, 1.0 - smoothing)) / 3.0 * kSliderSteps);
}

double smoothingFrom(int slider)
{
    const double value = 1.0 - std::pow(10.0, -3.0 * slider / kSliderSteps);
    return std::round(value * 1000.0) / 1000.0;
}

} // namespace

ChartToolBar::ChartToolBar(ChartGroup *group, const QString &prefix, QWidget *parent)
    : QWidget(parent)
    , m_group(group)
{
    build(prefix);
    connectControls();
    guardWheel(this);
    readGroup();
}

void ChartToolBar::build(const QString &prefix)
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    const auto name = [&](QWidget *widget, const char *part, const QString &accessible) {
        widget->setObjectName(prefix + u'.' + QLatin1String(part));
        widget->setAccessibleName(accessible);
    };
    const auto label = [&](const QString &text, QWidget *buddy) {
        QLabel *word = makeLabel(text, TextRole::Secondary, this);
        word->setBuddy(buddy);
        row->addWidget(word);
        row->addWidget(buddy);
    };
    const auto check = [&](const char *part, const QString &text) {
        auto *box = new QCheckBox(text, this);
        box->setFont(uiFont(TextRole::Secondary));
        name(box, part, text);
        row->addWidget(box);
        return box;
    };
    m_axis = new QComboBox(this);
    for (XAxis axis : {XAxis::Step, XAxis::Tokens, XAxis::WallTime, XAxis::RelativeTime})
        m_axis->addItem(ChartGroup::axisName(axis), static_cast<int>(axis));
    name(m_axis, "xAxis", tr("X axis"));
    label(tr("X axis"), m_axis);
    m_slider = new QSlider(Qt::Horizontal, this);
    m_slider->setRange(0, kSliderSteps);
    m_slider->setMinimumWidth(60);
    m_slider->setMaximumWidth(110);
    name(m_slider, "smoothing", tr("Smoothing"));
    label(tr("Smoothing"), m_slider);
    m_smoothing = new QDoubleSpinBox(this);
    m_smoothing->setRange(0, 0.999);
    m_smoothing->setDecimals(3);
    m_smoothing->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_smoothing->setFixedWidth(60);
    m_smoothing->setSingleStep(0.01);
    m_smoothing->setKeyboardTracking(false);
    name(m_smoothing, "smoothingValue", tr("Smoothing value"));
    row->addWidget(m_smoothing);
    m_band = check("rangeBand", tr("Range band"));
    m_log = check("logY", tr("Log y"));
    m_marks = check("marks", tr("Event marks"));
    m_follow = check("follow", tr("Follow"));
    row->addStretch(1);
    m_tail = new QHBoxLayout;
    m_tail->setSpacing(8);
    row->addLayout(m_tail);
    m_reset = makeButton(tr("Reset zoom"), prefix + QStringLiteral(".resetZoom"), QStringLiteral("reset"), this);
    row->addWidget(m_reset);
}

void ChartToolBar::connectControls()
{
    connect(m_axis, &QComboBox::currentIndexChanged, m_group,
            [this] { m_group->setAxis(static_cast<XAxis>(m_axis->currentData().toInt())); });
    connect(m_slider, &QSlider::valueChanged, m_group,
            [this](int value) { m_group->setSmoothing(smoothingFrom(value)); });
    connect(m_smoothing, &QDoubleSpinBox::valueChanged, m_group, &ChartGroup::setSmoothing);
    connect(m_band, &QCheckBox::toggled, m_group, &ChartGroup::setRangeBand);
    connect(m_log, &QCheckBox::toggled, m_group, &ChartGroup::setLogY);
    connect(m_marks, &QCheckBox::toggled, m_group, &ChartGroup::setShowMarks);
    connect(m_follow, &QCheckBox::toggled, m_group, &ChartGroup::setFollow);
    connect(m_reset, &QPushButton::clicked, m_group, &ChartGroup::resetZoom);
    connect(m_group, &ChartGroup::settingsChanged, this, &ChartToolBar::readGroup);
    connect(m_group, &ChartGroup::smoothingWanted, this, &ChartToolBar::focusSmoothing);
}

void ChartToolBar::readGroup()
{
    const QSignalBlocker blockers[] = {QSignalBlocker(m_axis),  QSignalBlocker(m_slider), QSignalBlocker(m_smoothing),
                                       QSignalBlocker(m_band),  QSignalBlocker(m_log),    QSignalBlocker(m_marks),
                                       QSignalBlocker(m_follow)};
    m_axis->setCurrentIndex(static_cast<int>(m_group->axis()));
    m_slider->setValue(sliderFrom(m_group->smoothing()));
    m_smoothing->setValue(m_group->smoothing());
    m_band->setChecked(m_group->rangeBand());
    m_log->setChecked(m_group->logY());
    m_marks->setChecked(m_group->showMarks());
    m_follow->setChecked(m_group->follow());
    m_reset->setEnabled(m_group->zoomed());
}

void ChartToolBar::focusSmoothing()
{
    m_slider->setFocus(Qt::ShortcutFocusReason);
}

} // namespace anneal
