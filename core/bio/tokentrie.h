// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace anneal {

/// Finds the longest of some tokens that a text begins with: one table look-up for each byte of it.
class TokenTrie
{
public:
    explicit TokenTrie(const std::vector<std::string> &tokens);

    struct Match {
        int id = -1; ///< index into the tokens; −1 = none
        std::size_t length = 0;
    };
    [[nodiscard]] Match longest(std::string_view text) const
    {
        Match match;
        std::uint32_t node = 0;
        for (std::size_t at = 0; at < text.size(); ++at) {
            node = m_next[node * m_numClasses + m_classOf[static_cast<unsigned char>(text[at])]];
            if (node == 0)
                break;
            if (m_tokenAt[node] >= 0)
                match = {m_tokenAt[node], at + 1};
        }
        return match;
    }

private:
    void add(std::string_view token, int id);

    std::array<std::uint16_t, 256> m_classOf{}; ///< 0 = a byte that no token has
    std::size_t m_numClasses = 1;
    std::vector<std::uint32_t> m_next; ///< node × class → node; 0, the root, means none
    std::vector<int> m_tokenAt; ///< of each node; −1 = no token ends here
};

} // namespace anneal
