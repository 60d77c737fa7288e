// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files.h"
#include "base/hardware.h"
#include "base/units.h"
#include "cli/commands/commands.h"
#include "cli/enginecall.h"
#include "cli/output.h"
#include "cli/texttable.h"
#include "launch/launcher.h"

namespace anneal {

namespace {

struct NoOptions {
};

/// Something that is missing and how to mend it.
struct Finding {
    std::string problem;
    std::string fix;
};

constexpr std::uint64_t kLittleDisk = 2'000'000'000;

/// True when a font file of that name begins so is where Debian, a person or Anneal keeps fonts.
bool hasFont(const std::string &beginning)
{
    const char *home = std::getenv("HOME");
    for (const fs::path &folder :
         {resourceFolder() / "fonts", fs::path("/usr/share/fonts"), fs::path("/usr/local/share/fonts"),
          fs::path(home ? home : "/") / ".local/share/fonts"}) {
        std::error_code ignored;
        for (const auto &entry :
             fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, ignored))
            if (entry.path().filename().string().starts_with(beginning))
                return true;
    }
    return false;
}

std::vector<Finding> findings(const Session &session, const Result<nlohmann::json> &engine)
{
    std::vector<Finding> found;
    if (!engine)
        found.push_back({"the engine does not run: " + engine.error().text(), "./run --build"});
    if (freeBytes(session.workspace) < kLittleDisk)
        found.push_back({"less than 2 GB are free where the runs are kept",
                         "free some space, or choose another disk with --workspace DIR"});
    if (const auto workspace = Workspace::open(session.workspace); !workspace)
        found.push_back({workspace.error().text(), "choose another folder with --workspace DIR"});
    else if (workspace->readOnly())
        found.push_back(
            {session.workspace.string() + " cannot be written to", "choose another folder with --workspace DIR"});
    if (!hasFont("Roboto"))
        found.push_back(
            {"the font Roboto is missing; the window takes another one", "apt-get install fonts-roboto-unhinted"});
    if (!hasFont("JetBrainsMono"))
        found.push_back({"the font JetBrains Mono is missing; the window takes another one",
                         "apt-get install fonts-jetbrains-mono"});
    return found;
}

Json document(const Session &session, const Hardware &hardware, const Result<nlohmann::json> &engine,
              const std::vector<Finding> &found)
{
    Json gpus = Json::array();
    for (const GpuInfo &gpu : hardware.gpus)
        gpus.push_back(
            {{"index", gpu.index}, {"name", gpu.name}, {"uuid", gpu.uuid}, {"memory_bytes", gpu.memoryBytes}});
    Json missing = Json::array();
    for (const Finding &finding : found)
        missing.push_back({{"problem", finding.problem}, {"fix", finding.fix}});
    return {{"version", ANNEAL_VERSION},
            {"cpu", hardware.cpuName},
            {"cores", hardware.cores},
            {"cpu_bf16", hardware.cpuHasBf16},
            {"memory_bytes", hardware.memoryBytes},
            {"available_memory_bytes", hardware.availableMemoryBytes},
            {"gpus", gpus},
            {"engine", engine ? Json(*engine) : Json()},
            {"engine_path", enginePath().string()},
            {"workspace", session.workspace.string()},
            {"free_disk_bytes", freeBytes(session.workspace)},
            {"missing", missing}};
}

std::string torchVersion(const nlohmann::json &engine)
{
    const auto version = engine.find("torch");
    return version != engine.end() && version->is_string() ? version->get<std::string>() : "unknown";
}

void print(const Session &session, const Hardware &hardware, const Result<nlohmann::json> &engine,
           const std::vector<Finding> &found)
{
    TextTable table({"Anneal", ANNEAL_VERSION});
    table.add({"Processor",
               hardware.cpuName + ", " + std::to_string(hardware.cores) + " cores"
                   + (hardware.cpuHasBf16 ? ", native bf16" : ", no native bf16 (fp32 is faster)")});
    table.add({"Memory",
               formatMemory(static_cast<double>(hardware.memoryBytes)) + ", "
                   + formatMemory(static_cast<double>(hardware.availableMemoryBytes)) + " available"});
    for (const GpuInfo &gpu : hardware.gpus)
        table.add(
            {"GPU " + std::to_string(gpu.index), gpu.name + ", " + formatMemory(static_cast<double>(gpu.memoryBytes))});
    if (hardware.gpus.empty())
        table.add({"GPU", "none found; the engine computes on the processor"});
    table.add({"Engine", enginePath().string()});
    if (engine)
        table.add({"Torch", torchVersion(*engine)});
    table.add({"Workspace",
               session.workspace.string() + ", " + formatFileSize(static_cast<double>(freeBytes(session.workspace)))
                   + " free"});
    table.print();
    std::cout << (found.empty() ? "\nNothing is missing.\n" : "\n");
    for (const Finding &finding : found)
        std::cout << "missing  " << finding.problem << "\n         fix: " << finding.fix << '\n';
}

Result<int> doctor(const Session &session, const NoOptions &)
{
    const Hardware hardware = localHardware();
    const auto engine = engineDevices();
    const auto found = findings(session, engine);
    if (session.json)
        printJson(document(session, hardware, engine, found));
    else
        print(session, hardware, engine, found);
    return 0;
}

} // namespace

void addDoctor(CLI::App &app, Session &session)
{
    addCommand(app, session, "doctor", "Say what this machine has, what is missing and how to mend it",
               std::make_shared<NoOptions>(), doctor);
}

} // namespace anneal
