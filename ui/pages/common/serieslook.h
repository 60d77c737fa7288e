// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <QString>

#include "charts/chartmodel.h"

namespace anneal {

/// What a series is called and how its numbers are written; one without an entry keeps its own name.
struct SeriesLook {
    QString title;
    ValueFormat format = ValueFormat::Norm;
};
[[nodiscard]] SeriesLook seriesLook(const std::string &name);

} // namespace anneal
