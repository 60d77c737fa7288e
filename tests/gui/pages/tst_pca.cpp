// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <random>

#include <QtTest>

#include "pages/tryout/pca.h"

using namespace anneal;
using Rows = std::vector<std::vector<double>>;

class TestPca : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLineIsOneAxis();
    void aTurnedRectangleIsFoundAgain();
    void movingAllRowsChangesNothing();
    void widerThanLongIsTheSame_data();
    void widerThanLongIsTheSame();
    void manyRowsAgreeWithTheirOwnVariances();
    void equalRowsHaveNoAxes();
    void duplicatesStandOnOnePoint();
    void refusals_data();
    void refusals();
};

namespace {

constexpr double kNear = 1e-9;

bool near(double a, double b)
{
    return std::abs(a - b) <= kNear;
}

bool nearAll(const Pca &a, const Pca &b)
{
    bool same = a.points.size() == b.points.size();
    for (std::size_t i = 0; same && i < a.points.size(); ++i)
        same = near(a.points[i][0], b.points[i][0]) && near(a.points[i][1], b.points[i][1]);
    return same && near(a.share[0], b.share[0]) && near(a.share[1], b.share[1]);
}

/// Always the same numbers; each column varies less than the one before.
Rows cloud(std::size_t rows, std::size_t width)
{
    std::mt19937 random(7);
    Rows result(rows, std::vector<double>(width));
    for (auto &row : result)
        for (std::size_t j = 0; j < width; ++j)
            row[j] = (static_cast<double>(random()) / static_cast<double>(std::mt19937::max()) - 0.5)
                * std::pow(0.97, static_cast<double>(j));
    return result;
}

} // namespace

void TestPca::aLineIsOneAxis()
{
    const Result<Pca> pca = principalPlane({{1, 2, 3}, {3, 6, 9}, {2, 4, 6}});
    QVERIFY(pca);
    QVERIFY(near(pca->share[0], 1) && near(pca->share[1], 0));
    const double step = std::sqrt(14.0); // length of (1, 2, 3)
    QVERIFY(near(pca->points[0][0], -step) && near(pca->points[1][0], step) && near(pca->points[2][0], 0));
    for (const auto &point : pca->points)
        QCOMPARE(point[1], 0.0);
}

/// Corners (±2, ±1), turned by 30°: variances are 4 and 1 in 5.
void TestPca::aTurnedRectangleIsFoundAgain()
{
    const double c = std::cos(M_PI / 6), s = std::sin(M_PI / 6);
    Rows rows;
    for (const double x : {-2.0, 2.0})
        for (const double y : {-1.0, 1.0})
            rows.push_back({c * x - s * y, s * x + c * y});
    const Result<Pca> pca = principalPlane(rows);
    QVERIFY(pca);
    QVERIFY(near(pca->share[0], 0.8) && near(pca->share[1], 0.2));
    // The long side points along (cos, sin), the short one along (−sin, cos): largest loadings are positive.
    const std::vector<std::array<double, 2>> corners{{-2, -1}, {-2, 1}, {2, -1}, {2, 1}};
    for (std::size_t i = 0; i < corners.size(); ++i)
        QVERIFY(near(pca->points[i][0], corners[i][0]) && near(pca->points[i][1], corners[i][1]));
}

void TestPca::movingAllRowsChangesNothing()
{
    const Rows rows = cloud(12, 5);
    Rows moved = rows;
    for (auto &row : moved)
        for (std::size_t j = 0; j < row.size(); ++j)
            row[j] += 10.0 * static_cast<double>(j) - 7;
    QVERIFY(nearAll(*principalPlane(rows), *principalPlane(moved)));
}

void TestPca::widerThanLongIsTheSame_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("width");
    QTest::newRow("small matrices") << 40 << 30;
    QTest::newRow("large matrices") << 150 << 110;
}

/// Columns of zeros add nothing but turn the work from columns × columns to rows × rows.
void TestPca::widerThanLongIsTheSame()
{
    QFETCH(const int, rows);
    QFETCH(const int, width);
    const Rows narrow = cloud(static_cast<std::size_t>(rows), static_cast<std::size_t>(width));
    Rows wide = narrow;
    for (auto &row : wide)
        row.resize(static_cast<std::size_t>(2 * rows), 0.0);
    const Result<Pca> byColumn = principalPlane(narrow), byRow = principalPlane(wide);
    QVERIFY(byColumn && byRow);
    QVERIFY(byColumn->share[0] > byColumn->share[1] && byColumn->share[1] > 0);
    QVERIFY(nearAll(*byColumn, *byRow));
}

/// Whatever the matrix: the variance along an axis is its share, and the axes do not correlate.
void TestPca::manyRowsAgreeWithTheirOwnVariances()
{
    const Rows rows = cloud(300, 200);
    const Result<Pca> pca = principalPlane(rows);
    QVERIFY(pca);
    std::vector<double> mean(200, 0.0);
    for (const auto &row : rows)
        for (std::size_t j = 0; j < row.size(); ++j)
            mean[j] += row[j] / 300;
    double total = 0, first = 0, second = 0, both = 0;
    for (const auto &row : rows)
        for (std::size_t j = 0; j < row.size(); ++j)
            total += (row[j] - mean[j]) * (row[j] - mean[j]);
    for (const auto &point : pca->points) {
        first += point[0] * point[0];
        second += point[1] * point[1];
        both += point[0] * point[1];
    }
    QVERIFY(near(first / total, pca->share[0]));
    QVERIFY(near(second / total, pca->share[1]));
    QVERIFY(near(both / total, 0));
    QVERIFY(pca->share[0] >= pca->share[1] && pca->share[1] > 0.01);
    QVERIFY(nearAll(*pca, *principalPlane(rows)));
}

void TestPca::equalRowsHaveNoAxes()
{
    const Result<Pca> pca = principalPlane({{0.1, 0.7}, {0.1, 0.7}, {0.1, 0.7}, {0.1, 0.7}});
    QVERIFY(pca);
    QVERIFY(near(pca->points[3][0], 0) && near(pca->points[3][1], 0));
    QVERIFY(std::isfinite(pca->share[0]) && std::isfinite(pca->share[1]));
    const Result<Pca> zeros = principalPlane(Rows(3, std::vector<double>(4, 0.0)));
    QVERIFY(zeros && zeros->share[0] == 0 && zeros->share[1] == 0);
}

void TestPca::duplicatesStandOnOnePoint()
{
    const Result<Pca> pca = principalPlane({{0, 0, 1}, {4, 0, 1}, {0, 3, 1}, {4, 0, 1}});
    QVERIFY(pca);
    QVERIFY(near(pca->points[1][0], pca->points[3][0]) && near(pca->points[1][1], pca->points[3][1]));
    QVERIFY(near(pca->share[0] + pca->share[1], 1)); // all lie in a plane
    QVERIFY(near(std::hypot(pca->points[0][0] - pca->points[1][0], pca->points[0][1] - pca->points[1][1]), 4));
    QVERIFY(near(std::hypot(pca->points[2][0] - pca->points[1][0], pca->points[2][1] - pca->points[1][1]), 5));
}

void TestPca::refusals_data()
{
    QTest::addColumn<Rows>("rows");
    QTest::addColumn<QString>("words");
    QTest::newRow("none") << Rows{} << "at least 3 rows; there are 0";
    QTest::newRow("one") << Rows{{1, 2}} << "at least 3 rows; there is 1";
    QTest::newRow("two") << Rows{{1, 2}, {3, 4}} << "at least 3 rows; there are 2";
    QTest::newRow("ragged") << Rows{{1, 2}, {3}, {4, 5}} << "Row 2 has 1 numbers, the first has 2";
    QTest::newRow("no numbers") << Rows{{}, {}, {}} << "Row 1 has 0 numbers";
    QTest::newRow("NaN") << Rows{{1, 2}, {3, 4}, {NAN, 5}} << "Row 3 holds a number that is not finite";
}

void TestPca::refusals()
{
    QFETCH(const Rows, rows);
    QFETCH(const QString, words);
    const Result<Pca> pca = principalPlane(rows);
    QVERIFY(!pca);
    QVERIFY2(QString::fromStdString(pca.error().text()).contains(words), pca.error().text().c_str());
}

QTEST_GUILESS_MAIN(TestPca)
#include "tst_pca.moc"
