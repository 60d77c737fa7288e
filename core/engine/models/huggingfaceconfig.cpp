// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/huggingfaceconfig.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"

namespace anneal {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kPositionsBeforeText = 2; // published ESM-2 models say 1,026 positions for 1,024 tokens

/// Reads typed values out of one JSON object and remembers the first thing that is wrong.
class ConfigReader
{
public:
    explicit ConfigReader(const Json &object)
        : m_object(object)
    {
    }

    void size(const char *key, std::int64_t &value)
    {
        take(key, "a whole number of at least 1", value,
             [](const Json &found) { return found.is_number_unsigned() && found > 0; });
    }
    void number(const char *key, double &value)
    {
        take(key, "a number", value, [](const Json &found) { return found.is_number(); });
    }
    void flag(const char *key, bool &value)
    {
        take(key, "true or false", value, [](const Json &found) { return found.is_boolean(); });
    }
    /// The engine computes this one way only: another value would load and give wrong numbers.
    void only(const char *key, const Json &supported)
    {
        const auto found = m_object.find(key);
        if (found != m_object.end() && !found->is_null() && *found != supported)
            complain(fmt::format("{} is {}, but only {} is supported", key, found->dump(), supported.dump()));
    }
    void needs(const char *key)
    {
        if (!m_object.contains(key))
            complain(fmt::format("{} is missing", key));
    }
    void complain(std::string message)
    {
        if (m_problem.empty())
            m_problem = std::move(message);
    }
    [[nodiscard]] const std::string &problem() const { return m_problem; }

private:
    template <typename T, typename Check>
    void take(const char *key, const char *expected, T &value, const Check &isValid)
    {
        const auto found = m_object.find(key);
        if (found == m_object.end() || found->is_null())
            return;
        if (isValid(*found))
            value = found->template get<T>();
        else
            complain(fmt::format("{} is {}, but must be {}", key, found->dump(), expected));
    }

    const Json &m_object;
    std::string m_problem;
};

void readSizes(ConfigReader &reader, HuggingFaceConfig &config)
{
    for (const char *key :
         {"vocab_size", "num_hidden_layers", "hidden_size", "num_attention_heads", "intermediate_size"})
        reader.needs(key);
    reader.size("vocab_size", config.vocabulary);
    reader.size("num_hidden_layers", config.model.num_hidden_layers);
    reader.size("hidden_size", config.model.hidden_size);
    reader.size("num_attention_heads", config.model.num_attention_heads);
    reader.size("intermediate_size", config.model.intermediate_size);
    if (config.model.hidden_size % (2 * config.model.num_attention_heads) != 0)
        reader.complain(fmt::format("hidden_size {} does not divide into {} heads of even width",
                                    config.model.hidden_size, config.model.num_attention_heads));
}

void readBehaviour(ConfigReader &reader, HuggingFaceConfig &config)
{
    config.model.token_dropout = false; // the library's own default where the file is silent
    reader.flag("token_dropout", config.model.token_dropout);
    reader.flag("tie_word_embeddings", config.model.tie_word_embeddings);
    reader.number("layer_norm_eps", config.model.layer_norm_eps);
    reader.number("hidden_dropout_prob", config.model.hidden_dropout_prob);
    reader.number("attention_probs_dropout_prob", config.model.attention_probs_dropout_prob);
    reader.number("initializer_range", config.model.initializer_range);
    reader.number("rope_theta", config.model.rope_theta);
    reader.only("model_type", "esm");
    reader.only("hidden_act", "gelu");
    reader.needs("position_embedding_type"); // absolute where the file is silent
    reader.only("position_embedding_type", "rotary");
    reader.only("emb_layer_norm_before", false);
    reader.only("is_folding_model", false);
    reader.only("is_decoder", false);
    reader.only("add_cross_attention", false);
}

} // namespace

Result<HuggingFaceConfig> readHuggingFaceConfig(const fs::path &folder)
{
    const fs::path path = folder / "config.json";
    const auto text = readFile(path);
    if (!text)
        return Failure(text.error());
    const Json object = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object())
        return fail(ErrorCode::Data,
                    "this is not a JSON object, so it does not describe a model: copy or save it again", path.string());

    HuggingFaceConfig config;
    ConfigReader reader(object);
    readSizes(reader, config);
    readBehaviour(reader, config);
    std::int64_t positions = config.maxLength + kPositionsBeforeText;
    reader.size("max_position_embeddings", positions);
    config.maxLength = std::max<std::int64_t>(positions - kPositionsBeforeText, 3);
    if (!reader.problem().empty())
        return fail(ErrorCode::Data, reader.problem(), path.string());
    return config;
}

std::string huggingFaceConfigText(const ModelConfig &config, const Alphabet &alphabet, std::int64_t maxLength)
{
    const Json object = {
        {"architectures", {"EsmForMaskedLM"}},
        {"model_type", "esm"},
        {"vocab_size", alphabet.size()},
        {"hidden_size", config.hidden_size},
        {"num_hidden_layers", config.num_hidden_layers},
        {"num_attention_heads", config.num_attention_heads},
        {"intermediate_size", config.intermediate_size},
        {"max_position_embeddings", maxLength + kPositionsBeforeText},
        {"position_embedding_type", "rotary"},
        {"rope_theta", config.rope_theta},
        {"layer_norm_eps", config.layer_norm_eps},
        {"hidden_act", "gelu"},
        {"hidden_dropout_prob", config.hidden_dropout_prob},
        {"attention_probs_dropout_prob", config.attention_probs_dropout_prob},
        {"initializer_range", config.initializer_range},
        {"token_dropout", config.token_dropout},
        {"emb_layer_norm_before", false},
        {"tie_word_embeddings", config.tie_word_embeddings},
        {"cls_token_id", alphabet.cls()},
        {"pad_token_id", alphabet.pad()},
        {"eos_token_id", alphabet.eos()},
        {"mask_token_id", alphabet.mask()},
        {"is_folding_model", false},
        {"esmfold_config", nullptr},
        {"vocab_list", nullptr},
        {"classifier_dropout", nullptr},
        {"use_cache", true},
        {"torch_dtype", "float32"},
    };
    return object.dump(2) + "\n";
}

} // namespace anneal
