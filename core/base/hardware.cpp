// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/hardware.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <sched.h>

#include "base/files.h"

namespace anneal {

namespace {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kBlank = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// The value of the first line "key : value".
std::string_view valueOf(std::string_view text, std::string_view key)
{
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos && trimmed(line.substr(0, colon)) == key)
            return trimmed(line.substr(colon + 1));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return {};
}

std::optional<std::uint64_t> leadingNumber(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

bool hasWord(std::string_view text, std::string_view word)
{
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ' '))
            return true;
    }
    return false;
}

int usableCores()
{
    cpu_set_t mask;
    CPU_ZERO(&mask);
    return sched_getaffinity(0, sizeof mask, &mask) == 0 ? std::max(1, CPU_COUNT(&mask)) : 1;
}

/// A container may hold less than the machine has.
void applyContainerLimits(const fs::path &cgroup, Hardware &hardware)
{
    const std::string cpu = readFile(cgroup / "cpu.max").value_or("");
    const auto quota = leadingNumber(cpu);
    const auto period = leadingNumber(std::string_view(cpu).substr(std::min(cpu.size(), cpu.find(' ') + 1)));
    if (quota && period && *period > 0)
        hardware.cores = std::clamp(static_cast<int>((*quota + *period - 1) / *period), 1, hardware.cores);
    const auto limit = leadingNumber(readFile(cgroup / "memory.max").value_or(""));
    if (!limit || *limit >= hardware.memoryBytes)
        return;
    const std::uint64_t used = leadingNumber(readFile(cgroup / "memory.current").value_or("")).value_or(0);
    hardware.memoryBytes = *limit;
    hardware.availableMemoryBytes = std::min(hardware.availableMemoryBytes, *limit - std::min(used, *limit));
}

/// bf16 arithmetic came with Ampere; the driver's files name the model, not the architecture.
bool isBeforeAmpere(std::string_view model)
{
    constexpr std::array<std::string_view, 12> kOlder = {"V100", "P100",   "P40",    "P4 ",   "K80", "T4",
                                                         "GTX",  "RTX 20", "Quadro", "TITAN", "M60", "M40"};
    return std::any_of(kOlder.begin(), kOlder.end(),
                       [model](std::string_view name) { return model.find(name) != std::string_view::npos; })
        && model.find("RTX A") == std::string_view::npos;
}

std::vector<GpuInfo> listGpus(const fs::path &driver)
{
    std::error_code error;
    std::vector<fs::path> folders;
    for (const fs::directory_entry &entry : fs::directory_iterator(driver / "gpus", error))
        folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end()); // by bus address
    std::vector<GpuInfo> gpus;
    for (const fs::path &folder : folders) {
        const std::string text = readFile(folder / "information").value_or("");
        GpuInfo gpu;
        gpu.index = static_cast<int>(gpus.size());
        gpu.name = valueOf(text, "Model");
        gpu.uuid = valueOf(text, "GPU UUID");
        gpu.supportsBf16 = !isBeforeAmpere(gpu.name);
        gpus.push_back(std::move(gpu));
    }
    return gpus;
}

std::uint64_t kibibytesOf(std::string_view meminfo, std::string_view key)
{
    return leadingNumber(valueOf(meminfo, key)).value_or(0) * 1024;
}

} // namespace

Hardware hardwareFrom(const fs::path &proc, const fs::path &cgroup)
{
    Hardware hardware;
    hardware.cores = usableCores();
    const std::string memory = readFile(proc / "meminfo").value_or("");
    hardware.memoryBytes = kibibytesOf(memory, "MemTotal");
    hardware.availableMemoryBytes = kibibytesOf(memory, "MemAvailable");
    const std::string cpu = readFile(proc / "cpuinfo").value_or("");
    hardware.cpuName = valueOf(cpu, "model name");
    const std::string_view flags = valueOf(cpu, "flags");
    hardware.cpuHasBf16 = hasWord(flags, "avx512_bf16") || hasWord(flags, "amx_bf16");
    applyContainerLimits(cgroup, hardware);
    hardware.gpus = listGpus(proc / "driver" / "nvidia");
    return hardware;
}

Hardware localHardware()
{
    return hardwareFrom("/proc", "/sys/fs/cgroup");
}

} // namespace anneal
