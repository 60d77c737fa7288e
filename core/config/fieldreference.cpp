// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "config/configio.h"
#include "config/fieldvalue.h"

namespace anneal {

namespace {

constexpr const char *kIntroduction = R"(# Settings

Every setting of a run: its key, what it takes, its default and what it does. The form of the window, the command line
(`--set key=value`), configuration files and validation all follow from the same table, and so does this page.

*expert* settings are hidden in the form until "All" is chosen. *live* settings may be changed while the run trains.
How files, presets and the command line go together is told in [configuration.md](configuration.md).
)";

std::string defaultText(const Field &field)
{
    const std::string text = displayValue(field.defaultValue);
    return text.empty() ? "empty" : "`" + text + "`";
}

std::string traitsText(const Field &field)
{
    std::string text = field.level == FieldLevel::Expert ? "*expert*" : "";
    if (field.live)
        text += text.empty() ? "*live*" : ", *live*";
    return text;
}

std::string rowOf(const Field &field)
{
    return fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", field.key, field.label, expectedText(field),
                       defaultText(field), traitsText(field), field.help);
}

} // namespace

std::string fieldReference()
{
    std::string page = kIntroduction;
    for (const FieldSection &section : fieldSections()) {
        page += fmt::format("\n## {}\n\n{}\n\n", section.label, section.help);
        page += "| key | label | takes | default | | meaning |\n|---|---|---|---|---|---|\n";
        for (const Field &field : fields())
            if (field.section() == section.key)
                page += rowOf(field);
    }
    return page;
}

} // namespace anneal
