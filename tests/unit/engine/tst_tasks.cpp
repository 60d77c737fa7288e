// SPDX-License-Identifier: GPL-3.0-or-later
// Whole small runs of every task and of every way to train a part of a model.
#include <cmath>
#include <fstream>

#include <QtTest>

#include "batch/labeltargets.h"
#include "infer/classify.h"
#include "infer/generate.h"
#include "metrics/segmentoverlap.h"
#include "runfixtures.h"
#include "tensor/streams.h"
#include "train/quality.h"
#include "train/session.h"

using namespace anneal;
using anneal::test::TemporaryRun;
using anneal::test::tinyConfig;

namespace {

constexpr int kRecords = 240;

/// A task whose answer can be read off the letters.
struct LabelTask {
    QString task, header, quality;
    std::function<std::string(const std::string &letters)> label;
};

bool has(const std::string &letters, char letter)
{
    return letters.find(letter) != std::string::npos;
}

std::string residueClasses(const std::string &letters)
{
    std::string classes;
    for (const char letter : letters)
        classes += std::string("AVILMFWY").find(letter) != std::string::npos ? 'H' : 'P';
    return classes;
}

LabelTask problemOf(const QString &task)
{
    if (task == "sequence_classification")
        return {task, "id,sequence,label", "validation.accuracy",
                [](const std::string &letters) { return has(letters, 'W') ? "with" : "without"; }};
    if (task == "multi_label_classification")
        return {task, "id,sequence,label", "validation.micro_f1", [](const std::string &letters) {
                    std::string labels = has(letters, 'W') ? "W" : "";
                    if (has(letters, 'C'))
                        labels += labels.empty() ? "C" : ";C";
                    return labels.empty() ? std::string("none") : labels;
                }};
    if (task == "regression")
        return {task, "id,sequence,value", "validation.spearman", [](const std::string &letters) {
                    const auto count = std::count(letters.begin(), letters.end(), 'K');
                    return std::to_string(double(count) / double(letters.size()));
                }};
    return {task, "id,sequence,labels", "validation.accuracy", residueClasses};
}

/// Random proteins; half of them without W and C, so that classes are of one size.
std::string randomLetters(RandomStream &random)
{
    static const std::string all = "ACDEFGHIKLMNPQRSTVWY", fewer = "ADEFGHIKLMNPQRSTVY";
    const std::string &from = random.below(2) == 0 ? all : fewer;
    std::string letters;
    for (std::uint64_t i = 0; i < 20 + random.below(20); ++i)
        letters += random.below(3) == 0 ? 'K' : from[random.below(from.size())];
    return letters;
}

std::string writeTable(const QTemporaryDir &folder, const LabelTask &problem)
{
    const std::string path = folder.filePath("table.csv").toStdString();
    std::ofstream file(path);
    file << problem.header.toStdString() << '\n';
    RandomStream random(5, "table");
    for (int i = 0; i < kRecords; ++i) {
        const std::string letters = randomLetters(random);
        file << 'r' << i << ',' << letters << ',' << problem.label(letters) << '\n';
    }
    return path;
}

Config taskConfig(const QString &task, const std::string &table, std::int64_t steps)
{
    Config config = tinyConfig(steps);
    config.data.train = table;
    config.objective.task = task.toStdString();
    config.objective.classifier_dropout = 0;
    config.model.token_dropout = false;
    config.optimizer.lr = 5e-3;
    config.batch.tokens_per_device = 1024;
    return config;
}

int runOnce(const TemporaryRun &run)
{
    TrainingSession session(run.paths().root);
    const auto outcome = session.run();
    if (!outcome)
        qInfo("%s", outcome.error().text().c_str());
    return session.finish(outcome);
}

/// Tensors of the checkpoint that differ from those of another folder by more than `tolerance`.
QStringList changed(const fs::path &checkpoint, const fs::path &base, double tolerance = 0)
{
    const auto now = SafetensorsFile::open(checkpoint / "model.safetensors").value();
    const auto before = SafetensorsFile::open(base / "model.safetensors").value();
    QStringList names;
    for (const auto &[name, entry] : now.entries())
        if (!before.contains(name)
            || (now.tensor(name).value() - before.tensor(name).value()).abs().max().item<double>() > tolerance)
            names << QString::fromStdString(name);
    return names;
}

} // namespace

class TestTasks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void learnsTheLabels_data();
    void learnsTheLabels();
    void pooledHeadLearns();
    void learnsTheNextToken();
    void startsFromALanguageModel();
    void trainsAPartOnly_data();
    void trainsAPartOnly();
    void adaptersLeaveTheBase_data();
    void adaptersLeaveTheBase();
    void adaptersResumeBitExactly();
    void targetsOfWindows();
    void weightsCount();
    void testPartIsScoredOnce();
    void qualityOfStructure();

private:
    std::unique_ptr<TemporaryRun> m_base; ///< a language model to start from
    [[nodiscard]] fs::path base() const { return m_base->paths().checkpoint(4); }
};

void TestTasks::initTestCase()
{
    m_base = std::make_unique<TemporaryRun>(tinyConfig(4));
    QCOMPARE(runOnce(*m_base), 0);
}

void TestTasks::learnsTheLabels_data()
{
    QTest::addColumn<QString>("task");
    QTest::addColumn<double>("atLeast");
    QTest::newRow("one class") << "sequence_classification" << 0.9;
    QTest::newRow("several classes") << "multi_label_classification" << 0.85;
    QTest::newRow("a number") << "regression" << 0.8;
    QTest::newRow("each residue") << "token_classification" << 0.99;
}

void TestTasks::learnsTheLabels()
{
    QFETCH(QString, task);
    QFETCH(double, atLeast);
    const LabelTask problem = problemOf(task);
    const QTemporaryDir folder;
    const TemporaryRun run(taskConfig(task, writeTable(folder, problem), 120));
    QCOMPARE(runOnce(run), 0);
    const auto losses = run.series("validation.loss");
    QVERIFY(losses.rbegin()->second < 0.7 * losses.begin()->second);
    const double quality = run.series(problem.quality.toStdString()).rbegin()->second;
    QVERIFY2(quality >= atLeast, qPrintable(QString::number(quality)));
    // What was saved answers by itself.
    const auto model = loadModelFolder(run.paths().checkpoint(120));
    QVERIFY2(model, model ? "" : model.error().text().c_str());
    if (task == "token_classification")
        QCOMPARE(labelResidues(*model, "MKTW").value().size(), std::size_t(4));
    else
        QCOMPARE(classifySequence(*model, "MKTW").value().values.size(), model->model->task().labels.size());
}

void TestTasks::pooledHeadLearns()
{
    const LabelTask problem = problemOf("sequence_classification");
    const QTemporaryDir folder;
    Config config = taskConfig(problem.task, writeTable(folder, problem), 120);
    config.objective.head = "pooled";
    config.objective.pooling = "max";
    const TemporaryRun run(config);
    QCOMPARE(runOnce(run), 0);
    QCOMPARE_GT(run.series(problem.quality.toStdString()).rbegin()->second, 0.9);
    const auto model = loadModelFolder(run.paths().checkpoint(120)).value();
    QVERIFY(model.model->task().pooledHead && model.model->task().pooling == Pooling::Max);
    QCOMPARE_GT(classifySequence(model, "MKTWAYW").value().values[0], 0.5); // "with" comes before "without"
}

/// Letters in a fixed round: after the first one everything is known.
void TestTasks::learnsTheNextToken()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("rounds.fasta").toStdString();
    std::ofstream file(path);
    const std::string round = "ACDEFGHIKL";
    for (std::size_t i = 0; i < 60; ++i)
        file << ">r" << i << '\n' << (round + round + round).substr(i % 10, 12 + i / 10) << '\n';
    file.close();
    Config config = taskConfig("causal_lm", path, 150);
    config.model.is_causal = true;
    const TemporaryRun run(config);
    QCOMPARE(runOnce(run), 0);
    QCOMPARE_GT(run.series("validation.accuracy").rbegin()->second, 0.8);
    const double loss = run.series("validation.loss").rbegin()->second;
    QVERIFY(std::abs(run.series("validation.perplexity").rbegin()->second - std::exp(loss)) < 1e-9);
    const auto model = loadModelFolder(run.paths().checkpoint(150)).value();
    GenerateRequest request;
    request.prompt = "DEF";
    request.maxNewTokens = 5;
    request.temperature = 0;
    QCOMPARE(generate(model, request).value().front().letters.substr(0, 8), std::string("DEFGHIKL"));
}

void TestTasks::startsFromALanguageModel()
{
    const LabelTask problem = problemOf("sequence_classification");
    const QTemporaryDir folder;
    Config config = taskConfig(problem.task, writeTable(folder, problem), 2);
    config.model.token_dropout = true; // as the base has it
    config.model.init_from = base().string();
    config.schedule.warmup_steps = 1;
    config.optimizer.lr = 1e-10;
    const TemporaryRun run(config);
    QCOMPARE(runOnce(run), 0);
    for (const QString &name : changed(run.paths().checkpoint(2), base(), 1e-8))
        QVERIFY2(name.startsWith("classifier."), qPrintable(name)); // only the head is new
}

void TestTasks::trainsAPartOnly_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("task");
    QTest::addColumn<QString>("mayChange");
    QTest::newRow("head") << "head"
                          << "sequence_classification"
                          << "^classifier";
    QTest::newRow("head of a language model") << "head"
                                              << "masked_lm"
                                              << "^lm_head";
    QTest::newRow("upper layer") << "upper_layers"
                                 << "sequence_classification"
                                 << "^classifier|layer\\.1\\.|emb_layer_norm_after";
}

void TestTasks::trainsAPartOnly()
{
    QFETCH(QString, method);
    QFETCH(QString, task);
    QFETCH(QString, mayChange);
    const LabelTask problem = problemOf("sequence_classification");
    const QTemporaryDir folder;
    Config config = taskConfig(task, task == "masked_lm" ? std::string() : writeTable(folder, problem), 3);
    config.model.token_dropout = true;
    config.model.init_from = base().string();
    config.adapter.method = method.toStdString();
    config.adapter.frozen_layers = 1;
    const TemporaryRun run(config);
    QCOMPARE(runOnce(run), 0);
    const QStringList names = changed(run.paths().checkpoint(3), base());
    QVERIFY(names.size() > 1);
    for (const QString &name : names)
        QVERIFY2(name.contains(QRegularExpression(mayChange)), qPrintable(name));
}

void TestTasks::adaptersLeaveTheBase_data()
{
    QTest::addColumn<QString>("task");
    QTest::addColumn<bool>("dora");
    QTest::newRow("masked") << "masked_lm" << false;
    QTest::newRow("classes") << "sequence_classification" << false;
    QTest::newRow("classes, DoRA") << "sequence_classification" << true;
    QTest::newRow("residues") << "token_classification" << false;
}

void TestTasks::adaptersLeaveTheBase()
{
    QFETCH(QString, task);
    QFETCH(bool, dora);
    const LabelTask problem = problemOf(task);
    const QTemporaryDir folder;
    const std::string before = readFile(base() / "model.safetensors").value();
    Config config = taskConfig(task, task == "masked_lm" ? std::string() : writeTable(folder, problem), 4);
    config.model.token_dropout = true;
    config.model.init_from = base().string();
    config.adapter.method = "lora";
    config.adapter.rank = 4;
    config.adapter.use_dora = dora;
    const TemporaryRun run(config);
    QCOMPARE(runOnce(run), 0);
    const fs::path checkpoint = run.paths().checkpoint(4);
    QVERIFY(readFile(base() / "model.safetensors").value() == before);
    QVERIFY(!fs::exists(checkpoint / "model.safetensors"));
    const auto adapter = SafetensorsFile::open(checkpoint / "adapter_model.safetensors").value();
    int updates = 0, heads = 0;
    for (const auto &[name, entry] : adapter.entries()) {
        updates += name.ends_with("lora_B.weight") && adapter.tensor(name)->abs().max().item<double>() > 0 ? 1 : 0;
        heads += name.starts_with("base_model.model.classifier.") ? 1 : 0;
    }
    QCOMPARE(updates, 4); // query and value of two layers
    QCOMPARE(heads > 0, task != "masked_lm");
    const auto optimizer = SafetensorsFile::open(checkpoint / "optimizer.safetensors").value();
    for (const auto &[name, entry] : optimizer.entries())
        QVERIFY2(name == "step" || name.find("lora_") != std::string::npos
                     || name.find("classifier") != std::string::npos,
                 name.c_str());
    const auto model = loadModelFolder(checkpoint);
    QVERIFY2(model, model ? "" : model.error().text().c_str());
    if (task == "sequence_classification")
        QCOMPARE(classifySequence(*model, "MKTW").value().values.size(), std::size_t(2));
}

void TestTasks::adaptersResumeBitExactly()
{
    Config config = tinyConfig(6);
    config.model.init_from = base().string();
    config.adapter.method = "lora";
    config.adapter.dropout = 0.1;
    const TemporaryRun whole(config);
    QCOMPARE(runOnce(whole), 0);
    config.checkpoint.every_steps = 3;
    const TemporaryRun parts(config);
    QCOMPARE(runOnce(parts), 0);
    fs::remove_all(parts.paths().checkpoint(6));
    QCOMPARE(runOnce(parts), 0);
    const auto file = [](const TemporaryRun &run, const char *name) {
        return readFile(run.paths().checkpoint(6) / name).value();
    };
    QVERIFY(file(whole, "adapter_model.safetensors") == file(parts, "adapter_model.safetensors"));
    QVERIFY(file(whole, "optimizer.safetensors") == file(parts, "optimizer.safetensors"));
}

void TestTasks::targetsOfWindows()
{
    Dataset data = anneal::test::randomDataset(2, 30);
    data.labels.kind = LabelKind::PerResidue;
    data.labels.classNames = {"a", "b"};
    for (std::size_t i = 0; i < data.sequences.tokens.size(); ++i)
        data.labels.classes.push_back(i % 3 == 0 ? kNoTarget : static_cast<ClassId>(i % 2));
    data.train = {{1, 2, 3, false, true}, {0, 0, 4, true, true}};
    const std::vector<std::uint32_t> chosen{0, 1};
    PackedBatch batch = packSamples(chosen, data.train, data.trainTokenView(), [](auto, auto, auto, auto &) {});
    LabelTargets(data.labels, data.sequences, data.weights, data.train).addTo(batch, chosen);
    std::vector<std::int64_t> rows, classes;
    const auto add = [&](std::size_t residue, std::int64_t row) {
        if (data.labels.classes[residue] == kNoTarget)
            return;
        rows.push_back(row);
        classes.push_back(data.labels.classes[residue]);
    };
    for (std::size_t i = 0; i < 3; ++i) // no start token before a later window
        add(data.sequences.offsets[1] + 2 + i, static_cast<std::int64_t>(i));
    for (std::size_t i = 0; i < 4; ++i)
        add(i, static_cast<std::int64_t>(4 + 1 + i));
    QVERIFY(torch::equal(batch.targetRows, torch::tensor(rows, torch::kInt64)));
    QVERIFY(torch::equal(batch.targets, torch::tensor(classes, torch::kInt64)));
    QVERIFY(!batch.weights.defined());
}

/// A record of weight 2 counts as if it stood there twice.
void TestTasks::weightsCount()
{
    PackedBatch weighted;
    weighted.targets = torch::tensor({0, 1}, torch::kInt64);
    weighted.weights = torch::tensor({2.0f, 1.0f});
    PackedBatch repeated;
    repeated.targets = torch::tensor({0, 0, 1}, torch::kInt64);
    const torch::Tensor scores = torch::tensor({{0.3f, -1.0f}, {0.8f, 0.2f}});
    const double sum = taskLossSum(scores, weighted, anneal::Problem::SingleLabel).item<double>();
    const double same =
        taskLossSum(scores.index_select(0, torch::tensor({0, 0, 1})), repeated, anneal::Problem::SingleLabel)
            .item<double>();
    QVERIFY(std::abs(sum - same) < 1e-6);
    QCOMPARE(weighted.totalWeight(), 3.0);
    QCOMPARE(repeated.totalWeight(), 3.0);
}

/// The best checkpoint by accuracy answers for the test part, once, also when the run is resumed.
void TestTasks::testPartIsScoredOnce()
{
    const LabelTask problem = problemOf("sequence_classification");
    const QTemporaryDir folder;
    const std::string table = writeTable(folder, problem);
    std::ofstream split(folder.filePath("split.tsv").toStdString());
    split << "id\tsplit\n";
    for (int i = 0; i < kRecords; ++i)
        split << 'r' << i << '\t' << (i % 4 == 0 ? "test" : i % 4 == 1 ? "validation" : "train") << '\n';
    split.close();
    Config config = taskConfig(problem.task, table, 60);
    config.data.split_file = folder.filePath("split.tsv").toStdString();
    config.checkpoint.metric_for_best_model = "accuracy";
    config.checkpoint.every_steps = config.logging.eval_every_steps = 10;
    const TemporaryRun run(config);
    QCOMPARE(runOnce(run), 0);
    const auto checkpoints = listCheckpoints(run.paths()).value();
    const auto best = std::find_if(checkpoints.begin(), checkpoints.end(), [](const auto &one) { return one.best; });
    const auto accuracies = run.series("validation.accuracy");
    double highest = 0;
    for (const auto &[step, accuracy] : accuracies)
        highest = step > 0 ? std::max(highest, accuracy) : highest;
    QCOMPARE(best->measured, std::optional(highest));
    QCOMPARE(best->measure, std::string("accuracy"));

    const auto tests = [&] {
        std::vector<Event> events = readEvents(run.paths().events()).value();
        std::erase_if(events, [](const Event &event) { return event.kind != "test"; });
        return events;
    };
    QCOMPARE(tests().size(), std::size_t(1));
    const nlohmann::json facts = tests().front().data;
    QCOMPARE(facts.at("checkpoint").get<std::string>(), best->folder.filename().string());
    QCOMPARE(run.series("test.accuracy").rbegin()->second, facts.at("accuracy").get<double>());
    const nlohmann::json &classes = facts.at("classes");
    QCOMPARE(classes.at("names"), nlohmann::json({"with", "without"}));
    std::int64_t right = 0, all = 0;
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j) {
            const auto count = classes.at("confusion")[i][j].get<std::int64_t>();
            right += i == j ? count : 0;
            all += count;
        }
    QCOMPARE(all, std::int64_t(kRecords / 4));
    QCOMPARE(double(right) / double(all), facts.at("accuracy").get<double>());
    QCOMPARE(runOnce(run), 0); // resumed at its end
    QCOMPARE(tests().size(), std::size_t(1));
}

/// Two chains, one with an unknown residue between. Figures by hand from the definitions in core/metrics.
void TestTasks::qualityOfStructure()
{
    TaskSpec task;
    task.kind = HeadKind::TokenClasses;
    task.labels = {"C", "E", "H"};
    QCOMPARE(qualityNames(task), (std::vector<std::string>{"accuracy", "macro_f1", "mcc", "q3", "sov3"}));
    PackedBatch batch;
    batch.boundaries = {0, 8, 14};
    // Residues 1–6 of the first sequence, without the third; 1–4 of the second.
    batch.targetRows = torch::tensor({1, 2, 4, 5, 6, 9, 10, 11, 12}, torch::kInt64);
    batch.targets = torch::tensor({2, 2, 2, 2, 0, 1, 1, 0, 0}, torch::kInt64);
    const torch::Tensor answers = torch::tensor({2, 2, 2, 0, 0, 1, 1, 1, 0}, torch::kInt64);
    Quality quality(task);
    quality.add(torch::one_hot(answers, 3).to(torch::kFloat32), batch);
    const std::vector<double> values = quality.values(0, 9);
    const std::vector<std::vector<int>> chains{{2, 2}, {2, 2, 0}, {1, 1, 0, 0}}, said{{2, 2}, {2, 0, 0}, {1, 1, 1, 0}};
    SegmentOverlap overlap(3);
    for (std::size_t i = 0; i < chains.size(); ++i)
        overlap.addChain(chains[i], said[i]);
    QCOMPARE(values[3], 7.0 / 9);
    QCOMPARE(values[4], overlap.value().value());
    QVERIFY(values[4] < 1 && values[4] > 0.5);
    task.labels = {"C", "E", "G", "H"};
    QCOMPARE(qualityNames(task).back(), std::string("sov8"));
    task.labels = {"S", "T"}; // letters of DSSP, but surely something else
    QCOMPARE(qualityNames(task).size(), std::size_t(3));
}

QTEST_GUILESS_MAIN(TestTasks)
#include "tst_tasks.moc"
