// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chartmodel.h"

#include "style/text.h"

namespace anneal {

Tone EventMark::tone() const
{
    switch (letter.unicode()) {
    case u'R':
        return Tone::Error;
    case u'L':
        return Tone::Accent;
    case u'S':
        return Tone::Ok;
    case u'P':
    case u'!':
        return Tone::Warn;
    default:
        return Tone::Muted;
    }
}

QString valueText(double value, ValueFormat format)
{
    switch (format) {
    case ValueFormat::Loss:
        return lossText(value);
    case ValueFormat::Rate:
        return rateText(value);
    case ValueFormat::Norm:
        return normText(value);
    case ValueFormat::Count:
        return countText(value);
    case ValueFormat::Memory:
        return memoryText(value);
    case ValueFormat::Percent:
        return percentText(value);
    }
    return normText(value);
}

} // namespace anneal
