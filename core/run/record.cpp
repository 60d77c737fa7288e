// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/record.h"

#include "base/files.h"
#include "config/configio.h"
#include "config/field.h"
#include "run/jsonfields.h"

namespace anneal {

namespace {

nlohmann::ordered_json provenanceToJson(const Provenance &from)
{
    return {{"anneal_version", from.annealVersion},
            {"commit", from.commit},
            {"host", from.host},
            {"cpu", from.cpu},
            {"cores", from.cores},
            {"gpus", from.gpus},
            {"command", from.command}};
}

Provenance provenanceFromJson(const nlohmann::json &object)
{
    Provenance from;
    from.annealVersion = textField(object, "anneal_version");
    from.commit = textField(object, "commit");
    from.host = textField(object, "host");
    from.cpu = textField(object, "cpu");
    from.cores = static_cast<int>(integerField(object, "cores"));
    from.gpus = textListField(object, "gpus");
    from.command = textField(object, "command");
    return from;
}

nlohmann::ordered_json recordToJson(const RunRecord &record)
{
    nlohmann::ordered_json object{
        {"version", kRunRecordVersion},   {"id", record.id},         {"name", record.name},
        {"created_at", record.createdAt}, {"preset", record.preset}, {"parent_run", record.parentRun},
    };
    if (record.parentStep)
        object["parent_step"] = *record.parentStep;
    object["color_slot"] = record.colorSlot;
    object["config"] = configToJson(record.config);
    object["provenance"] = provenanceToJson(record.provenance);
    return object;
}

bool isUtf8(const std::string &text)
{
    try {
        [[maybe_unused]] const std::string encoded = nlohmann::json(text).dump();
        return true;
    } catch (const nlohmann::json::type_error &) {
        return false;
    }
}

/// JSON holds UTF-8 only. A name with other bytes may lose them; a path must not.
Result<void> checkPaths(const Config &config)
{
    for (const Field &field : fields()) {
        if (field.type != FieldType::Path)
            continue;
        const FieldValue value = field.get(config);
        const auto *path = std::get_if<std::string>(&value);
        if (path && !isUtf8(*path))
            return fail(ErrorCode::Config, "The path is not UTF-8 text. Rename the file, or give a link to it that is.",
                        field.key);
    }
    return {};
}

Result<Config> configOf(const nlohmann::json &object, const std::string &where)
{
    const auto member = object.find("config");
    if (member == object.end())
        return fail(ErrorCode::Storage, "The run's record is damaged: it holds no configuration.", where);
    const ParsedConfig parsed = configFromJson(*member);
    for (const Issue &issue : parsed.issues)
        if (issue.severity == Severity::Error)
            return fail(ErrorCode::Storage,
                        "The run's configuration is not understood: " + issue.key + ": " + issue.message, where);
    return parsed.config;
}

} // namespace

Result<void> writeRunRecord(const RunPaths &paths, const RunRecord &record)
{
    std::error_code ignored;
    if (fs::exists(paths.record(), ignored))
        return fail(ErrorCode::Storage, "The run's record exists already and is never changed.",
                    paths.record().string());
    if (const auto checked = checkPaths(record.config); !checked)
        return checked;
    const std::string text = recordToJson(record).dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
    return writeFileAtomic(paths.record(), text + '\n');
}

Result<RunRecord> readRunRecord(const RunPaths &paths)
{
    const std::string where = paths.record().string();
    const auto object = readJsonObject(paths.record());
    if (!object)
        return Failure(object.error());
    const std::int64_t version = integerField(*object, "version");
    if (version > kRunRecordVersion)
        return fail(ErrorCode::Storage,
                    "The run was written by a newer Anneal (version " + std::to_string(version)
                        + "); open it with that version.",
                    where);
    auto config = configOf(*object, where);
    if (!config)
        return Failure(config.error());
    RunRecord record;
    record.id = textField(*object, "id", paths.id());
    record.name = textField(*object, "name", record.id);
    record.createdAt = textField(*object, "created_at");
    record.config = std::move(*config);
    record.preset = textField(*object, "preset");
    record.parentRun = textField(*object, "parent_run");
    record.parentStep = optionalInteger(*object, "parent_step");
    record.colorSlot = static_cast<int>(integerField(*object, "color_slot", 1));
    record.provenance = provenanceFromJson(object->value("provenance", nlohmann::json::object()));
    return record;
}

} // namespace anneal
