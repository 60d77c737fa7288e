// SPDX-License-Identifier: GPL-3.0-or-later
#include "stubcalls.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "config/configio.h"

namespace anneal::stub {

using nlohmann::json;

int measure(Behaviour behaviour)
{
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    const json object = json::parse(text, nullptr, false);
    if (behaviour == Behaviour::WrongJson) {
        std::cout << "not a number" << std::endl;
        return 0;
    }
    if (behaviour == Behaviour::DiesWhileAnswering)
        raise(SIGKILL);
    if (!object.is_object() || hasErrors(configFromJson(object).issues)) {
        std::cout << json{{"ok", false}, {"error", "the configuration has errors"}}.dump() << std::endl;
        return 2;
    }
    std::cout << json{{"ok", true},
                      {"seconds_per_step", 0.25},
                      {"tokens_per_second", 32768.0},
                      {"peak_memory_bytes", 500000000}}
                     .dump()
              << std::endl;
    return 0;
}

int devices()
{
    const json cpu = {{"kind", "cpu"}, {"name", "stub"}, {"memory_bytes", 1000000000}};
    std::cout << json{{"torch", "0.0.0-stub"}, {"threads", 2}, {"cuda_built", false}, {"devices", {cpu}}}.dump()
              << std::endl;
    return 0;
}

int exportModel(const std::string &to, const std::string &layout)
{
    if (std::filesystem::exists(to)) {
        std::cout << json{{"ok", false}, {"error", to + ": This is not an empty folder."}}.dump() << std::endl;
        return 2;
    }
    std::filesystem::create_directories(to);
    std::ofstream(to + "/config.json") << "{}";
    std::cout << json{{"ok", true},          {"folder", to},       {"layout", layout},
                      {"family", "ESM-2"},   {"parameters", 1000}, {"merged_adapter", false},
                      {"left_out", {"head"}}}
                     .dump()
              << std::endl;
    return 0;
}

} // namespace anneal::stub
