// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/frame/keyboardmap.h"

#include <QCoreApplication>

namespace anneal {

std::vector<KeyLine> keyboardMap()
{
    struct Line {
        const char *keys;
        const char *does;
    };
    static const Line kLines[] = {
        {"Ctrl+1 … Ctrl+6", QT_TRANSLATE_NOOP("Keyboard", "Home, New run, Runs, Compare, Notes, Try out")},
        {"Alt+← Alt+→", QT_TRANSLATE_NOOP("Keyboard", "Back and forward through the pages you visited")},
        {"Ctrl+K", QT_TRANSLATE_NOOP("Keyboard", "Search runs, settings, notes and actions")},
        {"Ctrl+J", QT_TRANSLATE_NOOP("Keyboard", "Switch to a run, the last ones first")},
        {"Ctrl+F", QT_TRANSLATE_NOOP("Keyboard", "Find on this page")},
        {"Ctrl+N", QT_TRANSLATE_NOOP("Keyboard", "New run")},
        {"Ctrl+Shift+N", QT_TRANSLATE_NOOP("Keyboard", "New run with the settings of the selected run")},
        {"Ctrl+Return", QT_TRANSLATE_NOOP("Keyboard", "Start now (New run), keep the note (note box)")},
        {"Ctrl+M", QT_TRANSLATE_NOOP("Keyboard", "Add a note to the current run and step, from anywhere")},
        {"Ctrl+Shift+P", QT_TRANSLATE_NOOP("Keyboard", "Pause or continue the run")},
        {"Ctrl+Shift+C", QT_TRANSLATE_NOOP("Keyboard", "Checkpoint now")},
        {"Ctrl+Shift+E", QT_TRANSLATE_NOOP("Keyboard", "Evaluate now")},
        {"Ctrl+Shift+S", QT_TRANSLATE_NOOP("Keyboard", "Stop and save")},
        {"Ctrl+Z",
         QT_TRANSLATE_NOOP("Keyboard",
                           "Take back: in the form, else name, colour, tags and archive of runs, a removed note")},
        {"Ctrl+Shift+Z Ctrl+Y", QT_TRANSLATE_NOOP("Keyboard", "Do it again")},
        {"Delete", QT_TRANSLATE_NOOP("Keyboard", "Archive the run (in the run list; Ctrl+Z brings it back)")},
        {"Shift+Delete", QT_TRANSLATE_NOOP("Keyboard", "Delete the files of the run (in the run list; asks first)")},
        {"Space", QT_TRANSLATE_NOOP("Keyboard", "Show or hide the run in the charts (Compare)")},
        {"F2", QT_TRANSLATE_NOOP("Keyboard", "Rename the run")},
        {"Ctrl+B", QT_TRANSLATE_NOOP("Keyboard", "Show or hide the run list")},
        {"Ctrl+PgUp Ctrl+PgDn", QT_TRANSLATE_NOOP("Keyboard", "Previous and next tab")},
        {"F6 Shift+F6", QT_TRANSLATE_NOOP("Keyboard", "Next and previous region of the page")},
        {"F11", QT_TRANSLATE_NOOP("Keyboard", "Full screen: the chart with the focus, else the window")},
        {"Esc", QT_TRANSLATE_NOOP("Keyboard", "Close a list or box, leave full screen, drop what is being dragged")},
        {"← → Home End", QT_TRANSLATE_NOOP("Keyboard", "Chart: crosshair by one point, ten with Shift; first, last")},
        {"+ − 0", QT_TRANSLATE_NOOP("Keyboard", "Chart: zoom in, zoom out, show everything")},
        {"↑ ↓", QT_TRANSLATE_NOOP("Keyboard", "Chart: move up and down")},
        {"L X S", QT_TRANSLATE_NOOP("Keyboard", "Chart: log scale, next x axis, smoothing")},
        {"Ctrl+C", QT_TRANSLATE_NOOP("Keyboard", "Chart: copy the values at the crosshair as a table row")},
    };
    std::vector<KeyLine> lines;
    for (const Line &line : kLines)
        lines.push_back({QString::fromUtf8(line.keys), QCoreApplication::translate("Keyboard", line.does)});
    return lines;
}

} // namespace anneal
