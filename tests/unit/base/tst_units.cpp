// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include <QTest>

#include "base/units.h"

using namespace anneal;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
using Format = std::string (*)(double);

} // namespace

class TestUnits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parses_data();
    void parses();
    void refuses_data();
    void refuses();
    void formats_data();
    void formats();
    void exactTextReadsBack_data();
    void exactTextReadsBack();
};

void TestUnits::parses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    const auto row = [](const char *text, double value) { QTest::newRow(text) << QString::fromUtf8(text) << value; };
    row("0", 0);
    row("3e-4", 3e-4);
    row("3E-4", 3e-4);
    row("1e+3", 1000);
    row("0.0003", 0.0003);
    row(".5", 0.5);
    row("5.", 5);
    row("64k", 64000);
    row("64 K", 64000);
    row("1.5M", 1.5e6);
    row("1.005k", 1005); // 1.005 × 1000 is 1004.9999… in doubles
    row("1e3k", 1e6);
    row("2G", 2e9);
    row("3T", 3e12);
    row("90 %", 0.9);
    row("29%", 0.29);
    row("2 h", 7200);
    row("1.5h", 5400);
    row("30 min", 1800);
    row("250ms", 0.25);
    row("2 d", 172800);
    row("  7\t", 7);
    row("-3", -3);
    row("−3", -3);
    row("+3", 3);
    row("007", 7);
}

void TestUnits::parses()
{
    QFETCH(QString, text);
    QFETCH(double, value);
    const auto parsed = parseNumber(text.toStdString());
    QVERIFY(parsed.has_value());
    QCOMPARE(*parsed, value);
}

void TestUnits::refuses_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text :
         {"",     " ",   "abc",           "1,5",   "1 000", "nan", "inf",   "-inf", "1e999",    "1e308k",
          "0x10", "--3", "+-3",           "1e",    "1e+",   "e5",  "1.2.3", ".",    "3 apples", "64kk",
          "5 %%", "−",   "1e99999999999", "1e--3", "1e-+3"})
        QTest::newRow(text) << QString::fromUtf8(text);
}

void TestUnits::refuses()
{
    QFETCH(QString, text);
    QVERIFY(!parseNumber(text.toStdString()).has_value());
}

void TestUnits::formats_data()
{
    QTest::addColumn<Format>("format");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    const auto rows = [](const char *name, Format format,
                         std::initializer_list<std::pair<double, const char *>> pairs) {
        for (const auto &[value, text] : pairs)
            QTest::addRow("%s %.9g", name, value) << format << value << QString::fromUtf8(text);
    };
    rows("count", formatCount,
         {{0, "0"},
          {7, "7"},
          {999, "999"},
          {1000, "1,000"},
          {61240, "61,240"},
          {999999, "999,999"},
          {999999.4, "999,999"},
          {999999.5, "1.00 M"},
          {1e6, "1.00 M"},
          {9.994e6, "9.99 M"},
          {9.996e6, "10.0 M"},
          {33.5e6, "33.5 M"},
          {99.96e6, "100 M"},
          {999.4e6, "999 M"},
          {999.95e6, "1.00 G"},
          {4.01e9, "4.01 G"},
          {2e12, "2.00 T"},
          {3e15, "3.00 P"},
          {5e18, "5.00 E"},
          {1e30, "1.00e30"},
          {-61240, "−61,240"},
          {-0.2, "0"},
          {kNan, "NaN"},
          {kInf, "+Inf"},
          {-kInf, "−Inf"}});
    rows("loss", formatLoss,
         {{2.418, "2.418"},
          {2.4185, "2.418"},
          {2.8788, "2.879"},
          {0, "0.000"},
          {-0.0001, "0.000"},
          {-0.25, "−0.250"},
          {123456, "123456.000"},
          {2.5e9, "2.500e9"},
          {kNan, "NaN"},
          {kInf, "+Inf"},
          {-kInf, "−Inf"}});
    rows("rate", formatRate,
         {{4e-4, "4.0e-4"},
          {1.25e-4, "1.25e-4"},
          {2e-3, "2.0e-3"},
          {0.1, "1.0e-1"},
          {0, "0"},
          {9.999e-4, "1.0e-3"},
          {1, "1.0e0"},
          {1e-10, "1.0e-10"},
          {kNan, "NaN"}});
    rows("norm", formatNorm,
         {{0, "0"},
          {1.2345, "1.23"},
          {0.01, "0.0100"},
          {0.0123, "0.0123"},
          {0.00999, "9.99e-3"},
          {0.009996, "0.0100"},
          {0.5, "0.500"},
          {0.9996, "1.00"},
          {12.34, "12.3"},
          {99.96, "100"},
          {999.6, "1000"},
          {9999, "9999"},
          {9999.6, "1.00e4"},
          {12345, "1.23e4"},
          {-1.5, "−1.50"},
          {3e-9, "3.00e-9"},
          {kNan, "NaN"},
          {-kInf, "−Inf"}});
    rows("span", formatSpan,
         {{0, "0 s"},
          {0.25, "250 ms"},
          {0.9996, "1 s"},
          {34, "34 s"},
          {59.4, "59 s"},
          {59.6, "1 min"},
          {500, "8 min 20 s"},
          {480, "8 min"},
          {3599.6, "1 h"},
          {9780, "2 h 43 min"},
          {86399, "1 d"},
          {273600, "3 d 4 h"},
          {-34, "−34 s"},
          {kNan, "NaN"},
          {kInf, "+Inf"}});
    rows("memory", formatMemory,
         {{0, "0 B"},
          {512, "512 B"},
          {1023.6, "1.0 KiB"},
          {1536, "1.5 KiB"},
          {412.0 * 1048576, "412 MiB"},
          {1.3 * 1073741824, "1.3 GiB"},
          {1023.7 * 1048576, "1.0 GiB"},
          {12.34 * 1073741824, "12.3 GiB"},
          {2.0 * 1099511627776, "2.0 TiB"},
          {5000.0 * 1099511627776, "5000.0 TiB"},
          {kNan, "NaN"}});
    rows("file size", formatFileSize,
         {{0, "0 B"},
          {999, "999 B"},
          {1000, "1.0 kB"},
          {31e6, "31 MB"},
          {1.2e9, "1.2 GB"},
          {999.7e6, "1.0 GB"},
          {9.96e6, "10 MB"},
          {45e12, "45 TB"}});
    rows("exact", formatExact,
         {{4e-4, "0.0004"},
          {1e-8, "1e-08"},
          {1, "1"},
          {0.1, "0.1"},
          {1e22, "1e+22"},
          {kNan, "nan"},
          {kInf, "inf"},
          {-kInf, "-inf"}});
}

void TestUnits::formats()
{
    QFETCH(Format, format);
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(format(value)), text);
}

void TestUnits::exactTextReadsBack_data()
{
    QTest::addColumn<double>("value");
    for (double value : {0.1, 1.0 / 3, 4e-4, 1e-8, 5e-324, 1.7976931348623157e308, -2.5, 123456789.123456789})
        QTest::addRow("%.17g", value) << value;
}

void TestUnits::exactTextReadsBack()
{
    QFETCH(double, value);
    const auto parsed = parseNumber(formatExact(value));
    QVERIFY(parsed.has_value());
    QVERIFY(*parsed == value);
}

QTEST_GUILESS_MAIN(TestUnits)
#include "tst_units.moc"
