// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sequenceletters.h"

#include <QCoreApplication>

#include "style/theme.h"

namespace anneal {

namespace {

struct LetterClass {
    const char *word;
    QLatin1String letters;
    Ink ink;
};

constexpr LetterClass kProteinClasses[] = {
    {QT_TRANSLATE_NOOP("anneal::SequenceEdit", "hydrophobic"), QLatin1String("AVLIMFWY"), Ink::Text},
    {QT_TRANSLATE_NOOP("anneal::SequenceEdit", "polar"), QLatin1String("STNQ"), Ink::Ok},
    {QT_TRANSLATE_NOOP("anneal::SequenceEdit", "acidic"), QLatin1String("DE"), Ink::Error},
    {QT_TRANSLATE_NOOP("anneal::SequenceEdit", "basic"), QLatin1String("KRH"), Ink::Accent},
    {QT_TRANSLATE_NOOP("anneal::SequenceEdit", "G P C"), QLatin1String("GPC"), Ink::Warn},
};
constexpr LetterClass kDnaClasses[] = {
    {"A", QLatin1String("A"), Ink::Ok},
    {"C", QLatin1String("C"), Ink::Accent},
    {"G", QLatin1String("G"), Ink::Warn},
    {"T", QLatin1String("T"), Ink::Error},
};
constexpr QLatin1String kProteinLetters("ACDEFGHIKLMNPQRSTVWYBUZOX");
constexpr QLatin1String kDnaLetters("ACGTNRYSWKMBDHV");

template <std::size_t N>
Ink inkIn(const LetterClass (&classes)[N], QChar letter)
{
    for (const LetterClass &entry : classes) {
        if (entry.letters.contains(letter))
            return entry.ink;
    }
    return Ink::Muted;
}

template <std::size_t N>
QString legendOf(const LetterClass (&classes)[N])
{
    QStringList words;
    for (const LetterClass &entry : classes) {
        words.append(
            QStringLiteral("<span style='color:%1'>%2</span>")
                .arg(inkColor(entry.ink).name(), QCoreApplication::translate("anneal::SequenceEdit", entry.word)));
    }
    return words.join(QStringLiteral("&nbsp;&nbsp; "));
}

} // namespace

Ink letterInk(QChar letter, SequenceKind kind)
{
    return kind == SequenceKind::Protein ? inkIn(kProteinClasses, letter) : inkIn(kDnaClasses, letter);
}

bool isKnownLetter(QChar letter, SequenceKind kind)
{
    return (kind == SequenceKind::Protein ? kProteinLetters : kDnaLetters).contains(letter);
}

QString SequenceEdit::legendHtml(SequenceKind kind)
{
    return kind == SequenceKind::Protein ? legendOf(kProteinClasses) : legendOf(kDnaClasses);
}

PastedSequence readPastedSequence(const QString &text)
{
    PastedSequence pasted;
    bool named = false;
    for (QStringView line : QStringView(text).split(u'\n')) {
        line = line.trimmed();
        if (line.startsWith(u'>')) {
            if (named || !pasted.letters.isEmpty())
                break; // the second record
            named = true;
            pasted.name = line.mid(1).trimmed().toString();
            continue;
        }
        for (QChar letter : line) {
            // Digits and blanks come from numbered listings; a stop sign or a gap is no residue.
            if (letter.isLetter())
                pasted.letters.append(letter.toUpper());
            else if (!letter.isSpace() && !letter.isDigit() && letter != u'*' && letter != u'-' && letter != u'.')
                pasted.letters.append(letter);
        }
    }
    return pasted;
}

} // namespace anneal
