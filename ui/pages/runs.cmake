# SPDX-License-Identifier: GPL-3.0-or-later
set(runs_sources
    runs/checkpointstab.cpp runs/checkpointstab.h
    runs/classestab.cpp runs/classestab.h
    runs/configtab.cpp runs/configtab.h
    runs/controlstrip.cpp runs/controlstrip.h
    runs/archivedruns.cpp runs/archivedruns.h
    runs/deleterun.cpp runs/deleterun.h
    runs/eventstab.cpp runs/eventstab.h
    runs/latestevents.cpp runs/latestevents.h
    runs/livefield.cpp runs/livefield.h
    runs/livevalues.cpp runs/livevalues.h
    runs/logtab.cpp runs/logtab.h
    runs/runcharts.cpp runs/runcharts.h
    runs/rungroupsmodel.cpp runs/rungroupsmodel.h
    runs/runheader.cpp runs/runheader.h
    runs/runlistdelegate.cpp runs/runlistdelegate.h
    runs/runlistpanel.cpp runs/runlistpanel.h
    runs/runmarks.cpp runs/runmarks.h
    runs/runoffers.cpp runs/runoffers.h
    runs/runspage.cpp runs/runspage.h
    runs/runview.cpp runs/runview.h
    runs/steering.cpp runs/steering.h)
