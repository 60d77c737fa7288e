// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/fieldbuilder.h"

namespace anneal {

std::vector<Field> dataFields()
{
    using D = DataConfig;
    const FieldBuilder data("data", &Config::data);
    return {
        data.path(
            &D::train,
            {"train", "Training sequences",
             "FASTA, FASTQ, CSV, TSV or JSON lines, plain, gzip or bgzip. \"sample:proteins\" is the bundled set of "
             "2,000 proteins.",
             kNoise}),
        data.path(&D::validation,
                  {"validation", "Validation sequences",
                   "A second file that is only evaluated on. Empty: validation is held out from the training file.",
                   kNoise}),
        data.path(&D::split_file,
                  {"split_file", "Split file",
                   "Tab-separated file with the columns id and split (train, validation, test) that says which "
                   "sequence belongs "
                   "where. Sequences that it does not name are trained on. Use one that keeps relatives together: a "
                   "random split "
                   "of related sequences flatters the validation loss.",
                   kNoise}),
        data.real(&D::validation_fraction, {0, 0.9},
                  {"validation_fraction", "Held-out share",
                   "Share of the sequences kept for validation when there is neither a second file nor a split file. "
                   "Chosen by a "
                   "hash of the sequence, so copies never fall on both sides. Usual: 0.05 to 0.1."}),
        data.choice(
            &D::alphabet,
            {{"protein", "Protein (33 tokens, ESM-2 order)"}, {"dna", "DNA (A C G T N)"}, {"rna", "RNA (A C G U N)"}},
            {"alphabet", "Alphabet",
             "The letters of the files. With single letters as tokens it decides the size of the model's "
             "vocabulary."}),
        data.choice(&D::tokenizer,
                    {{"letters", "Single letters"},
                     {"bytes", "Bytes (512 tokens, Evo 2)"},
                     {"characters", "Characters (12 tokens, HyenaDNA)"},
                     {"kmer", "k-mers side by side (Nucleotide Transformer)"},
                     {"kmer_overlapping", "Overlapping k-mers (DNABERT)"},
                     {"bpe", "Byte pair encoding (tokenizer.json)"}},
                    {"tokenizer", "Tokenizer",
                     "What the model reads as one token. Single letters suit proteins; longer tokens make DNA "
                     "sequences shorter for the model. Losses of different tokenizers cannot be compared.",
                     kExpert}),
        data.integer(&D::kmer, {3, 6, "letters"},
                     {"kmer", "k-mer length",
                      "Letters of each k-mer, with a tokenizer of k-mers. The vocabulary grows fourfold with each "
                      "letter; usual is 6.",
                      kExpert}),
        data.path(
            &D::tokenizer_file,
            {"tokenizer_file", "Tokenizer file",
             "tokenizer.json of byte pair encoding (Hugging Face), or the folder that holds it. `anneal tokenizer "
             "train` makes one from a FASTA file.",
             kExpert}),
        data.text(
            &D::sequence_column,
            {"sequence_column", "Sequence column",
             "Column of a table, or key in a FASTA header, that holds the sequences or the changes of a wild type "
             "(M180T). Empty: guessed by name and content.",
             kExpert}),
        data.text(&D::label_column,
                  {"label_column", "Label column",
                   "Column, or key in a FASTA header, that holds what is to be predicted. Empty: guessed by name and "
                   "content.",
                   kExpert}),
        data.text(
            &D::split_column,
            {"split_column", "Split column",
             "Column that says train, validation or test. Empty: guessed by name and content; \"-\": none, so that "
             "rows are held out by hash.",
             kExpert}),
        data.text(&D::weight_column,
                  {"weight_column", "Weight column",
                   "Column with a number above 0 for each row: how much it counts in the loss. Empty: guessed by name; "
                   "\"-\": none.",
                   kExpert}),
        data.text(&D::id_column,
                  {"id_column", "Name column",
                   "Column with the names of the rows. Empty: guessed by name; \"-\": rows are named by number.",
                   kExpert}),
        data.text(&D::label_separator,
                  {"label_separator", "Between labels",
                   "What stands between the classes of a row that has several. Empty: guessed; usual: a semicolon.",
                   kExpert}),
        data.boolean(
            &D::merge_labels,
            {"merge_labels", "Merge spellings",
             "Labels that differ only in case, or as 1 and 1.0, count as one class. Otherwise they stay apart, "
             "and a warning names them.",
             kExpert}),
        data.path(&D::wild_type,
                  {"wild_type", "Wild type",
                   "FASTA file with the one sequence that a table of mutants changes. Empty: the file wild_type.fasta "
                   "beside the table.",
                   kExpert | kNoise}),
        data.integer(
            &D::max_length, {3, 1 << 20, "tokens"},
            {"max_length", "Length limit",
             "Longest piece of a sequence that the model sees at once, start and end token included. Attention's cost "
             "grows with its square. Usual: 512 to 1024 for proteins."}),
        data.choice(&D::long_sequences,
                    {{"truncate", "Cut off the rest"}, {"window", "Cut into windows"}, {"refuse", "Refuse them"}},
                    {"long_sequences", "Longer sequences",
                     "What happens to sequences beyond the length limit: keep their beginning only, cut them into "
                     "windows that are all used, or start no run while there is one."}),
        data.integer(&D::window_stride, {0, 1 << 20, "tokens"},
                     {"window_stride", "Window stride",
                      "Tokens between the starts of two windows. 0 = windows lie end to end; less than the length "
                      "limit = they "
                      "overlap.",
                      kExpert}),
        data.real(&D::soft_masked_weight, {0, 1},
                  {"soft_masked_weight", "Weight of lower-case letters",
                   "How much letters in lower case, which mark repeats in genomes, count in the training loss. 1 = as "
                   "others; GPN and Evo 2 use 0.1. Validation counts all alike.",
                   kExpert}),
        data.real(&D::reverse_complement, {0, 1},
                  {"reverse_complement", "Other strand",
                   "Probability that a training sequence of DNA is shown as its reverse complement, drawn anew in each "
                   "epoch. 0 = never; 0.5 shows both strands alike.",
                   kExpert}),
        data.integer(&D::seed, {0, 9007199254740991.0},
                     {"seed", "Seed",
                      "Root of every random stream: first weights, order of the data, masking. The same seed and "
                      "settings give the "
                      "same run on the same machine; repeat with others to see the noise.",
                      kNoise}),
    };
}

} // namespace anneal
