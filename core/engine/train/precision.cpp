// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/precision.h"

#include <ATen/autocast_mode.h>

namespace anneal {

PrecisionScope::PrecisionScope(torch::Device device, const std::string &compute)
    : m_device(device.type())
    , m_active(compute == "bf16")
{
    if (!m_active)
        return;
    at::autocast::set_autocast_dtype(m_device, torch::kBFloat16);
    at::autocast::set_autocast_enabled(m_device, true);
    at::autocast::increment_nesting();
}

PrecisionScope::~PrecisionScope()
{
    if (!m_active)
        return;
    // The cache holds bf16 copies of the weights, which the next update makes stale.
    if (at::autocast::decrement_nesting() == 0)
        at::autocast::clear_cache();
    at::autocast::set_autocast_enabled(m_device, false);
}

} // namespace anneal
