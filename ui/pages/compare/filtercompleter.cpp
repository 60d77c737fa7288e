// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/compare/filtercompleter.h"

#include <QLineEdit>
#include <QStringListModel>

#include "config/field.h"
#include "style/text.h"

namespace anneal {

namespace {

/// Where the last word of the line begins.
qsizetype lastWord(const QString &line)
{
    const qsizetype space = line.lastIndexOf(u' ');
    const qsizetype bracket = line.lastIndexOf(u'(');
    return std::max(space, bracket) + 1;
}

} // namespace

QStringList filterWords(const RunSummaries &runs)
{
    QStringList words;
    for (const RunSummary &run : runs)
        for (const std::string &tag : run.tags)
            if (const QString word = QStringLiteral("tag:") + qstr(tag); !word.contains(u' ') && !words.contains(word))
                words << word;
    words.sort();
    for (const char *state : {"running", "paused", "stopped", "finished", "diverged", "failed"})
        words << QStringLiteral("state:") + QLatin1String(state);
    words << QStringLiteral("val.loss<") << QStringLiteral("loss<") << QStringLiteral("best<")
          << QStringLiteral("tokens>") << QStringLiteral("data~");
    for (const Field &field : fields())
        words << qstr(field.key);
    return words;
}

FilterCompleter::FilterCompleter(QObject *parent)
    : QCompleter(parent)
{
    setModel(new QStringListModel(filterWords({}), this));
    setCaseSensitivity(Qt::CaseInsensitive);
    setMaxVisibleItems(10);
}

void FilterCompleter::setRuns(const RunSummaries &runs)
{
    auto *model = qobject_cast<QStringListModel *>(this->model());
    if (const QStringList words = filterWords(runs); words != model->stringList())
        model->setStringList(words);
}

QStringList FilterCompleter::splitPath(const QString &line) const
{
    const QString word = line.mid(lastWord(line));
    return {word.isEmpty() ? QStringLiteral("\x01") : word}; // nothing is offered before the first letter
}

QString FilterCompleter::pathFromIndex(const QModelIndex &index) const
{
    const auto *field = qobject_cast<const QLineEdit *>(widget());
    const QString line = field ? field->text() : QString();
    return line.left(lastWord(line)) + index.data().toString();
}

} // namespace anneal
