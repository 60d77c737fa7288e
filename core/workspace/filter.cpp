// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/filter.h"

#include <array>
#include <string_view>

#include "workspace/filterterms.h"

namespace anneal {

namespace {

constexpr int kDeepest = 100; ///< parentheses within each other
constexpr std::string_view kSpace = " \t\r\n";
constexpr std::array<std::string_view, 8> kOperations{"<=", ">=", "!=", "<", ">", "=", ":", "~"};

class Parser
{
public:
    explicit Parser(const std::string &text)
        : m_text(text)
    {
    }

    Result<RunFilter> parse()
    {
        if (atEnd())
            return [](const RunSummary &, const Config &) { return true; };
        auto filter = alternatives();
        if (filter && !atEnd())
            return filterError("There is a ) without its (", m_at);
        return filter;
    }

private:
    Result<RunFilter> alternatives()
    {
        auto left = conjunction();
        while (left && takeWord("or")) {
            const auto right = conjunction();
            if (!right)
                return right;
            left = [a = *left, b = *right](const RunSummary &run, const Config &config) {
                return a(run, config) || b(run, config);
            };
        }
        return left;
    }

    Result<RunFilter> conjunction()
    {
        auto left = unary();
        while (left && (takeWord("and") || startsTerm())) {
            const auto right = unary();
            if (!right)
                return right;
            left = [a = *left, b = *right](const RunSummary &run, const Config &config) {
                return a(run, config) && b(run, config);
            };
        }
        return left;
    }

    Result<RunFilter> unary()
    {
        if (++m_depth > kDeepest)
            return filterError("Too many parentheses within each other", m_at);
        auto filter = takeWord("not") ? negated() : atEnd() || m_text[m_at] != '(' ? term() : group();
        --m_depth;
        return filter;
    }

    Result<RunFilter> negated()
    {
        const auto inner = unary();
        if (!inner)
            return inner;
        return [a = *inner](const RunSummary &run, const Config &config) { return !a(run, config); };
    }

    Result<RunFilter> group()
    {
        const std::size_t opened = m_at++;
        auto inner = alternatives();
        if (!inner)
            return inner;
        if (atEnd() || m_text[m_at] != ')')
            return filterError("The ( is not closed", opened);
        ++m_at;
        return inner;
    }

    Result<RunFilter> term()
    {
        FilterTerm term;
        if (atEnd() || m_text[m_at] == ')')
            return filterError("Something is missing here", m_at);
        term.position = m_at;
        const bool quoted = m_text[m_at] == '"';
        auto first = quoted ? value() : Result<std::string>(name());
        if (!first)
            return Failure(first.error());
        term.operation = quoted ? std::string() : operation();
        if (term.operation.empty()) {
            term.value = *first;
            return termFilter(term);
        }
        term.name = lowerCase(*first);
        if (atEnd() || m_text[m_at] == ')')
            return filterError("A value is missing after " + term.operation, m_at);
        auto right = value();
        if (!right)
            return Failure(right.error());
        term.value = *right;
        return term.name.empty() ? filterError("A name is missing before " + term.operation, term.position)
                                 : termFilter(term);
    }

    std::string name()
    {
        const std::size_t from = m_at;
        while (m_at < m_text.size() && !isSpace() && !isParenthesis() && operationHere().empty())
            ++m_at;
        return m_text.substr(from, m_at - from);
    }

    /// Up to a space or parenthesis, or everything between quotes.
    Result<std::string> value()
    {
        const std::size_t from = m_at;
        if (m_text[m_at] == '"') {
            const std::size_t end = m_text.find('"', m_at + 1);
            if (end == std::string::npos)
                return filterError("The quote is not closed", from);
            m_at = end + 1;
            return m_text.substr(from + 1, end - from - 1);
        }
        while (m_at < m_text.size() && !isSpace() && !isParenthesis())
            ++m_at;
        return m_text.substr(from, m_at - from);
    }

    /// Takes the operation that stands next, spaces before it included.
    std::string operation()
    {
        const std::size_t before = m_at;
        skipSpace();
        const std::string found(operationHere());
        m_at = found.empty() ? before : m_at + found.size();
        if (!found.empty())
            skipSpace();
        return found;
    }

    std::string_view operationHere() const
    {
        for (const std::string_view operation : kOperations)
            if (m_text.compare(m_at, operation.size(), operation) == 0)
                return operation;
        return {};
    }

    bool takeWord(std::string_view word)
    {
        skipSpace();
        if (lowerCase(m_text.substr(m_at, word.size())) != word)
            return false;
        const std::size_t end = m_at + word.size();
        const bool whole =
            end >= m_text.size() || kSpace.find(m_text[end]) != std::string_view::npos || m_text[end] == '(';
        m_at = whole ? end : m_at;
        return whole;
    }

    bool startsTerm()
    {
        if (atEnd() || m_text[m_at] == ')')
            return false;
        const std::size_t before = m_at;
        const bool isOr = takeWord("or");
        m_at = before;
        return !isOr;
    }

    bool atEnd()
    {
        skipSpace();
        return m_at >= m_text.size();
    }

    void skipSpace()
    {
        while (m_at < m_text.size() && isSpace())
            ++m_at;
    }

    bool isSpace() const { return kSpace.find(m_text[m_at]) != std::string_view::npos; }
    bool isParenthesis() const { return m_text[m_at] == '(' || m_text[m_at] == ')'; }

    const std::string &m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

Result<RunFilter> parseRunFilter(const std::string &text)
{
    return Parser(text).parse();
}

} // namespace anneal
