// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <fstream>

#include <sys/resource.h>

#include <QTemporaryDir>

#include "base/files.h"
#include "config/config.h"
#include "enginefixtures.h"
#include "run/checkpoints.h"
#include "run/events.h"
#include "run/metricslog.h"
#include "run/record.h"

namespace anneal::test {

/// A few seconds' work at most.
inline Config tinyConfig(std::int64_t steps)
{
    Config config;
    config.data.max_length = 64;
    config.data.validation_fraction = 0.2;
    config.data.seed = 11;
    config.model.num_hidden_layers = 2;
    config.model.hidden_size = 32;
    config.model.num_attention_heads = 4;
    config.model.intermediate_size = 64;
    config.batch.tokens_per_device = 512;
    config.schedule.total_steps = steps;
    config.schedule.warmup_steps = 2;
    config.checkpoint.every_steps = 1000;
    config.logging.eval_every_steps = 1000;
    config.logging.norms_every_steps = 3;
    config.device.kind = "cpu";
    config.device.threads = 1;
    return config;
}

/// Preparing a test has to work, or the test means nothing.
inline void must(const Result<void> &done)
{
    if (!done)
        qFatal("%s", done.error().text().c_str());
}

/// No file may grow beyond the limit: the same failure as a full disk, also for root.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &m_before); }
    FileSizeLimit(const FileSizeLimit &) = delete;
    FileSizeLimit &operator=(const FileSizeLimit &) = delete;

private:
    rlimit m_before{};
};

/// A run folder in a temporary place, with proteins beside it unless the configuration names other data.
class TemporaryRun
{
public:
    explicit TemporaryRun(Config config)
    {
        const auto fasta = fs::path(m_folder.path().toStdString()) / "data.fasta";
        writeFasta(fasta);
        if (config.data.train.empty())
            config.data.train = fasta.string();
        m_paths.root = fs::path(m_folder.path().toStdString()) / "runs" / "20261130-120000-test";
        for (const fs::path &folder : {m_paths.control(), m_paths.checkpoints(), m_paths.logs()})
            must(makeFolder(folder));
        RunRecord record;
        record.id = m_paths.id();
        record.name = "test";
        record.config = std::move(config);
        must(writeRunRecord(m_paths, record));
    }

    [[nodiscard]] const RunPaths &paths() const { return m_paths; }
    [[nodiscard]] std::vector<Event> events(const std::string &kind) const
    {
        std::vector<Event> found;
        auto all = readEvents(m_paths.events()).value();
        for (Event &event : all)
            if (event.kind == kind)
                found.push_back(std::move(event));
        return found;
    }
    /// Step → value; of two rows with one step the later counts.
    [[nodiscard]] std::map<std::int64_t, double> series(const std::string &name) const
    {
        std::map<std::int64_t, double> values;
        MetricsReader reader(m_paths.metrics());
        const auto batch = reader.poll().value();
        for (const MetricRows &rows : batch.rows)
            for (const MetricGroup &group : reader.groups())
                for (std::size_t s = 0; group.id == rows.group && s < group.series.size(); ++s)
                    for (std::size_t r = 0; group.series[s] == name && r < rows.steps.size(); ++r)
                        values[rows.steps[r]] = rows.values[s * rows.steps.size() + r];
        return values;
    }
    [[nodiscard]] std::string weights(std::int64_t step) const
    {
        return readFile(m_paths.checkpoint(step) / "model.safetensors").value();
    }
    [[nodiscard]] std::string moments(std::int64_t step) const
    {
        return readFile(m_paths.checkpoint(step) / "optimizer.safetensors").value();
    }

private:
    static void writeFasta(const fs::path &path)
    {
        const Dataset data = randomDataset(80, 60);
        std::ofstream file(path);
        for (std::size_t i = 0; i < data.sequences.size(); ++i)
            file << '>' << data.sequences.name(i) << '\n'
                 << data.sequences.alphabet->decode(data.sequences.sequence(i), data.sequences.length(i)) << '\n';
    }

    QTemporaryDir m_folder;
    RunPaths m_paths;
};

} // namespace anneal::test
