// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cstdlib>

#include "base/files.h"
#include "config/presets.h"

namespace anneal {

namespace {

constexpr std::string_view kSamplePrefix = "sample:";

/// "proteins" is the set's sequences (or its table), "proteins/split" its table of that kind.
fs::path samplePath(std::string_view name)
{
    const std::size_t slash = name.find('/');
    const std::string set(name.substr(0, slash));
    const fs::path folder = resourceFolder() / "samples" / set;
    if (slash != std::string_view::npos)
        return folder / (set + "." + std::string(name.substr(slash + 1)) + ".tsv");
    for (const char *ending : {".fna.gz", ".csv", ".tsv"})
        if (const fs::path file = folder / (set + ending); fs::exists(file))
            return file;
    return folder / (set + ".fasta.gz");
}

fs::path withoutTilde(std::string_view text)
{
    const char *home = std::getenv("HOME");
    if (home != nullptr && text.starts_with("~/"))
        return fs::path(home) / text.substr(2);
    return text;
}

} // namespace

std::string resolveDataPath(std::string_view text)
{
    if (text.empty())
        return {};
    std::error_code error;
    const bool isSample = text.starts_with(kSamplePrefix);
    const fs::path path = isSample ? samplePath(text.substr(kSamplePrefix.size())) : withoutTilde(text);
    const fs::path absolute = fs::absolute(path, error);
    return (error ? path : absolute).lexically_normal().string();
}

Config resolvePaths(Config config)
{
    for (const Field &field : fields())
        if (field.type == FieldType::Path)
            field.set(config, resolveDataPath(std::get<std::string>(field.get(config))));
    return config;
}

} // namespace anneal
