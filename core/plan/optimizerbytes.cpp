// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/optimizerbytes.h"

#include <functional>
#include <numeric>

#include "config/optimizergroups.h"
#include "config/shampooshape.h"
#include "plan/trained.h"

namespace anneal {

namespace {

using Shape = std::vector<std::int64_t>;

std::int64_t elements(const Shape &shape)
{
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

/// In fp32 numbers; the last two dimensions are the matrix.
std::int64_t adafactorNumbers(const OptimizerConfig &optimizer, const Shape &shape)
{
    const std::int64_t whole = elements(shape);
    const std::int64_t moments = optimizer.adafactor_beta1 > 0 ? whole : 0;
    if (shape.size() < 2)
        return moments + whole;
    return moments + whole / shape.back() + whole / shape[shape.size() - 2];
}

std::int64_t shampooNumbers(const OptimizerConfig &optimizer, const Shape &shape)
{
    const std::int64_t largest = optimizer.max_preconditioner_dim;
    const std::int64_t copies = optimizer.precondition_in_background ? 3 : 2; // factor, root, next root
    std::int64_t numbers = optimizer.beta1 > 0 ? elements(shape) : 0;
    if (optimizer.grafting != "none" && optimizer.grafting != "sgd")
        numbers += elements(shape);
    for (const Shape &block : blockShapes(mergedShape(shape, largest), largest))
        for (const std::int64_t size : block)
            numbers += copies * size * size;
    return numbers;
}

/// Two codes for each element and two scales for each block.
std::int64_t eightBitBytes(std::int64_t count)
{
    const std::int64_t blocks = (count + kQuantisedBlock - 1) / kQuantisedBlock;
    return count < kFewestQuantised ? 8 * count : 2 * count + 8 * blocks;
}

} // namespace

std::int64_t stateBytes(const OptimizerConfig &optimizer, std::string_view name, const Shape &shape)
{
    const std::int64_t count = elements(shape);
    const std::string group = optimizerGroupOf(name, shape, optimizer).group;
    if (group == "sgd")
        return optimizer.momentum > 0 ? 4 * count : 0;
    if (group == "lion" || group == "muon")
        return 4 * count;
    if (group == "adafactor")
        return 4 * adafactorNumbers(optimizer, shape);
    if (group == "shampoo")
        return 4 * shampooNumbers(optimizer, shape);
    if (group == "adamw_8bit")
        return eightBitBytes(count);
    const bool hasLargest = optimizer.amsgrad && optimizerHas(optimizer, "optimizer.amsgrad");
    return (hasLargest ? 12 : 8) * count;
}

std::int64_t optimizerBytes(const Config &config, std::int64_t outputs)
{
    std::int64_t bytes = 0;
    for (const PlannedTensor &tensor : trainedTensors(config, outputs))
        bytes += tensor.count * stateBytes(config.optimizer, tensor.name, tensor.shape);
    return bytes;
}

} // namespace anneal
