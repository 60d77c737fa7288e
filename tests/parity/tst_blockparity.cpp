// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <fstream>

#include <QTest>
#include <nlohmann/json.hpp>

#include "nn/transformerblock.h"
#include "tensor/safetensors.h"

using namespace anneal;

namespace {

namespace fs = std::filesystem;

const fs::path kGolden = fs::path(ANNEAL_TEST_DATA) / "golden";

double distance(const torch::Tensor &a, const torch::Tensor &b)
{
    return (a.to(torch::kFloat64) - b.to(torch::kFloat64)).abs().max().item<double>();
}

/// fairseq's decoder layer and DALL·E Mini's encoder layer.
BlockNames fairseqNames()
{
    BlockNames names;
    names.attentionNorm = "self_attn_layer_norm";
    names.query = "self_attn.q_proj";
    names.key = "self_attn.k_proj";
    names.value = "self_attn.v_proj";
    names.attentionOutput = "self_attn.out_proj";
    names.headScale = "c_attn";
    names.attentionOutputNorm = "attn_ln";
    names.channelNorm = "final_layer_norm";
    names.up = "fc1";
    names.innerNorm = "ffn_layernorm";
    names.down = "fc2";
    names.residualScale = "w_resid";
    return names;
}

BlockNames dalleNames()
{
    BlockNames names = fairseqNames();
    names.attentionNorm = "pre_self_attn_layer_norm";
    names.attentionOutputNorm = "self_attn_layer_norm";
    names.channelNorm = "glu.ln0";
    names.gate = "glu.fc0";
    names.up = "glu.fc1";
    names.innerNorm = "glu.ln1";
    names.down = "glu.fc2";
    return names;
}

/// Swin keeps the three projections in one matrix and leaves the key without a bias; the test takes them apart.
BlockNames swinNames()
{
    BlockNames names;
    names.attentionNorm = "norm1";
    names.query = "q";
    names.key = "k";
    names.value = "v";
    names.logitScale = "logit_scale";
    names.attentionOutput = "proj";
    names.channelNorm = "norm2";
    names.up = "mlp.fc1";
    names.down = "mlp.fc2";
    return names;
}

BlockDescription fairseqBlock(bool scalesResiduals)
{
    BlockDescription block;
    block.width = 48;
    block.heads = block.keyValueHeads = 3;
    block.headWidth = 16;
    block.innerWidth = 96;
    block.causal = true;
    block.normAfterAttention = block.normBeforeDown = true;
    block.headScale = HeadScale::AfterOutput;
    block.residualScale = scalesResiduals;
    return block;
}

BlockDescription dalleBlock()
{
    BlockDescription block = fairseqBlock(false);
    block.innerWidth = 80;
    block.causal = false;
    block.gated = true;
    block.attentionBias = block.channelBias = false;
    block.headScale = HeadScale::None;
    return block;
}

BlockDescription swinBlock()
{
    BlockDescription block = fairseqBlock(false);
    block.causal = false;
    block.cosine = true;
    block.normPlace = NormPlace::OnBranch;
    block.normAfterAttention = block.normBeforeDown = false;
    block.headScale = HeadScale::None;
    return block;
}

struct BlockCase {
    const char *name;
    BlockDescription description;
    BlockNames names;
    bool attentionOnly = false;
};

std::vector<BlockCase> cases()
{
    return {{"normformer_block", fairseqBlock(false), fairseqNames()},
            {"normformer_block_scale_resid", fairseqBlock(true), fairseqNames()},
            {"normformer_glu_block", dalleBlock(), dalleNames()},
            {"swinv2_block", swinBlock(), swinNames()},
            {"swinv2_attention_masked", swinBlock(), swinNames(), true},
            {"swinv2_attention_relative_bias", swinBlock(), swinNames(), true}};
}

const BlockCase &caseNamed(const QString &name)
{
    static const std::vector<BlockCase> all = cases();
    for (const BlockCase &one : all)
        if (name == one.name)
            return one;
    qFatal("no case %s", qPrintable(name));
}

/// The golden tensors under the names that the block asks for.
class GoldenBlock
{
public:
    GoldenBlock(const QString &name, torch::Dtype dtype)
        : m_case(caseNamed(name))
        , m_folder(kGolden / name.toStdString())
        , m_parameters(dtype)
    {
        m_model = SafetensorsFile::open(m_folder / "model.safetensors").value();
        m_io = SafetensorsFile::open(m_folder / "io.safetensors").value();
        m_facts = nlohmann::json::parse(std::ifstream(m_folder / "mutations.json"));
        if (m_case.attentionOnly)
            m_attention = SelfAttention(m_case.description, m_case.names, "", m_parameters);
        else
            m_block.emplace(m_case.description, m_case.names, "", m_parameters);
        for (const Parameters::Entry &entry : m_parameters.entries()) {
            const torch::NoGradGuard noGrad;
            entry.tensor.copy_(stored(entry.name, ""));
        }
        for (const Parameters::Entry &entry : m_parameters.entries())
            entry.tensor.requires_grad_(true);
    }

    [[nodiscard]] const nlohmann::json &facts() const { return m_facts; }
    [[nodiscard]] double tolerance(const char *name) const { return m_facts["tolerance"][name]; }
    [[nodiscard]] const Parameters &parameters() const { return m_parameters; }
    [[nodiscard]] torch::Tensor io(const std::string &name) const { return m_io.tensor(name).value(); }
    [[nodiscard]] torch::Tensor mutated(const std::string &name) const
    {
        return SafetensorsFile::open(m_folder / "mutations.safetensors").value().tensor("logits." + name).value();
    }
    /// The gradient that belongs to a parameter; undefined where the reference has none.
    [[nodiscard]] torch::Tensor gradient(const std::string &name) const { return stored(name, "grad."); }

    /// Which places are tokens: [B, L].
    [[nodiscard]] torch::Tensor tokens() const
    {
        const torch::Tensor x = io("x");
        return m_io.contains("attention_mask") ? io("attention_mask").to(torch::kBool)
                                               : torch::ones({x.size(0), x.size(1)}, torch::kBool);
    }

    /// x [T, C], the reference's rows without padding → [T, C].
    [[nodiscard]] torch::Tensor forward(const torch::Tensor &x) const
    {
        std::vector<std::int64_t> boundaries{0};
        const torch::Tensor lengths = tokens().sum(1);
        for (std::int64_t i = 0; i < lengths.size(0); ++i)
            boundaries.push_back(boundaries.back() + lengths[i].item<std::int64_t>());
        const Packing packing{boundaries, lengths.max().item<std::int64_t>()};
        const BlockContext context{packing, {}, {}, relativeBias(x.options()), false, nullptr};
        return m_case.attentionOnly ? m_attention(x, context) : m_block->forward(x, context);
    }

    /// [B, L, C] with its padding, whose keys are hidden and whose outputs count, as in the reference's loss.
    [[nodiscard]] torch::Tensor forwardPadded(const torch::Tensor &x) const
    {
        const std::int64_t length = x.size(1);
        const std::vector<std::int64_t> boundaries{0, length};
        const Packing packing{boundaries, length};
        std::vector<torch::Tensor> rows;
        for (std::int64_t row = 0; row < x.size(0); ++row) {
            const torch::Tensor isHidden = tokens()[row].logical_not().to(x.dtype());
            torch::Tensor bias = relativeBias(x.options());
            if (!bias.defined())
                bias = torch::zeros({3, length, length}, x.options());
            bias = bias + (-1e9 * isHidden).view({1, 1, length});
            const BlockContext context{packing, {}, {}, bias, false, nullptr};
            rows.push_back(m_case.attentionOnly ? m_attention(x[row], context) : m_block->forward(x[row], context));
        }
        return torch::stack(rows);
    }

private:
    /// Swin v2's continuous position bias: 16 · sigmoid of a small network of log-spaced offsets.
    [[nodiscard]] torch::Tensor relativeBias(const torch::TensorOptions &options) const
    {
        const std::string prefix = m_case.attentionOnly ? "" : "attn.";
        if (!m_model.contains(prefix + "cpb_mlp.0.weight"))
            return {};
        const auto read = [&](const char *name) { return m_model.tensor(prefix + name).value(); };
        const torch::Tensor table = read("relative_coords_table").to(options).flatten(0, 2);
        const torch::Tensor hidden =
            torch::relu(torch::linear(table, read("cpb_mlp.0.weight").to(options), read("cpb_mlp.0.bias").to(options)));
        const torch::Tensor bias = torch::linear(hidden, read("cpb_mlp.2.weight").to(options)); // [places, H]
        const torch::Tensor index = read("relative_position_index");
        return (16 * torch::sigmoid(bias.index_select(0, index.flatten())))
            .view({index.size(0), index.size(1), -1})
            .permute({2, 0, 1});
    }

    [[nodiscard]] torch::Tensor stored(const std::string &name, const std::string &kind) const
    {
        const SafetensorsFile &file = kind.empty() ? m_model : m_io;
        const bool isSwin = m_case.description.cosine;
        const std::string prefix = kind
            + (isSwin && !m_case.attentionOnly && !name.starts_with("norm") && !name.starts_with("mlp") ? "attn." : "");
        const auto part = [&](std::int64_t i) {
            return file.tensor(prefix + "qkv.weight").value().slice(0, 48 * i, 48 * (i + 1));
        };
        if (isSwin && name.size() > 1 && name[1] == '.') {
            const std::int64_t which = name[0] == 'q' ? 0 : name[0] == 'k' ? 1 : 2;
            return name.ends_with("weight") ? part(which) : file.tensor(prefix + name.substr(0, 1) + "_bias").value();
        }
        return file.tensor(prefix + name)
            .value()
            .reshape_as(std::find_if(m_parameters.entries().begin(), m_parameters.entries().end(),
                                     [&](const Parameters::Entry &entry) { return entry.name == name; })
                            ->tensor);
    }

    const BlockCase &m_case;
    fs::path m_folder;
    SafetensorsFile m_model, m_io;
    nlohmann::json m_facts;
    Parameters m_parameters;
    SelfAttention m_attention;
    std::optional<TransformerBlock> m_block;
};

} // namespace

/// The described block with NormFormer's extras, gates and Swin v2's cosine scores, against published code.
class TestBlockParity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void forward_data() { rows(); }
    void forward();
    void gradients_data() { rows(); }
    void gradients();
    void mutations_data();
    void mutations();

private:
    static void rows();
};

void TestBlockParity::rows()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isDouble");
    for (const BlockCase &one : cases()) {
        QTest::addRow("%s float64", one.name) << QString(one.name) << true;
        QTest::addRow("%s float32", one.name) << QString(one.name) << false;
    }
}

void TestBlockParity::forward()
{
    QFETCH(QString, name);
    QFETCH(bool, isDouble);
    const auto dtype = isDouble ? torch::kFloat64 : torch::kFloat32;
    const GoldenBlock block(name, dtype);
    const torch::NoGradGuard noGrad;
    const torch::Tensor output = block.forward(block.io("x").to(dtype).index({block.tokens()}));
    QCOMPARE_LE(distance(output, block.io("logits_fp64").index({block.tokens()})),
                block.tolerance(isDouble ? "logits_fp64_abs" : "logits_fp32_abs"));
}

void TestBlockParity::gradients()
{
    QFETCH(QString, name);
    QFETCH(bool, isDouble);
    const auto dtype = isDouble ? torch::kFloat64 : torch::kFloat32;
    const GoldenBlock block(name, dtype);
    const torch::Tensor x = block.io("x").to(dtype).requires_grad_(true);
    (block.forwardPadded(x) * block.io("loss_weight").to(dtype)).mean().backward();
    const double inFloat32 = block.tolerance("grad_fp32_rel_to_max");
    const double relative = isDouble ? block.tolerance("grad_fp64_rel_to_max") : inFloat32;
    const auto close = [&](const torch::Tensor &found, const torch::Tensor &expected, const char *what,
                           double relative) {
        const double allowed = relative * expected.abs().max().item<double>() + (isDouble ? 1e-12 : 1e-9);
        QVERIFY2(distance(found, expected) <= allowed,
                 qPrintable(QString("%1: %2 > %3").arg(what).arg(distance(found, expected)).arg(allowed)));
    };
    close(x.grad(), block.io("grad_input"), "x", inFloat32); // of the reference's float32 run
    for (const Parameters::Entry &entry : block.parameters().entries())
        close(entry.tensor.grad(), block.gradient(entry.name), entry.name.c_str(), relative);
}

void TestBlockParity::mutations_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("wrong");
    for (const BlockCase &one : cases()) {
        const auto facts = nlohmann::json::parse(std::ifstream(kGolden / one.name / "mutations.json"));
        for (const auto &[wrong, mutation] : facts["mutations"].items())
            QTest::addRow("%s %s", one.name, wrong.c_str()) << QString(one.name) << QString::fromStdString(wrong);
    }
}

void TestBlockParity::mutations()
{
    QFETCH(QString, name);
    QFETCH(QString, wrong);
    const auto compared = [&](torch::Dtype dtype, const char *tolerance) {
        const GoldenBlock block(name, dtype);
        const auto row = block.facts()["mutations"][wrong.toStdString()]["stored_row"].get<std::int64_t>();
        const torch::Tensor isToken = block.tokens();
        const torch::NoGradGuard noGrad;
        const torch::Tensor output = block.forward(block.io("x").to(dtype).index({isToken}));
        const std::int64_t first = isToken.slice(0, 0, row).sum().item<std::int64_t>();
        const std::int64_t count = isToken[row].sum().item<std::int64_t>();
        const torch::Tensor stored = block.mutated(wrong.toStdString());
        const double found =
            distance(output.slice(0, first, first + count), stored.reshape({-1, 48}).slice(0, 0, count));
        QCOMPARE_GT(found, 100 * block.tolerance(tolerance));
    };
    compared(torch::kFloat64, "logits_fp64_abs");
    const auto facts = nlohmann::json::parse(std::ifstream(kGolden / name.toStdString() / "mutations.json"));
    if (facts["mutations"][wrong.toStdString()]["visible_in_fp32"])
        compared(torch::kFloat32, "logits_fp32_abs");
}

QTEST_GUILESS_MAIN(TestBlockParity)
#include "tst_blockparity.moc"
