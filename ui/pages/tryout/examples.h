// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

namespace anneal {

struct ExampleSequence {
    QString name;
    QString letters;
};

/// Sequences to begin with: annotated proteins that come with the program (none is in the bundled training set), or a
/// stretch of DNA. Empty when the file is missing.
[[nodiscard]] std::vector<ExampleSequence> exampleSequences(bool dna);

} // namespace anneal
