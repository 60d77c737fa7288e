// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/modelshelf.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/files.h"

namespace anneal {

ModelShelf::Place ModelShelf::placeOf(const fs::path &folder)
{
    std::error_code error;
    Place place{fs::weakly_canonical(folder, error), {}};
    for (const char *name : {"config.json", "adapter_config.json", "adapter_model.safetensors", "model.safetensors",
                             "model.safetensors.index.json", "tokenizer.json", "vocab.txt"}) {
        const fs::path file = place.folder / name;
        if (!fs::exists(file, error))
            continue;
        const auto size = fs::file_size(file, error);
        const auto time = fs::last_write_time(file, error).time_since_epoch().count();
        place.stamp += fmt::format("{} {} {}\n", name, size, time);
    }
    return place;
}

SharedTensors ModelShelf::sharedOf(const Place &base) const
{
    SharedTensors shared;
    for (const Kept &kept : m_kept)
        if (kept.base == base)
            shared.merge(unchangedTensors(*kept.loaded.model));
    return shared;
}

Result<LoadedModel> ModelShelf::take(const fs::path &folder, const fs::path &beside)
{
    const Place place = placeOf(folder);
    const bool isGone = place.stamp.empty();
    const auto kept = std::find_if(m_kept.begin(), m_kept.end(),
                                   [&](const Kept &one) { return isGone && one.place.folder == place.folder; });
    if (kept != m_kept.end())
        return kept->loaded;
    const auto baseFolder = baseFolderOf(folder);
    if (!baseFolder)
        return Failure(baseFolder.error());
    const Place base = placeOf(*baseFolder);
    const auto known = std::find_if(m_kept.begin(), m_kept.end(),
                                    [&](const Kept &kept) { return kept.place == place && kept.base == base; });
    if (known != m_kept.end()) {
        std::rotate(m_kept.begin(), known, known + 1);
        return m_kept.front().loaded;
    }
    auto loaded = loadModelFolder(folder, torch::kFloat32, sharedOf(base));
    if (!loaded)
        return loaded;
    const fs::path stays = beside.empty() ? beside : placeOf(beside).folder;
    std::erase_if(m_kept, [&](const Kept &kept) {
        return kept.place.folder == place.folder || (!(kept.base == base) && kept.place.folder != stays);
    });
    m_kept.push_front({place, base, *loaded});
    if (m_kept.size() > kMost)
        m_kept.pop_back();
    return loaded;
}

} // namespace anneal
