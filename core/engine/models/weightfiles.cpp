// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/weightfiles.h"

#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"

namespace anneal {
namespace {

constexpr const char *kWeightsFile = "model.safetensors";
constexpr const char *kShardIndex = "model.safetensors.index.json";

Failure noWeights(const fs::path &folder)
{
    std::error_code error;
    for (const char *pickle : {"pytorch_model.bin", "pytorch_model.bin.index.json"})
        if (fs::exists(folder / pickle, error))
            return fail(ErrorCode::Data,
                        "the weights are a pickle file, and reading one would run whatever code it holds: convert it "
                        "with transformers, from_pretrained(FOLDER) and save_pretrained(NEW_FOLDER)",
                        (folder / pickle).string());
    return fail(ErrorCode::Data, fmt::format("there is neither {} nor {}", kWeightsFile, kShardIndex), folder.string());
}

/// Tensor name → shard's file name.
Result<std::map<std::string, std::string>> readIndex(const fs::path &path)
{
    const auto text = readFile(path);
    if (!text)
        return Failure(text.error());
    const auto index = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
    if (!index.is_object() || !index.contains("weight_map") || !index["weight_map"].is_object())
        return fail(ErrorCode::Data, "this is not an index of weight files: weight_map is missing", path.string());
    std::map<std::string, std::string> fileOf;
    for (const auto &[name, file] : index["weight_map"].items()) {
        const std::string shard = file.is_string() ? file.get<std::string>() : std::string();
        if (shard.empty() || fs::path(shard).filename().string() != shard)
            return fail(ErrorCode::Data,
                        fmt::format("weight_map of '{}' is {}, but must be a file in this folder", name, file.dump()),
                        path.string());
        fileOf[name] = shard;
    }
    return fileOf;
}

} // namespace

bool hasWeights(const fs::path &folder)
{
    std::error_code error;
    return fs::exists(folder / kWeightsFile, error) || fs::exists(folder / kShardIndex, error);
}

Result<WeightFiles> WeightFiles::open(const fs::path &folder)
{
    std::error_code error;
    WeightFiles files;
    if (fs::exists(folder / kShardIndex, error) && !fs::exists(folder / kWeightsFile, error)) {
        if (auto added = files.addShards(folder / kShardIndex); !added)
            return Failure(std::move(added.error()));
    } else if (!fs::exists(folder / kWeightsFile, error)) {
        return noWeights(folder);
    } else {
        auto file = SafetensorsFile::open(folder / kWeightsFile);
        if (!file)
            return Failure(std::move(file.error()));
        files.add(std::move(*file));
    }
    for (const auto &[name, file] : files.m_fileOf)
        files.m_names.push_back(name);
    return files;
}

Result<void> WeightFiles::addShards(const fs::path &index)
{
    const auto fileOf = readIndex(index);
    if (!fileOf)
        return Failure(fileOf.error());
    std::set<std::string> shards;
    for (const auto &[name, shard] : *fileOf)
        shards.insert(shard);
    for (const std::string &shard : shards) {
        auto file = SafetensorsFile::open(index.parent_path() / shard);
        if (!file)
            return Failure(std::move(file.error()));
        add(std::move(*file));
    }
    for (const auto &[name, shard] : *fileOf)
        if (m_fileOf.count(name) == 0)
            return fail(ErrorCode::Data, fmt::format("tensor '{}' is not in {}, which should hold it", name, shard),
                        index.string());
    return {};
}

void WeightFiles::add(SafetensorsFile file)
{
    for (const auto &[name, entry] : file.entries())
        m_fileOf.emplace(name, m_files.size());
    m_files.push_back(std::move(file));
}

void WeightFiles::setStored(StoredTensors stored)
{
    m_names.clear();
    for (const auto &[name, where] : stored)
        m_names.push_back(name);
    m_stored = std::move(stored);
}

Result<torch::Tensor> WeightFiles::tensor(const std::string &name) const
{
    const std::string stored = nameInFile(name);
    const auto whole = fileWith(stored).view(stored);
    const auto part = m_stored.find(name);
    return whole && part != m_stored.end() && part->second.cut ? part->second.cut(*whole) : whole;
}

void WeightFiles::release(const std::string &name) const
{
    const std::string stored = nameInFile(name);
    fileWith(stored).release(stored);
}

std::string WeightFiles::nameInFile(const std::string &name) const
{
    const auto stored = m_stored.find(name);
    return stored == m_stored.end() ? name : stored->second.name;
}

std::string WeightFiles::fileOf(const std::string &name) const
{
    return fileWith(nameInFile(name)).path().string();
}

const SafetensorsFile &WeightFiles::fileWith(const std::string &nameInFile) const
{
    const auto found = m_fileOf.find(nameInFile);
    return m_files[found == m_fileOf.end() ? 0 : found->second];
}

} // namespace anneal
