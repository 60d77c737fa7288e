// SPDX-License-Identifier: GPL-3.0-or-later
#include "safetensorspromises.h"

#include <algorithm>
#include <cstring>

#include "bio/utf8.h"
#include "tensor/safetensors.h"

namespace anneal {
namespace {

/// "names 'a.b' twice" and "names 'c' twice" are one reason.
std::string withoutParticulars(const std::string &message)
{
    std::string reason;
    bool isQuoted = false;
    for (const char c : message) {
        if (c == '\'')
            isQuoted = !isQuoted;
        else if (!isQuoted && (c < '0' || c > '9'))
            reason += c;
    }
    return reason;
}

std::optional<std::string> brokenByRefusal(const Error &error, const std::filesystem::path &path)
{
    if (error.code != ErrorCode::Data && error.code != ErrorCode::Storage)
        return "the error is neither Data nor Storage";
    if (error.where != path.string())
        return "the error does not name the file but '" + error.where + "'";
    constexpr std::size_t kLongestSentence = 400;
    if (error.message.empty() || error.message.size() > kLongestSentence)
        return "the error has " + std::to_string(error.message.size()) + " characters";
    if (std::any_of(error.message.begin(), error.message.end(), [](unsigned char c) { return c < ' ' || c == 127; }))
        return "the error is more than one line";
    if (!isUtf8(error.message))
        return "the error is not UTF-8";
    return {};
}

std::optional<std::string> brokenByTensor(const SafetensorsFile &file, const std::string &name,
                                          const TensorEntry &entry, std::string_view data)
{
    const auto first = file.tensor(name), second = file.tensor(name);
    if (!first || !second)
        return "a tensor of the list cannot be read: " + (first ? second : first).error().text();
    if (first->sizes() != torch::IntArrayRef(entry.shape) || first->scalar_type() != entry.dtype)
        return "a tensor has not the shape and type of its entry";
    if (entry.begin > entry.end || entry.end > data.size() || first->nbytes() != entry.end - entry.begin)
        return "a tensor's bytes lie outside of the file";
    if (first->nbytes() == 0)
        return {};
    if (std::memcmp(first->const_data_ptr(), data.data() + entry.begin, first->nbytes()) != 0)
        return "a tensor has not the file's bytes";
    if (std::memcmp(first->const_data_ptr(), second->const_data_ptr(), first->nbytes()) != 0)
        return "a tensor reads differently the second time";
    return {};
}

std::optional<std::string> brokenByCover(const SafetensorsFile &file, std::string_view data)
{
    std::uint64_t covered = 0;
    for (const auto &[name, entry] : file.entries()) {
        if (auto broken = brokenByTensor(file, name, entry, data))
            return broken;
        covered += entry.end - entry.begin;
    }
    return covered == data.size() ? std::nullopt : std::optional<std::string>("bytes belong to no tensor, or to two");
}

std::optional<std::string> brokenByWriting(const SafetensorsFile &file)
{
    NamedTensors tensors;
    for (const auto &[name, entry] : file.entries())
        tensors.emplace_back(name, file.tensor(name).value());
    const std::filesystem::path copyPath = file.path().string() + ".copy";
    if (const auto written = writeSafetensors(copyPath, tensors, file.metadata()); !written)
        return "what was read cannot be written: " + written.error().text();
    const auto copy = SafetensorsFile::open(copyPath);
    if (!copy)
        return "what was written cannot be read: " + copy.error().text();
    if (copy->metadata() != file.metadata() || copy->entries().size() != file.entries().size())
        return "writing loses tensors or metadata";
    for (const auto &[name, tensor] : tensors) {
        const auto again = copy->tensor(name);
        if (!again || again->scalar_type() != tensor.scalar_type() || again->sizes() != tensor.sizes()
            || (tensor.nbytes() > 0
                && std::memcmp(again->const_data_ptr(), tensor.const_data_ptr(), tensor.nbytes()) != 0))
            return "writing changes a tensor";
    }
    return {};
}

std::string_view dataOf(std::string_view bytes)
{
    std::uint64_t headerBytes = 0;
    std::memcpy(&headerBytes, bytes.data(), sizeof headerBytes);
    return bytes.substr(sizeof headerBytes + headerBytes);
}

} // namespace

ReadOutcome checkSafetensors(const std::filesystem::path &path, std::string_view bytes, bool rewrites)
{
    ReadOutcome outcome;
    const auto file = SafetensorsFile::open(path);
    if (!file) {
        outcome.reason = withoutParticulars(file.error().message);
        outcome.broken = brokenByRefusal(file.error(), path);
        return outcome;
    }
    outcome.wasAccepted = true;
    outcome.broken = brokenByCover(*file, dataOf(bytes));
    if (!outcome.broken && rewrites)
        outcome.broken = brokenByWriting(*file);
    if (!outcome.broken && (file->tensor("no such tensor\n") || file->contains("no such tensor\n")))
        outcome.broken = "there is a tensor that is not in the file";
    return outcome;
}

} // namespace anneal
