# SPDX-License-Identifier: GPL-3.0-or-later
# What several pages need.
set(common_sources
    common/counted.cpp common/counted.h
    common/labels.cpp common/labels.h
    common/letterbox.cpp common/letterbox.h
    common/runtable.cpp common/runtable.h
    common/runtext.cpp common/runtext.h
    common/serieslook.cpp common/serieslook.h
    common/tables.cpp common/tables.h
    common/tabs.cpp common/tabs.h
    common/throttle.cpp common/throttle.h)
