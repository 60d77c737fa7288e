// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fstream>
#include <iterator>

#include <QTemporaryDir>

#include "run/layout.h"

namespace anneal::test {

/// A run folder on a path with spaces and accents, gone after the test.
class RunFixture
{
public:
    RunFixture()
    {
        std::filesystem::create_directories(paths.root);
        std::filesystem::create_directories(paths.logs());
    }

private:
    QTemporaryDir m_folder;

public:
    RunPaths paths{std::filesystem::path(m_folder.path().toStdString()) / "Läufe von heute" / "runs"
                   / "20261130-140251-k3f9"};
};

inline void writeText(const std::filesystem::path &path, const std::string &text, bool append = false)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, append ? std::ios::app | std::ios::binary : std::ios::trunc | std::ios::binary) << text;
}

inline std::string readText(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace anneal::test
