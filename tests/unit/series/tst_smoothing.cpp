// SPDX-License-Identifier: GPL-3.0-or-later
#include <thread>

#include <QtTest>

#include "seriesfixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

/// The textbook form: a mean that starts at zero, divided by the weight it has seen.
std::vector<double> textbook(const std::vector<double> &values, double smoothing, bool logarithmic)
{
    std::vector<double> smooth;
    double mean = 0;
    double weight = 0;
    for (const double raw : values) {
        const double value = logarithmic ? (raw > 0 ? std::log(raw) : kNaN) : raw;
        if (!std::isfinite(value)) {
            smooth.push_back(kNaN);
            continue;
        }
        mean = smoothing * mean + (1 - smoothing) * value;
        weight = smoothing * weight + (1 - smoothing);
        smooth.push_back(logarithmic ? std::exp(mean / weight) : mean / weight);
    }
    return smooth;
}

} // namespace

class TestSmoothing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalsTextbook_data();
    void equalsTextbook();
    void decimatedKeepsExtremes();
    void constantStaysConstant();
    void hugeValuesStayFinite();
    void viewsFromManyThreads();
};

void TestSmoothing::equalsTextbook_data()
{
    QTest::addColumn<double>("smoothing");
    QTest::addColumn<bool>("logY");
    QTest::addColumn<bool>("gaps");
    for (const double smoothing : {0.1, 0.6, 0.999}) {
        QTest::addRow("%g", smoothing) << smoothing << false << false;
        QTest::addRow("%g, gaps", smoothing) << smoothing << false << true;
        QTest::addRow("%g, log, gaps", smoothing) << smoothing << true << true;
    }
}

void TestSmoothing::equalsTextbook()
{
    QFETCH(double, smoothing);
    QFETCH(bool, logY);
    QFETCH(bool, gaps);
    const auto rows = unevenRows(1000);
    const auto values = noise(1000, gaps);
    const auto expected = textbook(values, smoothing, logY);
    const DecimatedSeries view = makeSeries(rows, values).view({0, 0, 1000, XAxis::Step, smoothing, logY});
    std::size_t row = 0;
    for (const auto &piece : view.smooth)
        for (const PlotPoint &point : piece) {
            while (std::isnan(expected[row]))
                ++row;
            QCOMPARE(point.x, static_cast<double>(rows->steps[row]));
            QVERIFY(std::abs(point.y - expected[row]) < 1e-9 * std::abs(expected[row]));
            ++row;
        }
    QVERIFY(row > 900);
}

void TestSmoothing::decimatedKeepsExtremes()
{
    const auto rows = unevenRows(30'000);
    const auto values = noise(30'000, false);
    const auto expected = textbook(values, 0.6, false);
    const DecimatedSeries view = makeSeries(rows, values).view({0, 0, 300, XAxis::Step, 0.6, false});
    double highest = 0;
    for (const PlotPoint &point : view.smooth.at(0))
        highest = std::max(highest, point.y);
    QVERIFY(std::abs(highest - *std::max_element(expected.begin(), expected.end())) < 1e-9);
    QVERIFY(view.smooth[0].size() <= 600u);
}

void TestSmoothing::constantStaysConstant()
{
    const std::vector<double> values(5000, 0.1);
    for (const bool logY : {false, true}) {
        const DecimatedSeries view = makeSeries(unevenRows(5000), values).view({0, 0, 5000, XAxis::Step, 0.97, logY});
        for (const PlotPoint &point : view.smooth.at(0))
            QCOMPARE(point.y, logY ? std::exp(std::log(0.1)) : 0.1);
    }
}

void TestSmoothing::hugeValuesStayFinite()
{
    const double huge = std::numeric_limits<double>::max();
    const DecimatedSeries view =
        makeSeries(unevenRows(4), {huge, -huge, huge, 1}).view({0, 0, 100, XAxis::Step, 0.5, false});
    QCOMPARE(view.smooth.at(0).size(), 4u);
    for (const PlotPoint &point : view.smooth[0])
        QVERIFY(std::isfinite(point.y));
}

void TestSmoothing::viewsFromManyThreads()
{
    const Series series = makeSeries(unevenRows(20'000), noise(20'000, true));
    std::vector<std::thread> threads;
    std::vector<std::size_t> pieces(4);
    for (std::size_t t = 0; t < pieces.size(); ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 20; ++i)
                pieces[t] = series.view({0, 0, 200, XAxis::Step, 0.1 * (1 + i % 5), false}).smooth.size();
        });
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(pieces, std::vector<std::size_t>(4, pieces[0]));
    QVERIFY(pieces[0] > 10);
}

QTEST_GUILESS_MAIN(TestSmoothing)
#include "tst_smoothing.moc"
