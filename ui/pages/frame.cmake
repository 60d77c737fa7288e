# SPDX-License-Identifier: GPL-3.0-or-later
# The frame, Home and Runs.
set(frame_sources
    context.cpp context.h
    page.cpp page.h
    pagelist.cpp pagelist.h
    pagerequest.h
    runwindow.cpp runwindow.h
    frame/alertbell.cpp frame/alertbell.h
    frame/dialogs.h frame/helpdialog.cpp frame/settingsdialog.cpp
    frame/framemenus.cpp frame/framemenus.h
    frame/history.cpp frame/history.h
    frame/keyboardmap.cpp frame/keyboardmap.h
    frame/mainwindow.cpp frame/mainwindow.h frame/windowstate.cpp
    frame/recentworkspaces.cpp frame/recentworkspaces.h
    frame/screenshots.cpp frame/screenshots.h
    frame/search.cpp frame/search.h
    frame/searchbox.cpp frame/searchbox.h
    frame/startmeasure.cpp frame/startmeasure.h
    frame/statusstrip.cpp frame/statusstrip.h
    frame/themesetting.cpp frame/themesetting.h)
