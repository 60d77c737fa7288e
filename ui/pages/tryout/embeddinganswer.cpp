// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/embeddinganswer.h"
#include "pages/tryout/unreadable.h"

#include <algorithm>

#include <QCoreApplication>

namespace anneal {

namespace {

/// A model may read several letters as one token; then rows have no letter of their own.
QString residueName(const QString &letters, std::size_t rows, int number)
{
    if (static_cast<std::size_t>(letters.size()) != rows)
        return QCoreApplication::translate("EmbeddingView", "token %1").arg(number);
    return letters[number - 1] + QString::number(number);
}

std::vector<EmbeddingRow> readResidues(const nlohmann::json &rows, const QString &letters)
{
    std::vector<EmbeddingRow> residues;
    for (const auto &row : rows)
        residues.push_back({residueName(letters, rows.size(), static_cast<int>(residues.size()) + 1), 1,
                            row.get<std::vector<double>>()});
    return residues;
}

std::vector<double> meanOf(const std::vector<EmbeddingRow> &rows)
{
    std::vector<double> mean(rows.front().numbers.size(), 0.0);
    for (const EmbeddingRow &row : rows)
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i] += row.numbers[i] / static_cast<double>(rows.size());
    return mean;
}

Failure unreadable()
{
    return fail(ErrorCode::Data, unreadableAnswer().toStdString());
}

} // namespace

Result<EmbeddingAnswer> readEmbedding(const nlohmann::json &answer, const QString &letters)
try {
    EmbeddingAnswer result;
    if (answer.contains("embeddings")) {
        result.residues = readResidues(answer["embeddings"], letters);
        const auto differs = [&](const EmbeddingRow &row) {
            return row.numbers.size() != result.residues.front().numbers.size();
        };
        if (result.residues.empty() || std::any_of(result.residues.begin(), result.residues.end(), differs))
            return unreadable();
    }
    result.mean.name = QCoreApplication::translate("EmbeddingView", "this sequence");
    result.mean.length = static_cast<int>(letters.size());
    result.mean.numbers =
        result.residues.empty() ? answer.at("embedding").get<std::vector<double>>() : meanOf(result.residues);
    if (result.mean.numbers.empty())
        return unreadable();
    return result;
} catch (const nlohmann::json::exception &) {
    return unreadable();
}

} // namespace anneal
