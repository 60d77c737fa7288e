// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "launch/engineclient.h"
#include "pages/newrun/dataprobe.h"
#include "pages/newrun/origin.h"
#include "pages/newrun/preflight.h"
#include "pages/page.h"

class QGridLayout;
class QTimer;

namespace anneal {

class DataCard;
class NewRunHeader;
class PreflightRail;
class ScheduleView;
class SettingsForm;
class SettingsSidebar;
struct RunRecord;

/// Set up a run you can trust: the form, and what the run will cost before it starts. The text of the form is a draft
/// that is kept at every change.
class NewRunPage : public Page
{
    Q_OBJECT
public:
    explicit NewRunPage(AppContext &app, QWidget *parent = nullptr);
    ~NewRunPage() override;
    void open(const PageRequest &request) override;
    void activate() override;
    void deactivate() override;
    [[nodiscard]] QList<QWidget *> regions() const override;
    [[nodiscard]] QWidget *finder() const override;
    void undo() override;
    void redo() override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    [[nodiscard]] QWidget *buildSettings();
    void placeRail();
    void goTo(const QString &key);
    void connectForm();
    void connectRail();
    void loadPreset(const QString &key);
    void loadParent(const QString &runId, std::optional<qint64> step);
    void takeParent(const RunRecord &record, std::optional<std::int64_t> step);
    void loadDraft();
    void saveDraft();
    void saveDraftIfChanged();
    void take(const Config &config, Origin origin);
    void configChanged();
    void update();
    void suggestName();
    void measure();
    void start();
    void started(const Result<std::string> &result);
    /// The settings as they would be frozen: paths resolved, name filled in.
    [[nodiscard]] Config finalConfig() const;

    QGridLayout *m_grid = nullptr;
    NewRunHeader *m_header = nullptr;
    QWidget *m_settings = nullptr; ///< side bar and form
    SettingsForm *m_form = nullptr;
    SettingsSidebar *m_sidebar = nullptr;
    DataCard *m_data = nullptr;
    PreflightRail *m_rail = nullptr;
    QWidget *m_railLine = nullptr;
    std::optional<bool> m_narrow;
    ScheduleView *m_schedule = nullptr;
    DataProbe m_probe;
    StepMeasure m_stepMeasure;
    QTimer *m_draftTimer = nullptr;
    Hardware m_hardware;
    Origin m_origin;
    std::optional<MeasuredStep> m_measured;
    std::string m_measuredKey;
    bool m_opened = false; ///< something was asked for: the draft no longer matters
};

} // namespace anneal
