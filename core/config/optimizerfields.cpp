// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/fieldbuilder.h"

namespace anneal {

namespace {

using O = OptimizerConfig;

FieldBuilder<O> optimizer()
{
    return {"optimizer", &Config::optimizer};
}

std::vector<Field> commonFields()
{
    const FieldBuilder<O> field = optimizer();
    return {
        field.choice(
            &O::name,
            {{"adamw", "AdamW"},
             {"adam", "Adam (decay in the gradient)"},
             {"sgd", "SGD"},
             {"lion", "Lion"},
             {"adafactor", "Adafactor"},
             {"muon", "Muon, with AdamW"},
             {"adamw_8bit", "AdamW with 8-bit state"},
             {"shampoo", "Shampoo"}},
            {"name", "Optimizer",
             "How gradients become updates. State for each parameter: AdamW 8 bytes, Lion and SGD with momentum "
             "4, AdamW in 8 bits 2, Adafactor almost none. Muon makes the updates of the blocks' matrices "
             "orthogonal, Shampoo knows how rows and columns go together: better steps that take longer."}),
        field.real(&O::lr, {1e-10, 10},
                   {"lr", "Peak learning rate",
                    "Size of the updates between warm-up and decay. The setting that matters most: too low wastes "
                    "time, too high diverges. Usual: 1e-4 to 2e-3, less for larger models; Lion a third to a tenth of "
                    "AdamW's.",
                    kLive}),
        field.real(&O::beta1, {0, 0.99999},
                   {"beta1", "Beta 1", "How long gradients are remembered. Usually 0.9.", kExpert}),
        field.real(
            &O::beta2, {0, 1},
            {"beta2", "Beta 2",
             "How long squared gradients are remembered (Lion: the gradients themselves). 0.98 for masked models, "
             "0.999 for small batches, 0.99 for Lion. 1, for Shampoo only, adds them up.",
             kExpert}),
        field.real(&O::eps, {1e-16, 0.01},
                   {"eps", "Epsilon", "Keeps the division finite. Leave it at 1e-8; Shampoo's is 1e-12.", kExpert}),
        field.real(&O::weight_decay, {0, 10},
                   {"weight_decay", "Weight decay",
                    "Pull of the weights towards zero, as a share of the learning rate. Not applied to biases and "
                    "norms. Usual: 0.01 to 0.1.",
                    kExpert | kLive}),
        field.choice(
            &O::weight_decay_type,
            {{"decoupled", "Times the learning rate"},
             {"independent", "Times its share of the peak"},
             {"l2", "In the gradient (Shampoo)"}},
            {"weight_decay_type", "Decay follows",
             "Decoupled: weights shrink by decay × learning rate. Independent: by decay × learning rate ÷ peak, "
             "so that another peak does not change the decay. Adam and SGD have it in the gradient instead.",
             kExpert}),
    };
}

std::vector<Field> momentFields()
{
    const FieldBuilder<O> field = optimizer();
    return {
        field.boolean(&O::amsgrad,
                      {"amsgrad", "AMSGrad",
                       "Divides by the largest squared gradient so far (Reddi et al. 2018): 4 more bytes a parameter.",
                       kExpert}),
        field.real(&O::momentum, {0, 0.99999},
                   {"momentum", "Momentum",
                    "How long updates go on in their direction. 0.9 to 0.95 is usual; 0 needs "
                    "no memory."}),
        field.boolean(&O::nesterov, {"nesterov", "Nesterov", "Looks ahead along the momentum.", kExpert}),
        field.real(
            &O::dampening, {0, 1},
            {"dampening", "Dampening", "Share of each gradient that the momentum leaves out. 0 is usual.", kExpert}),
    };
}

std::vector<Field> adafactorFields()
{
    const FieldBuilder<O> field = optimizer();
    return {
        field.boolean(&O::scale_parameter,
                      {"scale_parameter", "Scale by the weights",
                       "Multiplies each tensor's learning rate by the size of its weights.", kExpert}),
        field.boolean(
            &O::relative_step,
            {"relative_step", "Own learning rate",
             "Adafactor's own rate, 1 ÷ √step and at most 0.01, instead of the learning rate and its schedule.",
             kExpert}),
        field.boolean(&O::warmup_init,
                      {"warmup_init", "Own warm-up", "Lets Adafactor's own rate rise from 1e-6 a step.", kExpert}),
        field.real(&O::clip_threshold, {1e-6, 1e6},
                   {"clip_threshold", "Update clipping", "Largest root mean square of a tensor's update.", kExpert}),
        field.real(&O::decay_rate, {-10, -0.001},
                   {"decay_rate", "Memory's exponent",
                    "Squared gradients are remembered for longer and longer: beta 2 of step t is 1 − t^exponent.",
                    kExpert}),
        field.real(&O::adafactor_beta1, {0, 0.99999},
                   {"adafactor_beta1", "Adafactor's beta 1",
                    "How long updates are remembered. 0 keeps no first moment, which is what saves memory.", kExpert}),
    };
}

std::vector<Field> muonFields()
{
    const FieldBuilder<O> field = optimizer();
    return {
        field.integer(
            &O::ns_steps, {1, 99},
            {"ns_steps", "Newton-Schulz steps", "Rounds that make an update orthogonal. 5 is usual.", kExpert}),
        field.choice(&O::adjust_lr_fn,
                     {{"match_rms_adamw", "As large as AdamW's"},
                      {"original", "√(rows ÷ columns), at least 1"},
                      {"spectral_unclamped", "√(rows ÷ columns)"},
                      {"keller_jordan", "As in Jordan's own code"}},
                     {"adjust_lr_fn", "Scale of the update",
                      "How a matrix's shape changes its learning rate. As large as AdamW's: one learning rate suits "
                      "everything. The others want about 0.02 and a rate of its own for what AdamW updates.",
                      kExpert}),
        field.real(&O::adamw_lr, {0, 10},
                   {"adamw_lr", "AdamW's peak rate",
                    "Learning rate of what Muon leaves to AdamW (embeddings, heads, vectors), on the same schedule. 0: "
                    "the same rate.",
                    kExpert}),
    };
}

std::vector<Field> preconditionerFields()
{
    const FieldBuilder<O> field = optimizer();
    return {
        field.integer(
            &O::max_preconditioner_dim, {1, 65536},
            {"max_preconditioner_dim", "Largest block",
             "Tensors are cut into blocks of at most so many rows and columns; memory and time grow with them.",
             kExpert}),
        field.integer(&O::precondition_frequency, {1, kMaxSteps, "steps"},
                      {"precondition_frequency", "New roots every",
                       "Steps between two computations of the matrix roots, which are Shampoo's cost."}),
        field.integer(&O::start_preconditioning_step, {-1, kMaxSteps, "steps"},
                      {"start_preconditioning_step", "Shampoo starts at step",
                       "Before it the grafted optimizer makes the steps. −1: with the first roots.", kExpert}),
        field.boolean(&O::use_bias_correction,
                      {"use_bias_correction", "Bias correction", "Corrects averages for having begun at 0.", kExpert}),
        field.real(&O::beta3, {-1, 0.99999},
                   {"beta3", "Beta 3",
                    "Share of the remembered gradient in the one that is applied. −1: the same as beta 1.", kExpert}),
        field.boolean(&O::precondition_in_background,
                      {"precondition_in_background", "Roots in the background",
                       "Computes the roots beside the training and uses them one interval later.", kExpert}),
    };
}

std::vector<Field> graftingFields()
{
    const FieldBuilder<O> field = optimizer();
    return {
        field.choice(
            &O::grafting,
            {{"adam", "Adam"}, {"rmsprop", "RMSprop"}, {"adagrad", "Adagrad"}, {"sgd", "SGD"}, {"none", "None"}},
            {"grafting", "Grafting", "Whose step length each block takes: then that optimizer's learning rate fits."}),
        field.real(&O::grafting_beta2, {0, 0.999999},
                   {"grafting_beta2", "Grafting beta 2", "How long the grafted optimizer remembers squared gradients.",
                    kExpert}),
        field.real(&O::grafting_eps, {1e-16, 0.01},
                   {"grafting_eps", "Grafting epsilon", "Keeps the grafted optimizer's division finite.", kExpert}),
    };
}

std::vector<Field> shampooFields()
{
    std::vector<Field> fields = preconditionerFields();
    for (Field &field : graftingFields())
        fields.push_back(std::move(field));
    return fields;
}

std::vector<Field> memoryFields()
{
    return {
        optimizer().boolean(&O::paged,
                            {"paged", "State in host memory",
                             "Keeps the optimizer's state in the computer's memory and brings it to the GPU piece by "
                             "piece: the same numbers, less GPU memory, slower steps.",
                             kExpert})};
}

} // namespace

std::vector<Field> optimizerFields()
{
    std::vector<Field> fields = commonFields();
    for (auto part : {momentFields(), adafactorFields(), muonFields(), shampooFields(), memoryFields()})
        fields.insert(fields.end(), part.begin(), part.end());
    return fields;
}

} // namespace anneal
