// SPDX-License-Identifier: GPL-3.0-or-later
#include "stubserve.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>
#include <unistd.h>

namespace anneal::stub {

namespace {

using nlohmann::json;

/// What a model of the fifth step finds likeliest is what a later one finds second.
json fillMask(const std::string &sequence, bool isEarly)
{
    const json tokens = isEarly ? json{"A", "L", "G"} : json{"L", "A", "G"};
    json masks = json::array();
    int position = 0;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        ++position;
        if (sequence[i] != '<')
            continue;
        masks.push_back({{"position", position}, {"tokens", tokens}, {"probabilities", {0.5, 0.25, 0.125}}});
        i = sequence.find('>', i);
    }
    return {{"ok", true}, {"seconds", 0.001}, {"masks", masks}};
}

json score(const std::string &sequence, bool bothStrands)
{
    json rows = json::array();
    for (std::size_t i = 0; i < sequence.size(); ++i)
        rows.push_back({-0.5, -1.5, -2.5});
    return {{"ok", true},
            {"seconds", 0.001},
            {"length", sequence.size()},
            {"loss", bothStrands ? 0.25 : 0.5},
            {"tokens", {"L", "A", "G"}},
            {"log_probs", rows}};
}

/// Letters in a fixed round, five at most: a client that wants more asks on.
json generate(const json &request)
{
    std::string letters = request.value("sequence", "");
    json logs = json::array();
    const auto wanted = std::min<std::size_t>(5, request.value("max_new_tokens", std::size_t{5}));
    for (std::size_t i = 0; i < wanted; ++i) {
        letters += "ACDEF"[letters.size() % 5];
        logs.push_back(-0.5);
    }
    const json one = {{"sequence", letters}, {"ended", false}, {"log_probs", logs}};
    return {{"ok", true}, {"seconds", 0.001}, {"sequences", json::array({one})}};
}

json classify()
{
    return {{"ok", true},
            {"seconds", 0.001},
            {"problem_type", "single_label_classification"},
            {"labels", {"acceptor", "donor", "none"}},
            {"values", {0.25, 0.625, 0.125}}};
}

json label(const std::string &sequence)
{
    json residues = json::array();
    for (std::size_t i = 0; i < sequence.size(); ++i)
        residues.push_back(i % 2 == 0 ? "H" : "E");
    return {{"ok", true}, {"seconds", 0.001}, {"labels", {"E", "H"}}, {"residues", residues}};
}

json embed(const std::string &sequence)
{
    return {{"ok", true}, {"seconds", 0.001}, {"embedding", {0.25, -1.5, static_cast<double>(sequence.size())}}};
}

/// Ends of the sequence touch, and neighbours.
json contacts(const std::string &sequence)
{
    const std::size_t length = sequence.size();
    std::vector<std::vector<double>> map(length, std::vector<double>(length, 0.125));
    for (std::size_t i = 0; i < length; ++i) {
        map[i][length - 1 - i] = 0.75;
        map[i][std::min(i + 1, length - 1)] = map[std::min(i + 1, length - 1)][i] = 0.875;
    }
    return {{"ok", true}, {"seconds", 0.001}, {"contacts", map}};
}

json answerTo(const json &request, const std::filesystem::path &checkpoint)
{
    const std::string sequence = request.value("sequence", "");
    const std::string task = request.value("task", "");
    if (sequence.find_first_of("0123456789") != std::string::npos)
        return {{"ok", false}, {"error", "“" + sequence + "” has a letter that is no residue"}};
    if (task == "info")
        return {{"ok", true}, {"alphabet", "protein"}};
    if (task == "fill-mask")
        return fillMask(sequence, checkpoint.filename() == "step-00000005");
    if (task == "score")
        return score(sequence, request.value("both_strands", false));
    if (task == "generate")
        return generate(request);
    if (task == "classify")
        return classify();
    if (task == "label")
        return label(sequence);
    if (task == "embed")
        return embed(sequence);
    if (task == "contacts")
        return contacts(sequence);
    if (task == "who") // for tests of the client
        return {{"ok", true}, {"checkpoint", checkpoint.filename().string()}, {"pid", getpid()}};
    if (task == "die")
        raise(SIGKILL);
    if (task == "hang")
        std::this_thread::sleep_for(std::chrono::minutes(5));
    return {{"ok", false}, {"error", "there is no task \"" + task + "\""}};
}

/// What is wrong with a checkpoint; empty when nothing is.
std::string faultOf(const std::filesystem::path &checkpoint)
{
    const bool isThere = std::filesystem::exists(checkpoint / "model.safetensors");
    return isThere ? "" : checkpoint.string() + ": there is no model.safetensors in it";
}

json facts()
{
    return {{"alphabet", "protein"}, {"parameters", 1000}, {"max_length", 1024}};
}

/// Another checkpoint from now on, unless it is broken.
json load(const json &request, std::filesystem::path &checkpoint)
{
    const std::filesystem::path wanted = request.value("checkpoint", "");
    if (const std::string fault = faultOf(wanted); !fault.empty())
        return {{"ok", false}, {"error", fault}};
    checkpoint = wanted;
    json answer = facts();
    answer["ok"] = true;
    return answer;
}

} // namespace

int serve(const std::filesystem::path &first, Behaviour behaviour)
{
    if (const std::string fault = faultOf(first); !fault.empty()) {
        std::cout << json{{"ready", false}, {"error", fault}}.dump() << std::endl;
        return 3;
    }
    json ready = facts();
    ready["ready"] = true;
    std::cout << ready.dump() << std::endl;
    std::filesystem::path checkpoint = first;
    for (std::string line; std::getline(std::cin, line);) {
        const json request = json::parse(line);
        json answer = request.value("task", "") == "load" ? load(request, checkpoint) : answerTo(request, checkpoint);
        answer["id"] = request["id"];
        std::string text = answer.dump();
        if (behaviour == Behaviour::SlowAnswer)
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
        if (behaviour == Behaviour::WrongJson)
            text = "Segmentation fault?";
        if (behaviour == Behaviour::DiesWhileAnswering) {
            std::cout << text.substr(0, text.size() / 2) << std::flush;
            raise(SIGKILL);
        }
        std::cout << text << std::endl;
    }
    return 0;
}

} // namespace anneal::stub
