// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/guard.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include <fmt/format.h>

namespace anneal {
namespace {

constexpr std::size_t kFewest = 20; ///< values before anything counts as a spike
constexpr double kNormalPerMad = 1.4826;
constexpr double kLeastShare = 1e-3; ///< of the median: constant values do not make the next one a spike
constexpr std::int64_t kQuietSteps = 10;

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

constexpr std::array<const char *, 5> kActionNames{"proceed", "note", "skip", "roll_back", "stop"}; ///< by GuardAction

GuardAction actionOf(const std::string &name)
{
    const auto found = std::find(kActionNames.begin(), kActionNames.end(), name);
    return static_cast<GuardAction>(found - kActionNames.begin());
}

} // namespace

std::string guardActionName(GuardAction action)
{
    return kActionNames[static_cast<std::size_t>(action)];
}

std::string guardWords(const GuardVerdict &verdict)
{
    static const std::map<std::string, std::string> words{{"nonfinite_loss", "Non-finite loss"},
                                                          {"nonfinite_gradient", "Non-finite gradient"},
                                                          {"loss_spike", "Loss spike"},
                                                          {"gradient_spike", "Gradient spike"}};
    const std::string &what = words.at(verdict.kind);
    return verdict.deviation > 0 ? fmt::format("{} ({:.0f} deviations)", what, verdict.deviation) : what;
}

double RobustWindow::deviation(double value) const
{
    if (m_values.size() < kFewest)
        return 0;
    std::vector<double> values(m_values.begin(), m_values.end());
    const double middle = median(values);
    for (double &one : values)
        one = std::abs(one - middle);
    const double scale = std::max(kNormalPerMad * median(std::move(values)), kLeastShare * std::abs(middle));
    return scale > 0 ? (value - middle) / scale : 0;
}

void RobustWindow::add(double value, std::int64_t capacity)
{
    m_values.push_back(value);
    while (static_cast<std::int64_t>(m_values.size()) > capacity)
        m_values.pop_front();
}

GuardVerdict Guard::judge(double loss, double gradientNorm)
{
    if (!std::isfinite(loss))
        return {actionOf(m_rules.on_nonfinite), "nonfinite_loss"};
    if (!std::isfinite(gradientNorm))
        return {actionOf(m_rules.on_nonfinite), "nonfinite_gradient"};
    GuardVerdict verdict = judgeSpike(loss, gradientNorm);
    m_quiet = std::max<std::int64_t>(0, m_quiet - 1);
    if (verdict.action == GuardAction::Note && m_quiet > 0)
        verdict = {};
    else if (verdict.action == GuardAction::Note)
        m_quiet = kQuietSteps;
    // What is not applied must not become normal.
    if (verdict.action == GuardAction::Proceed || verdict.action == GuardAction::Note) {
        m_loss.add(loss, m_rules.spike_window);
        m_gradient.add(gradientNorm, m_rules.spike_window);
    }
    return verdict;
}

GuardVerdict Guard::judgeSpike(double loss, double gradientNorm) const
{
    if (m_rules.spike_threshold <= 0)
        return {};
    if (const double far = m_loss.deviation(loss); far > m_rules.spike_threshold)
        return {actionOf(m_rules.on_spike), "loss_spike", far};
    if (const double far = m_gradient.deviation(gradientNorm); far > m_rules.spike_threshold)
        return {actionOf(m_rules.on_spike), "gradient_spike", far};
    return {};
}

void Guard::rolledBack()
{
    ++m_rollBacks;
    m_loss = {};
    m_gradient = {};
}

nlohmann::json Guard::saved() const
{
    return {{"loss", m_loss.values()},
            {"grad_norm", m_gradient.values()},
            {"roll_backs", m_rollBacks},
            {"quiet", m_quiet}};
}

void Guard::restore(const nlohmann::json &saved)
{
    m_loss.restore(saved.value("loss", std::deque<double>()));
    m_gradient.restore(saved.value("grad_norm", std::deque<double>()));
    m_rollBacks = saved.value("roll_backs", std::int64_t{0});
    m_quiet = saved.value("quiet", std::int64_t{0});
}

} // namespace anneal
