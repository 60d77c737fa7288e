// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/livesettings.h"

#include <variant>

#include "base/log.h"
#include "config/configio.h"
#include "config/field.h"

namespace anneal {
namespace {

constexpr const char *kRateKey = "optimizer.lr";

nlohmann::json toJson(const FieldValue &value)
{
    return std::visit([](const auto &held) { return nlohmann::json(held); }, value);
}

std::string asText(const nlohmann::json &value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

Result<const Field *> liveField(const std::string &key)
{
    const Field *field = findField(key);
    if (field == nullptr) {
        const auto near = nearestKey(key);
        return fail(ErrorCode::Config, "There is no setting " + key + (near ? "; did you mean " + *near + "?" : "."));
    }
    if (!field->live)
        return fail(ErrorCode::Config, key + " is fixed for the whole run; start a branch to change it.");
    return field;
}

} // namespace

Result<LiveChange> applyLiveSetting(Trainer &trainer, const std::string &key, const nlohmann::json &value)
{
    const auto field = liveField(key);
    if (!field)
        return Failure(field.error());
    Config changed = trainer.config();
    const auto issues = setFromText(changed, key, asText(value));
    if (hasErrors(issues))
        return fail(ErrorCode::Config, issues.front().message, key);
    LiveChange change{key, toJson((*field)->get(trainer.config())), toJson((*field)->get(changed))};
    if (key == kRateKey) {
        const std::int64_t next = trainer.progress().step;
        change.before = trainer.schedule().rate(next);
        trainer.schedule().setRate(next, changed.optimizer.lr);
    } else {
        trainer.config() = changed;
    }
    return change;
}

nlohmann::json liveSettings(Trainer &trainer, const Config &frozen)
{
    nlohmann::json fields = nlohmann::json::object();
    for (const FieldDifference &difference : configDifferences(frozen, trainer.config()))
        if (difference.field->live)
            fields[difference.field->key] = toJson(difference.right);
    return {{"lr_scale", trainer.schedule().scale()}, {"fields", fields}};
}

void restoreLiveSettings(Trainer &trainer, const nlohmann::json &saved)
{
    if (!saved.is_object())
        return;
    trainer.schedule().setScale(saved.value("lr_scale", 1.0));
    const auto fields = saved.value("fields", nlohmann::json::object());
    for (const auto &[key, value] : fields.items())
        for (const Issue &issue : setFromText(trainer.config(), key, asText(value)))
            spdlog::warn("live setting {}: {}", key, issue.message);
}

} // namespace anneal
