// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <filesystem>
#include <string>

#include "models/sequencemodel.h"
#include "models/weightsreader.h"

namespace anneal {

/// The folder that holds a model's weights: that of the base for an adapter's folder, else the folder itself.
/// Data error naming adapter_config.json when the base is not there.
[[nodiscard]] Result<std::filesystem::path> baseFolderOf(const std::filesystem::path &folder);

/// loadModelFolder() that reads nothing of the base's weights that is in `shared`.
[[nodiscard]] Result<LoadedModel> loadModelFolder(const std::filesystem::path &folder, torch::Dtype dtype,
                                                  const SharedTensors &shared);

/// The last few models that were asked for, as long as they stand on one base: they share its weights in memory, and
/// going back to one of them costs nothing. A folder that changed on disk is read anew; one that was removed answers
/// on.
class ModelShelf
{
public:
    /// Data error as loadModelFolder(); what is on the shelf stays then. `beside`: a folder that is asked in turn with
    /// this one, so that it stays on whatever base it stands; empty = none.
    [[nodiscard]] Result<LoadedModel> take(const std::filesystem::path &folder,
                                           const std::filesystem::path &beside = {});

    static constexpr std::size_t kMost = 4;

private:
    /// A folder as it was when it was read.
    struct Place {
        std::filesystem::path folder;
        std::string stamp; ///< sizes and times of its files
        friend bool operator==(const Place &, const Place &) = default;
    };
    struct Kept {
        Place place, base;
        LoadedModel loaded;
    };
    [[nodiscard]] static Place placeOf(const std::filesystem::path &folder);
    [[nodiscard]] SharedTensors sharedOf(const Place &base) const;

    std::deque<Kept> m_kept; ///< the last one first
};

} // namespace anneal
