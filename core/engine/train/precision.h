// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <torch/torch.h>

namespace anneal {

/// While it lives, torch picks bf16 for matrix products on that device and keeps softmax, norms and the loss in fp32.
/// Does nothing for "fp32".
class PrecisionScope
{
public:
    PrecisionScope(torch::Device device, const std::string &compute);
    ~PrecisionScope();
    PrecisionScope(const PrecisionScope &) = delete;
    PrecisionScope &operator=(const PrecisionScope &) = delete;

private:
    torch::DeviceType m_device;
    bool m_active;
};

} // namespace anneal
