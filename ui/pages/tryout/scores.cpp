// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/scores.h"

#include <algorithm>
#include <cmath>

#include "pages/tryout/unreadable.h"
#include "style/text.h"

namespace anneal {

namespace {

constexpr float kStrongest = 6; ///< nats at which a colour is full

/// A token that is one residue, with its column in the answer.
struct LetterColumn {
    QChar letter;
    std::size_t column;
};

std::vector<LetterColumn> lettersIn(const nlohmann::json &tokens)
{
    static const QString kUsual = QStringLiteral("ACDEFGHIKLMNPQRSTUVWY");
    std::vector<LetterColumn> letters;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const QString token = qstr(tokens[i].get<std::string>());
        if (token.size() == 1 && kUsual.contains(token[0]))
            letters.push_back({token[0], i});
    }
    std::sort(letters.begin(), letters.end(),
              [](const LetterColumn &a, const LetterColumn &b) { return a.letter < b.letter; });
    // Of proteins a rarity, of bases no base at all: both would only widen the map.
    const QChar left = letters.size() > 5 ? u'U' : u'N';
    std::erase_if(letters, [left](const LetterColumn &one) { return one.letter == left; });
    return letters;
}

int rowOf(const std::vector<LetterColumn> &letters, QChar letter)
{
    const auto found =
        std::find_if(letters.begin(), letters.end(), [&](const LetterColumn &one) { return one.letter == letter; });
    return found == letters.end() ? -1 : static_cast<int>(found - letters.begin());
}

HeatMap emptyMap(const std::vector<LetterColumn> &letters, qsizetype positions)
{
    HeatMap map;
    map.rows = static_cast<int>(letters.size());
    map.columns = static_cast<int>(positions);
    map.values.resize(letters.size() * static_cast<std::size_t>(positions));
    map.low = -kStrongest;
    map.high = kStrongest;
    map.diverging = true;
    for (const LetterColumn &one : letters)
        map.rowNames << one.letter;
    return map;
}

void addPosition(SequenceScores &scores, const std::vector<LetterColumn> &letters, const std::vector<double> &logs,
                 QChar letter, std::size_t position)
{
    const int own = rowOf(letters, letter.toUpper());
    const double ownLog = own < 0 ? std::nan("") : logs.at(letters[static_cast<std::size_t>(own)].column);
    ResidueScore residue{letter.toUpper(), std::exp(ownLog), {}, -1};
    for (std::size_t row = 0; row < letters.size(); ++row) {
        const double log = logs.at(letters[row].column);
        scores.effects.values[row * static_cast<std::size_t>(scores.effects.columns) + position] =
            static_cast<float>(log - ownLog);
        if (std::exp(log) > residue.bestProbability) {
            residue.best = letters[row].letter;
            residue.bestProbability = std::exp(log);
        }
    }
    scores.effects.marked.push_back(own);
    scores.residues.push_back(residue);
}

} // namespace

Result<SequenceScores> readScores(const nlohmann::json &answer, const QString &letters)
{
    try {
        SequenceScores scores;
        scores.loss = answer.at("loss").get<double>();
        const auto &rows = answer.at("log_probs");
        const std::vector<LetterColumn> columns = lettersIn(answer.at("tokens"));
        if (columns.empty() || rows.size() != static_cast<std::size_t>(letters.size()))
            return scores;
        scores.effects = emptyMap(columns, letters.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            addPosition(scores, columns, rows[i].get<std::vector<double>>(), letters[static_cast<qsizetype>(i)], i);
        return scores;
    } catch (const std::exception &) {
        return fail(ErrorCode::Internal, unreadableAnswer().toStdString());
    }
}

namespace {

QString cellsOf(const ResidueScore &one)
{
    return QStringLiteral("\t%1\t%2\t%3")
        .arg(exactText(one.probability))
        .arg(one.best)
        .arg(exactText(one.bestProbability));
}

} // namespace

QString scoresTsv(const SequenceScores &scores, const SequenceScores *second)
{
    QString text = QStringLiteral("position\tletter\tprobability\tbest\tbest_probability");
    text += second ? QStringLiteral("\tprobability_b\tbest_b\tbest_probability_b\n") : QStringLiteral("\n");
    for (std::size_t i = 0; i < scores.residues.size(); ++i) {
        const ResidueScore &one = scores.residues[i];
        text += QStringLiteral("%1\t%2").arg(i + 1).arg(one.letter) + cellsOf(one);
        text += second ? cellsOf(second->residues[i]) + u'\n' : QStringLiteral("\n");
    }
    return text;
}

} // namespace anneal
