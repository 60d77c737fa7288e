// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <fstream>
#include <limits>

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "tensor/safetensors.h"

using namespace anneal;

namespace {

const fs::path kFolder = fs::path(ANNEAL_TEST_DATA) / "golden" / "safetensors_edge";

const nlohmann::json &expectations()
{
    static const auto parsed = nlohmann::json::parse(std::ifstream(kFolder / "expected.json"));
    return parsed;
}

double numberOf(const nlohmann::json &value)
{
    if (value.is_null())
        return std::nan("");
    if (value.is_string())
        return (value == "inf" ? 1 : -1) * std::numeric_limits<double>::infinity();
    return value.get<double>();
}

std::string dtypeText(torch::Dtype dtype)
{
    static const std::map<torch::Dtype, std::string> names{{torch::kFloat64, "float64"},
                                                           {torch::kFloat32, "float32"},
                                                           {torch::kFloat16, "float16"},
                                                           {torch::kBFloat16, "bfloat16"},
                                                           {torch::kFloat8_e4m3fn, "float8_e4m3fn"},
                                                           {torch::kFloat8_e5m2, "float8_e5m2"},
                                                           {torch::kInt64, "int64"},
                                                           {torch::kInt32, "int32"},
                                                           {torch::kInt16, "int16"},
                                                           {torch::kInt8, "int8"},
                                                           {torch::kUInt8, "uint8"},
                                                           {torch::kBool, "bool"}};
    return names.at(dtype);
}

} // namespace

class TestSafetensors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void acceptsValid_data();
    void acceptsValid();
    void readsEveryType();
    void refusesMalformed_data();
    void refusesMalformed();
    void refusesHalfAFile_data();
    void refusesHalfAFile();
    void namesMissingTensor();
    void namesMissingFile();
    void writesWhatItReads();
    void writesTheSameBytes();
    void leavesTheOldFileOnFailure();
};

void TestSafetensors::acceptsValid_data()
{
    QTest::addColumn<QString>("file");
    for (const auto &[file, names] : expectations()["valid"].items())
        QTest::newRow(file.c_str()) << QString::fromStdString(file);
}

void TestSafetensors::acceptsValid()
{
    QFETCH(QString, file);
    const auto opened = SafetensorsFile::open(kFolder / file.toStdString());
    QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
    std::vector<std::string> names;
    for (const auto &[name, entry] : opened->entries())
        names.push_back(name);
    QCOMPARE(names, expectations()["valid"][file.toStdString()].get<std::vector<std::string>>());
}

void TestSafetensors::readsEveryType()
{
    const auto file = SafetensorsFile::open(kFolder / "valid_all_dtypes.safetensors");
    QVERIFY(file);
    QCOMPARE(file->metadata(),
             (expectations()["metadata_of_valid_all_dtypes"].get<std::map<std::string, std::string>>()));
    for (const auto &[name, expected] : expectations()["values_of_valid_all_dtypes"].items()) {
        const torch::Tensor tensor = file->tensor(name).value();
        QCOMPARE(dtypeText(tensor.scalar_type()), expected["dtype"].get<std::string>());
        QCOMPARE(tensor.sizes().vec(), expected["shape"].get<std::vector<std::int64_t>>());
        if (tensor.scalar_type() == torch::kInt64) {
            for (std::int64_t i = 0; i < tensor.numel(); ++i)
                QCOMPARE(tensor[i].item<std::int64_t>(),
                         expected["values"][static_cast<std::size_t>(i)].get<std::int64_t>());
            continue;
        }
        const torch::Tensor values = tensor.flatten().to(torch::kFloat32).to(torch::kFloat64);
        for (std::int64_t i = 0; i < values.numel(); ++i) {
            const double found = values[i].item<double>();
            const double wanted = static_cast<float>(numberOf(expected["values"][static_cast<std::size_t>(i)]));
            QVERIFY2((std::isnan(found) && std::isnan(wanted)) || found == wanted, name.c_str());
        }
    }
}

void TestSafetensors::refusesMalformed_data()
{
    QTest::addColumn<QString>("file");
    for (const auto &[file, reasons] : expectations()["malformed"].items())
        QTest::newRow(file.c_str()) << QString::fromStdString(file);
}

void TestSafetensors::refusesMalformed()
{
    QFETCH(QString, file);
    const auto opened = SafetensorsFile::open(kFolder / file.toStdString());
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::Data);
    QVERIFY(opened.error().where.ends_with(file.toStdString()));
    QVERIFY(!opened.error().message.empty());
    QVERIFY(opened.error().message.find('\n') == std::string::npos);
}

void TestSafetensors::refusesHalfAFile_data()
{
    QTest::addColumn<double>("share");
    QTest::newRow("in the length") << 0.00001;
    QTest::newRow("in the header") << 0.01;
    QTest::newRow("half") << 0.5;
    QTest::newRow("almost all") << 0.9999;
}

void TestSafetensors::refusesHalfAFile()
{
    QFETCH(double, share);
    const std::string whole = readFile(kFolder.parent_path() / "esm2_mlm" / "model.safetensors").value();
    QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "model.safetensors";
    const auto kept = static_cast<std::size_t>(static_cast<double>(whole.size()) * share);
    QVERIFY(writeFileAtomic(path, std::string_view(whole).substr(0, kept)));
    const auto opened = SafetensorsFile::open(path);
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::Data);
    QVERIFY2(opened.error().message.find(share > 0.001 ? "cut short" : "ends within") != std::string::npos,
             opened.error().message.c_str());
}

void TestSafetensors::namesMissingTensor()
{
    const auto file = SafetensorsFile::open(kFolder / "valid_tensor_order_differs_from_header.safetensors");
    QVERIFY(file);
    const auto tensor = file->tensor("no.such.weight");
    QVERIFY(!tensor);
    QVERIFY(tensor.error().message.find("no.such.weight") != std::string::npos);
    QVERIFY(tensor.error().where.find("valid_tensor_order") != std::string::npos);
}

void TestSafetensors::namesMissingFile()
{
    const auto file = SafetensorsFile::open(kFolder / "absent.safetensors");
    QVERIFY(!file);
    QCOMPARE(file.error().code, ErrorCode::Storage);
    QVERIFY(file.error().text().find("absent.safetensors") != std::string::npos);
}

void TestSafetensors::writesWhatItReads()
{
    const auto original = SafetensorsFile::open(kFolder / "valid_all_dtypes.safetensors");
    NamedTensors tensors;
    for (const auto &[name, entry] : original->entries())
        tensors.emplace_back(name, original->tensor(name).value());
    QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "copy.safetensors";
    QVERIFY(writeSafetensors(path, tensors, original->metadata()));

    const auto copy = SafetensorsFile::open(path);
    QVERIFY2(copy, copy ? "" : copy.error().text().c_str());
    QCOMPARE(copy->metadata(), original->metadata());
    QCOMPARE(copy->entries().size(), original->entries().size());
    for (const auto &[name, tensor] : tensors) {
        const torch::Tensor read = copy->tensor(name).value();
        QCOMPARE(read.scalar_type(), tensor.scalar_type());
        QCOMPARE(read.sizes().vec(), tensor.sizes().vec());
        QCOMPARE(std::memcmp(read.data_ptr(), tensor.data_ptr(), tensor.nbytes()), 0);
    }
}

void TestSafetensors::writesTheSameBytes()
{
    const torch::Tensor matrix = torch::arange(6, torch::kFloat32).view({2, 3});
    const torch::Tensor count = torch::tensor({7}, torch::kInt64);
    QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    QVERIFY(writeSafetensors(path / "a", {{"matrix", matrix}, {"count", count}}));
    QVERIFY(writeSafetensors(path / "b", {{"count", count}, {"matrix", matrix.t().contiguous().t()}}));
    QCOMPARE(readFile(path / "a").value(), readFile(path / "b").value());
    QCOMPARE(std::distance(fs::directory_iterator(path), {}), 2);
}

void TestSafetensors::leavesTheOldFileOnFailure()
{
    QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "absent" / "model.safetensors";
    const auto written = writeSafetensors(path, {{"x", torch::ones({2})}});
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Storage);
    QVERIFY(written.error().text().find("model.safetensors") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
