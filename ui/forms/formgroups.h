// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QString>

#include "config/field.h"

namespace anneal {

/// A section of the form: one or more sections of the configuration under one title.
struct FormGroup {
    QString key; ///< first configuration section: "optimizer"
    QString title; ///< "Optimizer & schedule"
    std::vector<std::string> sections;
};

/// Every section of the field table is in exactly one group; sections without a grouping of their own make one.
[[nodiscard]] const std::vector<FormGroup> &formGroups();
[[nodiscard]] std::vector<const Field *> groupFields(const FormGroup &group);
/// One line of what a group holds: "6 layers × 320 · 20 heads".
[[nodiscard]] QString groupSummary(const FormGroup &group, const Config &config);
/// Text beside a field: what the value means here ("5 % of the run").
[[nodiscard]] QString fieldHint(const Field &field, const Config &config);

/// Why a field has no effect with the other values; "" when it has.
[[nodiscard]] QString disabledReason(const Field &field, const Config &config);

} // namespace anneal
