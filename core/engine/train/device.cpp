// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/device.h"

#include <limits>

#include <malloc.h>
#include <sys/resource.h>

#include <c10/core/CachingDeviceAllocator.h>

#include "base/hardware.h"

namespace anneal {

Result<torch::Device> chooseDevice(const DeviceConfig &config)
{
    const bool available = torch::cuda::is_available();
    if (config.kind == "cpu" || (config.kind == "auto" && !available))
        return torch::Device(torch::kCPU);
    if (!available)
        return fail(ErrorCode::Device,
                    "No GPU can be used here: no NVIDIA driver, or this build has no CUDA. Choose device.kind = cpu or "
                    "auto.",
                    "device.kind");
    const auto count = static_cast<std::int64_t>(torch::cuda::device_count());
    if (config.index >= count)
        return fail(ErrorCode::Device,
                    "There is no GPU " + std::to_string(config.index) + "; this machine has " + std::to_string(count)
                        + ", counted from 0.",
                    "device.index");
    return torch::Device(torch::kCUDA, static_cast<torch::DeviceIndex>(config.index));
}

std::string describeDevice(torch::Device device)
{
    if (device.is_cpu()) {
        const int threads = at::get_num_threads();
        return "CPU, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    }
    std::string text = device.str();
    for (const GpuInfo &gpu : localHardware().gpus)
        if (gpu.index == device.index())
            text += " " + gpu.name;
    return text;
}

void prepareProcess(const DeviceConfig &config)
{
    mallopt(M_MMAP_THRESHOLD, std::numeric_limits<int>::max());
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
    mallopt(M_TOP_PAD, 64 << 20);
    at::set_num_threads(config.threads > 0 ? static_cast<int>(config.threads) : localHardware().cores);
}

void releaseCachedMemory(torch::Device device)
{
    if (device.is_cuda())
        c10::getDeviceAllocator(c10::kCUDA)->emptyCache();
    malloc_trim(0);
}

std::int64_t peakMemoryBytes(torch::Device device)
{
    if (device.is_cuda())
        return c10::getDeviceAllocator(c10::kCUDA)->getDeviceStats(device.index()).reserved_bytes[0].peak;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

} // namespace anneal
