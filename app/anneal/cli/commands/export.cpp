// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "base/units.h"
#include "cli/commands/commands.h"
#include "cli/enginecall.h"
#include "cli/output.h"
#include "run/checkpoints.h"

namespace anneal {

namespace {

struct ExportOptions {
    std::string run; ///< RUN, RUN@STEP, RUN@best or RUN@last
    std::string model;
    std::string folder;
    std::string layout = "huggingface";
};

Result<fs::path> sourceFolder(const Session &session, const ExportOptions &options)
{
    if (options.run.empty() == options.model.empty())
        return fail(ErrorCode::Config, "Say which model to write: RUN, RUN@STEP or --model DIR.");
    if (!options.model.empty())
        return fs::absolute(options.model);
    const RunAtStep wanted = splitRunAtStep(options.run);
    const auto target = findRun(session, wanted.run);
    if (!target)
        return tl::unexpected(target.error());
    return chooseCheckpoint(target->paths, wanted.step.empty() ? "last" : wanted.step)
        .map([](const CheckpointInfo &checkpoint) { return checkpoint.folder; });
}

void printExported(const Json &written)
{
    std::cout << fmt::format("Wrote {} ({} parameters, {} layout) to {}.\n", written.at("family").get<std::string>(),
                             formatCount(written.at("parameters").get<double>()),
                             written.at("layout").get<std::string>(), written.at("folder").get<std::string>());
    if (written.at("merged_adapter").get<bool>())
        std::cout << "The adapter was put into the weights of its base.\n";
    if (const auto names = written.at("left_out").get<std::vector<std::string>>(); !names.empty())
        say(fmt::format("warning: the layout has no place for {}", fmt::join(names, ", ")));
    if (written.at("layout") == "transformer-engine")
        std::cout << "transformers opens it with NVIDIA's esm_nv.py beside it.\n";
}

Result<int> exportModel(const Session &session, const ExportOptions &options)
{
    const auto source = sourceFolder(session, options);
    if (!source)
        return tl::unexpected(source.error());
    const auto written = engineExport(*source, fs::absolute(options.folder), options.layout);
    if (!written)
        return tl::unexpected(written.error());
    if (session.json)
        printJson(*written);
    else
        printExported(*written);
    return 0;
}

} // namespace

void addExport(CLI::App &app, Session &session)
{
    const auto options = std::make_shared<ExportOptions>();
    CLI::App *command =
        addCommand(app, session, "export", "Write a model as one folder for other programs", options, exportModel);
    command->add_option("RUN", options->run, "A run's last checkpoint; RUN@STEP, RUN@best for another");
    command->add_option("--model", options->model, "A model folder instead of a run")->type_name("DIR");
    command->add_option("--to", options->folder, "Folder to write, not there yet")->type_name("DIR")->required();
    command
        ->add_option("--layout", options->layout, "huggingface, or transformer-engine for NVIDIA's ESM-2 [huggingface]")
        ->type_name("NAME")
        ->check(CLI::IsMember({"huggingface", "transformer-engine"}));
}

} // namespace anneal
