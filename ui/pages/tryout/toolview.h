// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QVector>
#include <QWidget>
#include <nlohmann/json.hpp>

namespace anneal {

/// One tool of Try out, in a tab of its own: it knows what to ask a model and how to show the answer. The page owns
/// sequence, checkpoint and helper process; it asks for the tool in sight only.
class ToolView : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// What the model must be able to do: "fill-mask", "score", "generate", "classify", "label", "embed", "contacts".
    [[nodiscard]] virtual QString task() const = 0;
    [[nodiscard]] virtual QString title() const = 0;
    /// Whether an empty sequence is nothing to ask about.
    [[nodiscard]] virtual bool needsLetters() const { return true; }
    /// The request about these letters with these positions hidden (docs/engine.md). Nothing: there is nothing to ask
    /// yet, and the view says why.
    [[nodiscard]] virtual std::optional<nlohmann::json> question(const QString &letters,
                                                                 const QVector<int> &hidden) = 0;
    /// Settings of the tool that go into every request, also of a batch.
    [[nodiscard]] virtual nlohmann::json options() const { return nlohmann::json::object(); }
    /// The engine's answer to that. Puts away what takeCompared() was given before.
    virtual void take(const nlohmann::json &answer, const QString &letters) = 0;
    /// What a second checkpoint, "B", says to the same question; always after take() of the first one's answer, "A".
    virtual void takeCompared(const nlohmann::json &answer, const QString &letters) = 0;
    /// Who is asked what question() returned last.
    enum class Whom { Both, First, Second };
    [[nodiscard]] virtual Whom whom() const { return Whom::Both; }
    /// Whether the engine can answer for both strands of DNA (docs/engine.md).
    [[nodiscard]] virtual bool hasStrands() const { return false; }
    /// Whether a second checkpoint is asked too; before question().
    void setCompared(bool compared) { m_compared = compared; }
    [[nodiscard]] bool isCompared() const { return m_compared; }
    /// Why there is no answer to show: no checkpoint, no sequence. Puts away an older one.
    virtual void setEmpty(const QString &text) = 0;
    /// What went wrong, in one sentence; empty when nothing did.
    virtual void setProblem(const QString &sentence) = 0;

Q_SIGNALS:
    /// A setting of the tool itself has changed: the page asks again.
    void askWanted();

private:
    bool m_compared = false;
};

} // namespace anneal
