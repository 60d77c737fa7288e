// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QTemporaryDir>
#include <QTest>

#include "base/files.h"
#include "config/configio.h"
#include "config/presets.h"
#include "config/validate.h"
#include "support/unprivileged.h"

using namespace anneal;

namespace {

Config validConfig()
{
    Config config;
    config.data.train = "sample:proteins";
    return config;
}

Hardware plainMachine()
{
    Hardware machine;
    machine.cores = 4;
    return machine;
}

GpuInfo gpu(const char *name, bool bf16)
{
    return {0, name, "", 16ull << 30, bf16};
}

} // namespace

class TestValidate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void defaultsNeedOnlyData();
    void rules_data();
    void rules();
    void quietWhere_data();
    void quietWhere();
    void hardwareRules_data();
    void hardwareRules();
    void files_data();
    void files();
    void unreadableFile();
    void checkpointFolder();
    void tokenizerFolder();
    void reportsEverythingInTableOrder();
    void nonFiniteAndOutOfRangeMembers();
};

void TestValidate::defaultsNeedOnlyData()
{
    const auto issues = validate(Config(), plainMachine());
    QCOMPARE(issues.size(), std::size_t(1));
    QCOMPARE(issues[0].key, std::string("data.train"));
    QCOMPARE(issues[0].message,
             std::string("Choose a file with the sequences to train on (FASTA, CSV, TSV or JSON lines)."));
    QVERIFY(validate(validConfig(), plainMachine()).empty());
}

void TestValidate::rules_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<bool>("isError");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("suggestion");
    const auto row = [](const char *name, const QStringList &settings, bool isError, const char *key,
                        const char *message, const char *suggestion) {
        QTest::newRow(name) << settings << isError << QString(key) << QString::fromUtf8(message) << QString(suggestion);
    };
    row("width does not divide", {"model.hidden_size=500", "model.num_attention_heads=12"}, true, "model.hidden_size",
        "Width 500 does not divide by 12 heads. Use 480 or 504.", "504");
    row("width divides into odd heads", {"model.hidden_size=492", "model.num_attention_heads=12"}, true,
        "model.hidden_size", "Width 492 gives each of 12 heads 41 channels, an odd number. Use 480 or 504.", "504");
    row("width nearer below", {"model.hidden_size=482", "model.num_attention_heads=12"}, true, "model.hidden_size",
        "Width 482 does not divide by 12 heads. Use 480 or 504.", "480");
    row("width below the heads", {"model.hidden_size=16", "model.num_attention_heads=20"}, true, "model.hidden_size",
        "Width 16 does not divide by 20 heads. Use 40.", "40");
    row("warm-up longer than the run", {"schedule.warmup_steps=1001"}, true, "schedule.warmup_steps",
        "Warm-up of 1001 steps is longer than the run of 1000 steps.", "50");
    row("long warm-up", {"schedule.warmup_steps=250"}, false, "schedule.warmup_steps",
        "Warm-up takes 25 % of the run; more than 10 % rarely helps.", "50");
    row("decay before warm-up ends", {"schedule.decay_start=0.02"}, true, "schedule.decay_start",
        "The rate would start to fall at step 20, before warm-up ends at step 50.", "0.05");
    row("mask shares", {"objective.random_replace_prob=0.3"}, true, "objective.random_replace_prob",
        "Shown as mask (0.8) and as a random token (0.3) are more than 1 together.", "0.2");
    row("budget below one sequence", {"batch.tokens_per_device=1000"}, true, "batch.tokens_per_device",
        "A sequence may have 1024 tokens (data.max_length) and must fit into a micro-batch of 1000.", "1024");
    row("windows with gaps", {"data.long_sequences=window", "data.window_stride=2000"}, false, "data.window_stride",
        "Windows of 1022 residues every 2000 leave gaps that are never seen.", "1022");
    row("best by what is not measured", {"checkpoint.metric_for_best_model=spearman"}, true,
        "checkpoint.metric_for_best_model",
        "This task does not measure spearman. Use one of loss, accuracy, perplexity.", "loss");
    row("next token from both sides", {"objective.task=causal_lm"}, true, "model.is_causal",
        "A model that sees later tokens cannot learn to predict the next one.", "on");
    row("masks from one side", {"model.is_causal=on"}, false, "model.is_causal",
        "A masked model learns more when it sees both sides of what it must name.", "off");
    row("residue classes of k-mers",
        {"objective.task=token_classification", "data.alphabet=dna", "data.tokenizer=kmer"}, true, "data.tokenizer",
        "A class for each residue needs a token for each residue: choose single letters.", "letters");
    row("odd head width", {"model.head_dim=15"}, true, "model.head_dim",
        "Rotary positions turn channels in pairs, so 15 must be even.", "16");
    row("groups", {"model.num_key_value_heads=6"}, true, "model.num_key_value_heads",
        "20 heads cannot share 6 keys and values evenly. Use 5.", "5");
    row("short table of positions", {"model.position_embedding_type=absolute", "model.max_position_embeddings=512"},
        true, "model.max_position_embeddings",
        "Sequences may have 1024 tokens (data.max_length), but the table has 512 positions.", "1024");
    row("two norms of scores", {"model.qk_norm=on", "model.attention_type=cosine"}, false, "model.qk_norm",
        "Cosine scores normalise queries and keys already.", "off");
    row("rate of AdamW", {"optimizer.lr=0.02"}, false, "optimizer.lr",
        "0.02 is far above the usual 1e-5 to 0.01 and will likely diverge.", "");
    row("Nesterov without momentum", {"optimizer.name=sgd", "optimizer.momentum=0"}, true, "optimizer.nesterov",
        "Nesterov looks ahead along the momentum, which is 0.", "off");
    row("Nesterov with dampening", {"optimizer.name=sgd", "optimizer.dampening=0.1"}, true, "optimizer.dampening",
        "Nesterov's momentum takes gradients whole: dampening must be 0.", "0");
    row("own warm-up without own rate", {"optimizer.name=adafactor", "optimizer.warmup_init=on"}, true,
        "optimizer.warmup_init", "Adafactor's own warm-up needs its own learning rate (relative_step).", "off");
    row("own rate", {"optimizer.name=adafactor", "optimizer.relative_step=on"}, false, "optimizer.relative_step",
        "Adafactor sets its own learning rate: the peak and the schedule have no effect.", "off");
    row("sum of squares in AdamW", {"optimizer.beta2=1"}, true, "optimizer.beta2",
        "With beta 2 = 1 nothing new would be remembered: only Shampoo adds up.", "0.999");
    row("decay in Lion's gradient", {"optimizer.name=lion", "optimizer.weight_decay_type=l2"}, true,
        "optimizer.weight_decay_type",
        "Decay in the gradient is Adam's, SGD's and Shampoo's; choose one of them, or decoupled decay.", "decoupled");
    row("Shampoo before its roots", {"optimizer.name=shampoo", "optimizer.start_preconditioning_step=4"}, true,
        "optimizer.start_preconditioning_step", "Shampoo cannot start at step 4: its first roots come at step 10.",
        "-1");
    row("half of a beta", {"optimizer.name=shampoo", "optimizer.beta3=-0.5"}, true, "optimizer.beta3",
        "Beta 3 is between 0 and 1, or −1 for the same as beta 1.", "-1");
    row("paged Shampoo", {"optimizer.name=shampoo", "optimizer.paged=on"}, true, "optimizer.paged",
        "The state of shampoo is needed on the device at every step; only AdamW, Adam, Lion and AdamW in 8 bits can "
        "keep "
        "it in host memory.",
        "off");
    row("paged on the CPU", {"optimizer.paged=on"}, false, "optimizer.paged",
        "On the CPU the state is in host memory anyway: this has no effect.", "off");
    row("adapters on nothing", {"adapter.method=lora"}, true, "model.init_from",
        "Only a part of the model is trained, so the rest must come from somewhere: name a folder with weights, or "
        "train "
        "the whole model.",
        "");
    row("nothing held out", {"data.validation_fraction=0"}, false, "data.validation_fraction",
        "Nothing is held out, so there will be no validation loss.", "0.1");
    row("very high rate", {"optimizer.lr=0.05"}, false, "optimizer.lr",
        "0.05 is far above the usual 1e-5 to 0.01 and will likely diverge.", "");
    row("windows of k-mers with gaps",
        {"data.alphabet=dna", "data.tokenizer=kmer", "data.long_sequences=window", "data.window_stride=2000"}, false,
        "data.window_stride", "Windows of 1023 tokens every 2000 leave gaps that are never seen.", "1023");
    row("k-mers of proteins", {"data.tokenizer=kmer_overlapping"}, true, "data.tokenizer",
        "This tokenizer (kmer_overlapping) knows the letters of DNA only; choose the DNA alphabet, or single letters.",
        "letters");
    row("characters of RNA", {"data.tokenizer=characters", "data.alphabet=rna"}, true, "data.tokenizer",
        "This tokenizer (characters) knows the letters of DNA only; choose the DNA alphabet, or single letters.",
        "letters");
    row("bytes that cannot be hidden", {"data.tokenizer=bytes"}, true, "data.tokenizer",
        "Bytes have no token that hides others, which masked training needs; choose another tokenizer, or a task that "
        "predicts the next token.",
        "letters");
    row("byte pairs without a file", {"data.tokenizer=bpe"}, true, "data.tokenizer_file",
        "Byte pair encoding needs a tokenizer.json; name it, or train one with `anneal tokenizer train`.", "");
    row("a tokenizer that is not read", {"data.tokenizer_file=sample:proteins"}, false, "data.tokenizer_file",
        "This file is read for byte pair encoding only.", "");
    row("other strand of proteins", {"data.reverse_complement=0.5"}, true, "data.reverse_complement",
        "Only DNA has a second strand; set this to 0, or choose the DNA alphabet.", "0");
    row("other strand of byte pairs",
        {"data.alphabet=dna", "data.tokenizer=bpe", "data.tokenizer_file=sample:proteins", "data.reverse_complement=1"},
        true, "data.reverse_complement",
        "The other strand has another number of byte pairs, which a packed batch has no room for; set this to 0, or "
        "choose letters or k-mers.",
        "0");
    row("split and second file", {"data.validation=sample:proteins/split", "data.split_file=sample:proteins/split"},
        true, "data.split_file",
        "A split file and a second validation file contradict each other. Leave one of them empty.", "");
    row("the training file again", {"data.validation=sample:proteins"}, true, "data.validation",
        "This is the training file itself: the validation loss would say nothing. Leave it empty to hold out a share "
        "of the "
        "training file.",
        "");
}

void TestValidate::rules()
{
    QFETCH(QStringList, settings);
    QFETCH(bool, isError);
    QFETCH(QString, key);
    QFETCH(QString, message);
    QFETCH(QString, suggestion);
    Config config = validConfig();
    for (const QString &setting : settings)
        QVERIFY(applyAssignment(config, setting.toStdString()).empty());
    const auto issues = validate(config, plainMachine());
    QCOMPARE(issues.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(issues[0].key), key);
    QCOMPARE(QString::fromStdString(issues[0].message), message);
    QCOMPARE(QString::fromStdString(issues[0].suggestion), suggestion);
    QCOMPARE(issues[0].severity == Severity::Error, isError);
    QCOMPARE(hasErrors(issues), isError);
    if (suggestion.isEmpty())
        return;
    QVERIFY(setFromText(config, key.toStdString(), suggestion.toStdString()).empty()); // the suggestion mends it
    QVERIFY(validate(config, plainMachine()).empty());
}

void TestValidate::quietWhere_data()
{
    QTest::addColumn<QStringList>("settings");
    const auto row = [](const char *name, const QStringList &settings) { QTest::newRow(name) << settings; };
    row("no decay, so its start does not matter", {"schedule.decay_shape=none", "schedule.decay_start=0"});
    row("warm-up of exactly a tenth", {"schedule.warmup_steps=100"});
    row("decay right after warm-up", {"schedule.decay_start=0.05"});
    row("shares that make exactly 1", {"objective.mask_replace_prob=0.9", "objective.random_replace_prob=0.1"});
    row("budget of exactly one sequence", {"batch.tokens_per_device=1024"});
    row("stride without windows", {"data.window_stride=5000"});
    row("a split file instead of a share", {"data.validation_fraction=0", "data.split_file=sample:proteins/split"});
    row("k-mers of DNA", {"data.alphabet=dna", "data.tokenizer=kmer", "data.reverse_complement=0.5"});
    row("byte pairs of a file",
        {"data.tokenizer=bpe", "data.tokenizer_file=" ANNEAL_TEST_DATA "/golden/tokenizer_bpe/tokenizer_char.json"});
    row("one head", {"model.num_attention_heads=1", "model.hidden_size=2"});
}

void TestValidate::quietWhere()
{
    QFETCH(QStringList, settings);
    Config config = validConfig();
    for (const QString &setting : settings)
        QVERIFY(applyAssignment(config, setting.toStdString()).empty());
    const auto issues = validate(config, plainMachine());
    QVERIFY2(issues.empty(), issues.empty() ? "" : issues.front().message.c_str());
}

void TestValidate::hardwareRules_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("message");
    QTest::addColumn<bool>("isError");
    const auto row = [](const char *name, const QStringList &settings, const char *machine, const char *key,
                        const char *message, bool isError) {
        QTest::newRow(name) << settings << QString(machine) << QString(key) << QString::fromUtf8(message) << isError;
    };
    row("no GPU", {"device.kind=cuda"}, "plain", "device.kind",
        "No NVIDIA GPU was found. Use the CPU, or check that the driver is loaded.", true);
    row("GPU there", {"device.kind=cuda"}, "gpu", "", "", false);
    row("second of one", {"device.kind=cuda", "device.index=1"}, "gpu", "device.index",
        "There is no GPU 1: 1 found, counted from 0.", true);
    row("second of one, auto", {"device.index=1"}, "gpu", "device.index", "There is no GPU 1: 1 found, counted from 0.",
        true);
    row("index without GPU, auto", {"device.index=1"}, "plain", "", "", false);
    row("bf16 on a plain CPU", {"precision.compute=bf16"}, "plain", "precision.compute",
        "This CPU has no bf16 arithmetic: bf16 will be slower than fp32.", false);
    row("bf16 on a CPU that has it", {"precision.compute=bf16"}, "bf16", "", "", false);
    row("bf16 on a GPU", {"precision.compute=bf16"}, "gpu", "", "", false);
    row("bf16 on an old GPU", {"precision.compute=bf16"}, "old gpu", "precision.compute",
        "Tesla T4 has no bf16 arithmetic: bf16 will be slow.", false);
    row("bf16 on the CPU beside a GPU", {"precision.compute=bf16", "device.kind=cpu"}, "gpu", "precision.compute",
        "This CPU has no bf16 arithmetic: bf16 will be slower than fp32.", false);
    row("more threads than cores", {"device.threads=5"}, "plain", "device.threads",
        "5 threads on 4 cores slow each other down.", false);
    row("as many threads as cores", {"device.threads=4"}, "plain", "", "", false);
}

void TestValidate::hardwareRules()
{
    QFETCH(QStringList, settings);
    QFETCH(QString, machine);
    QFETCH(QString, key);
    QFETCH(QString, message);
    QFETCH(bool, isError);
    Hardware hardware = plainMachine();
    hardware.cpuHasBf16 = machine == "bf16";
    if (machine.contains("gpu"))
        hardware.gpus = {machine == "gpu" ? gpu("NVIDIA H200", true) : gpu("Tesla T4", false)};
    Config config = validConfig();
    for (const QString &setting : settings)
        QVERIFY(applyAssignment(config, setting.toStdString()).empty());
    const auto issues = validate(config, hardware);
    QCOMPARE(issues.size(), std::size_t(key.isEmpty() ? 0 : 1));
    if (issues.empty())
        return;
    QCOMPARE(QString::fromStdString(issues[0].key), key);
    QCOMPARE(QString::fromStdString(issues[0].message), message);
    QCOMPARE(issues[0].severity == Severity::Error, isError);
}

void TestValidate::files_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("message");
    for (const char *key : {"data.train", "data.validation", "data.split_file"}) {
        QTest::addRow("%s missing", key) << key << "There is no file %1/missing; check the path.";
        QTest::addRow("%s folder", key) << key << "%1/folder is a folder; name a file in it.";
        QTest::addRow("%s empty", key) << key << "%1/empty is empty; choose another file, or get it again.";
    }
}

void TestValidate::files()
{
    QFETCH(QString, key);
    QFETCH(QString, message);
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    QVERIFY(makeFolder(root / "folder").has_value());
    QVERIFY(writeFileAtomic(root / "empty", "").has_value());
    const QString name = QString(QTest::currentDataTag()).section(' ', 1);
    Config config = validConfig();
    QVERIFY(setFromText(config, key.toStdString(), (root / name.toStdString()).string()).empty());
    const auto issues = validate(config, plainMachine());
    QCOMPARE(issues.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(issues[0].key), key);
    QCOMPARE(QString::fromStdString(issues[0].message), message.arg(folder.path()));
    QVERIFY(hasErrors(issues));
}

void TestValidate::unreadableFile()
{
    const QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "secret.fasta";
    QVERIFY(writeFileAtomic(path, ">a\nMK\n").has_value());
    fs::permissions(folder.path().toStdString(), fs::perms(0755));
    fs::permissions(path, fs::perms::none);
    Config config = validConfig();
    config.data.train = path.string();
    const Unprivileged nobody;
    const auto issues = validate(config, plainMachine());
    QCOMPARE(issues.size(), std::size_t(1));
    QCOMPARE(issues[0].message,
             path.string()
                 + " cannot be read: Permission denied; allow yourself to read the file and the folders above it.");
}

void TestValidate::checkpointFolder()
{
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    Config config = validConfig();
    config.model.init_from = (root / "missing").string();
    QCOMPARE(validate(config, plainMachine()).at(0).message,
             "There is no folder " + (root / "missing").string() + "; check the path.");
    config.model.init_from = root.string();
    QVERIFY(writeFileAtomic(root / "config.json", "{}").has_value());
    const auto issues = validate(config, plainMachine());
    QCOMPARE(issues.size(), std::size_t(1));
    QCOMPARE(issues[0].key, std::string("model.init_from"));
    QVERIFY(issues[0].message.starts_with("There is no file " + (root / "model.safetensors").string()));
    QVERIFY(writeFileAtomic(root / "model.safetensors", "weights").has_value());
    QVERIFY(validate(config, plainMachine()).empty());
}

void TestValidate::tokenizerFolder()
{
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    Config config = validConfig();
    config.data.tokenizer = "bpe";
    config.data.tokenizer_file = root.string();
    const auto issues = validate(config, plainMachine());
    QCOMPARE(issues.size(), std::size_t(1));
    QCOMPARE(issues[0].key, std::string("data.tokenizer_file"));
    QCOMPARE(issues[0].message, "There is no file " + (root / "tokenizer.json").string() + "; check the path.");
    QVERIFY(writeFileAtomic(root / "tokenizer.json", "{}").has_value());
    QVERIFY(validate(config, plainMachine()).empty());
}

void TestValidate::reportsEverythingInTableOrder()
{
    Config config = validConfig();
    config.device.threads = 99;
    config.schedule.warmup_steps = 5000;
    config.model.hidden_size = 321;
    config.data.train = "/not/there";
    std::vector<std::string> keys;
    for (const Issue &issue : validate(config, plainMachine()))
        keys.push_back(issue.key);
    const std::vector<std::string> expected = {"data.train", "model.hidden_size", "schedule.warmup_steps",
                                               "device.threads"};
    QCOMPARE(keys, expected);
}

/// A program may fill the struct past the table; rules must neither crash nor repeat what the range says.
void TestValidate::nonFiniteAndOutOfRangeMembers()
{
    Config config = validConfig();
    config.optimizer.lr = std::nan("");
    config.schedule.decay_start = INFINITY;
    config.schedule.total_steps = 0;
    config.model.num_attention_heads = 0;
    config.data.alphabet = "klingon";
    std::vector<std::string> keys;
    for (const Issue &issue : validate(config, plainMachine()))
        keys.push_back(issue.key);
    const std::vector<std::string> expected = {"data.alphabet", "model.num_attention_heads", "optimizer.lr",
                                               "schedule.total_steps", "schedule.decay_start"};
    QCOMPARE(keys, expected);
}

QTEST_GUILESS_MAIN(TestValidate)
#include "tst_validate.moc"
