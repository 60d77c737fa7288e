// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>

#include <QtTest>

#include "seriesfixture.h"

using namespace anneal;
using namespace anneal::test;

namespace {

struct Extremes {
    double minimum = kInfinity;
    double maximum = -kInfinity;
    void add(double value)
    {
        minimum = std::min(minimum, value);
        maximum = std::max(maximum, value);
    }
    bool operator==(const Extremes &) const = default;
};

double edge(const SeriesRows &rows, XAxis axis, double share)
{
    const double first = rows.x(0, axis);
    return first + (rows.x(rows.steps.size() - 1, axis) - first) * share;
}

int column(double x, const ViewRequest &request)
{
    const double share = (x - request.xFrom) / (request.xTo - request.xFrom);
    return std::clamp(static_cast<int>(share * request.pixels), 0, request.pixels - 1);
}

bool isDrawn(double value, bool logY)
{
    return std::isfinite(value) && (!logY || value > 0);
}

/// Extremes of every pixel column, found by looking at every row.
std::map<int, Extremes> byHand(const Series &series, const ViewRequest &request)
{
    std::map<int, Extremes> columns;
    for (std::size_t row = 0; row < series.size(); ++row) {
        const double x = series.rows().x(row, request.axis);
        if (x >= request.xFrom && x <= request.xTo && isDrawn(series.value(row), request.logY))
            columns[column(x, request)].add(series.value(row));
    }
    return columns;
}

std::map<int, Extremes> ofLine(const DecimatedSeries &view, const ViewRequest &request)
{
    std::map<int, Extremes> columns;
    for (const auto &piece : view.line)
        for (const PlotPoint &point : piece)
            if (point.x >= request.xFrom && point.x <= request.xTo)
                columns[column(point.x, request)].add(point.y);
    return columns;
}

std::size_t pointCount(const DecimatedSeries &view)
{
    std::size_t count = 0;
    for (const auto &piece : view.line)
        count += piece.size();
    return count;
}

} // namespace

class TestSeries : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyExtremeIsDrawn_data();
    void everyExtremeIsDrawn();
    void marksCountEveryNonFiniteValue_data();
    void marksCountEveryNonFiniteValue();
    void shortSeriesKeepsEveryPoint();
    void lineBreaksAtGaps_data();
    void lineBreaksAtGaps();
    void zoomReachesTheBorders();
    void growingEqualsWhole();
    void cutAndAppend();
    void oddRequests_data();
    void oddRequests();
    void nearestRow_data();
    void nearestRow();
};

void TestSeries::everyExtremeIsDrawn_data()
{
    QTest::addColumn<int>("axis");
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::addColumn<int>("pixels");
    QTest::addColumn<bool>("gaps");
    QTest::addColumn<bool>("logY");
    const char *axes[]{"step", "tokens", "wall time", "relative time"};
    for (int axis = 0; axis < 4; ++axis) {
        QTest::addRow("%s, everything", axes[axis]) << axis << 0.0 << 1.0 << 1200 << false << false;
        QTest::addRow("%s, gaps", axes[axis]) << axis << 0.0 << 1.0 << 777 << true << false;
        QTest::addRow("%s, log with gaps", axes[axis]) << axis << 0.0 << 1.0 << 500 << true << true;
        QTest::addRow("%s, zoomed", axes[axis]) << axis << 0.311 << 0.547 << 320 << true << false;
        QTest::addRow("%s, zoomed far", axes[axis]) << axis << 0.5 << 0.5004 << 100 << true << false;
        QTest::addRow("%s, one pixel", axes[axis]) << axis << 0.1 << 0.9 << 1 << true << false;
    }
}

void TestSeries::everyExtremeIsDrawn()
{
    QFETCH(int, axis);
    QFETCH(double, from);
    QFETCH(double, to);
    QFETCH(int, pixels);
    QFETCH(bool, gaps);
    QFETCH(bool, logY);
    const auto rows = unevenRows(50'000);
    const Series series = makeSeries(rows, noise(50'000, gaps));
    ViewRequest request{0, 0, pixels, static_cast<XAxis>(axis), 0, logY};
    request.xFrom = edge(*rows, request.axis, from);
    request.xTo = edge(*rows, request.axis, to);
    const DecimatedSeries view = series.view(request);
    const auto expected = byHand(series, request);
    QVERIFY(!expected.empty());
    QVERIFY(ofLine(view, request) == expected);
    Extremes all;
    for (const auto &[pixel, extremes] : expected) {
        all.add(extremes.minimum);
        all.add(extremes.maximum);
    }
    QCOMPARE(view.minimum, all.minimum);
    QCOMPARE(view.maximum, all.maximum);
    QVERIFY(pointCount(view) <= 2 * static_cast<std::size_t>(pixels) + 2);
    QVERIFY(view.smooth.empty());
    for (std::size_t i = 0; i < view.bandLow.size(); ++i) {
        const Extremes &extremes = expected.at(column(view.bandLow[i].x, request));
        QCOMPARE(view.bandLow[i].y, extremes.minimum);
        QCOMPARE(view.bandHigh[i].y, extremes.maximum);
    }
    for (const auto &piece : view.line)
        QVERIFY(std::is_sorted(piece.begin(), piece.end(), [](auto a, auto b) { return a.x < b.x; }));
}

void TestSeries::marksCountEveryNonFiniteValue_data()
{
    QTest::addColumn<bool>("logY");
    QTest::addColumn<int>("pixels");
    QTest::newRow("linear") << false << 300;
    QTest::newRow("log") << true << 300;
    QTest::newRow("more pixels than rows") << false << 60'000;
}

void TestSeries::marksCountEveryNonFiniteValue()
{
    QFETCH(bool, logY);
    QFETCH(int, pixels);
    const auto rows = unevenRows(20'000);
    const Series series = makeSeries(rows, noise(20'000, true));
    ViewRequest request{edge(*rows, XAxis::Step, 0.2), edge(*rows, XAxis::Step, 0.8), pixels, XAxis::Step, 0, logY};
    std::map<std::pair<int, int>, std::pair<std::int64_t, double>> expected; // column and kind → count and first x
    for (std::size_t row = 0; row < series.size(); ++row) {
        const double x = rows->x(row, XAxis::Step);
        const double value = series.value(row);
        if (x < request.xFrom || x > request.xTo || isDrawn(value, logY))
            continue;
        const auto kind = std::isnan(value) ? NonFinite::NaN
            : value > 0                     ? NonFinite::PlusInfinity
                                            : NonFinite::MinusInfinity;
        auto &entry = expected[{column(x, request), static_cast<int>(kind)}];
        if (entry.first++ == 0)
            entry.second = x;
    }
    const DecimatedSeries view = series.view(request);
    std::map<std::pair<int, int>, std::pair<std::int64_t, double>> found;
    for (const NonFiniteMark &mark : view.marks)
        found[{column(mark.x, request), static_cast<int>(mark.kind)}] = {mark.count, mark.x};
    QCOMPARE(view.marks.size(), expected.size());
    QVERIFY(found == expected);
}

void TestSeries::shortSeriesKeepsEveryPoint()
{
    const auto rows = unevenRows(700);
    const auto values = noise(700, false);
    const DecimatedSeries view = makeSeries(rows, values).view({0, 0, 800, XAxis::Step, 0, false});
    QCOMPARE(view.line.size(), 1u);
    QCOMPARE(view.line[0].size(), 700u);
    for (std::size_t row = 0; row < 700; ++row) {
        QCOMPARE(view.line[0][row].x, static_cast<double>(rows->steps[row]));
        QCOMPARE(view.line[0][row].y, values[row]);
    }
    QVERIFY(view.bandLow.empty() && view.marks.empty());
}

void TestSeries::lineBreaksAtGaps_data()
{
    QTest::addColumn<QList<double>>("values");
    QTest::addColumn<bool>("logY");
    QTest::addColumn<QList<int>>("pieces");
    QTest::newRow("none") << QList<double>{1, 2, 3} << false << QList<int>{3};
    QTest::newRow("in the middle") << QList<double>{1, 2, kNaN, 3} << false << QList<int>{2, 1};
    QTest::newRow("at the borders") << QList<double>{kInfinity, 1, 2, -kInfinity} << false << QList<int>{2};
    QTest::newRow("nothing else") << QList<double>{kNaN, kNaN} << false << QList<int>{};
    QTest::newRow("zero on a log axis") << QList<double>{1, 0, 2, -3, 4} << true << QList<int>{1, 1, 1};
    QTest::newRow("zero on a linear axis") << QList<double>{1, 0, 2, -3, 4} << false << QList<int>{5};
}

void TestSeries::lineBreaksAtGaps()
{
    QFETCH(QList<double>, values);
    QFETCH(bool, logY);
    QFETCH(QList<int>, pieces);
    const auto count = static_cast<std::size_t>(values.size());
    const Series series = makeSeries(unevenRows(count), {values.begin(), values.end()});
    const DecimatedSeries view = series.view({0, 0, 100, XAxis::Step, 0, logY});
    QList<int> found;
    for (const auto &piece : view.line)
        found << static_cast<int>(piece.size());
    QCOMPARE(found, pieces);
    if (pieces.isEmpty())
        QVERIFY(view.minimum > view.maximum);
}

void TestSeries::zoomReachesTheBorders()
{
    const auto rows = std::make_shared<SeriesRows>();
    for (std::int64_t step : {10, 20, 30, 40}) {
        rows->steps.push_back(step);
        rows->tokens.push_back(step);
        rows->wallMicros.push_back(step);
    }
    const Series series = makeSeries(rows, {1, 2, 3, 4});
    const DecimatedSeries between = series.view({22, 28, 100, XAxis::Step, 0, false});
    QCOMPARE(between.line.size(), 1u);
    QCOMPARE(between.line[0].size(), 2u);
    QCOMPARE(between.line[0][0].x, 20.0);
    QCOMPARE(between.line[0][1].x, 30.0);
    QVERIFY(between.minimum > between.maximum); // no row is in view
    const DecimatedSeries onRows = series.view({20, 30, 100, XAxis::Step, 0, false});
    QCOMPARE(onRows.minimum, 2.0);
    QCOMPARE(onRows.maximum, 3.0);
}

void TestSeries::growingEqualsWhole()
{
    const auto rows = unevenRows(9000);
    const auto values = noise(9000, true);
    const ViewRequest request{0, 0, 250, XAxis::Step, 0.9, true};
    Series growing(rows);
    std::mt19937 random(7);
    for (std::size_t from = 0; from < values.size();) {
        const std::size_t count = std::min<std::size_t>(1 + random() % 130, values.size() - from);
        growing.append(std::span(values).subspan(from, count), from);
        from += count;
        if (random() % 4 == 0) [[maybe_unused]]
            const auto looked = growing.view(request);
    }
    const DecimatedSeries a = growing.view(request);
    const DecimatedSeries b = makeSeries(rows, values).view(request);
    const auto flat = [](const std::vector<std::vector<PlotPoint>> &pieces) {
        std::vector<std::pair<double, double>> points;
        for (const auto &piece : pieces)
            for (const PlotPoint &point : piece)
                points.emplace_back(point.x, point.y);
        return points;
    };
    QVERIFY(flat(a.line) == flat(b.line));
    QVERIFY(flat(a.smooth) == flat(b.smooth));
    QCOMPARE(a.marks.size(), b.marks.size());
}

void TestSeries::cutAndAppend()
{
    for (const std::size_t keep : {0u, 1u, 63u, 64u, 65u, 512u, 4000u, 4999u}) {
        auto values = noise(5000, true, 3);
        const auto rows = unevenRows(5000);
        Series cut = makeSeries(rows, values);
        const ViewRequest request{0, 0, 90, XAxis::Step, 0.99, false};
        [[maybe_unused]] const auto looked = cut.view(request);
        const auto rest = noise(5000 - keep, true, 4);
        std::copy(rest.begin(), rest.end(), values.begin() + static_cast<std::ptrdiff_t>(keep));
        cut.append(rest, keep);
        QCOMPARE(cut.size(), 5000u);
        const DecimatedSeries a = cut.view(request);
        const DecimatedSeries b = makeSeries(rows, values).view(request);
        QCOMPARE(a.minimum, b.minimum);
        QCOMPARE(a.smooth.size(), b.smooth.size());
        for (std::size_t piece = 0; piece < a.smooth.size(); ++piece)
            QCOMPARE(a.smooth[piece].back().y, b.smooth[piece].back().y);
    }
}

void TestSeries::oddRequests_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::addColumn<int>("pixels");
    QTest::addColumn<double>("smoothing");
    QTest::newRow("empty series") << 0 << 0.0 << 0.0 << 800 << 0.6;
    QTest::newRow("one row") << 1 << 0.0 << 0.0 << 800 << 0.6;
    QTest::newRow("no pixels") << 1000 << 0.0 << 0.0 << 0 << 0.6;
    QTest::newRow("minus pixels") << 1000 << 0.0 << 0.0 << -5 << 0.6;
    QTest::newRow("left of all") << 1000 << -100.0 << -50.0 << 800 << 0.6;
    QTest::newRow("right of all") << 1000 << 1e9 << 2e9 << 800 << 0.6;
    QTest::newRow("not a number") << 1000 << kNaN << 5.0 << 800 << 0.6;
    QTest::newRow("infinite") << 1000 << -kInfinity << kInfinity << 10 << 0.6;
    QTest::newRow("smoothing of one") << 1000 << 0.0 << 0.0 << 100 << 1.0;
}

void TestSeries::oddRequests()
{
    QFETCH(int, rows);
    QFETCH(double, from);
    QFETCH(double, to);
    QFETCH(int, pixels);
    QFETCH(double, smoothing);
    const auto count = static_cast<std::size_t>(rows);
    const Series series = makeSeries(unevenRows(count), noise(count, true));
    const DecimatedSeries view = series.view({from, to, pixels, XAxis::Step, smoothing, false});
    for (const auto &piece : view.smooth)
        for (const PlotPoint &point : piece)
            QVERIFY(std::isfinite(point.y));
    QVERIFY(pointCount(view) <= static_cast<std::size_t>(2 * std::max(pixels, 1) + 2));
}

void TestSeries::nearestRow_data()
{
    QTest::addColumn<double>("x");
    QTest::addColumn<int>("row");
    QTest::newRow("before all") << -5.0 << 0;
    QTest::newRow("on a row") << 20.0 << 1;
    QTest::newRow("nearer to the left") << 24.0 << 1;
    QTest::newRow("nearer to the right") << 26.0 << 2;
    QTest::newRow("after all") << 1e9 << 3;
}

void TestSeries::nearestRow()
{
    QFETCH(double, x);
    QFETCH(int, row);
    const auto rows = std::make_shared<SeriesRows>(SeriesRows{{10, 20, 30, 40}, {1, 2, 3, 4}, {0, 5, 10, 15}});
    QCOMPARE(makeSeries(rows, {1, 2, 3, 4}).nearestRow(x, XAxis::Step), static_cast<std::size_t>(row));
}

QTEST_GUILESS_MAIN(TestSeries)
#include "tst_series.moc"
