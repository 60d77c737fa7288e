// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <torch/torch.h>

#include "base/result.h"
#include "config/config.h"

namespace anneal {

/// The device that a configuration asks for. Device error when it is not there.
[[nodiscard]] Result<torch::Device> chooseDevice(const DeviceConfig &config);

/// "CPU, 2 threads" or "cuda:0 NVIDIA H100".
[[nodiscard]] std::string describeDevice(torch::Device device);

/// Threads of torch (0 = all cores) and an allocator that keeps freed memory: activations of the same sizes come back
/// at every step, and handing their pages to the kernel in between costs more than computing with them.
void prepareProcess(const DeviceConfig &config);

/// Hands memory that torch and the C library keep for later back to the system.
void releaseCachedMemory(torch::Device device);

/// Most memory that this process (on a GPU: its tensors) has held so far.
[[nodiscard]] std::int64_t peakMemoryBytes(torch::Device device);

} // namespace anneal
