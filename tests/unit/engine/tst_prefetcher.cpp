// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <stdexcept>

#include <QtTest>

#include "batch/prefetcher.h"

using namespace anneal;

class TestPrefetcher : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsTheOrder();
    void staysAtMostThreeAhead();
    void passesExceptionsOn();
    void endsEarly();
};

void TestPrefetcher::keepsTheOrder()
{
    Prefetcher<std::int64_t> squares(3, 200, [](std::int64_t i) { return i * i; });
    for (std::int64_t i = 3; i < 200; ++i)
        QCOMPARE(squares.next(), i * i);
}

void TestPrefetcher::staysAtMostThreeAhead()
{
    std::atomic<std::int64_t> made{0};
    Prefetcher<std::int64_t> items(0, 100, [&](std::int64_t i) {
        ++made;
        return i;
    });
    for (std::int64_t i = 0; i < 50; ++i) {
        QCOMPARE(items.next(), i);
        QVERIFY(made <= i + 4); // two wait, one may be in the maker's hand
    }
    QTRY_COMPARE(made.load(), std::int64_t(53));
}

void TestPrefetcher::passesExceptionsOn()
{
    Prefetcher<int> items(0, 10, [](std::int64_t i) -> int {
        if (i == 2)
            throw std::runtime_error("third");
        return static_cast<int>(i);
    });
    QCOMPARE(items.next(), 0);
    QCOMPARE(items.next(), 1);
    QVERIFY_EXCEPTION_THROWN((void)items.next(), std::runtime_error);
}

void TestPrefetcher::endsEarly()
{
    std::atomic<std::int64_t> made{0};
    {
        Prefetcher<std::int64_t> items(0, 1'000'000, [&](std::int64_t i) {
            ++made;
            return i;
        });
        QCOMPARE(items.next(), std::int64_t(0));
    }
    QVERIFY(made < 10);
}

QTEST_GUILESS_MAIN(TestPrefetcher)
#include "tst_prefetcher.moc"
