// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/tokentrie.h"

namespace anneal {

TokenTrie::TokenTrie(const std::vector<std::string> &tokens)
{
    for (const std::string &token : tokens)
        for (const char c : token)
            if (auto &known = m_classOf[static_cast<unsigned char>(c)]; known == 0)
                known = static_cast<std::uint16_t>(m_numClasses++);
    m_next.assign(m_numClasses, 0);
    m_tokenAt.assign(1, -1);
    for (std::size_t id = 0; id < tokens.size(); ++id)
        if (!tokens[id].empty())
            add(tokens[id], static_cast<int>(id));
}

void TokenTrie::add(std::string_view token, int id)
{
    std::size_t node = 0;
    for (const char c : token) {
        const std::size_t slot = node * m_numClasses + m_classOf[static_cast<unsigned char>(c)];
        if (m_next[slot] == 0) {
            m_next[slot] = static_cast<std::uint32_t>(m_tokenAt.size());
            m_tokenAt.push_back(-1);
            m_next.resize(m_next.size() + m_numClasses, 0);
        }
        node = m_next[slot];
    }
    m_tokenAt[node] = id;
}

} // namespace anneal
