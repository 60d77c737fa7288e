# SPDX-License-Identifier: GPL-3.0-or-later
# Setting up a run: the form and what it will cost.
set(newrun_sources
    newrun/checklist.cpp newrun/checklist.h
    newrun/classbars.cpp newrun/classbars.h
    newrun/datacard.cpp newrun/datacard.h
    newrun/dataprobe.cpp newrun/dataprobe.h
    newrun/draft.cpp newrun/draft.h
    newrun/histogramview.cpp newrun/histogramview.h
    newrun/newrunheader.cpp newrun/newrunheader.h
    newrun/newrunpage.cpp newrun/newrunpage.h
    newrun/origin.cpp newrun/origin.h
    newrun/preflight.cpp newrun/preflight.h
    newrun/preflightrail.cpp newrun/preflightrail.h
    newrun/scheduleview.cpp newrun/scheduleview.h)
