// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/text.h"

#include <cmath>

#include <QCoreApplication>
#include <QLocale>

#include "base/units.h"

namespace anneal {

namespace {

constexpr int kDaysShownByName = 7;
constexpr int kMostDecimals = 6;

QDateTime localTime(std::int64_t wallMicros)
{
    return QDateTime::fromMSecsSinceEpoch(wallMicros / 1000);
}

QString trimmedNumber(double value, int decimals)
{
    return QString::number(value, 'f', decimals).replace(u'-', u'−');
}

/// "4e-4": no plus sign, no leading zero in the exponent.
QString scientific(double value, int decimals)
{
    QString text = QString::number(value, 'e', decimals);
    const qsizetype e = text.indexOf(u'e');
    QString mantissa = text.left(e);
    if (mantissa.contains(u'.')) {
        while (mantissa.endsWith(u'0'))
            mantissa.chop(1);
        if (mantissa.endsWith(u'.'))
            mantissa.chop(1);
    }
    return mantissa + u'e' + QString::number(QStringView(text).mid(e + 1).toInt());
}

/// Decimals with which two neighbouring ticks differ exactly by `spacing`: 1 for 2.5, 2 for 0.25.
int decimalsFor(double spacing)
{
    int decimals = 0;
    for (double unit = spacing; decimals < kMostDecimals && std::abs(unit - std::round(unit)) > 1e-6 * unit; unit *= 10)
        ++decimals;
    return decimals;
}

} // namespace

QString missingText()
{
    return QStringLiteral("–");
}
QString countText(double value)
{
    return qstr(formatCount(value));
}
QString lossText(double nats)
{
    return qstr(formatLoss(nats));
}
QString rateText(double value)
{
    return qstr(formatRate(value));
}
QString normText(double value)
{
    return qstr(formatNorm(value));
}
QString spanText(double seconds)
{
    return qstr(formatSpan(seconds));
}
QString memoryText(double bytes)
{
    return qstr(formatMemory(bytes));
}
QString fileSizeText(double bytes)
{
    return qstr(formatFileSize(bytes));
}
QString exactText(double value)
{
    return qstr(formatExact(value));
}

QString perplexityText(double nats)
{
    return std::isfinite(nats) ? QString::number(std::exp(nats), 'f', 2) : lossText(nats);
}

QString percentText(double share, int decimals)
{
    return std::isfinite(share) ? QString::number(share * 100.0, 'f', decimals) + QStringLiteral(" %")
                                : lossText(share);
}

QString signedLossText(double nats)
{
    const QString text = lossText(nats);
    return std::isfinite(nats) && nats > 0 ? u'+' + text : QString(text).replace(u'-', u'−');
}

QString whenText(std::int64_t wallMicros, const QDateTime &now)
{
    const QDateTime time = localTime(wallMicros);
    const qint64 days = time.date().daysTo(now.date());
    const QString clock = time.toString(QStringLiteral("HH:mm"));
    if (days == 0)
        return QCoreApplication::translate("anneal", "today %1").arg(clock);
    if (days > 0 && days < kDaysShownByName)
        return QLocale::c().toString(time, QStringLiteral("ddd HH:mm"));
    return time.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

QString clockText(std::int64_t wallMicros)
{
    return localTime(wallMicros).toString(QStringLiteral("HH:mm"));
}

QString isoText(std::int64_t wallMicros)
{
    const QDateTime time = localTime(wallMicros);
    return time.toOffsetFromUtc(time.offsetFromUtc()).toString(Qt::ISODate);
}

QString axisText(double value, double spacing)
{
    const double size = std::abs(value);
    if (value == 0 || size < spacing * 1e-6)
        return QStringLiteral("0");
    if (size < 1e-2)
        return scientific(value, 1);
    const std::pair<double, QLatin1String> prefixes[] = {{1e12, QLatin1String(" T")},
                                                         {1e9, QLatin1String(" G")},
                                                         {1e6, QLatin1String(" M")},
                                                         {1e4, QLatin1String(" k")}};
    for (const auto &[from, prefix] : prefixes) {
        const double unit = from == 1e4 ? 1e3 : from;
        if (size >= from)
            return trimmedNumber(value / unit, decimalsFor(spacing / unit)) + prefix;
    }
    if (size >= 1e3 && decimalsFor(spacing) == 0)
        return QString(countText(value)).replace(u'-', u'−');
    return trimmedNumber(value, decimalsFor(spacing));
}

} // namespace anneal
