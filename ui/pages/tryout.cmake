# SPDX-License-Identifier: GPL-3.0-or-later
# Asking a checkpoint about a sequence, also while its run trains.
set(tryout_sources
    tryout/batchfile.cpp tryout/batchfile.h
    tryout/batchmodel.cpp tryout/batchmodel.h
    tryout/batchpanel.cpp tryout/batchpanel.h
    tryout/batchrows.cpp tryout/batchrows.h
    tryout/batchrun.cpp tryout/batchrun.h
    tryout/checkpointpicker.cpp tryout/checkpointpicker.h
    tryout/classview.cpp tryout/classview.h
    tryout/contactview.cpp tryout/contactview.h
    tryout/embeddinganswer.cpp tryout/embeddinganswer.h
    tryout/embeddingmap.cpp tryout/embeddingmap.h
    tryout/embeddingrows.cpp tryout/embeddingrows.h
    tryout/embeddingsmodel.cpp tryout/embeddingsmodel.h
    tryout/embeddingview.cpp tryout/embeddingview.h
    tryout/examples.cpp tryout/examples.h
    tryout/fillmask.cpp tryout/fillmask.h
    tryout/generateview.cpp tryout/generateview.h
    tryout/labelview.cpp tryout/labelview.h
    tryout/masksmodel.cpp tryout/masksmodel.h
    tryout/maskview.cpp tryout/maskview.h
    tryout/pca.cpp tryout/pca.h
    tryout/scores.cpp tryout/scores.h
    tryout/scoreview.cpp tryout/scoreview.h
    tryout/sequencefacts.cpp tryout/sequencefacts.h
    tryout/toolasker.cpp tryout/toolasker.h
    tryout/toolview.h
    tryout/tryoutpage.cpp tryout/tryoutpage.h
    tryout/unreadable.cpp tryout/unreadable.h)
