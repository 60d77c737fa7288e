// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "models/sequencemodel.h"

namespace anneal {

/// Probability that two residues touch, [L, L] for L residues, from the attention of all layers and heads through the
/// contact head of an ESM-2 model (Rao et al. 2021): the maps without <cls> and <eos>, made symmetric, average product
/// correction, logistic regression. Data error for a model without such a head or with one that was never fitted.
[[nodiscard]] Result<torch::Tensor> predictContacts(const LoadedModel &model, std::string_view sequence);

/// The same for tokens that begin with <cls> and end with <eos>, from the attention of every layer, [layers, H, T, T].
[[nodiscard]] torch::Tensor contactsFromAttention(const torch::Tensor &attention, const torch::Tensor &weight,
                                                  const torch::Tensor &bias);

} // namespace anneal
