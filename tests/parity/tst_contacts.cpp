// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "infer/contacts.h"
#include "parity/goldencase.h"

using namespace anneal;

namespace {

const std::filesystem::path kFolder = std::filesystem::path(ANNEAL_TEST_DATA) / "golden" / "esm2_contact";

std::string letters(const GoldenCase &reference, std::int64_t sequence)
{
    const PackedBatch batch = reference.alone(sequence);
    std::string text;
    for (std::int64_t i = 1; i + 1 < batch.numTokens(); ++i)
        text += Alphabet::protein().token(static_cast<TokenId>(batch.tokens[i].item<std::int64_t>()));
    return text;
}

LoadedModel load(torch::Dtype dtype)
{
    return {loadModel(kFolder, dtype).value(), letterTokenizer(Alphabet::protein()), 1024};
}

} // namespace

/// Contact maps against the reference implementation, each sequence alone, and against its wrong variants.
class TestContacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void maps_data();
    void maps();
    void attentionOfEveryLayer();
    void mutations_data();
    void mutations();
    void modelsWithoutAHeadSaySo();

private:
    GoldenCase m_case{kFolder};
};

void TestContacts::maps_data()
{
    QTest::addColumn<int>("sequence");
    QTest::addColumn<bool>("isDouble");
    for (const int sequence : {0, 1})
        for (const bool isDouble : {true, false})
            QTest::addRow("sequence %d %s", sequence, isDouble ? "float64" : "float32") << sequence << isDouble;
}

void TestContacts::maps()
{
    QFETCH(int, sequence);
    QFETCH(bool, isDouble);
    const auto map = predictContacts(load(isDouble ? torch::kFloat64 : torch::kFloat32), letters(m_case, sequence));
    QVERIFY2(map, map ? "" : map.error().text().c_str());
    const std::int64_t length = m_case.alone(sequence).numTokens() - 2;
    QCOMPARE(map->size(0), length);
    const torch::Tensor expected = m_case.io("logits_fp64")[sequence].slice(0, 0, length).slice(1, 0, length);
    QCOMPARE_LE(distance(*map, expected), m_case.tolerance(isDouble ? "logits_fp64_abs" : "logits_fp32_abs"));
    QVERIFY(torch::allclose(*map, map->t()));
}

void TestContacts::attentionOfEveryLayer()
{
    const auto alone = SafetensorsFile::open(kFolder / "alone.safetensors").value();
    const torch::NoGradGuard noGrad;
    const torch::Tensor found = load(torch::kFloat64).model->attention(m_case.alone(1));
    const torch::Tensor expected = alone.tensor("row1.attentions_alone").value();
    QCOMPARE(found.sizes(), expected.sizes());
    QCOMPARE_LE(distance(found, expected), 1e-6);
    QCOMPARE_LE(distance(found.sum(-1), torch::ones_like(found.sum(-1))), 1e-12);
}

void TestContacts::mutations_data()
{
    QTest::addColumn<QString>("wrong");
    for (const auto &[wrong, mutation] : m_case.facts()["mutations"].items())
        QTest::newRow(wrong.c_str()) << QString::fromStdString(wrong);
}

void TestContacts::mutations()
{
    QFETCH(QString, wrong);
    const auto row = m_case.facts()["mutations"][wrong.toStdString()]["stored_row"].get<std::int64_t>();
    const auto map = predictContacts(load(torch::kFloat64), letters(m_case, row)).value();
    const torch::Tensor stored = m_case.mutated(wrong.toStdString());
    const double found = distance(map, stored.slice(0, 0, map.size(0)).slice(1, 0, map.size(0)));
    QCOMPARE_GT(found, 100 * m_case.tolerance("logits_fp64_abs"));
}

void TestContacts::modelsWithoutAHeadSaySo()
{
    ModelConfig config;
    config.num_hidden_layers = 1;
    config.hidden_size = 16;
    config.num_attention_heads = 2;
    config.intermediate_size = 16;
    const LoadedModel fresh{makeModel(config, *letterTokenizer(Alphabet::protein()), 0),
                            letterTokenizer(Alphabet::protein()), 64};
    QVERIFY(predictContacts(fresh, "MKT").error().message.find("never fitted") != std::string::npos);
    config.is_causal = true;
    const LoadedModel other{makeModel(config, *letterTokenizer(Alphabet::protein()), 0),
                            letterTokenizer(Alphabet::protein()), 64};
    QVERIFY(predictContacts(other, "MKT").error().message.find("only ESM-2") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestContacts)
#include "tst_contacts.moc"
