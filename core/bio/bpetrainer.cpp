// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/bpetrainer.h"

#include <algorithm>
#include <array>
#include <queue>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "bio/bpefile.h"
#include "bio/bpejson.h"

namespace anneal {

namespace {

/// Sequences are read in pieces of this many letters, so that a sample of a long one is spread over all of it.
constexpr std::uint64_t kPiece = 10'000;
constexpr std::uint32_t kNone = 0xFFFFFFFF;
constexpr WideTokenId kGap = Vocabulary::kMostTokens; ///< between words, and where a merge took a token away

/// The letters of the sequences as one list of tokens, in which merged ones are skipped, and where each pair occurs.
class Corpus
{
public:
    void add(WideTokenId id)
    {
        if (id == kGap && (m_ids.empty() || m_ids.back() == kGap))
            return;
        m_ids.push_back(id);
    }

    void finish()
    {
        add(kGap);
        m_next.resize(m_ids.size());
        m_previous.resize(m_ids.size());
        for (std::uint32_t i = 0; i < m_ids.size(); ++i) {
            m_next[i] = i + 1 < m_ids.size() ? i + 1 : kNone;
            m_previous[i] = i == 0 ? kNone : i - 1;
        }
        for (std::uint32_t i = 0; i < m_ids.size(); ++i)
            if (isPair(i))
                m_places[keyAt(i)].add(i);
        for (const auto &[key, places] : m_places)
            m_queue.push(entryOf(key));
    }

    struct Best {
        TokenPair pair;
        std::int64_t count = 0;
    };
    /// The most frequent pair; count 0 when there is none.
    Best best()
    {
        while (!m_queue.empty()) {
            const Entry top = m_queue.top();
            if (top.count == m_places[top.key].count && top.count > 0)
                return {{static_cast<WideTokenId>(top.key >> 16), static_cast<WideTokenId>(top.key)}, top.count};
            m_queue.pop(); // the count has changed since; a later entry has the right one
        }
        return {};
    }

    /// Every occurrence of the pair becomes the token, from left to right.
    void merge(TokenPair pair, WideTokenId merged)
    {
        std::vector<std::uint32_t> at = std::move(m_places[keyOf(pair)].at);
        std::sort(at.begin(), at.end());
        m_changed.clear();
        for (const std::uint32_t left : at)
            if (m_ids[left] == pair.left && m_next[left] != kNone && m_ids[m_next[left]] == pair.right)
                join(left, merged);
        m_places[keyOf(pair)] = {};
        std::sort(m_changed.begin(), m_changed.end());
        m_changed.erase(std::unique(m_changed.begin(), m_changed.end()), m_changed.end());
        for (const std::uint32_t key : m_changed)
            if (m_places[key].count > 0)
                m_queue.push(entryOf(key));
    }

private:
    /// `at` may hold places where the pair no longer stands; `count` is right.
    struct Places {
        std::int64_t count = 0;
        std::vector<std::uint32_t> at;

        void add(std::uint32_t place)
        {
            ++count;
            at.push_back(place);
        }
    };
    struct Entry {
        std::int64_t count = 0;
        std::uint32_t key = 0;
        bool operator<(const Entry &other) const
        {
            return count != other.count ? count < other.count : key > other.key;
        }
    };

    static std::uint32_t keyOf(TokenPair pair) { return (std::uint32_t{pair.left} << 16) | pair.right; }
    Entry entryOf(std::uint32_t key) { return {m_places[key].count, key}; }

    /// The pair that begins at a place; nothing at the end of a word.
    [[nodiscard]] bool isPair(std::uint32_t left) const
    {
        return left != kNone && m_next[left] != kNone && m_ids[left] != kGap && m_ids[m_next[left]] != kGap;
    }
    [[nodiscard]] std::uint32_t keyAt(std::uint32_t left) const { return keyOf({m_ids[left], m_ids[m_next[left]]}); }

    void count(std::uint32_t left)
    {
        if (!isPair(left))
            return;
        m_places[keyAt(left)].add(left);
        m_changed.push_back(keyAt(left));
    }
    void discount(std::uint32_t left)
    {
        if (!isPair(left))
            return;
        --m_places[keyAt(left)].count;
        m_changed.push_back(keyAt(left));
    }

    void join(std::uint32_t left, WideTokenId merged)
    {
        const std::uint32_t right = m_next[left], before = m_previous[left];
        discount(before);
        discount(left);
        discount(right);
        m_ids[left] = merged;
        m_next[left] = m_next[right];
        m_previous[m_next[right]] = left; // a gap ends the list, so there is always one
        m_ids[right] = kGap;
        m_next[right] = kNone;
        count(before);
        count(left);
    }

    std::vector<WideTokenId> m_ids;
    std::vector<std::uint32_t> m_next, m_previous;
    std::unordered_map<std::uint32_t, Places> m_places;
    std::priority_queue<Entry> m_queue;
    std::vector<std::uint32_t> m_changed;
};

/// Token ids of an alphabet's letters in the new vocabulary; kGap where words are cut.
struct Letters {
    std::vector<std::string> tokens; ///< special tokens and letters
    std::array<WideTokenId, 256> ids{};
};

Letters lettersOf(const Alphabet &alphabet)
{
    Letters letters{bpeSpecialNames(), {}};
    letters.ids.fill(kGap);
    for (const TokenId id : alphabet.canonical()) {
        letters.ids[id] = static_cast<WideTokenId>(letters.tokens.size());
        letters.tokens.push_back(alphabet.token(id));
    }
    for (int id = 0; id < alphabet.size(); ++id) { // the rest of the letters: known, never merged
        const std::string &token = alphabet.token(static_cast<TokenId>(id));
        const bool isLetter = token.size() == 1 && token[0] >= 'A' && token[0] <= 'Z';
        if (isLetter && letters.ids[static_cast<std::size_t>(id)] == kGap)
            letters.tokens.push_back(token);
    }
    return letters;
}

Corpus corpusOf(const SequenceSet &sequences, const Letters &letters, std::int64_t mostLetters)
{
    const std::uint64_t pieces = (sequences.tokens.size() + kPiece - 1) / kPiece;
    const auto most = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(mostLetters) / kPiece);
    const std::uint64_t step = std::max<std::uint64_t>(1, (pieces + most - 1) / most);
    Corpus corpus;
    for (std::size_t i = 0; i < sequences.size(); ++i) {
        for (std::uint64_t at = sequences.offsets[i]; at < sequences.offsets[i + 1]; ++at)
            corpus.add(at / kPiece % step == 0 ? letters.ids[sequences.tokens[at]] : kGap);
        corpus.add(kGap);
    }
    corpus.finish();
    return corpus;
}

/// The vocabulary while it grows.
class Growth
{
public:
    explicit Growth(std::vector<std::string> tokens)
        : m_tokens(std::move(tokens))
    {
        for (std::size_t id = 0; id < m_tokens.size(); ++id)
            m_ids.emplace(m_tokens[id], static_cast<WideTokenId>(id));
    }

    /// What the pair becomes: a new token, or one that another pair (AT A, A TA) has become already.
    WideTokenId add(TokenPair pair)
    {
        m_merges.push_back(pair);
        const auto [known, isNew] =
            m_ids.emplace(m_tokens[pair.left] + m_tokens[pair.right], static_cast<WideTokenId>(m_tokens.size()));
        if (isNew)
            m_tokens.push_back(known->first);
        return known->second;
    }

    [[nodiscard]] std::size_t size() const { return m_tokens.size(); }
    [[nodiscard]] const std::vector<std::string> &tokens() const { return m_tokens; }
    [[nodiscard]] const std::vector<TokenPair> &merges() const { return m_merges; }

private:
    std::vector<std::string> m_tokens;
    std::vector<TokenPair> m_merges;
    std::unordered_map<std::string, WideTokenId> m_ids;
};

} // namespace

Result<std::shared_ptr<const BpeTokenizer>> trainBpe(const SequenceSet &sequences, const BpeTraining &training)
{
    Letters letters = lettersOf(*sequences.alphabet);
    std::vector<std::string> &tokens = letters.tokens;
    const auto wanted = static_cast<std::size_t>(std::max<std::int64_t>(0, training.vocabularySize));
    if (wanted < tokens.size() || wanted > Vocabulary::kMostTokens) {
        return fail(ErrorCode::Config,
                    fmt::format("A vocabulary of {} tokens cannot be made; give {} (the single letters and special "
                                "tokens) to {}.",
                                training.vocabularySize, tokens.size(), Vocabulary::kMostTokens),
                    "vocabulary size");
    }
    Corpus corpus = corpusOf(sequences, letters, training.mostLetters);
    Growth growth(std::move(tokens));
    const std::int64_t least = std::max<std::int64_t>(1, training.minimumCount);
    for (Corpus::Best best = corpus.best(); growth.size() < wanted && best.count >= least; best = corpus.best()) {
        corpus.merge(best.pair, growth.add(best.pair));
        if (training.progress && !training.progress(static_cast<double>(growth.size()) / static_cast<double>(wanted)))
            return fail(ErrorCode::Data, "cancelled");
    }
    return parseBpe(bpeFileText(growth.tokens(), growth.merges()), "tokenizer.json", sequences.alphabet);
}

} // namespace anneal
