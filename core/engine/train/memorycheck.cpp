// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/memorycheck.h"

#include <algorithm>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

#include "base/hardware.h"
#include "base/units.h"

namespace anneal {
namespace {

/// What `ulimit -v` leaves to this process.
double leftOfAddressSpace()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return 1e300;
    std::int64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return static_cast<double>(limit.rlim_cur)
        - static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

} // namespace

Result<void> checkMemory(const Config &config, const DataCounts &counts)
{
    const MemoryEstimate estimate = makePlan(config, counts).memory;
    const auto states = static_cast<double>(estimate.weights + estimate.gradients + estimate.optimizer);
    const auto activations = static_cast<double>(estimate.activations);
    const double available = std::min(static_cast<double>(localHardware().availableMemoryBytes), leftOfAddressSpace());
    if (states + activations <= available)
        return {};
    return fail(ErrorCode::OutOfMemory,
                "This run needs about " + formatMemory(states + activations) + " of memory (model and optimizer "
                    + formatMemory(states) + ", activations " + formatMemory(activations) + ") and "
                    + formatMemory(std::max(0.0, available))
                    + " are free; lower batch.tokens_per_device or choose a smaller model.");
}

} // namespace anneal
