// SPDX-License-Identifier: GPL-3.0-or-later
// What the guard costs of a training step: microseconds a judged step with full windows, and its share of a step of the
// given length. usage: bench_guard [milliseconds of a step]
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/clock.h"
#include "train/guard.h"

using namespace anneal;

int main(int argc, char **argv)
{
    constexpr int kSteps = 200'000;
    const double stepMillis = argc > 1 ? std::atof(argv[1]) : 70;
    const StabilityConfig rules;
    Guard guard(rules);
    int spikes = 0;
    const std::int64_t started = monotonicMicros();
    for (int i = 0; i < kSteps; ++i) {
        const GuardVerdict verdict = guard.judge(2 + 0.1 * std::sin(i * 0.7), 1 + 0.2 * std::cos(i * 1.3));
        spikes += verdict.action == GuardAction::Proceed ? 0 : 1;
    }
    const double micros = static_cast<double>(monotonicMicros() - started) / kSteps;
    std::printf("guard: %.2f us a step over windows of %lld, %.4f %% of a step of %.0f ms (at most 0.5 %%); %d spikes\n",
                micros, static_cast<long long>(rules.spike_window), micros / (stepMillis * 10), stepMillis, spikes);
}
