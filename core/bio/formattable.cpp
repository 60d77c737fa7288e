// SPDX-License-Identifier: GPL-3.0-or-later
#include "bio/foreignformat.h"

using namespace std::string_view_literals;

namespace anneal {

namespace {

using enum ForeignKind;

constexpr Signature kBinary[] = {
    {0, "BZh"sv, Packed, "bzip2 data"},
    {0,
     "\xFD"
     "7zXZ"sv,
     Packed, "xz data"},
    {0, "\x28\xB5\x2F\xFD"sv, Packed, "Zstandard (zstd) data"},
    {0, "\x04\x22\x4D\x18"sv, Packed, "LZ4 data"},
    {0, "LZIP\x01"sv, Packed, "lzip data"},
    {0, "\x5D\x00\x00"sv, Packed, "LZMA data"},
    {0, "\x1F\x9D"sv, Packed, "Unix compress (.Z) data"},
    {0, "7z\xBC\xAF\x27\x1C"sv, Archive, "a 7-Zip archive"},
    {0, "Rar!"sv, Archive, "a RAR archive"},
    {257, "ustar"sv, Archive, "a tar archive"},
    {0, "!<arch>"sv, Archive, "an ar archive"},
    {0, "%PDF"sv, Document, "a PDF document"},
    {0, "\xD0\xCF\x11\xE0"sv, Document, "an Office document"},
    {0, "BAM\x01"sv, Reads, "a BAM file of aligned reads"},
    {0, "CRAM\x02"sv, Reads, "a CRAM file of aligned reads"},
    {0, "CRAM\x03"sv, Reads, "a CRAM file of aligned reads"},
    {0, "BCF\x02"sv, Other, "a BCF file of variants"},
    {0, "\x43\x27\x41\x1A"sv, Other, "a 2bit genome"},
    {0, "\x1A\x41\x27\x43"sv, Other, "a 2bit genome"},
    {0, "ABIF\0"sv, Other, "a sequencer trace (ABIF)"},
    {0, ".sff"sv, Other, "an SFF file of raw reads"},
    {0, "\x93NUMPY"sv, Other, "a NumPy array"},
    {0, "\x89HDF"sv, Other, "an HDF5 file"},
    {0, "PAR1"sv, Other, "a Parquet table"},
    {0, "ARROW1"sv, Other, "an Arrow table"},
    {0, "SQLite format 3"sv, Other, "an SQLite database"},
    {0, "GGUF\x02"sv, Other, "model weights (GGUF)"},
    {0, "GGUF\x03"sv, Other, "model weights (GGUF)"},
    {0, "\x80\x02"sv, Other, "a Python pickle"},
    {0, "\x80\x03"sv, Other, "a Python pickle"},
    {0, "\x80\x04"sv, Other, "a Python pickle"},
    {0, "\x80\x05"sv, Other, "a Python pickle"},
    {0,
     "\x7F"
     "ELF"sv,
     Other, "a program"},
    {0, "\x89PNG"sv, Other, "an image (PNG)"},
    {0, "\xFF\xD8\xFF"sv, Other, "an image (JPEG)"},
    {0, "GIF8"sv, Other, "an image (GIF)"},
};

// Amino acids are letters, so every entry has a sign (space, digit, dash) that no sequence begins with.
constexpr Signature kText[] = {
    {0, "locus  "sv, Flat, "a GenBank flat file"},
    {0, "id   "sv, Flat, "an EMBL or UniProt flat file"},
    {0, "seq-entry"sv, Flat, "an ASN.1 record of NCBI"},
    {0, "bioseq-set"sv, Flat, "an ASN.1 record of NCBI"},
    {0, "# stockholm"sv, Alignment, "a Stockholm alignment"},
    {0, "clustal"sv, Alignment, "a Clustal alignment"},
    {0, "muscle ("sv, Alignment, "a Clustal alignment by MUSCLE"},
    {0, "probcons "sv, Alignment, "a Clustal alignment by ProbCons"},
    {0, "t-coffee"sv, Alignment, "a Clustal alignment by T-Coffee"},
    {0, "pileup"sv, Alignment, "an MSF alignment"},
    {0, "!!aa_"sv, Alignment, "a GCG file"},
    {0, "!!na_"sv, Alignment, "a GCG file"},
    {0, "#nexus"sv, Alignment, "a NEXUS file"},
    {0, "#mega"sv, Alignment, "a MEGA alignment"},
    {0, "##maf"sv, Alignment, "a MAF genome alignment"},
    {0, "header  "sv, Structure, "a PDB structure"},
    {0, "atom  "sv, Structure, "a PDB structure"},
    {0, "hetatm "sv, Structure, "a PDB structure"},
    {0, "remark "sv, Structure, "a PDB structure"},
    {0, "cryst1"sv, Structure, "a PDB structure"},
    {0, "seqres "sv, Structure, "a PDB structure"},
    {0, "title  "sv, Structure, "a PDB structure"},
    {0, "compnd "sv, Structure, "a PDB structure"},
    {0, "expdta "sv, Structure, "a PDB structure"},
    {0, "model  "sv, Structure, "a PDB structure"},
    {0, "data_"sv, Structure, "an mmCIF structure"},
    {0, "@hd\t"sv, Reads, "a SAM file of aligned reads"},
    {0, "@sq\t"sv, Reads, "a SAM file of aligned reads"},
    {0, "@rg\t"sv, Reads, "a SAM file of aligned reads"},
    {0, "@pg\t"sv, Reads, "a SAM file of aligned reads"},
    {0, "@co\t"sv, Reads, "a SAM file of aligned reads"},
    {0, "##fileformat=vcf"sv, Other, "a VCF file of variants"},
    {0, "#chrom\t"sv, Other, "a VCF file of variants"},
    {0, "##gff"sv, Other, "a GFF file of features"},
    {0, "##gtf"sv, Other, "a GTF file of features"},
    {0, "track "sv, Other, "a genome browser track (BED or wiggle)"},
    {0, "browser "sv, Other, "a genome browser track (BED or wiggle)"},
    {0, "fixedstep "sv, Other, "a wiggle track"},
    {0, "variablestep "sv, Other, "a wiggle track"},
    {0, "hmmer3/"sv, Other, "an HMMER profile"},
    {0, "meme version"sv, Other, "a MEME file of motifs"},
    {0, "blastn 2"sv, Other, "a BLAST report"},
    {0, "blastp 2"sv, Other, "a BLAST report"},
    {0, "blastx 2"sv, Other, "a BLAST report"},
    {0, "tblastn 2"sv, Other, "a BLAST report"},
    {0, "{\\rtf"sv, Document, "rich text (RTF)"},
    {0, "%!ps"sv, Document, "a PostScript document"},
    {0, "version https://git-lfs"sv, Pointer, "a Git LFS pointer"},
    {0, "/annex/objects/"sv, Pointer, "a git-annex pointer"},
    {0, "<!doctype html"sv, WebPage, "a web page"},
    {0, "<html"sv, WebPage, "a web page"},
    {0, "<head"sv, WebPage, "a web page"},
    {0, "<body"sv, WebPage, "a web page"},
    {0, "http/1."sv, WebPage, "an answer of a web server"},
    {0, "404:"sv, WebPage, "an error message of a web server"},
    {0, "404 not"sv, WebPage, "an error message of a web server"},
    {0, "403 forbidden"sv, WebPage, "an error message of a web server"},
    {0, "not found"sv, WebPage, "an error message of a web server"},
    {0, "<<<<<<<"sv, Other, "a file with an unresolved Git conflict"},
    {0, "#!"sv, Other, "a script"},
    {0, "-----begin"sv, Other, "an encrypted or signed file"},
};

} // namespace

std::span<const Signature> binarySignatures()
{
    return kBinary;
}

std::span<const Signature> textSignatures()
{
    return kText;
}

} // namespace anneal
