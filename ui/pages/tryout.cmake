# SPDX-License-Identifier: GPL-3.0-or-later
# Asking a checkpoint about a sequence, also while its run trains.
set(tryout_sources
    tryout/checkpointpicker.cpp tryout/checkpointpicker.h
    tryout/classview.cpp tryout/classview.h
    tryout/examples.cpp tryout/examples.h
    tryout/fillmask.cpp tryout/fillmask.h
    tryout/generateview.cpp tryout/generateview.h
    tryout/masksmodel.cpp tryout/masksmodel.h
    tryout/maskview.cpp tryout/maskview.h
    tryout/tryoutpage.cpp tryout/tryoutpage.h)
