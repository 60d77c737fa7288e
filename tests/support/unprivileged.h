// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unistd.h>

/// Root may read and write everything; while one of these lives, root's test runs as nobody and permissions count.
class Unprivileged
{
public:
    Unprivileged()
        : m_dropped(::geteuid() == 0 && ::seteuid(kNobody) == 0)
    {
    }
    ~Unprivileged()
    {
        if (m_dropped)
            (void)!::seteuid(0);
    }
    Unprivileged(const Unprivileged &) = delete;
    Unprivileged &operator=(const Unprivileged &) = delete;

private:
    static constexpr uid_t kNobody = 65534;
    bool m_dropped;
};
