// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's entry: README.md says how to build and run it.
#include <cstdio>
#include <cstdlib>

#include <sys/mman.h>
#include <unistd.h>

#include "safetensorspromises.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const int file = ::memfd_create("safetensors", 0); // a file without a disk
    const std::string_view bytes(reinterpret_cast<const char *>(data), size);
    if (file < 0 || ::write(file, bytes.data(), size) != static_cast<ssize_t>(size))
        std::abort();
    const auto outcome = anneal::checkSafetensors("/proc/self/fd/" + std::to_string(file), bytes, false);
    ::close(file);
    if (outcome.broken) {
        std::fprintf(stderr, "broken promise: %s\n", outcome.broken->c_str());
        std::abort();
    }
    return 0;
}
