// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace anneal {

struct GpuInfo {
    int index = 0;
    std::string name;
    std::string uuid;
    std::uint64_t memoryBytes = 0; ///< 0 = unknown: the driver's files do not say
    bool supportsBf16 = true;
};

/// What a machine has. A value, so that a configuration for another machine can be checked here.
struct Hardware {
    int cores = 1;
    std::uint64_t memoryBytes = 0;
    std::uint64_t availableMemoryBytes = 0;
    std::string cpuName;
    bool cpuHasBf16 = false; ///< native bf16 arithmetic (avx512_bf16 or amx_bf16): bf16 without it is slower than fp32
    std::vector<GpuInfo> gpus;
};

/// This machine, read from /proc and, when the driver is there, /proc/driver/nvidia. Cheap (about 1 ms).
[[nodiscard]] Hardware localHardware();

/// The same from copies of those folders; `cgroup` may lower cores and memory to a container's share.
[[nodiscard]] Hardware hardwareFrom(const std::filesystem::path &proc, const std::filesystem::path &cgroup);

} // namespace anneal
