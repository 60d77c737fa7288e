// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bio/alphabet.h"
#include "bio/softmask.h"

namespace anneal {

/// The file of a run's data that something was found in.
enum class DataFile { Train, Validation, Split };

/// Something that was found while reading and does not stop it. `line` is 1-based in the text as stored, 0 = none.
struct ReadWarning {
    std::string kind; ///< stable word for programs: "empty_record", "gaps", "rna", …
    std::string message; ///< sentence with the first place and the number of places
    std::int64_t line = 0;
    std::int64_t count = 1; ///< number of places
    DataFile file = DataFile::Train;
};

/// All sequences of a file as token ids, without specials, back to back: one byte a residue.
/// Names are valid UTF-8 and differ: a repeated id becomes "id (line 5)", a missing one "record 3".
struct SequenceSet {
    const Alphabet *alphabet = nullptr;
    std::vector<TokenId> tokens;
    std::vector<std::uint64_t> offsets{0}; ///< size() + 1 entries
    std::string names; ///< ids back to back
    std::vector<std::uint32_t> nameOffsets{0};
    std::vector<std::uint64_t> lines; ///< line of each record's header
    std::vector<ReadWarning> warnings; ///< to be shown before anything is trained
    std::vector<ReadWarning> notes; ///< facts for a summary that need no decision: soft masking, rare letters, …
    bool keepsCase = false; ///< `softMask` is filled
    SoftMask softMask; ///< lower-case letters, by their place among all tokens
    std::uint64_t fileHash = 0; ///< of the file's bytes as stored
    bool keepsHeaders = false;
    std::vector<std::string> headers; ///< the whole header of each record, only when they are kept

    [[nodiscard]] std::size_t size() const { return offsets.size() - 1; }
    [[nodiscard]] std::size_t length(std::size_t i) const { return offsets[i + 1] - offsets[i]; }
    [[nodiscard]] const TokenId *sequence(std::size_t i) const { return tokens.data() + offsets[i]; }
    [[nodiscard]] std::string_view name(std::size_t i) const
    {
        return std::string_view(names).substr(nameOffsets[i], nameOffsets[i + 1] - nameOffsets[i]);
    }
};

struct ReadOptions {
    /// Called now and then with the share read so far (0–1); return false to cancel (Data error "cancelled").
    std::function<bool(double)> progress;
    /// "<mask>" inside a FASTA sequence is the mask token, as in a question to a model; in data to train on it is an
    /// error.
    bool masks = false;
    bool headers = false; ///< keep whole headers, not only the ids
    /// Only look: what the first block of the file holds (1 MiB, whole records where possible).
    bool beginningOnly = false;
    /// Fill SequenceSet::softMask.
    bool keepsCase = false;
};

/// Reads FASTA or FASTQ, plain, gzip or bgzip (known by content, never by name), into tokens of `alphabet`.
/// Letters have no case, white space and gaps are left out, an ending '*' too; a letter the alphabet knows but has no
/// token for (J, or '*' inside a protein) keeps its place as <unk>, which is never masked or scored.
/// Data error in one sentence naming file and line when reading would lose or change data silently;
/// the verdicts are those of tests/data/hostile/expected.tsv.
[[nodiscard]] Result<SequenceSet> readSequences(const std::filesystem::path &path, const Alphabet &alphabet,
                                                const ReadOptions &options = {});

} // namespace anneal
