// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <QTest>

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
