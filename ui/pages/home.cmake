# SPDX-License-Identifier: GPL-3.0-or-later
set(home_sources
    home/attention.cpp home/attention.h
    home/attentioncard.cpp home/attentioncard.h
    home/firstrunview.cpp home/firstrunview.h
    home/homepage.cpp home/homepage.h
    home/journalcard.cpp home/journalcard.h
    home/machinecard.cpp home/machinecard.h
    home/recentruns.cpp home/recentruns.h
    home/runningcard.cpp home/runningcard.h
    home/samples.cpp home/samples.h
    home/samplescard.cpp home/samplescard.h)
