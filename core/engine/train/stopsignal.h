// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anneal {

/// From now on SIGTERM, SIGINT and SIGHUP only set a flag, which the loop looks at between steps. A second one does the
/// same.
void catchStopSignals();
[[nodiscard]] bool stopSignalled();

} // namespace anneal
