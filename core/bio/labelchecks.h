// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "bio/labelleddata.h"

namespace anneal {

/// What labels, parts and sequences say together; each adds to the warnings of the set.

/// Equal sequences whose labels differ. Measured numbers may differ; classes that do are an error of the table.
void warnOfConflicts(LabelledSet &data, const std::string &fileName);
/// A sequence that stands in two parts.
void warnOfLeaks(LabelledSet &data, const std::string &fileName);
/// A split column without a validation part, when there are rows to spare.
void warnOfNoValidation(LabelledSet &data, const std::string &fileName);
/// Ids such as "2-Sep", once the gene SEPT2.
void warnOfDates(SequenceSet &set, const std::string &fileName);

/// Classes of a set that none of the `train` records has.
[[nodiscard]] std::vector<ReadWarning> classesNotInTrain(const SequenceSet &set, const Labels &labels,
                                                         const std::vector<std::uint32_t> &train,
                                                         const std::string &fileName);

} // namespace anneal
