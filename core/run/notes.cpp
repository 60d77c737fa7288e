// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/notes.h"

#include <algorithm>

#include "base/clock.h"
#include "base/ids.h"
#include "run/events.h"
#include "run/jsonfields.h"

namespace anneal {

namespace {

constexpr int kColorSlots = 12;

Result<void> appendLine(const RunPaths &paths, const char *kind, nlohmann::json members)
{
    members["kind"] = kind;
    members.emplace("time_micros", wallMicros());
    auto writer = JsonlWriter::open(paths.notes());
    if (!writer)
        return Failure(writer.error());
    return writer->append(members);
}

std::string trimmed(const std::string &text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Result<void> requireText(const std::string &text)
{
    if (trimmed(text).empty())
        return fail(ErrorCode::Config, "A note needs some text.");
    return {};
}

Result<void> requireNote(const RunPaths &paths, const std::string &noteId)
{
    const auto annotations = readAnnotations(paths);
    if (!annotations)
        return Failure(annotations.error());
    for (const Note &note : annotations->notes)
        if (note.id == noteId)
            return {};
    return fail(ErrorCode::Data, "There is no note \"" + noteId + "\"; it may have been removed.",
                paths.notes().string());
}

Result<void> requireTag(const std::string &tag)
{
    const bool plain = !tag.empty() && tag == trimmed(tag) && tag.find_first_of(",\n\r\t") == std::string::npos;
    if (!plain)
        return fail(ErrorCode::Config, "\"" + tag + "\" cannot be a tag: a tag is a word or words without commas.");
    return {};
}

void addUnique(std::vector<std::string> &list, const std::string &item)
{
    if (std::find(list.begin(), list.end(), item) == list.end())
        list.push_back(item);
}

void applyTags(RunAnnotations &annotations, const nlohmann::json &line)
{
    for (const std::string &tag : textListField(line, "add")) {
        addUnique(annotations.tags, tag);
        std::erase(annotations.removedTags, tag);
    }
    for (const std::string &tag : textListField(line, "remove")) {
        std::erase(annotations.tags, tag);
        addUnique(annotations.removedTags, tag);
    }
}

void applyNote(RunAnnotations &annotations, const nlohmann::json &line, const std::string &kind)
{
    const std::string id = textField(line, "id");
    const std::int64_t time = integerField(line, "time_micros");
    if (kind == "note") {
        annotations.notes.push_back({id, time, time, optionalInteger(line, "step"), textField(line, "text"), false});
        return;
    }
    for (Note &note : annotations.notes) {
        if (note.id != id)
            continue;
        note.removed = kind == "note_removed" || (note.removed && kind != "note_restored");
        note.editedMicros = time;
        note.text = textField(line, "text", note.text);
    }
}

void applyLine(RunAnnotations &annotations, const nlohmann::json &line)
{
    const std::string kind = textField(line, "kind");
    if (kind.starts_with("note"))
        applyNote(annotations, line, kind);
    else if (kind == "tags")
        applyTags(annotations, line);
    else if (kind == "name")
        annotations.name = textField(line, "name");
    else if (kind == "archived")
        annotations.archived = boolField(line, "archived");
    else if (const auto slot = optionalInteger(line, "slot");
             kind == "color" && slot && *slot >= 1 && *slot <= kColorSlots)
        annotations.colorSlot = static_cast<int>(*slot);
}

} // namespace

Result<Note> addNote(const RunPaths &paths, const std::string &text, std::optional<std::int64_t> step)
{
    if (const auto ok = requireText(text); !ok)
        return Failure(ok.error());
    Note note{newShortId(), wallMicros(), 0, step, text, false};
    note.editedMicros = note.timeMicros;
    nlohmann::json line{{"id", note.id}, {"text", text}, {"time_micros", note.timeMicros}};
    if (step)
        line["step"] = *step;
    if (const auto written = appendLine(paths, "note", std::move(line)); !written)
        return Failure(written.error());
    return note;
}

Result<void> editNote(const RunPaths &paths, const std::string &noteId, const std::string &text)
{
    if (const auto ok = requireText(text); !ok)
        return ok;
    if (const auto ok = requireNote(paths, noteId); !ok)
        return ok;
    return appendLine(paths, "note_edited", {{"id", noteId}, {"text", text}});
}

Result<void> removeNote(const RunPaths &paths, const std::string &noteId)
{
    if (const auto ok = requireNote(paths, noteId); !ok)
        return ok;
    return appendLine(paths, "note_removed", {{"id", noteId}});
}

Result<void> restoreNote(const RunPaths &paths, const std::string &noteId)
{
    return appendLine(paths, "note_restored", {{"id", noteId}});
}

Result<void> setTags(const RunPaths &paths, const std::vector<std::string> &add, const std::vector<std::string> &remove)
{
    for (const std::string &tag : add)
        if (const auto ok = requireTag(tag); !ok)
            return ok;
    return appendLine(paths, "tags", {{"add", add}, {"remove", remove}});
}

Result<void> setRunName(const RunPaths &paths, const std::string &name)
{
    if (trimmed(name).empty() || name.find_first_of("\n\r") != std::string::npos)
        return fail(ErrorCode::Config, "A run's name is one line that is not empty.");
    return appendLine(paths, "name", {{"name", trimmed(name)}});
}

Result<void> setColorSlot(const RunPaths &paths, int slot)
{
    if (slot < 1 || slot > kColorSlots)
        return fail(ErrorCode::Config, "There is no colour " + std::to_string(slot) + "; colours are 1 to 12.");
    return appendLine(paths, "color", {{"slot", slot}});
}

Result<void> setArchived(const RunPaths &paths, bool archived)
{
    return appendLine(paths, "archived", {{"archived", archived}});
}

Result<RunAnnotations> readAnnotations(const RunPaths &paths)
{
    JsonlReader reader(paths.notes());
    const auto lines = reader.poll();
    if (!lines)
        return Failure(lines.error());
    RunAnnotations annotations;
    for (const nlohmann::json &line : *lines)
        applyLine(annotations, line);
    std::erase_if(annotations.notes, [](const Note &note) { return note.removed; });
    return annotations;
}

std::vector<std::string> runTags(const std::string &configTags, const RunAnnotations &annotations)
{
    std::vector<std::string> tags;
    for (std::size_t from = 0; from <= configTags.size();) {
        const std::size_t end = std::min(configTags.find(',', from), configTags.size());
        const std::string tag = trimmed(configTags.substr(from, end - from));
        const auto &removed = annotations.removedTags;
        if (!tag.empty() && std::find(removed.begin(), removed.end(), tag) == removed.end())
            addUnique(tags, tag);
        from = end + 1;
    }
    for (const std::string &tag : annotations.tags)
        addUnique(tags, tag);
    return tags;
}

} // namespace anneal
