// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/pagelist.h"

#include <QCoreApplication>

#include "pages/compare/comparepage.h"
#include "pages/home/homepage.h"
#include "pages/newrun/newrunpage.h"
#include "pages/notes/notespage.h"
#include "pages/pagerequest.h"
#include "pages/runs/runspage.h"
#include "pages/tryout/tryoutpage.h"

namespace anneal {

namespace {

template <typename P>
std::function<Page *(AppContext &)> builds()
{
    return [](AppContext &app) -> Page * { return new P(app); };
}

QString tr(const char *text)
{
    return QCoreApplication::translate("Pages", text);
}

} // namespace

std::vector<PageEntry> pageList()
{
    const auto key = [](int number) { return QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number)); };
    return {
        {pagekey::kHome, tr("Home"), QStringLiteral("home"), key(1), builds<HomePage>()},
        {pagekey::kNewRun, tr("New run"), QStringLiteral("new-run"), key(2), builds<NewRunPage>()},
        {pagekey::kRuns, tr("Runs"), QStringLiteral("runs"), key(3), builds<RunsPage>()},
        {pagekey::kCompare, tr("Compare"), QStringLiteral("compare"), key(4), builds<ComparePage>()},
        {pagekey::kNotes, tr("Notes"), QStringLiteral("journal"), key(5), builds<NotesPage>()},
        {pagekey::kTryOut, tr("Try out"), QStringLiteral("try-out"), key(6), builds<TryOutPage>()},
    };
}

} // namespace anneal
