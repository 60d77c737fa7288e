// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/fillmask.h"

#include <algorithm>

#include "pages/tryout/unreadable.h"
#include "style/text.h"

namespace anneal {

namespace {

MaskAnswer readMask(const nlohmann::json &mask, const QString &letters)
{
    MaskAnswer answer;
    answer.position = mask.at("position").get<int>() - 1;
    if (answer.position >= 0 && answer.position < letters.size())
        answer.original = letters[answer.position];
    const auto &tokens = mask.at("tokens");
    const auto &probabilities = mask.at("probabilities");
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (const QString token = qstr(tokens.at(i).get<std::string>()); token.size() == 1)
            answer.choices.push_back({token, probabilities.at(i).get<double>()});
    std::stable_sort(answer.choices.begin(), answer.choices.end(),
                     [](const MaskChoice &a, const MaskChoice &b) { return a.probability > b.probability; });
    return answer;
}

} // namespace

std::optional<double> MaskAnswer::probabilityOf(const QString &token) const
{
    for (const MaskChoice &choice : choices)
        if (choice.token == token)
            return choice.probability;
    return std::nullopt;
}

QString maskedSequence(const QString &letters, const QVector<int> &positions)
{
    QString text;
    text.reserve(letters.size() + 6 * positions.size());
    for (int i = 0; i < letters.size(); ++i)
        if (std::binary_search(positions.begin(), positions.end(), i))
            text += QStringLiteral("<mask>");
        else
            text += letters[i];
    return text;
}

Result<FillMaskAnswer> readFillMask(const nlohmann::json &answer, const QString &letters)
{
    try {
        FillMaskAnswer result;
        result.seconds = answer.value("seconds", 0.0);
        for (const auto &mask : answer.at("masks"))
            result.masks.push_back(readMask(mask, letters));
        return result;
    } catch (const nlohmann::json::exception &) {
        return fail(ErrorCode::Internal, unreadableAnswer().toStdString());
    }
}

} // namespace anneal
