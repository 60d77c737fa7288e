// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/trainstate.h"

namespace anneal {

Result<TrainState> makeTrainState(const Config &config, const Alphabet &alphabet, torch::Device device)
{
    if (config.data.tokenizer != "letters")
        return fail(ErrorCode::Config, "The models read single letters so far; choose letters as the tokenizer.",
                    "data.tokenizer");
    TrainState state;
    state.model = makeModel(config.model, alphabet, config.data.seed);
    if (!config.model.init_from.empty())
        if (const auto loaded = loadWeights(config.model.init_from, *state.model); !loaded)
            return Failure(loaded.error());
    state.model->to(device);
    state.model->train();
    state.optimizer = std::make_unique<AdamW>(state.model->namedTensors(), config.optimizer);
    return state;
}

} // namespace anneal
