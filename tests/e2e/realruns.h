// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fstream>
#include <random>

#include <QTemporaryDir>

#include "base/files.h"
#include "launch/launcher.h"
#include "process/cliprocess.h"

namespace anneal::test {

/// The real `anneal` with the real engine, in a workspace whose path has blanks, accents and quotes.
class RealRuns
{
public:
    RealRuns()
        : m_folder(fs::path(m_place.path().toStdString()) / "Mes données d'été 実験")
    {
        fs::create_directories(m_folder);
        writeProteins();
        write("tiny.json", R"({"schema_version": 1,
 "data": {"train": "proteins.fasta", "max_length": 64, "validation_fraction": 0.2},
 "model": {"num_hidden_layers": 1, "hidden_size": 16, "num_attention_heads": 2, "intermediate_size": 32},
 "batch": {"tokens_per_device": 256},
 "schedule": {"total_steps": 40, "warmup_steps": 2},
 "checkpoint": {"every_steps": 10}, "logging": {"eval_every_steps": 20},
 "device": {"kind": "cpu", "threads": 1}})");
    }
    ~RealRuns()
    {
        std::error_code ignored;
        for (const auto &entry : fs::directory_iterator(runsFolder(workspace()), ignored))
            if (const RunPaths run{entry.path()}; judgeRun(run, wallMicros()).alive())
                std::ignore = signalRun(run, true);
    }
    RealRuns(const RealRuns &) = delete;
    RealRuns &operator=(const RealRuns &) = delete;

    [[nodiscard]] Cli anneal() const
    {
        Cli program(workspace());
        program.set("ANNEAL_ENGINE", ANNEAL_ENGINE_PROGRAM);
        program.workIn(QString::fromStdString(m_folder.string()));
        return program;
    }
    [[nodiscard]] fs::path workspace() const { return m_folder / "atelier"; }
    [[nodiscard]] const fs::path &folder() const { return m_folder; }
    [[nodiscard]] RunPaths run(const std::string &id) const { return {runsFolder(workspace()) / id}; }
    void write(const std::string &name, const std::string &text) const
    {
        std::ofstream(m_folder / name, std::ios::binary) << text;
    }

private:
    void writeProteins() const
    {
        std::mt19937 random(7); // NOLINT: the same in every test
        std::string text;
        for (int i = 0; i < 60; ++i) {
            text += ">protein-" + std::to_string(i) + "\n";
            for (auto left = 20 + random() % 40; left > 0; --left)
                text += "ACDEFGHIKLMNPQRSTVWY"[random() % 20];
            text += "\n";
        }
        write("proteins.fasta", text);
    }

    QTemporaryDir m_place;
    fs::path m_folder;
};

/// The last line on standard error; everything else there is a warning about a setting.
inline QString lastSentence(const Outcome &outcome)
{
    const QStringList lines = outcome.errorLines();
    for (const QString &line : lines.mid(0, lines.size() - 1))
        if (!line.startsWith("warning: "))
            return outcome.err;
    return lines.isEmpty() ? QString() : lines.back();
}

} // namespace anneal::test
