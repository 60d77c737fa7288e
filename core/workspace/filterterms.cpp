// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/filterterms.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/clock.h"
#include "base/units.h"
#include "config/field.h"

namespace anneal {

namespace {

using Number = std::function<std::optional<double>(const RunSummary &, const Config &)>;
using Texts = std::function<std::vector<std::string>(const RunSummary &, const Config &)>;

/// How a text is compared by `:`.
enum class Colon { Contains, Equals, Begins };

struct TextName {
    Texts texts;
    Colon colon = Colon::Contains;
};

const std::map<std::string, Number> &numberNames()
{
    static const std::map<std::string, Number> names{
        {"step", [](const RunSummary &run, const Config &) { return std::optional(static_cast<double>(run.step)); }},
        {"tokens",
         [](const RunSummary &run, const Config &) { return std::optional(static_cast<double>(run.tokens)); }},
        {"loss", [](const RunSummary &run, const Config &) { return run.trainLoss; }},
        {"val.loss", [](const RunSummary &run, const Config &) { return run.validationLoss; }},
        {"best", [](const RunSummary &run, const Config &) { return run.bestValidationLoss; }},
    };
    return names;
}

const std::map<std::string, TextName> &textNames()
{
    using List = std::vector<std::string>;
    static const std::map<std::string, TextName> names{
        {"name", {[](const RunSummary &run, const Config &) { return List{run.name}; }}},
        {"id", {[](const RunSummary &run, const Config &) { return List{run.id}; }, Colon::Begins}},
        {"state", {[](const RunSummary &run, const Config &) { return List{phaseWord(run.phase)}; }, Colon::Equals}},
        {"tag", {[](const RunSummary &run, const Config &) { return run.tags; }, Colon::Equals}},
        {"data", {[](const RunSummary &, const Config &config) { return List{config.data.train}; }}},
        {"device", {[](const RunSummary &run, const Config &) { return List{run.device}; }}},
        {"why", {[](const RunSummary &run, const Config &) { return List{run.why}; }}},
        {"note", {[](const RunSummary &run, const Config &) { return List{run.lastNote}; }}},
        {"created",
         {[](const RunSummary &run, const Config &) { return List{isoTime(run.createdMicros)}; }, Colon::Begins}},
    };
    return names;
}

bool compares(const std::string &operation, const auto &left, const auto &right)
{
    if (operation == "<")
        return left < right;
    if (operation == "<=")
        return left <= right;
    if (operation == ">")
        return left > right;
    if (operation == ">=")
        return left >= right;
    return operation == "!=" ? left != right : left == right;
}

bool isOrder(const std::string &operation)
{
    return operation[0] == '<' || operation[0] == '>';
}

Result<RunFilter> numberFilter(const FilterTerm &term, Number number)
{
    if (lowerCase(term.value) == "nan" && !isOrder(term.operation))
        return [number, wanted = term.operation != "!="](const RunSummary &run, const Config &config) {
            const auto value = number(run, config);
            return value && std::isnan(*value) == wanted;
        };
    const auto wanted = parseNumber(term.value);
    if (!wanted)
        return filterError("\"" + term.value + "\" is not a number; " + term.name + " is compared with one",
                           term.position);
    return [number, wanted = *wanted, operation = term.operation](const RunSummary &run, const Config &config) {
        const auto value = number(run, config);
        return value && !std::isnan(*value) && compares(operation, *value, wanted);
    };
}

bool matches(const std::string &text, const std::string &operation, const std::string &wanted, Colon colon)
{
    const bool contains = operation == "~" || (operation == ":" && colon == Colon::Contains);
    if (contains)
        return text.find(wanted) != std::string::npos;
    if (colon == Colon::Begins && !isOrder(operation))
        return text.starts_with(wanted);
    return operation == ":" ? text == wanted : compares(operation == "!=" ? "=" : operation, text, wanted);
}

Result<RunFilter> textFilter(const FilterTerm &term, const TextName &name)
{
    if (isOrder(term.operation) && term.name != "created")
        return filterError(term.name + " is text; compare it with = != or ~", term.position);
    const bool none = term.operation == "!=";
    return [name, none, operation = term.operation, wanted = lowerCase(term.value)](const RunSummary &run,
                                                                                    const Config &config) {
        const auto texts = name.texts(run, config);
        return none != std::any_of(texts.begin(), texts.end(), [&](const std::string &text) {
                   return matches(lowerCase(text), operation, wanted, name.colon);
               });
    };
}

Result<RunFilter> settingFilter(const FilterTerm &term, const Field &field)
{
    const bool numeric = field.type == FieldType::Integer || field.type == FieldType::Real;
    if (!numeric || term.operation == "~") {
        const Colon colon =
            field.type == FieldType::Text || field.type == FieldType::Path ? Colon::Contains : Colon::Equals;
        return textFilter(term,
                          {[&field](const RunSummary &, const Config &config) {
                               return std::vector<std::string>{displayValue(field.get(config))};
                           },
                           colon});
    }
    return numberFilter(term, [&field](const RunSummary &, const Config &config) {
        const FieldValue value = field.get(config);
        const auto *whole = std::get_if<std::int64_t>(&value);
        return std::optional(whole ? static_cast<double>(*whole) : std::get<double>(value));
    });
}

RunFilter wordFilter(const std::string &word)
{
    return [word = lowerCase(word)](const RunSummary &run, const Config &) {
        std::vector<std::string> texts{run.name, run.why, run.lastNote, run.id};
        texts.insert(texts.end(), run.tags.begin(), run.tags.end());
        return std::any_of(texts.begin(), texts.end(),
                           [&](const std::string &text) { return lowerCase(text).find(word) != std::string::npos; });
    };
}

} // namespace

std::string lowerCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return text;
}

Failure filterError(std::string message, std::size_t position)
{
    return fail(ErrorCode::Config, std::move(message) + '.', "filter, position " + std::to_string(position + 1));
}

Result<RunFilter> termFilter(const FilterTerm &term)
{
    if (term.operation.empty())
        return wordFilter(term.value);
    if (const auto number = numberNames().find(term.name); number != numberNames().end())
        return term.operation == "~"
            ? filterError(term.name + " is a number; compare it with < <= > >= = or !=", term.position)
            : numberFilter(term, number->second);
    if (const auto text = textNames().find(term.name); text != textNames().end())
        return textFilter(term, text->second);
    if (const Field *field = findField(term.name))
        return settingFilter(term, *field);
    const auto near = nearestKey(term.name);
    return filterError("There is nothing called \"" + term.name + "\""
                           + (near ? "; \"" + *near + "\" may be meant"
                                   : "; names are state, name, tag, step, loss, val.loss, best, tokens, "
                                     "data, device, why, note, created and every setting's key"),
                       term.position);
}

} // namespace anneal
