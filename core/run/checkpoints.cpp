// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/checkpoints.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include <spdlog/spdlog.h>

#include "base/files.h"
#include "config/measures.h"
#include "run/jsonfields.h"

namespace anneal {

namespace {

constexpr std::string_view kPrefix = "step-";

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0)
        return std::nullopt;
    return number;
}

std::optional<std::int64_t> stepOfFolder(const fs::path &folder)
{
    const std::string name = folder.filename().string();
    if (!name.starts_with(kPrefix))
        return std::nullopt;
    return wholeNumber(std::string_view(name).substr(kPrefix.size()));
}

std::int64_t folderBytes(const fs::path &folder)
{
    std::int64_t bytes = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        const auto size = it->is_regular_file(ignored) ? it->file_size(ignored) : 0;
        bytes += ignored ? 0 : static_cast<std::int64_t>(size);
    }
    return bytes;
}

CheckpointInfo readCheckpoint(const fs::path &folder, std::int64_t step)
{
    CheckpointInfo info;
    info.step = step;
    info.folder = folder;
    info.bytes = folderBytes(folder);
    const auto trainer = readJsonObject(folder / "trainer.json");
    if (!trainer) {
        spdlog::warn("{}", trainer.error().text());
        return info;
    }
    info.timeMicros = integerField(*trainer, "time_micros");
    info.validationLoss = optionalReal(*trainer, "validation_loss");
    info.measure = textField(*trainer, "metric_for_best_model", info.measure);
    info.measured = info.measure == "loss" ? info.validationLoss : optionalReal(*trainer, "metric");
    return info;
}

bool isMeasured(const CheckpointInfo &info)
{
    return info.measured && std::isfinite(*info.measured);
}

/// Lower is better; infinite where nothing was measured.
double costOf(const CheckpointInfo &info)
{
    if (!isMeasured(info))
        return INFINITY;
    const Measure *measure = findMeasure(info.measure);
    return measure == nullptr || measure->lowerIsBetter ? *info.measured : -*info.measured;
}

/// Of two equal ones the earlier is better.
bool isBetter(const CheckpointInfo &a, const CheckpointInfo &b)
{
    const double costs[] = {costOf(a), costOf(b)};
    return costs[0] != costs[1] ? costs[0] < costs[1] : a.step < b.step;
}

void markBestAndLast(std::vector<CheckpointInfo> &checkpoints)
{
    if (checkpoints.empty())
        return;
    checkpoints.back().last = true;
    const auto best = std::min_element(checkpoints.begin(), checkpoints.end(), isBetter);
    best->best = isMeasured(*best);
}

std::string listing(const std::vector<CheckpointInfo> &checkpoints)
{
    std::string text;
    for (const CheckpointInfo &info : checkpoints)
        text += (text.empty() ? "" : ", ") + std::to_string(info.step) + (info.best ? " (best)" : "");
    return text;
}

bool isChosen(const CheckpointInfo &info, const std::string &which)
{
    return (which == "best" && info.best) || (which == "last" && info.last) || wholeNumber(which) == info.step;
}

} // namespace

Result<std::vector<CheckpointInfo>> listCheckpoints(const RunPaths &paths)
{
    std::vector<CheckpointInfo> checkpoints;
    std::error_code error;
    if (!fs::exists(paths.checkpoints(), error) && !error)
        return checkpoints;
    for (fs::directory_iterator it(paths.checkpoints(), error), end; !error && it != end; it.increment(error)) {
        const auto step = stepOfFolder(it->path());
        std::error_code ignored;
        if (step && fs::exists(it->path() / "COMPLETE", ignored))
            checkpoints.push_back(readCheckpoint(it->path(), *step));
    }
    if (error)
        return storageError("read", paths.checkpoints(), error.value());
    std::sort(checkpoints.begin(), checkpoints.end(), [](const auto &a, const auto &b) { return a.step < b.step; });
    markBestAndLast(checkpoints);
    return checkpoints;
}

Result<CheckpointInfo> chooseCheckpoint(const RunPaths &paths, const std::string &which)
{
    const auto checkpoints = listCheckpoints(paths);
    if (!checkpoints)
        return Failure(checkpoints.error());
    for (const CheckpointInfo &info : *checkpoints)
        if (isChosen(info, which))
            return info;
    const std::string where = paths.checkpoints().string();
    if (checkpoints->empty())
        return fail(ErrorCode::Data, "This run has no complete checkpoint yet.", where);
    if (which == "best")
        return fail(ErrorCode::Data,
                    "No checkpoint was saved at an evaluation yet. Use \"last\" or one of the steps "
                        + listing(*checkpoints) + ".",
                    where);
    return fail(ErrorCode::Data,
                "There is no checkpoint \"" + which + "\". Use best, last or one of the steps " + listing(*checkpoints)
                    + ".",
                where);
}

std::vector<std::int64_t> rotationVictims(const std::vector<CheckpointInfo> &present, std::int64_t keepLast,
                                          std::int64_t keepBest)
{
    std::vector<CheckpointInfo> rest = present;
    std::set<std::int64_t> kept;
    const auto keepFirst = [&](std::int64_t count, auto order, auto mayKeep) {
        std::sort(rest.begin(), rest.end(), order);
        for (const CheckpointInfo &info : rest)
            if (count > 0 && mayKeep(info)) {
                kept.insert(info.step);
                --count;
            }
    };
    const auto newer = [](const CheckpointInfo &a, const CheckpointInfo &b) { return a.step > b.step; };
    keepFirst(std::max<std::int64_t>(1, keepBest), isBetter, isMeasured);
    keepFirst(kept.empty() ? std::max<std::int64_t>(1, keepLast) : keepLast, newer, [](const auto &) { return true; });
    std::vector<std::int64_t> victims;
    for (const CheckpointInfo &info : present)
        if (!kept.contains(info.step))
            victims.push_back(info.step);
    return victims;
}

} // namespace anneal
