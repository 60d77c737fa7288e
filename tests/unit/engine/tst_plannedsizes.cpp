// SPDX-License-Identifier: GPL-3.0-or-later
// What the plan says before the start and what the engine then makes must be the same numbers.
#include <QtTest>

#include "config/configio.h"
#include "config/presets.h"
#include "plan/memory.h"
#include "plan/plan.h"
#include "train/trainstate.h"

using namespace anneal;

class TestPlannedSizes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parametersAndStates_data();
    void parametersAndStates();
    void statesOfOptimizers_data();
    void statesOfOptimizers();
    void trainedParts_data();
    void trainedParts();
};

void TestPlannedSizes::parametersAndStates_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("assignment");
    QTest::addColumn<qint64>("parameters");
    QTest::newRow("quick start") << "quick-start"
                                 << "" << qint64(814369);
    QTest::newRow("8M") << "esm2-8m"
                        << "" << qint64(7512353);
    QTest::newRow("8M, own output matrix") << "esm2-8m"
                                           << "model.tie_word_embeddings=false" << qint64(7522913);
    QTest::newRow("8M on DNA") << "esm2-8m"
                               << "data.alphabet=dna" << qint64(7508180);
    QTest::newRow("35M") << "esm2-35m"
                         << "" << qint64(33501153);
    // The width of 320 and 20 heads of the 8M preset, described otherwise.
    const auto described = [](const char *name, const char *assignments, qint64 parameters) {
        QTest::newRow(name) << "esm2-8m" << assignments << parameters;
    };
    described("learned positions, token types", "position_embedding_type=absolute type_vocab_size=2 embedding_norm=on",
              7512353 + (1024 + 2 + 2) * 320);
    described("ALiBi", "position_embedding_type=alibi", 7512353);
    described("RMSNorm", "norm_type=rms_norm", 7512353 - 14 * 320);
    described("post-norm", "norm_position=post", 7512353 - 640);
    described("no biases", "attention_bias=off mlp_bias=off norm_bias=off lm_head_bias=off",
              7512353 - 6 * (4 * 320 + 1280 + 320) - 14 * 320 - 33);
    described("grouped queries", "num_key_value_heads=5", 7512353 - 6 * 2 * (321 * 240));
    described("wide heads", "head_dim=32", 7512353 + 6 * (4 * 320 * 320 + 3 * 320));
    described("cosine scores", "attention_type=cosine", 7512353 + 6 * (20 - 320));
    described("query-key norm", "qk_norm=on", 7512353 + 6 * 2 * 16);
    described("gated", "gated_mlp=on hidden_act=silu", 7512353 + 6 * 321 * 1280);
    described("NormFormer",
              "normformer_attention_norm=on normformer_mlp_norm=on normformer_head_scale=after_output "
              "residual_scale=on",
              7512353 + 6 * (640 + 2560 + 20 + 320));
    described("plain head", "lm_head=linear lm_head_bias=off logit_softcap=30", 7512353 - 321 * 320 - 640 - 33);
}

void TestPlannedSizes::parametersAndStates()
{
    QFETCH(QString, preset);
    QFETCH(QString, assignment);
    QFETCH(qint64, parameters);
    Config config = findPreset(preset.toStdString())->config;
    for (const QString &one : assignment.split(' ', Qt::SkipEmptyParts))
        QVERIFY(
            applyAssignment(config, (one.contains("data.") ? one : "model." + one.section("model.", -1)).toStdString())
                .empty());
    const Alphabet &alphabet = *Alphabet::byName(config.data.alphabet).value();
    const TrainState state = makeTrainState(config, *letterTokenizer(alphabet), torch::kCPU).value();
    QCOMPARE(parameterCount(*state.model), std::int64_t(parameters));
    QCOMPARE(parameterCount(config), std::int64_t(parameters));

    std::int64_t moments = 0;
    for (const auto &[name, tensor] : state.optimizer->state())
        moments += name == "step" ? 0 : static_cast<std::int64_t>(tensor.nbytes());
    const MemoryEstimate memory = estimateMemory(config, {}, trainedParameters(config));
    QCOMPARE(memory.optimizer, moments);
    QCOMPARE(memory.weights, 4 * std::int64_t(parameters));
    QCOMPARE(memory.gradients, 4 * std::int64_t(parameters));
}

void TestPlannedSizes::statesOfOptimizers_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("assignments");
    const std::vector<std::pair<const char *, const char *>> models{
        {"esm2-8m", ""},
        {"esm2-8m", "adapter.method=lora adapter.use_dora=on adapter.bias=all"},
        {"esm2-8m", "adapter.method=upper_layers adapter.frozen_layers=4 model.gated_mlp=on model.qk_norm=on"},
        {"generate-proteins", "model.num_hidden_layers=2"},
        {"bert-base", "model.num_hidden_layers=1"}};
    for (const auto &[preset, settings] : models)
        for (const char *optimizer :
             {"name=adamw", "name=adam optimizer.amsgrad=on", "name=sgd", "name=sgd optimizer.momentum=0", "name=lion",
              "name=adafactor", "name=adafactor optimizer.adafactor_beta1=0.9", "name=muon", "name=adamw_8bit",
              "name=shampoo", "name=shampoo optimizer.max_preconditioner_dim=100 optimizer.grafting=none"})
            QTest::addRow("%s %s, %s", preset, settings, optimizer)
                << preset << QString("%1 optimizer.%2").arg(settings, optimizer);
}

/// Of a whole model: names and shapes are the engine's on one side, the plan's own on the other.
void TestPlannedSizes::statesOfOptimizers()
{
    QFETCH(QString, preset);
    QFETCH(QString, assignments);
    Config config = findPreset(preset.toStdString())->config;
    for (const QString &one : assignments.split(' ', Qt::SkipEmptyParts))
        QVERIFY2(applyAssignment(config, one.toStdString()).empty(), qPrintable(one));
    const Alphabet &alphabet = *Alphabet::byName(config.data.alphabet).value();
    const TrainState state = makeTrainState(config, *letterTokenizer(alphabet), torch::kCPU).value();
    QCOMPARE(estimateMemory(config, {}, trainedParameters(config)).optimizer, state.optimizer->stateBytes());
}

void TestPlannedSizes::trainedParts_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("assignments");
    QTest::addColumn<qint64>("trained");
    const std::int64_t esm = 6 * 8 * 2 * (320 + 320), esmHead = 321 * 320 + 3 * 321;
    QTest::newRow("all") << "tiny"
                         << "" << qint64(-1);
    QTest::newRow("LoRA of query and value") << "esm2-8m"
                                             << "adapter.method=lora" << qint64(esm);
    QTest::newRow("by endings, other rank for one")
        << "esm2-8m"
        << "adapter.method=lora adapter.target_modules=query,output.dense adapter.rank_pattern=query=2"
        << qint64(6 * (2 * 640 + 8 * 640 + 8 * 1600));
    QTest::newRow("a list of nothing") << "esm2-8m"
                                       << "adapter.method=lora adapter.target_modules=," << qint64(esm);
    QTest::newRow("two ranks for one module")
        << "esm2-8m"
        << "adapter.method=lora adapter.rank_pattern=query=2,.*query=4,value=1e1" << qint64(-1);
    QTest::newRow("by pattern") << "esm2-8m"
                                << "adapter.method=lora adapter.target_modules=.*layer\\.[01]\\..*\\.key"
                                << qint64(2 * 8 * 640);
    QTest::newRow("DoRA and biases") << "esm2-8m"
                                     << "adapter.method=lora adapter.use_dora=on adapter.bias=lora_only"
                                     << qint64(esm + 6 * 2 * 2 * 320);
    QTest::newRow("LoRA with a new head")
        << "esm2-8m"
        << "adapter.method=lora objective.task=sequence_classification" << qint64(esm + esmHead);
    QTest::newRow("head of a classifier")
        << "esm2-8m"
        << "adapter.method=head objective.task=sequence_classification" << qint64(esmHead);
    QTest::newRow("pooled head") << "esm2-8m"
                                 << "adapter.method=head objective.task=sequence_classification objective.head=pooled"
                                 << qint64(esmHead + 640);
    QTest::newRow("residue classes") << "esm2-8m"
                                     << "adapter.method=head objective.task=token_classification" << qint64(3 * 321);
    QTest::newRow("head of a language model") << "esm2-8m"
                                              << "adapter.method=head" << qint64(321 * 320 + 640 + 33);
    QTest::newRow("upper layers") << "esm2-8m"
                                  << "adapter.method=upper_layers adapter.frozen_layers=4" << qint64(-1);
    QTest::newRow("GPT-2") << "generate-proteins"
                           << "adapter.method=lora" << qint64(-1);
    QTest::newRow("BERT, classes") << "bert-base"
                                   << "model.num_hidden_layers=2 adapter.method=lora "
                                      "objective.task=sequence_classification"
                                   << qint64(-1);
}

/// −1: what the engine says.
void TestPlannedSizes::trainedParts()
{
    QFETCH(QString, preset);
    QFETCH(QString, assignments);
    QFETCH(qint64, trained);
    Config config = findPreset(preset.toStdString())->config;
    for (const QString &one : assignments.split(' ', Qt::SkipEmptyParts))
        QVERIFY2(applyAssignment(config, one.toStdString()).empty(), qPrintable(one));
    const Alphabet &alphabet = *Alphabet::byName(config.data.alphabet).value();
    Labels labels;
    if (config.objective.task.ends_with("classification")) {
        labels.kind = config.objective.task == "token_classification" ? LabelKind::PerResidue : LabelKind::OneClass;
        labels.classNames = {"a", "b", "c"};
    }
    const TrainState state = makeTrainState(config, *letterTokenizer(alphabet), torch::kCPU, labels).value();
    const TrainedParameters made = countParameters(*state.model);
    const TrainedParameters planned = trainedParameters(config, labels.empty() ? 0 : 3);
    QCOMPARE(planned.trained, made.trained);
    QCOMPARE(planned.all, made.all);
    if (trained >= 0)
        QCOMPARE(made.trained, std::int64_t(trained));
    std::int64_t moments = 0;
    for (const auto &[name, tensor] : state.optimizer->state())
        moments += name == "step" ? 0 : static_cast<std::int64_t>(tensor.nbytes());
    DataCounts counts;
    counts.outputs = labels.empty() ? 0 : 3;
    QCOMPARE(estimateMemory(config, counts, trainedParameters(config, counts.outputs)).optimizer, moments);
}

QTEST_GUILESS_MAIN(TestPlannedSizes)
#include "tst_plannedsizes.moc"
