// SPDX-License-Identifier: GPL-3.0-or-later
#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "config/presets.h"
#include "config/rules.h"

namespace anneal {

namespace fs = std::filesystem;

std::string fileProblem(const fs::path &path)
{
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status) && error != std::errc::permission_denied)
        return fmt::format("There is no file {}; check the path", path.string());
    if (fs::is_directory(status))
        return fmt::format("{} is a folder; name a file in it", path.string());
    if (::faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) != 0)
        return fmt::format("{} cannot be read: {}; allow yourself to read the file and the folders above it",
                           path.string(), std::generic_category().message(errno));
    if (fs::is_regular_file(status) && fs::file_size(path, error) == 0)
        return fmt::format("{} is empty; choose another file, or get it again", path.string());
    return {};
}

namespace {

void checkFile(const RuleContext &context, const char *key, const std::string &text)
{
    if (text.empty())
        return;
    if (const std::string problem = fileProblem(resolveDataPath(text)); !problem.empty())
        context.error(key, problem + ".");
}

void checkTrain(const RuleContext &context)
{
    if (context.config.data.train.empty())
        context.error("data.train", "Choose a file with the sequences to train on (FASTA, CSV, TSV or JSON lines).",
                      "sample:proteins");
    checkFile(context, "data.train", context.config.data.train);
}

void checkValidation(const RuleContext &context)
{
    const DataConfig &data = context.config.data;
    checkFile(context, "data.validation", data.validation);
    std::error_code error;
    if (!data.validation.empty()
        && fs::equivalent(resolveDataPath(data.train), resolveDataPath(data.validation), error))
        context.error("data.validation",
                      "This is the training file itself: the validation loss would say nothing. "
                      "Leave it empty to hold out a share of the training file.");
}

void checkSplit(const RuleContext &context)
{
    const DataConfig &data = context.config.data;
    checkFile(context, "data.split_file", data.split_file);
    if (!data.split_file.empty() && !data.validation.empty())
        context.error("data.split_file",
                      "A split file and a second validation file contradict each other. Leave one of them empty.");
}

void checkWildType(const RuleContext &context)
{
    checkFile(context, "data.wild_type", context.config.data.wild_type);
}

void checkInitFrom(const RuleContext &context)
{
    const std::string &text = context.config.model.init_from;
    if (text.empty())
        return;
    const fs::path folder = resolveDataPath(text);
    std::error_code error;
    if (!fs::is_directory(folder, error))
        return context.error("model.init_from", fmt::format("There is no folder {}; check the path.", folder.string()));
    const bool isSharded = fs::exists(folder / "model.safetensors.index.json", error);
    for (const char *name : {"config.json", isSharded ? "model.safetensors.index.json" : "model.safetensors"})
        if (const std::string problem = fileProblem(folder / name); !problem.empty())
            return context.error("model.init_from",
                                 problem + "; a checkpoint folder holds config.json and model.safetensors.");
}

} // namespace

std::vector<Rule> fileRules()
{
    return {
        {{"data.train"}, checkTrain},
        {{"data.train", "data.validation"}, checkValidation},
        {{"data.validation", "data.split_file"}, checkSplit},
        {{"data.wild_type"}, checkWildType},
        {{"model.init_from"}, checkInitFrom},
    };
}

} // namespace anneal
