// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/newrun/newrunpage.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QShortcut>
#include <QTimer>
#include <QUndoStack>
#include <QVBoxLayout>

#include "base/files.h"
#include "config/configio.h"
#include "config/presets.h"
#include "forms/sectionbox.h"
#include "forms/settingsform.h"
#include "forms/settingssidebar.h"
#include "launch/launcher.h"
#include "pages/newrun/datacard.h"
#include "pages/newrun/draft.h"
#include "pages/newrun/newrunheader.h"
#include "pages/newrun/preflightrail.h"
#include "pages/newrun/scheduleview.h"
#include "run/record.h"
#include "style/text.h"
#include "widgets/card.h"

namespace anneal {

namespace {

const std::string kDraftKey = "newRun.draft";
constexpr int kDraftDelayMs = 500;
constexpr int kBothFit = 1104; ///< page width from which form and rail stand side by side

} // namespace

NewRunPage::NewRunPage(AppContext &app, QWidget *parent)
    : Page(pagekey::kNewRun, app, parent)
    , m_hardware(localHardware())
{
    build();
    connectForm();
    connectRail();
    m_form->setHardware(m_hardware);
    loadPreset(presets().empty() ? QString() : qstr(presets().front().key));
    m_form->undoStack()->clear();
    m_opened = false;
    loadDraft();
}

NewRunPage::~NewRunPage()
{
    saveDraftIfChanged();
}

void NewRunPage::build()
{
    m_header = new NewRunHeader;
    m_rail = new PreflightRail;
    m_railLine = makeLine(Qt::Vertical);
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(0);
    m_grid->addWidget(m_header, 0, 0);
    m_grid->addWidget(makeLine(), 1, 0);
    m_grid->addWidget(buildSettings(), 2, 0);
    m_grid->addWidget(m_railLine, 0, 1, 3, 1);
    m_grid->setColumnStretch(0, 1);
    m_grid->setRowStretch(2, 1);
    placeRail();

    auto *startKey = new QShortcut(QKeySequence(QStringLiteral("Ctrl+Return")), this);
    connect(startKey, &QShortcut::activated, this, &NewRunPage::start);
    m_draftTimer = new QTimer(this);
    m_draftTimer->setSingleShot(true);
    m_draftTimer->setInterval(kDraftDelayMs);
    connect(m_draftTimer, &QTimer::timeout, this, &NewRunPage::saveDraft);
}

QWidget *NewRunPage::buildSettings()
{
    m_form = new SettingsForm;
    m_form->leaveOut(QStringLiteral("note")); // name and tags stand in the header, the reason in the rail
    m_sidebar = new SettingsSidebar(m_form);
    m_schedule = new ScheduleView;
    m_form->addGroupExtra(QStringLiteral("optimizer"), m_schedule);
    m_data = new DataCard;
    m_form->section(QStringLiteral("data"))->body()->addWidget(m_data);
    m_settings = new QWidget;
    auto *row = new QHBoxLayout(m_settings);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_sidebar);
    row->addWidget(makeLine(Qt::Vertical));
    auto *padded = new QVBoxLayout;
    padded->setContentsMargins(12, 8, 4, 0);
    padded->addWidget(m_form);
    row->addLayout(padded, 1);
    return m_settings;
}

void NewRunPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    placeRail();
}

/// Beside the form where there is room, else as a second tab in its place.
void NewRunPage::placeRail()
{
    const bool narrow = width() < kBothFit;
    if (narrow != m_narrow) {
        m_narrow = narrow;
        m_grid->removeWidget(m_rail);
        m_grid->addWidget(m_rail, narrow ? 2 : 0, narrow ? 0 : 2, narrow ? 1 : 3, 1);
        m_rail->setMinimumWidth(narrow ? 0 : measures().preflight);
        m_rail->setMaximumWidth(narrow ? QWIDGETSIZE_MAX : measures().preflight);
        m_railLine->setVisible(!narrow);
        m_header->setTabsShown(narrow);
    }
    m_settings->setVisible(!narrow || !m_header->preflightChosen());
    m_rail->setVisible(!narrow || m_header->preflightChosen());
}

void NewRunPage::goTo(const QString &key)
{
    if (key == QStringLiteral("note.why")) {
        m_rail->why()->setFocus();
        return;
    }
    m_header->choosePreflight(false);
    placeRail();
    if (!m_header->goTo(key))
        m_form->goTo(key);
}

void NewRunPage::connectForm()
{
    connect(m_form, &SettingsForm::configChanged, this, &NewRunPage::configChanged);
    connect(m_header, &NewRunHeader::tabChosen, this, &NewRunPage::placeRail);
    connect(&m_probe, &DataProbe::changed, this, &NewRunPage::update);
    connect(m_data, &DataCard::columnChosen, m_form, &SettingsForm::setField);
    connect(m_header, &NewRunHeader::presetChosen, this, &NewRunPage::loadPreset);
    connect(m_header, &NewRunHeader::nameEdited, this,
            [this](const QString &name) { m_form->setField(QStringLiteral("note.name"), name); });
    connect(m_header, &NewRunHeader::tagsEdited, this,
            [this](const QString &tags) { m_form->setField(QStringLiteral("note.tags"), tags); });
}

void NewRunPage::connectRail()
{
    connect(m_rail->why(), &QLineEdit::textEdited, this,
            [this](const QString &why) { m_form->setField(QStringLiteral("note.why"), why); });
    connect(m_rail, &PreflightRail::goTo, this, &NewRunPage::goTo);
    connect(m_rail, &PreflightRail::measureRequested, this, &NewRunPage::measure);
    connect(m_rail, &PreflightRail::startRequested, this, &NewRunPage::start);
    connect(&m_stepMeasure, &StepMeasure::finished, this, [this](double seconds, double tokens, qint64 memory) {
        m_rail->setMeasuring(false);
        if (stepKey(m_form->config()) == m_measuredKey)
            m_measured = MeasuredStep{seconds, tokens, static_cast<double>(memory)};
        update();
    });
    connect(&m_stepMeasure, &StepMeasure::failed, this, [this](const QString &message) {
        m_rail->setMeasuring(false);
        m_rail->setMeasureProblem(message);
    });
}

void NewRunPage::open(const PageRequest &request)
{
    if (!request.preset.isEmpty())
        loadPreset(request.preset);
    else if (!request.runs.isEmpty())
        loadParent(request.runs.first(), request.step);
    if (!request.item.isEmpty())
        goTo(request.item);
}

void NewRunPage::activate()
{
    suggestName();
    m_probe.look(m_form->config());
}

void NewRunPage::deactivate()
{
    saveDraftIfChanged();
}

void NewRunPage::take(const Config &config, Origin origin)
{
    m_origin = std::move(origin);
    m_header->setPreset(qstr(m_origin.preset));
    m_header->setOrigin(m_origin.text());
    m_form->setPreset(config);
    suggestName();
}

void NewRunPage::loadPreset(const QString &key)
{
    if (const Preset *preset = findPreset(key.toStdString())) {
        m_opened = true;
        Origin origin;
        origin.preset = preset->key;
        take(preset->config, origin);
    }
}

void NewRunPage::loadParent(const QString &runId, std::optional<qint64> step)
{
    m_opened = true;
    app().workspace().ask<RunRecord>(
        this, [id = runId.toStdString()](Workspace &workspace) { return readRunRecord(workspace.paths(id)); },
        [this, step](Result<RunRecord> record) {
            if (record)
                takeParent(*record, step);
            else
                app().sayError(record.error());
        });
}

void NewRunPage::takeParent(const RunRecord &record, std::optional<std::int64_t> step)
{
    Config config = record.config;
    config.note = {};
    if (step)
        config.model.init_from = app().workspace().paths(record.id).checkpoint(*step).string();
    take(config, {record.preset, record.id, qstr(record.name), step, record.config});
}

void NewRunPage::loadDraft()
{
    using Found = std::pair<std::optional<Draft>, std::optional<RunRecord>>;
    app().workspace().ask<Found>(
        this,
        [](Workspace &workspace) -> Result<Found> {
            const auto text = workspace.setting(kDraftKey);
            if (!text)
                return tl::unexpected(text.error());
            Found found;
            if (*text)
                found.first = readDraft(**text);
            if (found.first && !found.first->parentRun.empty())
                if (auto record = readRunRecord(workspace.paths(found.first->parentRun)))
                    found.second = std::move(*record);
            return found;
        },
        [this](const Result<Found> &found) {
            if (!found || !found->first || m_opened)
                return;
            if (found->second)
                takeParent(*found->second, found->first->parentStep);
            else
                loadPreset(qstr(found->first->preset));
            m_form->setConfig(found->first->config);
            m_form->undoStack()->clear();
        });
}

void NewRunPage::saveDraft()
{
    app().workspace().saveSetting(
        kDraftKey, draftText({m_form->config(), m_origin.preset, m_origin.parentRun, m_origin.parentStep}));
}

void NewRunPage::saveDraftIfChanged()
{
    if (!m_draftTimer->isActive())
        return;
    m_draftTimer->stop();
    saveDraft();
}

void NewRunPage::configChanged()
{
    const Config &config = m_form->config();
    m_header->setName(qstr(config.note.name));
    m_header->setTags(qstr(config.note.tags));
    if (!m_rail->why()->hasFocus())
        m_rail->why()->setText(qstr(config.note.why));
    m_schedule->setPlan(config, m_origin.parentConfig);
    if (stepKey(config) != m_measuredKey)
        m_measured.reset();
    m_probe.look(config);
    m_draftTimer->start();
    update();
}

void NewRunPage::update()
{
    const Config config = m_form->config();
    const Preflight facts =
        preflight(config, m_form->issues(), m_probe.data(), m_hardware, freeBytes(app().workspaceFolder()), m_measured);
    m_rail->show(facts, m_probe.data(), config);
    m_data->show(m_probe.data(), config);
    m_rail->showMeasured(m_measured);
    m_rail->showDifferences(config, m_form->preset(), m_origin);
    m_rail->setCommand(qstr(equivalentCommand(config, m_origin.preset, m_origin.parentRun)));
}

void NewRunPage::suggestName()
{
    app().workspace().ask<std::string>(
        this, [config = m_form->config()](Workspace &workspace) { return workspace.suggestName(config); },
        [this](Result<std::string> name) {
            if (name)
                m_header->setSuggestedName(qstr(*name));
        });
}

void NewRunPage::measure()
{
    m_form->commitNow();
    if (m_form->hasErrors()) {
        m_form->goToFirstError();
        return;
    }
    m_measuredKey = stepKey(m_form->config());
    m_rail->setMeasuring(true);
    m_stepMeasure.start(configToJson(resolvePaths(m_form->config())));
}

Config NewRunPage::finalConfig() const
{
    Config config = resolvePaths(m_form->config());
    if (config.note.name.empty())
        config.note.name = m_header->name().toStdString();
    return config;
}

void NewRunPage::start()
{
    m_form->commitNow();
    const Preflight facts = preflight(m_form->config(), m_form->issues(), m_probe.data(), m_hardware,
                                      freeBytes(app().workspaceFolder()), m_measured);
    if (facts.errors() > 0) {
        goTo(qstr(facts.checks.front().key));
        return;
    }
    m_rail->setStarting(true);
    app().actions().start({finalConfig(), m_origin.preset, m_origin.parentRun, m_origin.parentStep}, this,
                          [this](Result<std::string> result) { started(result); });
}

void NewRunPage::started(const Result<std::string> &result)
{
    m_rail->setStarting(false);
    if (!result) {
        m_rail->setStartProblem(qstr(result.error().text()));
        return;
    }
    m_form->setField(QStringLiteral("note.name"), {}); // the next run gets a name of its own
    app().openRun(qstr(*result));
}

QList<QWidget *> NewRunPage::regions() const
{
    return {m_header, m_sidebar, m_form, m_rail};
}

void NewRunPage::undo()
{
    m_form->undoOrRedo(true);
}

void NewRunPage::redo()
{
    m_form->undoOrRedo(false);
}

QWidget *NewRunPage::finder() const
{
    return m_sidebar->findChild<QLineEdit *>();
}

} // namespace anneal
