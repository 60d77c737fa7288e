// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/tryout/embeddingsmodel.h"
#include "pages/tryout/toolview.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;
class QToolButton;

namespace anneal {

class Card;
class EmbeddingMap;

/// Sequences as vectors of numbers: a table of those that were kept and of the one in sight, files of them, and a map
/// that puts similar ones close together.
class EmbeddingView : public ToolView
{
    Q_OBJECT
public:
    explicit EmbeddingView(QWidget *parent = nullptr);
    [[nodiscard]] QString task() const override { return QStringLiteral("embed"); }
    [[nodiscard]] QString title() const override { return tr("Embeddings"); }
    [[nodiscard]] std::optional<nlohmann::json> question(const QString &letters, const QVector<int> &hidden) override;
    void take(const nlohmann::json &answer, const QString &letters) override;
    /// Numbers of two models stand for nothing in common, but how far two adapters are apart can be told.
    void takeCompared(const nlohmann::json &answer, const QString &letters) override;
    [[nodiscard]] bool hasStrands() const override { return true; }
    void setEmpty(const QString &text) override;
    void setProblem(const QString &sentence) override;

    /// Keeps a sequence of a file. A row of another width than the table's comes from another model: it is left out,
    /// and the view says so, until the table is cleared.
    void addRow(const QString &name, const QString &letters, const std::vector<double> &embedding);
    void clearRows();
    /// All rows of the table as a file. Waits for the disk; the buttons write in a worker. An error is also shown.
    Result<void> saveCsv(const QString &path);
    Result<void> saveNpy(const QString &path); ///< and the names beside it

Q_SIGNALS:
    void fileWanted();

private:
    using Writer = Result<void> (*)(const QString &path, const std::vector<EmbeddingRow> &rows);

    void buildTable();
    void buildTools();
    [[nodiscard]] QWidget *buildActions();
    void connectParts();
    void showInSight(std::vector<EmbeddingRow> rows);
    void addToTable();
    void removeChosen();
    void askSave(const QString &filter, const QString &fileName, Writer write);
    Result<void> told(Result<void> saved); ///< after its error, if any, was shown
    void refuse(std::size_t width);
    void setOwnProblem(const QString &sentence);
    void showNotice();
    void showState();
    [[nodiscard]] int chosenRow() const;

    EmbeddingsModel m_model;
    Card *m_card = nullptr;
    QTableView *m_table = nullptr;
    QLabel *m_empty = nullptr;
    QLabel *m_comparison = nullptr;
    EmbeddingMap *m_map = nullptr;
    QCheckBox *m_perResidue = nullptr;
    QLineEdit *m_name = nullptr;
    QPushButton *m_add = nullptr;
    QToolButton *m_remove = nullptr;
    QToolButton *m_clear = nullptr;
    QToolButton *m_file = nullptr;
    QToolButton *m_csv = nullptr;
    QToolButton *m_npy = nullptr;
    std::optional<EmbeddingRow> m_mean; ///< of the sequence in sight, while it is not kept
    QString m_problem; ///< the page's
    QString m_ownProblem;
    std::vector<double> m_numbers; ///< of the last answer
    int m_number = 1; ///< of the next name
};

} // namespace anneal
