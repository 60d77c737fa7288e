// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <sstream>

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "infer/serve.h"
#include "models/modelshelf.h"
#include "tensor/safetensors.h"

using namespace anneal;
using nlohmann::json;

namespace {

const fs::path kGolden = fs::path(ANNEAL_TEST_DATA) / "golden";

std::map<std::string, torch::Tensor> byName(SequenceModel &model)
{
    std::map<std::string, torch::Tensor> tensors;
    for (const FileTensor &entry : model.fileTensors())
        tensors.emplace(entry.name, entry.tensor);
    return tensors;
}

/// Names of the tensors that two models keep in memory of their own.
std::vector<std::string> apart(SequenceModel &one, SequenceModel &other)
{
    const auto left = byName(one), right = byName(other);
    std::vector<std::string> names;
    for (const auto &[name, tensor] : left)
        if (right.count(name) == 0 || right.at(name).const_data_ptr() != tensor.const_data_ptr())
            names.push_back(name);
    return names;
}

const std::string kQuestion = json{{"id", 1}, {"task", "label"}, {"sequence", "MKTAYIAKQRQISFVK"}}.dump();

json answerOf(const LoadedModel &model, const std::string &question = kQuestion)
{
    json answer = json::parse(answerLine(model, question));
    answer.erase("seconds");
    return answer;
}

} // namespace

/// Adapters on one base share it, and answer as they would alone.
class TestModelShelf : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void adaptersShareTheirBase();
    void theBaseSharesWithAnAdapter();
    void answersAreThoseOfModelsLoadedAlone();
    void comingBackCostsNothing();
    void keepsTheLastFew();
    void anotherBaseIsAnotherShelf();
    void anotherBaseStaysBesideIt();
    void aChangedFolderIsReadAgain();
    void aRemovedFolderStaysOnTheShelf();
    void serveLoadsAnotherCheckpoint();

private:
    fs::path adapter(const std::string &golden, const std::string &name);

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root, m_base, m_first, m_second;
};

void TestModelShelf::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
    m_base = m_root / "base";
    fs::copy(kGolden / "esm2_token_classification", m_base);
    m_first = adapter("lora_esm2_token_qkv", "first");
    m_second = adapter("lora_esm2_token_qkv_dora", "second");
}

/// A copy of a golden adapter whose base is the copy of that base.
fs::path TestModelShelf::adapter(const std::string &golden, const std::string &name)
{
    const fs::path folder = m_root / name;
    fs::copy(kGolden / golden, folder);
    auto spec = json::parse(readFile(folder / "adapter_config.json").value());
    spec["base_model_name_or_path"] = "../base";
    (void)writeFileAtomic(folder / "adapter_config.json", spec.dump());
    return folder;
}

void TestModelShelf::adaptersShareTheirBase()
{
    ModelShelf shelf;
    const LoadedModel first = shelf.take(m_first).value(), second = shelf.take(m_second).value();
    // The classifier is trained with each adapter.
    const std::vector<std::string> own{"classifier.bias", "classifier.weight"};
    QCOMPARE(apart(*first.model, *second.model), own);
    // And by itself nothing is shared.
    QVERIFY(apart(*first.model, *loadModelFolder(m_first)->model).size() > own.size());
}

void TestModelShelf::theBaseSharesWithAnAdapter()
{
    ModelShelf shelf;
    const LoadedModel first = shelf.take(m_first).value(), base = shelf.take(m_base).value();
    QCOMPARE(apart(*base.model, *first.model), (std::vector<std::string>{"classifier.bias", "classifier.weight"}));
    const LoadedModel second = shelf.take(m_second).value();
    QCOMPARE(apart(*second.model, *base.model).size(), std::size_t{2});
    QVERIFY(!base.model->adapter());
}

void TestModelShelf::answersAreThoseOfModelsLoadedAlone()
{
    ModelShelf shelf;
    for (const fs::path &folder : {m_base, m_first, m_second, m_base, m_second, m_first}) {
        const auto taken = shelf.take(folder);
        QVERIFY2(taken, taken ? "" : taken.error().text().c_str());
        const json answer = answerOf(*taken);
        QVERIFY2(answer["ok"] == json(true), answer.dump().c_str());
        QVERIFY2(answer == answerOf(*loadModelFolder(folder)), folder.c_str());
    }
    QVERIFY(answerOf(*shelf.take(m_first)) != answerOf(*shelf.take(m_second)));
    QVERIFY(answerOf(*shelf.take(m_first)) != answerOf(*shelf.take(m_base)));
}

void TestModelShelf::comingBackCostsNothing()
{
    ModelShelf shelf;
    const auto first = shelf.take(m_first)->model;
    const auto second = shelf.take(m_second)->model;
    for (int i = 0; i < 3; ++i) {
        QVERIFY(shelf.take(m_first)->model == first);
        QVERIFY(shelf.take(m_root / "base" / ".." / "second")->model == second); // another way to say it
    }
}

void TestModelShelf::keepsTheLastFew()
{
    ModelShelf shelf;
    const std::weak_ptr<SequenceModel> oldest = shelf.take(m_first)->model;
    for (std::size_t i = 0; i < ModelShelf::kMost; ++i) {
        QVERIFY(!oldest.expired());
        QVERIFY(shelf.take(adapter("lora_esm2_token_qkv_rslora", "more-" + std::to_string(i))));
    }
    QVERIFY(oldest.expired());
}

void TestModelShelf::anotherBaseIsAnotherShelf()
{
    ModelShelf shelf;
    const std::weak_ptr<SequenceModel> first = shelf.take(m_first)->model;
    QVERIFY(!shelf.take(m_root / "absent"));
    QVERIFY(!first.expired()); // nothing took its place
    const auto other = shelf.take(kGolden / "esm2_mlm");
    QVERIFY(other);
    QVERIFY(first.expired()); // two bases at once may be too much for the memory
}

/// Two that are compared are asked in turn, whatever they stand on.
void TestModelShelf::anotherBaseStaysBesideIt()
{
    ModelShelf shelf;
    const auto first = shelf.take(m_first)->model;
    const auto other = shelf.take(kGolden / "esm2_mlm", m_root / "base" / ".." / "first")->model;
    QVERIFY(shelf.take(m_first)->model == first);
    QVERIFY(shelf.take(kGolden / "esm2_mlm", m_first)->model == other);
    const std::weak_ptr<SequenceModel> gone = other;
    QVERIFY(shelf.take(m_second));
    QCOMPARE(gone.use_count(), 1L); // only this test still has it
}

void TestModelShelf::aChangedFolderIsReadAgain()
{
    ModelShelf shelf;
    const LoadedModel before = shelf.take(m_first).value();
    const json answer = answerOf(before);
    const auto file = SafetensorsFile::open(m_base / "model.safetensors").value();
    NamedTensors tensors;
    for (const auto &[name, entry] : file.entries())
        tensors.emplace_back(name, file.tensor(name).value() * (name.ends_with("query.weight") ? 2 : 1));
    tensors.emplace_back("esm.embeddings.position_ids", torch::arange(3)); // another size, whatever the clock says
    QVERIFY(writeSafetensors(m_base / "model.safetensors", tensors));
    const LoadedModel after = shelf.take(m_first).value();
    QVERIFY(answerOf(after) == answerOf(*loadModelFolder(m_first)));
    QVERIFY(answerOf(after) != answer);
    QVERIFY(answerOf(before) == answer); // whoever still has it is not disturbed
}

/// The rotation of checkpoints takes folders away while they are compared.
void TestModelShelf::aRemovedFolderStaysOnTheShelf()
{
    ModelShelf shelf;
    const auto first = shelf.take(m_first)->model;
    QVERIFY(shelf.take(m_second));
    fs::remove_all(m_first);
    QVERIFY(shelf.take(m_first)->model == first);
    QVERIFY(!ModelShelf().take(m_first));
}

void TestModelShelf::serveLoadsAnotherCheckpoint()
{
    const auto load = [](const fs::path &folder) {
        return json{{"id", folder.filename()}, {"task", "load"}, {"checkpoint", folder.string()}}.dump() + "\n";
    };
    std::istringstream requests(kQuestion + "\n" + load(m_first) + kQuestion + "\n" + load(m_root / "absent")
                                + kQuestion + "\n" + R"({"id": 7, "task": "load"})" + "\n" + load(m_base) + kQuestion
                                + "\n");
    std::ostringstream answers;
    QCOMPARE(serve(m_base, requests, answers), 0);
    std::vector<json> lines;
    std::istringstream text(answers.str());
    for (std::string line; std::getline(text, line);)
        lines.push_back(json::parse(line));
    QCOMPARE(lines.size(), std::size_t{9});
    for (json &line : lines)
        line.erase("seconds");
    const json base = answerOf(*loadModelFolder(m_base)), first = answerOf(*loadModelFolder(m_first));
    QVERIFY(lines[1] == base);
    QVERIFY2(lines[2]["ok"] == json(true) && lines[2]["id"] == json("first"), lines[2].dump().c_str());
    QVERIFY(lines[2]["parameters"] == json(1768) && lines[2]["alphabet"] == json("protein"));
    QVERIFY(lines[3] == first);
    QVERIFY(lines[4]["ok"] == json(false));
    QVERIFY(lines[4]["error"].get<std::string>().find("absent") != std::string::npos);
    QVERIFY(lines[5] == first); // the former one is still asked
    QVERIFY(lines[6]["error"].get<std::string>().find("checkpoint") != std::string::npos);
    json again = lines[0];
    again.erase("ready");
    json loaded = lines[7];
    loaded.erase("id");
    loaded.erase("ok");
    QVERIFY(loaded == again); // what the first line says
    QVERIFY(lines[8] == base);
}

QTEST_GUILESS_MAIN(TestModelShelf)
#include "tst_modelshelf.moc"
