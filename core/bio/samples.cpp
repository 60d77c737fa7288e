// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/samples.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/hash.h"
#include "bio/findings.h"
#include "bio/utf8.h"

namespace anneal {

namespace {

constexpr std::size_t kNamesShown = 3;

/// Tokens between the start and the end token.
std::uint64_t roomOf(const Tokenizer &tokenizer, const DataRequest &request)
{
    return static_cast<std::uint64_t>(request.maxLength - tokenizer.numSpecials());
}

bool hasTarget(const TokenView &tokens, const Sample &sample)
{
    for (std::uint32_t i = 0; i < sample.length; ++i)
        if (tokens.tokenizer().isTarget(tokens.at(sample.sequence, sample.start + i)))
            return true;
    return false;
}

/// A truncated sequence ends in its end token like any other, as Hugging Face's tokenizers cut; a window tells by its
/// specials which end of the sequence it holds.
void addSample(const TokenView &tokens, std::uint32_t sequence, std::uint64_t start, const DataRequest &request,
               std::vector<Sample> &samples, CutReport &report)
{
    const Tokenizer &tokenizer = tokens.tokenizer();
    const std::uint64_t length = tokens.length(sequence);
    const std::uint64_t taken = std::min(roomOf(tokenizer, request), length - start);
    const bool isEnd = !request.windows || start + taken == length;
    const Sample sample{sequence, static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(taken),
                        start == 0 && tokenizer.startToken().has_value(), isEnd && tokenizer.endToken().has_value()};
    if (hasTarget(tokens, sample))
        samples.push_back(sample);
    else
        ++report.withoutBases;
}

/// "residue" where every letter is a token.
const char *unitOf(const Tokenizer &tokenizer)
{
    return tokenizer.kind() == TokenizerKind::Letters ? "residue" : "token";
}

/// "s0, s1, s2, …"
std::string firstNames(const SequenceSet &set, const std::vector<std::uint32_t> &sequences)
{
    const std::size_t shown = std::min(sequences.size(), kNamesShown);
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < shown; ++i)
        names.push_back(set.name(sequences[i]));
    return fmt::format("{}{}", fmt::join(names, ", "), shown < sequences.size() ? ", …" : "");
}

ReadWarning truncatedWarning(const SequenceSet &set, const Tokenizer &tokenizer, const CutReport &report,
                             const DataRequest &request)
{
    const auto count = static_cast<std::int64_t>(report.truncated.size());
    return {"truncated",
            fmt::format("{} longer than {} {}s and cut there ({} not used): {}; raise data.max_length "
                        "or use windows to keep them.",
                        count == 1 ? "1 sequence is" : fmt::format("{} sequences are", count),
                        roomOf(tokenizer, request), unitOf(tokenizer), counted(report.lostTokens, unitOf(tokenizer)),
                        firstNames(set, report.truncated)),
            static_cast<std::int64_t>(set.lines[report.truncated.front()]), count};
}

ReadWarning shortWarning(const SequenceSet &set, const Tokenizer &tokenizer, const CutReport &report)
{
    const auto count = static_cast<std::int64_t>(report.tooShort.size());
    return {"too_short",
            fmt::format("{} shorter than a k-mer of {} letters and left out: {}.",
                        count == 1 ? "1 sequence is" : fmt::format("{} sequences are", count), tokenizer.overlap(),
                        firstNames(set, report.tooShort)),
            static_cast<std::int64_t>(set.lines[report.tooShort.front()]), count};
}

} // namespace

std::vector<Sample> cutSamples(const TokenView &tokens, const std::vector<std::uint32_t> &sequences,
                               const DataRequest &request, CutReport &report)
{
    const std::uint64_t room = roomOf(tokens.tokenizer(), request);
    const std::uint64_t stride = request.windowStride > 0 ? static_cast<std::uint64_t>(request.windowStride) : room;
    std::vector<Sample> samples;
    samples.reserve(sequences.size());
    for (const std::uint32_t sequence : sequences) {
        const std::uint64_t length = tokens.length(sequence);
        if (length == 0) {
            report.tooShort.push_back(sequence);
            continue;
        }
        addSample(tokens, sequence, 0, request, samples, report);
        if (length <= room)
            continue;
        if (!request.windows) {
            report.truncated.push_back(sequence);
            report.lostTokens += static_cast<std::int64_t>(length - room);
            continue;
        }
        // The last window is the first that reaches the end.
        for (std::uint64_t start = stride; start - stride + room < length && start < length; start += stride)
            addSample(tokens, sequence, start, request, samples, report);
        if (stride > room)
            report.lostTokens += static_cast<std::int64_t>((length - room + stride - 1) / stride * (stride - room));
    }
    return samples;
}

std::vector<ReadWarning> cutWarnings(const SequenceSet &set, const Tokenizer &tokenizer, const CutReport &report,
                                     const DataRequest &request)
{
    std::vector<ReadWarning> warnings;
    if (!report.truncated.empty()) {
        warnings.push_back(truncatedWarning(set, tokenizer, report, request));
    } else if (report.lostTokens > 0) {
        warnings.push_back(
            {"between_windows",
             fmt::format("The window stride of {} leaves about {} between windows unused; a stride of at most {} "
                         "uses all.",
                         request.windowStride, counted(report.lostTokens, unitOf(tokenizer)),
                         roomOf(tokenizer, request)),
             0, report.lostTokens});
    }
    if (!report.tooShort.empty())
        warnings.push_back(shortWarning(set, tokenizer, report));
    if (report.withoutBases > 0) {
        warnings.push_back(
            {"no_signal",
             fmt::format("{} of ambiguous bases only (N and the like) left out: nothing in them can be learnt.",
                         report.withoutBases == 1 ? "1 sample was"
                                                  : fmt::format("{} samples were", report.withoutBases)),
             0, report.withoutBases});
    }
    return warnings;
}

Result<void> checkNoneCut(const SequenceSet &set, const std::string &path, const Tokenizer &tokenizer,
                          const CutReport &report, const DataRequest &request)
{
    if (!request.refusesLong || report.truncated.empty())
        return {};
    const std::size_t count = report.truncated.size();
    return fail(ErrorCode::Data,
                fmt::format("{} longer than {} {}s, and data.long_sequences refuses that: {}; raise data.max_length, "
                            "or choose to cut them off or into windows.",
                            count == 1 ? "1 sequence is" : fmt::format("{} sequences are", count),
                            roomOf(tokenizer, request), unitOf(tokenizer), firstNames(set, report.truncated)),
                fmt::format("{}:{}", displayPath(path), set.lines[report.truncated.front()]));
}

double paddingFraction(const std::vector<Sample> &samples, int batchSize, std::uint64_t seed)
{
    if (samples.empty() || batchSize < 1)
        return 0.0;
    std::vector<std::size_t> order(samples.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i) // std::shuffle may differ between libraries
        std::swap(order[i - 1], order[mix64(seed + i) % i]);
    double tokens = 0;
    double slots = 0;
    const auto size = static_cast<std::size_t>(batchSize);
    for (std::size_t begin = 0; begin < order.size(); begin += size) {
        const std::size_t end = std::min(begin + size, order.size());
        std::int64_t longest = 0;
        for (std::size_t i = begin; i < end; ++i) {
            const std::int64_t count = tokenCount(samples[order[i]]);
            longest = std::max(longest, count);
            tokens += static_cast<double>(count);
        }
        slots += static_cast<double>(longest) * static_cast<double>(end - begin);
    }
    return 1.0 - tokens / slots;
}

} // namespace anneal
