// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include <nlohmann/json.hpp>

#include "config/config.h"

namespace anneal {

/// The last values of one number, for telling whether the next one belongs to them.
class RobustWindow
{
public:
    /// How far `value` lies above the median, in standard deviations of a normal sample with the same median absolute
    /// deviation (1.4826 × MAD). 0 while there are too few values to tell.
    [[nodiscard]] double deviation(double value) const;
    void add(double value, std::int64_t capacity);

    [[nodiscard]] const std::deque<double> &values() const { return m_values; }
    void restore(std::deque<double> values) { m_values = std::move(values); }

private:
    std::deque<double> m_values;
};

enum class GuardAction { Proceed, Note, Skip, RollBack, Stop };

/// "note", "skip", "roll_back", "stop": as in stability.* and in the journal; "proceed" stands nowhere.
[[nodiscard]] std::string guardActionName(GuardAction action);

struct GuardVerdict {
    GuardAction action = GuardAction::Proceed;
    std::string kind; ///< nonfinite_loss, nonfinite_gradient, loss_spike, gradient_spike
    double deviation = 0; ///< of a spike
};

/// "Non-finite loss", "Gradient spike (14 deviations)".
[[nodiscard]] std::string guardWords(const GuardVerdict &verdict);

/// Looks at loss and gradient norm before each update and says what is to be done by the rules of stability.*. Costs two
/// medians of a short window, nothing of the model.
class Guard
{
public:
    /// `rules` is read each time: it may change while the run trains.
    explicit Guard(const StabilityConfig &rules)
        : m_rules(rules)
    {
    }

    [[nodiscard]] GuardVerdict judge(double loss, double gradientNorm);

    [[nodiscard]] std::int64_t rollBacks() const { return m_rollBacks; }
    /// The weights are older ones now: what was normal is learnt anew.
    void rolledBack();

    /// Goes into trainer.json, so that a resumed run judges as the first one would have.
    [[nodiscard]] nlohmann::json saved() const;
    void restore(const nlohmann::json &saved);

private:
    [[nodiscard]] GuardVerdict judgeSpike(double loss, double gradientNorm) const;

    const StabilityConfig &m_rules;
    RobustWindow m_loss, m_gradient;
    std::int64_t m_rollBacks = 0;
    std::int64_t m_quiet = 0; ///< steps for which a noted spike is not noted again
};

} // namespace anneal
