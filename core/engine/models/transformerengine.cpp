// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/transformerengine.h"

#include <algorithm>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "base/files.h"
#include "bio/tokenizerfolder.h"
#include "models/family.h"
#include "models/huggingfaceconfig.h"
#include "nn/rotary.h"
#include "tensor/safetensors.h"

namespace anneal {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kVocabularyMultiple = 64; // what 8-bit matrix products want
constexpr std::string_view kEsmLayers = "esm.encoder.layer.", kEngineLayers = "model.encoder.layers.";
constexpr std::string_view kOldEngineLayers = "esm.encoder.layers."; // of the first published folders
constexpr std::string_view kFused = "self_attention.layernorm_qkv.";
constexpr std::string_view kParts[] = {"attention.self.query.", "attention.self.key.", "attention.self.value."};

struct Beginning {
    std::string_view esm, engine;
};
constexpr Beginning kInLayer[] = {{"attention.output.dense.", "self_attention.proj."},
                                  {"attention.LayerNorm.", "self_attention.layernorm_qkv.layer_norm_"},
                                  {"intermediate.dense.", "layernorm_mlp.fc1_"},
                                  {"output.dense.", "layernorm_mlp.fc2_"},
                                  {"LayerNorm.", "layernorm_mlp.layer_norm_"}};
constexpr Beginning kOutside[] = {{"esm.embeddings.word_embeddings.", "model.embeddings.word_embeddings."},
                                  {"esm.encoder.emb_layer_norm_after.", "model.encoder.emb_layer_norm_after."},
                                  {"esm.rotary_embeddings.", "model.encoder.rotary_embeddings."},
                                  {"lm_head.layer_norm.", "lm_head.decoder.layer_norm_"},
                                  {"lm_head.bias", "lm_head.decoder.bias"}};

/// The name with the first known beginning of one layout replaced by that of the other.
template <std::size_t N>
std::string translated(const std::string &name, const Beginning (&table)[N], bool toEngine)
{
    for (const Beginning &known : table) {
        const std::string_view from = toEngine ? known.esm : known.engine;
        if (name.starts_with(from))
            return std::string(toEngine ? known.engine : known.esm) + name.substr(from.size());
    }
    return name;
}

/// A name within a layer, cut in two: "esm.encoder.layer.3." and the rest. The first half is empty outside of layers.
std::pair<std::string, std::string> cutAfterLayer(const std::string &name, std::string_view layers)
{
    const std::size_t end = name.starts_with(layers) ? name.find('.', layers.size()) : std::string::npos;
    return end == std::string::npos ? std::pair(std::string(), name)
                                    : std::pair(name.substr(0, end + 1), name.substr(end + 1));
}

std::string otherName(const std::string &name, bool toEngine)
{
    const std::string_view from = toEngine ? kEsmLayers : kEngineLayers, to = toEngine ? kEngineLayers : kEsmLayers;
    const auto [prefix, rest] = cutAfterLayer(name, from);
    if (prefix.empty())
        return translated(name, kOutside, toEngine);
    return std::string(to) + prefix.substr(from.size()) + translated(rest, kInLayer, toEngine);
}

/// Of a tensor in a file of the layout, old or new.
std::string esmNameOf(const std::string &name)
{
    const bool isOld = name.starts_with(kOldEngineLayers);
    return otherName(isOld ? std::string(kEngineLayers) + name.substr(kOldEngineLayers.size()) : name, false);
}

/// Scales of 8-bit products, and a layer that only the reference library's bare encoder has.
bool isUnused(const std::string &name)
{
    return name.ends_with("_extra_state") || name.starts_with("model.pooler.") || name.starts_with("esm.pooler.");
}

/// Has a row for each token.
bool isPadded(const std::string &esmName)
{
    return esmName == "esm.embeddings.word_embeddings.weight" || esmName == "lm_head.bias"
        || esmName == "lm_head.decoder.weight";
}

/// [H · 3 · D, …] → the queries (0), keys (1) or values (2) of all heads, [H · D, …]. Left as it is when its rows do
/// not divide, so that the reader complains of the shape.
torch::Tensor partOfFused(const torch::Tensor &fused, std::int64_t heads, std::int64_t part)
{
    if (fused.dim() == 0 || fused.size(0) == 0 || fused.size(0) % (3 * heads) != 0)
        return fused;
    return fused.unflatten(0, {heads, 3, -1}).select(1, part).flatten(0, 1);
}

/// Queries, keys and values of [H · D, …] each → [H · 3 · D, …].
torch::Tensor fuse(const std::vector<torch::Tensor> &parts, std::int64_t heads)
{
    std::vector<torch::Tensor> byHead;
    for (const torch::Tensor &part : parts)
        byHead.push_back(part.unflatten(0, {heads, -1}));
    return torch::stack(byHead, 1).flatten(0, 2);
}

std::int64_t paddedRows(std::int64_t vocabulary)
{
    return (vocabulary + kVocabularyMultiple - 1) / kVocabularyMultiple * kVocabularyMultiple;
}

/// More rows that are never chosen: zero weights, and the lowest bias.
torch::Tensor padded(const torch::Tensor &tensor)
{
    std::vector<std::int64_t> shape = tensor.sizes().vec();
    shape[0] = paddedRows(shape[0]);
    torch::Tensor result = torch::zeros(shape, tensor.options());
    if (tensor.dim() == 1)
        result.fill_(tensor.scalar_type() == torch::kFloat64 ? std::numeric_limits<double>::lowest()
                                                             : std::numeric_limits<float>::lowest());
    result.narrow(0, 0, tensor.size(0)).copy_(tensor);
    return result;
}

/// The model's tensors as the layout has them, and the names of what it has no place for.
struct EngineTensors {
    NamedTensors tensors;
    std::vector<std::string> leftOut;
};

bool hasPlace(const std::string &esmName)
{
    return !esmName.ends_with("inv_freq") && !esmName.starts_with("esm.contact_head.");
}

/// Of a tensor without a place: whether it is anything but what the layout's classes compute, or an unfitted head.
bool saysSomething(const FileTensor &entry, const ModelConfig &config)
{
    if (!entry.name.ends_with("inv_freq"))
        return entry.tensor.count_nonzero().item<std::int64_t>() > 0;
    return !torch::equal(entry.tensor, inverseFrequencies(config.rope_theta, 2 * entry.tensor.size(0)));
}

/// One of three that become one; their turn comes with the last of them.
void addPart(EngineTensors &all, std::map<std::string, std::vector<torch::Tensor>> &fused, const std::string &name,
             const FileTensor &entry, std::int64_t heads)
{
    std::vector<torch::Tensor> &parts = fused[name];
    parts.push_back(entry.tensor);
    if (parts.size() == std::size(kParts))
        all.tensors.emplace_back(name, fuse(parts, heads));
}

EngineTensors engineTensors(SequenceModel &model)
{
    EngineTensors all;
    std::map<std::string, std::vector<torch::Tensor>> fused;
    const std::int64_t heads = model.config().num_attention_heads;
    for (const FileTensor &entry : model.fileTensors()) {
        const auto [layer, rest] = cutAfterLayer(entry.name, kEsmLayers);
        const auto part = std::find_if(std::begin(kParts), std::end(kParts),
                                       [&](std::string_view known) { return rest.starts_with(known); });
        if (part != std::end(kParts)) // they come in this order
            addPart(all, fused, otherName(layer, true) + std::string(kFused) + rest.substr(part->size()), entry, heads);
        else if (hasPlace(entry.name))
            all.tensors.emplace_back(otherName(entry.name, true),
                                     isPadded(entry.name) ? padded(entry.tensor) : entry.tensor);
        else if (saysSomething(entry, model.config()))
            all.leftOut.push_back(entry.name);
    }
    return all;
}

/// config.json of ESM-2 with what the other layout's classes ask for besides.
std::string engineConfigText(const SequenceModel &model, const Tokenizer &tokenizer, std::int64_t maxLength)
{
    Json object = Json::parse(huggingFaceConfigText(model, tokenizer, maxLength));
    object["architectures"][0] = "NV" + object["architectures"][0].get<std::string>();
    object["model_type"] = kTransformerEngineType;
    object["padded_vocab_size"] = paddedRows(model.vocabulary());
    object["qkv_weight_interleaved"] = true;
    object["encoder_activation"] = "gelu";
    object["attn_input_format"] = "bshd";
    object["attn_mask_type"] = "padding";
    object["fuse_qkv_params"] = true;
    object["micro_batch_size"] = nullptr;
    object["max_seq_length"] = nullptr;
    object["add_pooling_layer"] = false;
    object["auto_map"] = {{"AutoConfig", "esm_nv.NVEsmConfig"},
                          {"AutoModel", "esm_nv.NVEsmModel"},
                          {"AutoModelForMaskedLM", "esm_nv.NVEsmForMaskedLM"},
                          {"AutoModelForTokenClassification", "esm_nv.NVEsmForTokenClassification"}};
    return object.dump(2) + "\n";
}

Result<void> checkCanBeWritten(const SequenceModel &model)
{
    const Family &family = familyOf(model.config());
    if (family.modelType != "esm")
        return fail(ErrorCode::Data,
                    fmt::format("Transformer Engine's layout is for ESM-2 models, and this is a {} model: write the "
                                "Hugging Face layout",
                                family.name));
    if (model.task().kind == HeadKind::Sequence)
        return fail(ErrorCode::Data,
                    "Transformer Engine's layout has no head for whole sequences: write the Hugging Face layout");
    return {};
}

} // namespace

bool isTransformerEngineLayout(const std::vector<std::string> &names)
{
    return std::any_of(names.begin(), names.end(), [](const std::string &name) {
        return name.starts_with(kEngineLayers) || name.starts_with(kOldEngineLayers);
    });
}

StoredTensors storedInTransformerEngine(const std::vector<std::string> &names, const ModelConfig &config,
                                        std::int64_t vocabulary)
{
    StoredTensors stored;
    const auto firstRows = [vocabulary](const torch::Tensor &tensor) {
        return tensor.dim() > 0 && tensor.size(0) > vocabulary ? tensor.narrow(0, 0, vocabulary) : tensor;
    };
    for (const std::string &name : names) {
        if (isUnused(name))
            continue;
        const std::string esmName = esmNameOf(name);
        const std::size_t fused = esmName.find(kFused);
        for (std::int64_t part = 0; fused != std::string::npos && part < 3; ++part)
            stored[esmName.substr(0, fused) + std::string(kParts[part]) + esmName.substr(fused + kFused.size())] = {
                name, [heads = config.num_attention_heads, part](const torch::Tensor &tensor) {
                    return partOfFused(tensor, heads, part);
                }};
        if (fused == std::string::npos)
            stored[esmName] = {name, isPadded(esmName) ? CutTensor(firstRows) : CutTensor()};
    }
    return stored;
}

void checkTransformerEngineConfig(ConfigReader &reader)
{
    reader.only("qkv_weight_interleaved", true);
    reader.only("fuse_qkv_params", true);
    reader.only("encoder_activation", "gelu");
}

Result<std::vector<std::string>> saveTransformerEngineFolder(const fs::path &folder, SequenceModel &model,
                                                             const Tokenizer &tokenizer, std::int64_t maxLength)
{
    if (auto fits = checkCanBeWritten(model); !fits)
        return Failure(std::move(fits.error()));
    if (auto made = makeFolder(folder); !made)
        return Failure(std::move(made.error()));
    const EngineTensors all = engineTensors(model);
    if (auto written = writeSafetensors(folder / "model.safetensors", all.tensors); !written)
        return Failure(std::move(written.error()));
    const std::string config = engineConfigText(model, tokenizer, maxLength);
    if (auto written = writeFileAtomic(folder / "config.json", config); !written)
        return Failure(std::move(written.error()));
    return writeTokenizer(folder, tokenizer, maxLength).map([&] { return all.leftOut; });
}

} // namespace anneal
