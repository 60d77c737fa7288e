// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/samples.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/hash.h"
#include "bio/findings.h"

namespace anneal {

namespace {

constexpr std::size_t kNamesShown = 3;

/// Residues between <cls> and <eos>.
std::uint64_t roomOf(const DataRequest &request)
{
    return static_cast<std::uint64_t>(request.maxLength - 2);
}

bool hasTarget(const SequenceSet &set, const Sample &sample)
{
    const TokenId *begin = set.sequence(sample.sequence) + sample.start;
    return std::any_of(begin, begin + sample.length, [&](TokenId id) { return !set.alphabet->isAmbiguous(id); });
}

/// A truncated sequence ends in <eos> like any other, as Hugging Face's tokenizers cut; a window tells by its specials
/// which end of the sequence it holds.
void addSample(const SequenceSet &set, std::uint32_t sequence, std::uint64_t start, const DataRequest &request,
               std::vector<Sample> &samples, CutReport &report)
{
    const std::uint64_t length = set.length(sequence);
    const std::uint64_t taken = std::min(roomOf(request), length - start);
    const Sample sample{sequence, static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(taken), start == 0,
                        !request.windows || start + taken == length};
    if (hasTarget(set, sample))
        samples.push_back(sample);
    else
        ++report.withoutBases;
}

} // namespace

std::vector<Sample> cutSamples(const SequenceSet &set, const std::vector<std::uint32_t> &sequences,
                               const DataRequest &request, CutReport &report)
{
    const std::uint64_t room = roomOf(request);
    const std::uint64_t stride = request.windowStride > 0 ? static_cast<std::uint64_t>(request.windowStride) : room;
    std::vector<Sample> samples;
    samples.reserve(sequences.size());
    for (const std::uint32_t sequence : sequences) {
        const std::uint64_t length = set.length(sequence);
        addSample(set, sequence, 0, request, samples, report);
        if (length <= room)
            continue;
        if (!request.windows) {
            report.truncated.push_back(sequence);
            report.lostResidues += static_cast<std::int64_t>(length - room);
            continue;
        }
        // The last window is the first that reaches the end.
        for (std::uint64_t start = stride; start - stride + room < length && start < length; start += stride)
            addSample(set, sequence, start, request, samples, report);
        if (stride > room)
            report.lostResidues += static_cast<std::int64_t>((length - room + stride - 1) / stride * (stride - room));
    }
    return samples;
}

std::vector<ReadWarning> cutWarnings(const SequenceSet &set, const CutReport &report, const DataRequest &request)
{
    std::vector<ReadWarning> warnings;
    if (!report.truncated.empty()) {
        const std::size_t shown = std::min(report.truncated.size(), kNamesShown);
        std::vector<std::string_view> names;
        for (std::size_t i = 0; i < shown; ++i)
            names.push_back(set.name(report.truncated[i]));
        const auto count = static_cast<std::int64_t>(report.truncated.size());
        warnings.push_back(
            {"truncated",
             fmt::format("{} longer than {} residues and cut there ({} not used): {}{}; raise data.max_length "
                         "or use windows to keep them.",
                         count == 1 ? "1 sequence is" : fmt::format("{} sequences are", count), request.maxLength - 2,
                         counted(report.lostResidues, "residue"), fmt::join(names, ", "),
                         shown < report.truncated.size() ? ", …" : ""),
             static_cast<std::int64_t>(set.lines[report.truncated.front()]), count});
    } else if (report.lostResidues > 0) {
        warnings.push_back(
            {"between_windows",
             fmt::format("The window stride of {} leaves about {} between windows unused; a stride of at most {} "
                         "uses all.",
                         request.windowStride, counted(report.lostResidues, "residue"), request.maxLength - 2),
             0, report.lostResidues});
    }
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
