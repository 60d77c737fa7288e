// SPDX-License-Identifier: GPL-3.0-or-later
// Exceptions end as one error with the right exit code, whoever threw them.
#include <QtTest>

#include <functional>
#include <limits>
#include <new>

#include <torch/torch.h>

#include "train/failures.h"

using namespace anneal;

namespace {

using Call = std::function<void()>;

Error errorOf(const Call &call)
{
    try {
        call();
    } catch (...) {
        return errorFromException(std::current_exception());
    }
    return {ErrorCode::Internal, "nothing was thrown", {}};
}

} // namespace

Q_DECLARE_METATYPE(Call)

class TestFailures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void becomeErrors_data();
    void becomeErrors();
};

void TestFailures::becomeErrors_data()
{
    QTest::addColumn<Call>("call");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    const QString memory = "Not enough memory. Lower batch.tokens_per_device";
    // The real allocator, asked for more than any machine has.
    QTest::newRow("tensor too large") << Call([] { (void)torch::empty({std::int64_t{1} << 46}); })
                                      << int(ErrorCode::OutOfMemory) << memory;
    QTest::newRow("vector too large") << Call([] {
        std::vector<char> bytes;
        bytes.reserve(std::size_t{1} << 60);
    }) << int(ErrorCode::OutOfMemory) << memory;
    QTest::newRow("device says so") << Call([] {
        throw c10::OutOfMemoryError({__func__, __FILE__, __LINE__}, "full");
    }) << int(ErrorCode::OutOfMemory)
                                    << memory;
    QTest::newRow("shapes do not fit") << Call([] {
        (void)torch::ones({2, 3}).matmul(torch::ones({2, 3}));
    }) << int(ErrorCode::Internal) << "mm: mat1 and mat2 shapes cannot be multiplied";
    QTest::newRow("device error") << Call([] { TORCH_CHECK(false, "CUDA error: device-side assert triggered"); })
                                  << int(ErrorCode::Device) << "CUDA error: device-side assert";
    QTest::newRow("no exception at all") << Call([] { throw 7; }) << int(ErrorCode::Internal)
                                         << "An unknown error ended the run.";
}

void TestFailures::becomeErrors()
{
    QFETCH(Call, call);
    QFETCH(int, code);
    QFETCH(QString, message);
    const Error error = errorOf(call);
    QCOMPARE(int(error.code), code);
    QVERIFY2(QString::fromStdString(error.message).startsWith(message), error.message.c_str());
    QVERIFY2(!QString::fromStdString(error.message).contains('\n'), error.message.c_str());
}

QTEST_GUILESS_MAIN(TestFailures)
#include "tst_failures.moc"
