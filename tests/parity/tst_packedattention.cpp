// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QTest>

#include "nn/attention.h"
#include "nn/cpu/attentionkernels.h"

using namespace anneal;

namespace {

using Boundaries = std::vector<std::int64_t>;

struct Problem {
    Boundaries boundaries;
    torch::Tensor qkv; ///< [T, 3, H, D]
    torch::Tensor outputGrad;
    AttentionRules rules;
    std::int64_t longest = 0;
};

struct Answer {
    torch::Tensor output;
    torch::Tensor grad;
};

Problem makeProblem(const Boundaries &lengths, std::int64_t heads, std::int64_t width, double spread)
{
    torch::manual_seed(width + heads);
    Problem problem;
    problem.boundaries.push_back(0);
    std::vector<torch::Tensor> positions;
    for (const std::int64_t length : lengths) {
        problem.boundaries.push_back(problem.boundaries.back() + length);
        problem.longest = std::max(problem.longest, length);
        positions.push_back(torch::arange(length));
    }
    const std::int64_t rows = problem.boundaries.back();
    problem.qkv = torch::randn({rows, 3, heads, width}, torch::kFloat64) * spread;
    problem.outputGrad = torch::randn({rows, heads * width}, torch::kFloat64);
    problem.rules.scale = 1 / std::sqrt(static_cast<double>(width));
    problem.rules.angles = rotaryAngles(torch::cat(positions), inverseFrequencies(10000, width), torch::kFloat64);
    return problem;
}

AttentionRules rulesIn(torch::Dtype dtype, AttentionRules rules)
{
    for (torch::Tensor *part : {&rules.angles.cosines, &rules.angles.sines, &rules.slopes})
        if (part->defined())
            *part = part->to(dtype);
    return rules;
}

template <typename Attention>
Answer solve(const Problem &problem, torch::Dtype dtype, const Attention &attention)
{
    const torch::Tensor qkv = problem.qkv.to(dtype).clone().requires_grad_(true);
    const torch::Tensor output =
        attention(qkv, Packing{problem.boundaries, problem.longest}, rulesIn(dtype, problem.rules));
    output.backward(problem.outputGrad.to(dtype));
    return {output.detach(), qkv.grad()};
}

Answer reference(const Problem &problem, torch::Dtype dtype)
{
    return solve(problem, dtype, [](const auto &...arguments) { return referenceAttention(arguments...); });
}

double distance(const torch::Tensor &a, const torch::Tensor &b)
{
    return (a.to(torch::kFloat64) - b.to(torch::kFloat64)).abs().max().item<double>();
}

} // namespace

/// The fast kernels against plain matrix products in float64.
class TestPackedAttention : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kernelsAgreeWithReference_data();
    void kernelsAgreeWithReference();
    void kernelsFollowTheRules_data();
    void kernelsFollowTheRules();
    void hiddenTokensDoNotMatter();
    void slopesAreThePapers();
    void everyInstructionSetAgrees_data();
    void everyInstructionSetAgrees();
    void nanIsNotHidden();
    void packIsSumOfItsParts();
};

void TestPackedAttention::kernelsAgreeWithReference_data()
{
    QTest::addColumn<QList<qint64>>("lengths");
    QTest::addColumn<int>("heads");
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("spread");
    const QList<qint64> mixed{1, 2, 5, 17, 48, 49, 96, 130};
    QTest::newRow("width 16") << mixed << 3 << 16 << 1.0;
    QTest::newRow("width 24, padded to panels") << mixed << 2 << 24 << 1.0;
    QTest::newRow("width 2") << mixed << 1 << 2 << 1.0;
    QTest::newRow("width 64") << mixed << 2 << 64 << 1.0;
    QTest::newRow("width 128") << QList<qint64>{70} << 1 << 128 << 1.0;
    QTest::newRow("long") << QList<qint64>{1024, 3} << 1 << 16 << 1.0;
    QTest::newRow("scores up to a thousand") << mixed << 2 << 16 << 12.0;
}

void TestPackedAttention::kernelsAgreeWithReference()
{
    QFETCH(QList<qint64>, lengths);
    QFETCH(int, heads);
    QFETCH(int, width);
    QFETCH(double, spread);
    const Problem problem = makeProblem(Boundaries(lengths.begin(), lengths.end()), heads, width, spread);
    const Answer exact = reference(problem, torch::kFloat64);
    const Answer plain = reference(problem, torch::kFloat32);
    const Answer fast =
        solve(problem, torch::kFloat32, [](const auto &...arguments) { return cpuAttention(arguments...); });
    // Not much worse than torch's own float32, which sums in another order.
    QCOMPARE_LE(distance(fast.output, exact.output), 4 * distance(plain.output, exact.output) + 2e-6 * spread);
    QCOMPARE_LE(distance(fast.grad, exact.grad), 4 * distance(plain.grad, exact.grad) + 1e-5 * spread);
}

void TestPackedAttention::kernelsFollowTheRules_data()
{
    QTest::addColumn<bool>("causal");
    QTest::addColumn<bool>("rotary");
    QTest::addColumn<bool>("alibi");
    QTest::addColumn<double>("scale");
    QTest::newRow("causal") << true << true << false << 0.25;
    QTest::newRow("causal, no rotation") << true << false << false << 0.25;
    QTest::newRow("no rotation") << false << false << false << 0.25;
    QTest::newRow("ALiBi") << false << false << true << 0.25;
    QTest::newRow("causal ALiBi") << true << false << true << 0.25;
    QTest::newRow("all, another scale") << true << true << true << 0.7;
}

void TestPackedAttention::kernelsFollowTheRules()
{
    QFETCH(bool, causal);
    QFETCH(bool, rotary);
    QFETCH(bool, alibi);
    QFETCH(double, scale);
    Problem problem = makeProblem({1, 2, 17, 47, 48, 49, 95, 97, 130, 300}, 3, 16, 1.0);
    problem.rules.causal = causal;
    problem.rules.scale = scale;
    if (!rotary)
        problem.rules.angles = {};
    if (alibi)
        problem.rules.slopes = alibiSlopes(3);
    const Answer exact = reference(problem, torch::kFloat64);
    const Answer fast =
        solve(problem, torch::kFloat32, [](const auto &...arguments) { return cpuAttention(arguments...); });
    QCOMPARE_LE(distance(fast.output, exact.output), 4e-6);
    QCOMPARE_LE(distance(fast.grad, exact.grad), 2e-5);
}

/// Whatever later tokens are, causal attention of earlier ones is the same, bit for bit, and they get no gradient.
void TestPackedAttention::hiddenTokensDoNotMatter()
{
    Problem problem = makeProblem({150}, 2, 16, 1.0);
    problem.rules.causal = true;
    problem.outputGrad.slice(0, 100) = 0;
    Problem changed = problem;
    changed.qkv = problem.qkv.clone();
    changed.qkv.slice(0, 100) *= 5;
    const auto fast = [](const auto &...arguments) { return packedAttention(arguments...); };
    const Answer before = solve(problem, torch::kFloat32, fast);
    const Answer after = solve(changed, torch::kFloat32, fast);
    QVERIFY(torch::equal(before.output.slice(0, 0, 100), after.output.slice(0, 0, 100)));
    QVERIFY(torch::equal(before.grad, after.grad));
    QCOMPARE(before.grad.slice(0, 100).abs().max().item<double>(), 0.0);
}

void TestPackedAttention::slopesAreThePapers()
{
    const auto values = [](std::int64_t heads) {
        const torch::Tensor slopes = alibiSlopes(heads);
        return std::vector<double>(slopes.data_ptr<double>(), slopes.data_ptr<double>() + heads);
    };
    QCOMPARE(values(8),
             (std::vector<double>{1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16, 1.0 / 32, 1.0 / 64, 1.0 / 128, 1.0 / 256}));
    QCOMPARE(values(3), (std::vector<double>{1.0 / 16, 1.0 / 256, 1.0 / 4}));
}

void TestPackedAttention::everyInstructionSetAgrees_data()
{
    QTest::addColumn<const AttentionKernels *>("kernels");
    QTest::newRow("plain") << &kAttentionPlain;
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        QTest::newRow("avx2") << &kAttentionAvx2;
    if (__builtin_cpu_supports("avx512f"))
        QTest::newRow("avx512") << &kAttentionAvx512;
#endif
}

void TestPackedAttention::everyInstructionSetAgrees()
{
    QFETCH(const AttentionKernels *, kernels);
    constexpr int kWidth = 24;
    for (const int rows : {1, 47, 48, 50, 113}) {
        const Problem problem = makeProblem({rows}, 1, kWidth, 1.0);
        const Answer exact = reference(problem, torch::kFloat64);
        const torch::Tensor qkv = problem.qkv.to(torch::kFloat32).contiguous();
        const torch::Tensor cosines = problem.rules.angles.cosines.to(torch::kFloat32);
        const torch::Tensor sines = problem.rules.angles.sines.to(torch::kFloat32);
        const torch::Tensor outputGrad = problem.outputGrad.to(torch::kFloat32);
        const torch::Tensor output = torch::empty({rows, kWidth});
        const torch::Tensor logSumExp = torch::empty({rows});
        const torch::Tensor grad = torch::empty_like(qkv);
        // Left-over memory must not matter.
        torch::Tensor scratch =
            torch::full({static_cast<std::int64_t>(kernels->scratchFloats(rows, kWidth))}, std::nan(""));

        const float *first = qkv.data_ptr<float>();
        const AttentionHead head{first,
                                 first + kWidth,
                                 first + 2 * kWidth,
                                 3 * kWidth,
                                 cosines.data_ptr<float>(),
                                 sines.data_ptr<float>(),
                                 rows,
                                 kWidth,
                                 1 / std::sqrt(static_cast<float>(kWidth))};
        kernels->forward({head, output.data_ptr<float>(), kWidth, logSumExp.data_ptr<float>()},
                         scratch.data_ptr<float>());
        float *grads = grad.data_ptr<float>();
        kernels->backward({head, output.data_ptr<float>(), outputGrad.data_ptr<float>(), kWidth,
                           logSumExp.data_ptr<float>(), grads, grads + kWidth, grads + 2 * kWidth, 3 * kWidth},
                          scratch.data_ptr<float>());
        QCOMPARE_LE(distance(output, exact.output), 2e-6);
        QCOMPARE_LE(distance(grad, exact.grad), 1e-5);
    }
}

void TestPackedAttention::nanIsNotHidden()
{
    Problem problem = makeProblem({20, 20}, 1, 16, 1.0);
    problem.qkv[3] = std::nan("");
    const Answer fast =
        solve(problem, torch::kFloat32, [](const auto &...arguments) { return cpuAttention(arguments...); });
    QVERIFY(fast.output.slice(0, 0, 20).isnan().all().item<bool>());
    QVERIFY(fast.output.slice(0, 20).isfinite().all().item<bool>());
    QVERIFY(fast.grad.slice(0, 20).isfinite().all().item<bool>());
}

void TestPackedAttention::packIsSumOfItsParts()
{
    const Problem whole = makeProblem({33, 70}, 2, 16, 1.0);
    Problem part = whole;
    part.boundaries = {0, 33};
    part.longest = 33;
    part.qkv = whole.qkv.slice(0, 0, 33);
    part.outputGrad = whole.outputGrad.slice(0, 0, 33);
    part.rules.angles = {whole.rules.angles.cosines.slice(0, 0, 33), whole.rules.angles.sines.slice(0, 0, 33)};
    const auto fast = [](const auto &...arguments) { return packedAttention(arguments...); };
    const Answer packed = solve(whole, torch::kFloat32, fast);
    const Answer alone = solve(part, torch::kFloat32, fast);
    QVERIFY(torch::equal(packed.output.slice(0, 0, 33), alone.output));
    QVERIFY(torch::equal(packed.grad.slice(0, 0, 33), alone.grad));
}

QTEST_GUILESS_MAIN(TestPackedAttention)
#include "tst_packedattention.moc"
