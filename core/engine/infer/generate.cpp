// SPDX-License-Identifier: GPL-3.0-or-later
#include "infer/generate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "infer/query.h"
#include "nn/layers.h"
#include "tensor/streams.h"

namespace anneal {
namespace {

constexpr std::int64_t kMostSequences = 256;

Result<void> checkRequest(const LoadedModel &model, const GenerateRequest &request)
{
    if (!model.model->config().is_causal)
        return fail(ErrorCode::Data,
                    "this model was trained to name hidden tokens and cannot continue a sequence: ask "
                    "it to fill masks");
    if (request.maxNewTokens < 1)
        return fail(ErrorCode::Data, fmt::format("{} new tokens are none: ask for at least 1", request.maxNewTokens));
    if (request.count < 1 || request.count > kMostSequences)
        return fail(
            ErrorCode::Data,
            fmt::format("{} sequences at once are not possible: ask for 1 to {}", request.count, kMostSequences));
    if (!(request.temperature >= 0) || !std::isfinite(request.temperature))
        return fail(ErrorCode::Data, "the temperature must be 0 or more");
    if (request.topK < 0)
        return fail(ErrorCode::Data, "top-k must be 0 (all tokens) or more");
    if (!(request.topP > 0 && request.topP <= 1))
        return fail(ErrorCode::Data, "top-p must be above 0 and at most 1");
    return {};
}

/// A vocabulary without a start token needs a first letter.
Result<std::vector<WideTokenId>> emptyPrompt(const Tokenizer &tokenizer)
{
    if (!tokenizer.startToken())
        return fail(ErrorCode::Data, "this model's vocabulary has no start token: give the first letters");
    return std::vector<WideTokenId>{*tokenizer.startToken()};
}

/// The start token and the prompt's.
Result<std::vector<WideTokenId>> promptTokens(const LoadedModel &model, const std::string &prompt)
{
    if (prompt.find_first_not_of(" \t\r\n") == std::string::npos)
        return emptyPrompt(*model.tokenizer);
    const auto query = parseQuery(prompt, model);
    if (!query)
        return Failure(query.error());
    if (!query->masked.empty())
        return fail(ErrorCode::Data, "a prompt has no masks: give the letters that the sequence begins with");
    std::vector<WideTokenId> tokens = query->tokens;
    if (model.tokenizer->endToken())
        tokens.pop_back();
    return tokens;
}

/// Letters and the end; nothing else is ever generated. Of single letters only those that people expect.
std::vector<bool> choosable(const Tokenizer &tokenizer)
{
    std::vector<bool> may(static_cast<std::size_t>(tokenizer.size()), false);
    const bool isLetters = tokenizer.kind() == TokenizerKind::Letters && tokenizer.alphabet() != nullptr;
    for (std::size_t id = 0; id < may.size(); ++id)
        may[id] = !isLetters && tokenizer.isTarget(static_cast<WideTokenId>(id));
    if (isLetters)
        for (const TokenId id : tokenizer.alphabet()->canonical())
            may[id] = true;
    if (tokenizer.endToken())
        may[*tokenizer.endToken()] = true;
    return may;
}

/// Index of the first place whose running sum passes `draw` times the total.
std::size_t drawFrom(const std::vector<double> &probabilities, double draw)
{
    double left = draw * std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
    std::size_t last = 0;
    for (std::size_t i = 0; i < probabilities.size(); ++i) {
        if (probabilities[i] <= 0)
            continue;
        last = i;
        if ((left -= probabilities[i]) < 0)
            return i;
    }
    return last; // rounding
}

/// Sequences that grow together; each stops for itself.
class Generator
{
public:
    Generator(const LoadedModel &model, const GenerateRequest &request, const std::vector<WideTokenId> &prompt)
        : m_model(model)
        , m_request(request)
        , m_may(choosable(*model.tokenizer))
        , m_position(static_cast<std::int64_t>(prompt.size()))
        , m_cache(model.model->makeCache(request.count, std::min(model.maxLength, m_position + request.maxNewTokens)))
        , m_sequences(static_cast<std::size_t>(request.count))
    {
        const std::vector<std::int64_t> wide(prompt.begin(), prompt.end());
        m_next = torch::tensor(wide, torch::kInt64).repeat({request.count, 1}).to(deviceOf(*model.model));
    }

    std::vector<GeneratedSequence> run(const std::string &letters)
    {
        const torch::NoGradGuard noGrad;
        for (GeneratedSequence &sequence : m_sequences)
            sequence.letters = letters;
        const std::int64_t end = m_cache.capacity;
        for (; m_position < end && m_ended < m_request.count; ++m_position)
            step();
        return std::move(m_sequences);
    }

private:
    void step()
    {
        const std::int64_t count = m_request.count;
        const torch::Tensor hidden =
            m_model.model->extend(m_next, m_cache).view({count, m_next.size(1), -1}).select(1, -1);
        const torch::Tensor all =
            logProbabilities(m_model, m_model.model->logits(hidden)).to(torch::kFloat64).contiguous();
        std::vector<std::int64_t> chosen;
        for (std::int64_t i = 0; i < count; ++i) {
            const double *row = all.const_data_ptr<double>() + i * all.size(1);
            chosen.push_back(choose(i, {row, row + all.size(1)}));
        }
        m_next = torch::tensor(chosen, torch::kInt64).view({count, 1}).to(m_next.device());
    }

    std::int64_t choose(std::int64_t number, const std::vector<double> &logProbabilities)
    {
        GeneratedSequence &sequence = m_sequences[static_cast<std::size_t>(number)];
        const Tokenizer &tokenizer = *m_model.tokenizer;
        if (sequence.ended)
            return 0; // computed along and thrown away
        std::vector<double> allowed = logProbabilities;
        for (std::size_t i = 0; i < allowed.size(); ++i)
            if (!m_may[i])
                allowed[i] = -std::numeric_limits<double>::infinity();
        const double draw = RandomStream(m_request.seed, "generate", number, m_position).uniform();
        const std::size_t token = drawFrom(drawingProbabilities(std::move(allowed), m_request), draw);
        sequence.ended = token == tokenizer.endToken();
        m_ended += sequence.ended ? 1 : 0;
        if (!sequence.ended) {
            sequence.letters += tokenizer.lettersOf(static_cast<WideTokenId>(token));
            sequence.logProbabilities.push_back(logProbabilities[token]);
        }
        return static_cast<std::int64_t>(token);
    }

    const LoadedModel &m_model;
    const GenerateRequest &m_request;
    std::vector<bool> m_may;
    std::int64_t m_position; ///< of the token that is chosen next
    KeyValueCache m_cache;
    std::vector<GeneratedSequence> m_sequences;
    torch::Tensor m_next; ///< [B, n] tokens that the model has not seen yet
    std::int64_t m_ended = 0;
};

} // namespace

std::vector<double> drawingProbabilities(std::vector<double> logProbabilities, const GenerateRequest &request)
{
    std::vector<std::size_t> order(logProbabilities.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return logProbabilities[a] > logProbabilities[b]; });
    const double best = logProbabilities[order.front()];
    std::vector<double> probabilities(logProbabilities.size(), 0.0);
    std::size_t kept = order.size();
    if (request.topK > 0)
        kept = std::min(kept, static_cast<std::size_t>(request.topK));
    if (request.temperature == 0)
        kept = 1;
    const double temperature = request.temperature > 0 ? request.temperature : 1;
    double total = 0;
    for (std::size_t i = 0; i < kept; ++i)
        total += probabilities[order[i]] = std::exp((logProbabilities[order[i]] - best) / temperature);
    double reached = 0;
    for (std::size_t i = 0; i < kept; ++i) {
        double &probability = probabilities[order[i]];
        probability = reached < request.topP ? probability / total : 0; // the one that passes the bound stays
        reached += probability;
    }
    for (double &probability : probabilities)
        probability /= reached;
    return probabilities;
}

Result<std::vector<GeneratedSequence>> generate(const LoadedModel &model, const GenerateRequest &request)
{
    if (auto checked = checkRequest(model, request); !checked)
        return Failure(std::move(checked.error()));
    const auto prompt = promptTokens(model, request.prompt);
    if (!prompt)
        return Failure(prompt.error());
    const std::size_t first = model.tokenizer->startToken() ? 1 : 0;
    const std::string letters = model.tokenizer->decode(std::span(*prompt).subspan(first));
    return Generator(model, request, *prompt).run(letters);
}

} // namespace anneal
