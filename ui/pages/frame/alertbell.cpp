// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/frame/alertbell.h"

#include <algorithm>

#include <QFrame>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include "base/clock.h"
#include "pages/common/tables.h"
#include "pages/context.h"
#include "style/icons.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr int kRefreshMs = 1000;
constexpr QSize kListSize(760, 320);
constexpr std::int64_t kWeekMicros = std::int64_t{7} * 24 * 3600 * 1'000'000;
constexpr const char *kSeenSetting = "alerts.seen";

} // namespace

AlertBell::AlertBell(AppContext &app, QWidget *parent)
    : QToolButton(parent)
    , m_app(app)
    , m_throttle(kRefreshMs, [this] { refresh(); })
    , m_seenMicros(wallMicros() - kWeekMicros)
{
    build();
    connect(this, &QToolButton::clicked, this, &AlertBell::openList);
    connect(&app.workspace(), &WorkspaceService::runsChanged, this, [this] { m_throttle.call(); });
    connect(&app.workspace(), &WorkspaceService::journalChanged, this, [this] { m_throttle.call(); });
    app.workspace().ask<std::optional<std::string>>(
        this, [](Workspace &workspace) { return workspace.setting(kSeenSetting); },
        [this](Result<std::optional<std::string>> seen) {
            if (seen && *seen)
                m_seenMicros = std::max<std::int64_t>(m_seenMicros, qstr(**seen).toLongLong());
            showCount();
        });
    showCount();
}

void AlertBell::build()
{
    setObjectName(QStringLiteral("status.alerts"));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFont(uiFont(TextRole::Secondary));
    m_list = new QFrame(this, Qt::Popup);
    m_list->setObjectName(QStringLiteral("status.alerts.list"));
    m_list->setProperty("look", QStringLiteral("card"));
    auto *column = new QVBoxLayout(m_list);
    column->setContentsMargins(1, 8, 1, 1);
    column->setSpacing(8);
    QLabel *title = makeLabel(tr("Alerts"), TextRole::CardTitle);
    title->setContentsMargins(12, 0, 12, 0);
    column->addWidget(title);
    m_table = makeTable(&m_model, QStringLiteral("status.alerts.table"), tr("Alerts"), {64, 0, 150, 70, 110}, m_list);
    column->addWidget(m_table, 1);
    m_empty = makeLabel(tr("Nothing has happened. Ends of runs, warnings and errors stand here."), TextRole::Secondary);
    m_empty->setContentsMargins(12, 0, 12, 12);
    column->addWidget(m_empty);
    connect(m_table, &QTableView::clicked, this, &AlertBell::openRow);
    connect(m_table, &QTableView::activated, this, &AlertBell::openRow);
}

void AlertBell::add(const QString &sentence)
{
    Alert alert;
    alert.level = AlertLevel::Error;
    alert.text = sentence;
    alert.timeMicros = alert.firstMicros = wallMicros();
    m_own.insert(m_own.begin(), std::move(alert));
    m_throttle.flush();
}

void AlertBell::refresh()
{
    m_model.setAlerts(alertsOf(*m_app.workspace().runs(), *m_app.workspace().journal(), m_own));
    showCount();
}

int AlertBell::unseen() const
{
    const auto &alerts = m_model.alerts();
    return static_cast<int>(std::count_if(alerts.begin(), alerts.end(), [this](const Alert &alert) {
        return alert.level != AlertLevel::Info && alert.timeMicros > m_seenMicros;
    }));
}

void AlertBell::showCount()
{
    const int count = unseen();
    const QString text = count == 0 ? tr("No alerts") : count == 1 ? tr("1 alert") : tr("%1 alerts").arg(count);
    setText(text);
    setAccessibleName(count == 0 ? tr("Alerts: none that you have not seen") : text);
    setToolTip(tr("Ends of runs, warnings and errors"));
    setIcon(anneal::icon(QStringLiteral("bell"), count == 0 ? Ink::Muted : Ink::Warn));
    setProperty("look", count == 0 ? QStringLiteral("status") : QStringLiteral("statusWarn"));
    repolish(this);
    m_table->setVisible(m_model.rowCount() > 0);
    m_empty->setVisible(m_model.rowCount() == 0);
}

void AlertBell::openList()
{
    m_throttle.flush();
    m_list->resize(kListSize.boundedTo(window()->size()));
    const QPoint corner = mapToGlobal(QPoint(width(), 0));
    m_list->move(corner - QPoint(m_list->width(), m_list->height() + 2));
    m_list->show();
    m_table->setFocus();
    markSeen();
}

void AlertBell::markSeen()
{
    m_seenMicros = wallMicros();
    m_app.workspace().saveSetting(kSeenSetting, std::to_string(m_seenMicros));
    showCount();
}

void AlertBell::openRow(const QModelIndex &index)
{
    const QString run = index.data(AlertsModel::RunIdRole).toString();
    if (run.isEmpty())
        return;
    const QVariant step = index.data(AlertsModel::StepRole);
    m_list->hide();
    m_app.openRun(run, step.isValid() ? std::optional<qint64>(step.toLongLong()) : std::nullopt);
}

} // namespace anneal
