// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "pages/compare/differences.h"
#include "widgets/card.h"

class QCheckBox;
class QLabel;

namespace anneal {

/// Settings that differ between the runs, with the note of each run beside them.
class DifferencesCard : public Card
{
    Q_OBJECT
public:
    explicit DifferencesCard(QWidget *parent = nullptr);
    void setRuns(std::vector<ComparedRun> runs);

private:
    void showRuns();
    void showVerdict();
    void showNotes();

    std::vector<ComparedRun> m_runs;
    QCheckBox *m_hideNoise = nullptr;
    DiffTable *m_table = nullptr;
    QLabel *m_better = nullptr;
    QLabel *m_why = nullptr;
    QLabel *m_empty = nullptr;
    QLabel *m_notes = nullptr;
    QLabel *m_comparable = nullptr;
};

} // namespace anneal
