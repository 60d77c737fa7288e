// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QTemporaryDir>
#include <QTest>

#include "config/presets.h"
#include "launch/launcher.h"
#include "pages/context.h"
#include "style/fonts.h"
#include "style/theme.h"

namespace anneal::test {

/// A workspace in a temporary folder, its services, and the stub in the engine's place. Runs that were started are
/// ended.
class PageFixture
{
public:
    PageFixture()
    {
        qputenv("ANNEAL_ENGINE", ANNEAL_STUB_ENGINE);
        qputenv("ANNEAL_STUB_BEHAVIOUR", "ok");
        app.workspace().start(100);
    }
    ~PageFixture()
    {
        for (const auto runs = app.workspace().runs(); const RunSummary &run : *runs)
            std::ignore = signalRun(app.workspace().paths(run.id), true);
    }
    /// Starts a quick run of ten steps and waits until the window knows it. Its id; empty when it did not start.
    QString startRun(const std::function<void(Config &)> &change = {})
    {
        Config config = resolvePaths(findPreset("quick-start")->config);
        config.schedule.total_steps = 10;
        config.checkpoint.every_steps = 5;
        if (change)
            change(config);
        QString id;
        app.actions().start({config, "quick-start", {}, {}}, &app, [&](Result<std::string> started) {
            id = QString::fromStdString(started.value_or(std::string()));
        });
        const bool known = QTest::qWaitFor([&] { return app.workspace().run(id.toStdString()) != nullptr; }, 10000);
        return known ? id : QString();
    }
    [[nodiscard]] bool isFinished(const QString &id)
    {
        const RunSummary *run = app.workspace().run(id.toStdString());
        return run && run->phase == RunPhase::Finished;
    }
    PageFixture(const PageFixture &) = delete;
    PageFixture &operator=(const PageFixture &) = delete;

private:
    QTemporaryDir m_folder;

public:
    AppContext app{std::filesystem::path(m_folder.path().toStdString()) / "Arbeit é"};
};

template <typename Widget>
Widget *find(QWidget &root, const char *name)
{
    auto *widget = root.findChild<Widget *>(QString::fromLatin1(name));
    if (!widget)
        qFatal("no widget %s", name);
    return widget;
}

} // namespace anneal::test
