// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/configio.h"

namespace anneal {

std::vector<FieldDifference> configDifferences(const Config &left, const Config &right)
{
    std::vector<FieldDifference> differences;
    for (const Field &field : fields()) {
        FieldDifference difference{&field, field.get(left), field.get(right)};
        if (!sameValue(difference.left, difference.right))
            differences.push_back(std::move(difference));
    }
    return differences;
}

} // namespace anneal
