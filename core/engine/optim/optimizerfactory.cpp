// SPDX-License-Identifier: GPL-3.0-or-later
#include "optim/optimizerfactory.h"

#include "optim/adafactor.h"
#include "optim/adam.h"
#include "optim/adam8bit.h"
#include "optim/lion.h"
#include "optim/muon.h"
#include "optim/sgd.h"
#include "optim/shampoo.h"

namespace anneal {

std::unique_ptr<Optimizer> makeOptimizer(NamedTensors parameters, const OptimizerConfig &config)
{
    if (config.name == "adam")
        return std::make_unique<Adam>(std::move(parameters), config, AdamDecay::InGradient);
    if (config.name == "sgd")
        return std::make_unique<Sgd>(std::move(parameters), config);
    if (config.name == "lion")
        return std::make_unique<Lion>(std::move(parameters), config);
    if (config.name == "adafactor")
        return std::make_unique<Adafactor>(std::move(parameters), config);
    if (config.name == "muon")
        return std::make_unique<Muon>(std::move(parameters), config);
    if (config.name == "adamw_8bit")
        return std::make_unique<Adam8bit>(std::move(parameters), config);
    if (config.name == "shampoo")
        return std::make_unique<Shampoo>(std::move(parameters), config);
    return std::make_unique<Adam>(std::move(parameters), config, AdamDecay::Decoupled);
}

} // namespace anneal
