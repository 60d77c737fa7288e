# SPDX-License-Identifier: GPL-3.0-or-later
# The journal: notes and automatic entries of all runs.
set(notes_sources
    notes/entrydetails.cpp notes/entrydetails.h
    notes/entrylook.cpp notes/entrylook.h
    notes/journaldelegate.cpp notes/journaldelegate.h
    notes/journalmodel.cpp notes/journalmodel.h
    notes/notespage.cpp notes/notespage.h)
