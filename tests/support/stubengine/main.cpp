// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "stubcalls.h"
#include "stubrun.h"
#include "stubserve.h"

namespace {

using namespace anneal::stub;

int complain(const std::string &sentence, int code)
{
    std::cerr << sentence << std::endl;
    return code;
}

int train(const std::string &folder, Behaviour behaviour)
{
    auto run = StubRun::open(folder, behaviour);
    return run ? run->train() : complain(run.error().text(), 6);
}

} // namespace

int main(int argc, char **argv)
{
    std::vector<std::string> words(argv + 1, argv + argc);
    const char *fromEnvironment = std::getenv("ANNEAL_STUB_BEHAVIOUR");
    std::string name = fromEnvironment ? fromEnvironment : "ok";
    if (words.size() > 2 && words[words.size() - 2] == "--behaviour") {
        name = words.back();
        words.resize(words.size() - 2);
    }
    const auto behaviour = behaviourNamed(name);
    if (!behaviour)
        return complain("there is no behaviour “" + name + "”", 2);
    if (words.size() == 2 && words[0] == "run")
        return train(words[1], *behaviour);
    if (words.size() == 2 && words[0] == "serve")
        return serve(words[1], *behaviour);
    if (words.size() == 1 && words[0] == "measure")
        return measure(*behaviour);
    if (words.size() == 1 && words[0] == "devices")
        return devices();
    if (words.size() == 5 && words[0] == "export")
        return exportModel(words[2], words[4]);
    return complain(
        "usage: stubengine run FOLDER | serve CHECKPOINT | measure | devices | export FROM TO --layout NAME", 2);
}
