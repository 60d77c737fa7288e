// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "config/field.h"
#include "config/optimizergroups.h"
#include "config/shampooshape.h"

using namespace anneal;

using Shape = std::vector<std::int64_t>;

class TestOptimizerGroups : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groups_data();
    void groups();
    void everySettingIsSomeones();
    void merges_data();
    void merges();
    void cutsIntoBlocks();
};

void TestOptimizerGroups::groups_data()
{
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<int>("dimensions");
    QTest::addColumn<QString>("group");
    QTest::addColumn<bool>("decays");
    const auto row = [](const char *optimizer, const char *tensor, int dimensions, const char *group, bool decays) {
        QTest::addRow("%s, %s", optimizer, tensor) << optimizer << tensor << dimensions << group << decays;
    };
    row("adamw", "esm.encoder.layer.0.attention.self.query.weight", 2, "adamw", true);
    row("adamw", "esm.encoder.layer.0.attention.self.query.bias", 1, "adamw", false);
    row("lion", "lm_head.bias", 1, "lion", false);
    row("muon", "esm.encoder.layer.0.attention.self.query.weight", 2, "muon", true);
    row("muon", "bert.encoder.layer.11.output.dense.weight", 2, "muon", true);
    row("muon", "model.layers.10.mlp.up_proj.weight", 2, "muon", true);
    row("muon", "transformer.h.3.attn.c_attn.weight", 2, "muon", true);
    row("muon", "base_model.model.esm.encoder.layer.0.attention.self.query.lora_A.weight", 2, "muon", true);
    row("muon", "transformer.h.3.ln_1.weight", 1, "adamw", false);
    row("muon", "esm.embeddings.word_embeddings.weight", 2, "adamw", true);
    row("muon", "model.embed_tokens.weight", 2, "adamw", true);
    row("muon", "transformer.wpe.weight", 2, "adamw", true);
    row("muon", "lm_head.dense.weight", 2, "adamw", true);
    row("muon", "cls.predictions.transform.dense.weight", 2, "adamw", true);
    row("muon", "classifier.out_proj.weight", 2, "adamw", true);
    row("muon", "esm.encoder.emb_layer_norm_after.weight", 1, "adamw", false);
}

void TestOptimizerGroups::groups()
{
    QFETCH(QString, optimizer);
    QFETCH(QString, tensor);
    QFETCH(int, dimensions);
    QFETCH(QString, group);
    QFETCH(bool, decays);
    OptimizerConfig config;
    config.name = optimizer.toStdString();
    const OptimizerGroup found =
        optimizerGroupOf(tensor.toStdString(), Shape(static_cast<std::size_t>(dimensions), 8), config);
    QCOMPARE(QString::fromStdString(found.group), group);
    QCOMPARE(found.decays, decays);
    QVERIFY(!found.reason.empty());
}

void TestOptimizerGroups::everySettingIsSomeones()
{
    std::vector<std::string> names;
    for (const FieldChoice &choice : findField("optimizer.name")->choices)
        names.push_back(choice.value);
    for (const Field &field : fields()) {
        const auto &having = optimizersWith(field.key);
        if (field.section() != "optimizer")
            QVERIFY(having.empty());
        for (const std::string_view name : having)
            QVERIFY2(std::find(names.begin(), names.end(), name) != names.end(), field.key.c_str());
    }
    OptimizerConfig config;
    QVERIFY(optimizerHas(config, "optimizer.beta1") && optimizerHas(config, "optimizer.lr"));
    QVERIFY(!optimizerHas(config, "optimizer.momentum"));
}

void TestOptimizerGroups::merges_data()
{
    QTest::addColumn<QList<qint64>>("shape");
    QTest::addColumn<qint64>("largest");
    QTest::addColumn<QList<qint64>>("merged");
    using L = QList<qint64>;
    QTest::newRow("all in one") << L{1, 2, 5, 1} << qint64(10) << L{10};
    QTest::newRow("ones go") << L{1, 2, 5, 1} << qint64(1) << L{2, 5};
    QTest::newRow("from the last on") << L{32, 3, 64, 64} << qint64(8192) << L{96, 4096};
    QTest::newRow("matrix") << L{320, 1280} << qint64(1024) << L{320, 1280};
    QTest::newRow("small matrix") << L{4, 9} << qint64(1024) << L{36};
    QTest::newRow("one number") << L{1, 1} << qint64(4) << L{1};
    QTest::newRow("scalar") << L{} << qint64(4) << L{1};
}

void TestOptimizerGroups::merges()
{
    QFETCH(QList<qint64>, shape);
    QFETCH(qint64, largest);
    QFETCH(QList<qint64>, merged);
    const Shape found = mergedShape(Shape(shape.begin(), shape.end()), largest);
    QCOMPARE(QList<qint64>(found.begin(), found.end()), merged);
}

void TestOptimizerGroups::cutsIntoBlocks()
{
    QVERIFY(blockShapes({5, 3}, 3) == std::vector<Shape>({{3, 3}, {2, 3}}));
    QVERIFY(blockShapes({7}, 4) == std::vector<Shape>({{4}, {3}}));
    QVERIFY(blockShapes({3, 3}, 2) == std::vector<Shape>({{2, 2}, {2, 1}, {1, 2}, {1, 1}}));
    QVERIFY(blockShapes({4, 4}, 8) == std::vector<Shape>({{4, 4}}));
}

QTEST_GUILESS_MAIN(TestOptimizerGroups)
#include "tst_optimizergroups.moc"
