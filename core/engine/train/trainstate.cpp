// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/trainstate.h"

#include "bio/tokenizerfolder.h"
#include "models/huggingfaceconfig.h"
#include "models/modelshelf.h"
#include "optim/optimizerfactory.h"
#include "train/finetuning.h"

namespace anneal {
namespace {

/// Rows of the embedding of the model to start from; 0 without one, and where its tokens are others (its tensors will
/// then not fit, which is said by name).
std::int64_t rowsToStartFrom(const Config &config, const Tokenizer &tokenizer)
{
    if (config.model.init_from.empty())
        return 0;
    const auto folder = baseFolderOf(config.model.init_from);
    const auto base = folder.and_then(readHuggingFaceConfig);
    if (!base)
        return 0;
    const auto tokens = readTokenizer(*folder, base->vocabulary);
    const bool isSame = tokens && (*tokens)->vocabulary().tokens == tokenizer.vocabulary().tokens;
    return isSame ? base->vocabulary : 0;
}

/// A folder may hold the head of another task; a language model goes on with its own.
Result<void> startFrom(const Config &config, SequenceModel &model)
{
    if (config.model.init_from.empty())
        return {};
    const auto loaded = loadTrunk(config.model.init_from, model);
    if (!loaded)
        return Failure(loaded.error());
    model.resetMagnitudes();
    return {};
}

} // namespace

Result<TrainState> makeTrainState(const Config &config, const Tokenizer &tokenizer, torch::Device device,
                                  const Labels &labels)
{
    TrainState state;
    state.model = makeModel(config.model, tokenizer, config.data.seed, torch::kFloat32, fineTuning(config, labels),
                            rowsToStartFrom(config, tokenizer));
    if (auto started = startFrom(config, *state.model); !started)
        return Failure(std::move(started.error()));
    state.model->to(device);
    state.model->train();
    if (state.model->namedTensors().empty())
        return fail(ErrorCode::Config, "Nothing of the model would be trained; name other modules or another method.",
                    "adapter.method");
    state.optimizer = makeOptimizer(state.model->namedTensors(), config.optimizer);
    return state;
}

TrainedParameters countParameters(SequenceModel &model)
{
    TrainedParameters count{parameterCount(model), 0};
    for (const torch::Tensor &parameter : model.parameters())
        count.all += parameter.numel();
    return count;
}

} // namespace anneal
