// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>

#include "bio/datasummary.h"
#include "bio/tablepreview.h"
#include "config/config.h"
#include "config/issue.h"
#include "plan/plan.h"

namespace anneal {

/// What is known of the data of a configuration.
struct ProbedData {
    DataCounts counts;
    std::vector<ReadWarning> warnings;
    std::vector<ReadWarning> notes;
    std::optional<TablePreview> preview; ///< known before all is read
    std::optional<DataSummary> summary;
    std::optional<Issue> problem; ///< why the data cannot be used
    bool reading = false;
    double progress = 0;
};

/// Reads the data of a configuration in a worker, as the engine will, and counts it. Only a change of the data section
/// (or of the file) reads again; a newer question ends an older reading.
class DataProbe : public QObject
{
    Q_OBJECT
public:
    explicit DataProbe(QObject *parent = nullptr);
    ~DataProbe() override;
    void look(const Config &config);
    [[nodiscard]] const ProbedData &data() const { return m_data; }

Q_SIGNALS:
    void changed();

private:
    void accept(const std::string &key, ProbedData data);

    std::string m_key;
    ProbedData m_data;
    std::shared_ptr<std::atomic<bool>> m_cancelled;
};

} // namespace anneal
