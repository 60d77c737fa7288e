// SPDX-License-Identifier: GPL-3.0-or-later
#include "infer/contacts.h"

#include "infer/query.h"

namespace anneal {
namespace {

constexpr std::string_view kWeight = "esm.contact_head.regression.weight";
constexpr std::string_view kBias = "esm.contact_head.regression.bias";

struct ContactHead {
    torch::Tensor weight, bias;
};

/// Masked training leaves the head at zero, where it says nothing.
Result<ContactHead> contactHead(SequenceModel &model)
{
    ContactHead head;
    for (const FileTensor &entry : model.fileTensors()) {
        if (entry.name == kWeight)
            head.weight = entry.tensor;
        if (entry.name == kBias)
            head.bias = entry.tensor;
    }
    if (!head.weight.defined())
        return fail(ErrorCode::Data, "only ESM-2 models have a contact head, and this is none");
    if (head.weight.abs().max().item<double>() == 0)
        return fail(ErrorCode::Data,
                    "the contact head of this model was never fitted: start from published ESM-2 weights to have one");
    return head;
}

} // namespace

torch::Tensor contactsFromAttention(const torch::Tensor &attention, const torch::Tensor &weight,
                                    const torch::Tensor &bias)
{
    const std::int64_t last = attention.size(-1) - 1;
    const torch::Tensor maps = attention.flatten(0, 1).slice(1, 1, last).slice(2, 1, last); // [layers · H, L, L]
    const torch::Tensor symmetric = maps + maps.transpose(1, 2);
    const torch::Tensor expected =
        symmetric.sum(2, true) * symmetric.sum(1, true) / symmetric.sum(torch::IntArrayRef{1, 2}, true);
    const torch::Tensor corrected = (symmetric - expected).permute({1, 2, 0});
    return torch::sigmoid(torch::linear(corrected, weight.to(corrected.dtype()), bias.to(corrected.dtype())))
        .squeeze(-1);
}

Result<torch::Tensor> predictContacts(const LoadedModel &model, std::string_view sequence)
{
    const auto head = contactHead(*model.model);
    if (!head)
        return Failure(head.error());
    const auto query = parseQuery(sequence, model);
    if (!query)
        return Failure(query.error());
    const torch::NoGradGuard noGrad;
    const PackedBatch batch = packQueries({query->tokens}, deviceOf(*model.model));
    return contactsFromAttention(model.model->attention(batch), head->weight, head->bias).cpu();
}

} // namespace anneal
