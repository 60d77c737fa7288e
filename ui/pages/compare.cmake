# SPDX-License-Identifier: GPL-3.0-or-later
# Two or more runs side by side.
set(compare_sources
    compare/comparability.cpp compare/comparability.h
    compare/comparecharts.cpp compare/comparecharts.h
    compare/comparedelegate.cpp compare/comparedelegate.h
    compare/comparefilter.cpp compare/comparefilter.h
    compare/comparemodel.cpp compare/comparemodel.h
    compare/comparepage.cpp compare/comparepage.h
    compare/comparetable.cpp compare/comparetable.h
    compare/configstore.cpp compare/configstore.h
    compare/differencescard.cpp compare/differencescard.h
    compare/differences.cpp compare/differences.h
    compare/filtercompleter.cpp compare/filtercompleter.h
    compare/savedfilters.cpp compare/savedfilters.h
    compare/verdict.cpp compare/verdict.h)
