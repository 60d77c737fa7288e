// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/livesettings.h"

#include <variant>

#include "base/log.h"
#include "config/configio.h"
#include "config/field.h"

namespace anneal {
namespace {

constexpr const char *kRateKey = "optimizer.lr";
constexpr const char *kAccumulationKey = "batch.accumulation_steps";

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
        change.before = trainer.schedule().rate(trainer.place());
        trainer.schedule().setRate(trainer.place(), changed.optimizer.lr);
        return change;
    }
    trainer.config() = changed;
    if (key == kAccumulationKey)
        trainer.changeData([&](TrainingData &data) {
            data.setAccumulation(trainer.progress().step, changed.batch.accumulation_steps);
        });
    return change;
}

nlohmann::json liveSettings(Trainer &trainer, const Config &frozen)
{
    nlohmann::json fields = nlohmann::json::object();
    for (const FieldDifference &difference : configDifferences(frozen, trainer.config()))
        if (difference.field->live)
            fields[difference.field->key] = toJson(difference.right);
    nlohmann::json saved = trainer.schedule().saved();
    saved["fields"] = fields;
    saved["plateau"] = trainer.plateau().saved();
    saved["accumulation"] = trainer.data().saved();
    saved["guard"] = trainer.guard().saved();
    return saved;
}

void restoreLiveSettings(Trainer &trainer, const nlohmann::json &saved)
{
    if (!saved.is_object())
        return;
    trainer.schedule().restore(saved);
    trainer.plateau().restore(saved.value("plateau", nlohmann::json::object()));
    trainer.changeData([&](TrainingData &data) { data.restore(saved.value("accumulation", nlohmann::json())); });
    trainer.guard().restore(saved.value("guard", nlohmann::json::object()));
    const auto fields = saved.value("fields", nlohmann::json::object());
    for (const auto &[key, value] : fields.items())
        for (const Issue &issue : setFromText(trainer.config(), key, asText(value)))
            spdlog::warn("live setting {}: {}", key, issue.message);
}

} // namespace anneal
