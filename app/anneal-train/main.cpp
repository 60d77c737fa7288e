// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include <CLI/CLI.hpp>

#include "base/exitcodes.h"
#include "base/log.h"
#include "calls.h"
#include "train/stopsignal.h"

namespace {

int parseAndCall(int argc, char **argv)
{
    CLI::App app("Trains and serves sequence models. Usually started by anneal.", "anneal-train");
    app.set_version_flag("--version", "anneal-train " ANNEAL_VERSION);
    app.require_subcommand(1);

    std::string folder, configFile = "-", checkpoint;
    int threads = 0;
    auto *run = app.add_subcommand("run", "Train the run that FOLDER/run.json describes, or resume it");
    run->add_option("folder,--run-dir", folder, "Run folder")->required();
    auto *serve = app.add_subcommand("serve", "Answer questions (JSON lines on standard input) with a checkpoint");
    serve->add_option("checkpoint,--checkpoint", checkpoint, "Folder with config.json and model.safetensors")
        ->required();
    serve->add_option("--threads", threads, "CPU threads; 0 = all cores")->check(CLI::NonNegativeNumber);
    auto *measure = app.add_subcommand("measure", "Time a few steps of a configuration (JSON)");
    measure->add_option("config,--config", configFile, "File; - = standard input");
    std::string target, layout = "huggingface";
    auto *exporting = app.add_subcommand("export", "Write a model as a whole folder of one layout");
    exporting->add_option("checkpoint", checkpoint, "Model folder, or an adapter beside its base")->required();
    exporting->add_option("target", target, "Folder to write")->required();
    exporting->add_option("--layout", layout, "huggingface or transformer-engine");
    auto *devices = app.add_subcommand("devices", "Print what can be used here");

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError &error) {
        return app.exit(error) == 0 ? 0 : static_cast<int>(anneal::ExitCode::Config);
    }
    if (run->parsed())
        return anneal::runCall(folder);
    if (serve->parsed())
        return anneal::serveCall(checkpoint, threads);
    if (measure->parsed())
        return anneal::measureCall(configFile);
    if (exporting->parsed())
        return anneal::exportCall(checkpoint, target, layout);
    return devices->parsed() ? anneal::devicesCall() : 0;
}

} // namespace

int main(int argc, char **argv)
{
    anneal::logToStderr();
    anneal::catchStopSignals();
    try {
        return parseAndCall(argc, argv);
    } catch (const std::exception &error) { // a folder that went away, no memory for the first allocation, …
        std::fprintf(stderr, "anneal-train: %s\n", error.what());
        return static_cast<int>(anneal::ExitCode::Internal);
    }
}
