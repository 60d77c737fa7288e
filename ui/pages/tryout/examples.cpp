// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/tryout/examples.h"

#include "base/files.h"
#include "bio/sequencefile.h"
#include "style/text.h"

namespace anneal {

namespace {

/// "sp|P62593|BLAT_ECOLX" → "BLAT_ECOLX".
QString shortName(std::string_view name)
{
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())).section(u'|', -1);
}

} // namespace

std::vector<ExampleSequence> exampleSequences(bool dna)
{
    if (dna) // the first bases of the phiX174 genome (NC_001422.1)
        return {{QStringLiteral("phiX174, first 120 bases"),
                 QStringLiteral("GAGTTTTATCGCTTCCATGACGCAGAAGTTAACACTTTCGGATATTTCTGATGAGTCGAAAAATTATCTTGATAAAGCAGGAATTA"
                                "CTACTGCTTGTTTACGAATTAAATCGAAGTGGAC")}};
    const Result<SequenceSet> set =
        readSequences(resourceFolder() / "samples/proteins/annotated_40.fasta", Alphabet::protein());
    std::vector<ExampleSequence> examples;
    if (!set)
        return examples;
    for (std::size_t i = 0; i < set->size(); ++i)
        examples.push_back({shortName(set->name(i)), qstr(set->alphabet->decode(set->sequence(i), set->length(i)))});
    return examples;
}

} // namespace anneal
