// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "base/result.h"

namespace anneal {

/// A sequence, or one residue of it, as a model sees it.
struct EmbeddingRow {
    QString name;
    int length = 0; ///< letters
    std::vector<double> numbers; ///< of the last hidden state; as many in each row of a table
};

/// "name,length,e0,e1,…", quoted where needed; numbers are the shortest that give the same 32 bits again.
[[nodiscard]] Result<void> writeCsv(const QString &path, const std::vector<EmbeddingRow> &rows);

/// NumPy's format, version 1.0: little-endian float32 of shape (rows, width) in C order. The names stand beside it, one
/// a line, in the file that namesPath() tells. Storage error when either cannot be written.
[[nodiscard]] Result<void> writeNpy(const QString &path, const std::vector<EmbeddingRow> &rows);
[[nodiscard]] QString namesPath(const QString &npyPath); ///< "a.npy" → "a.names.txt"

} // namespace anneal
