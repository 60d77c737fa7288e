// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bio/dataset.h"
#include "config/config.h"
#include "config/issue.h"
#include "plan/plan.h"

namespace anneal {

/// What a configuration says about its tokenizer.
[[nodiscard]] TokenizerRequest tokenizerRequest(const Config &config);

/// The labels that a task (objective.task) needs.
[[nodiscard]] LabelKind labelKind(const std::string &task);

/// What a configuration asks the reader for. The one translation, for engine, window and command line.
[[nodiscard]] DataRequest dataRequest(const Config &config);

/// The counts of read data that an estimate needs. Linear in the number of samples; no residue is touched.
[[nodiscard]] DataCounts countData(const Dataset &data);

/// What the reader had to say, at the setting it is about: the file it names, or the setting itself.
[[nodiscard]] Issue dataIssue(const Config &config, const Error &error);
[[nodiscard]] Issue dataIssue(const ReadWarning &warning);

} // namespace anneal
