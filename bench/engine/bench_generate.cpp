// SPDX-License-Identifier: GPL-3.0-or-later
// Generation with a key-value cache against computing everything again for each letter, on the GPT-2 small shape.
// usage: bench_generate [letters]
#include <cstdio>
#include <cstdlib>

#include "base/clock.h"
#include "config/presets.h"
#include "infer/generate.h"
#include "infer/query.h"

using namespace anneal;

namespace {

double secondsOf(const auto &work)
{
    const std::int64_t started = monotonicMicros();
    work();
    return static_cast<double>(monotonicMicros() - started) * 1e-6;
}

} // namespace

int main(int argc, char **argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const std::int64_t letters = argc > 1 ? std::atoll(argv[1]) : 512;
    const Preset *preset = findPreset("gpt2-small");
    const Alphabet &alphabet = Alphabet::dna();
    const LoadedModel model{makeModel(preset->config.model, *letterTokenizer(alphabet), 0), letterTokenizer(alphabet),
                            1024};
    model.model->eval();
    const torch::NoGradGuard noGrad;

    // The same tokens both ways; which ones they are does not matter to the time.
    std::vector<WideTokenId> tokens{alphabet.cls()};
    for (std::int64_t i = 0; i < letters; ++i)
        tokens.push_back(alphabet.canonical()[static_cast<std::size_t>(i) % 4]);
    const double cached = secondsOf([&] {
        KeyValueCache cache = model.model->makeCache(1, letters + 1);
        for (const WideTokenId token : tokens) {
            const torch::Tensor next = torch::tensor({static_cast<std::int64_t>(token)}, torch::kInt64).view({1, 1});
            (void)model.model->logits(model.model->extend(next, cache));
        }
    });
    // Every 16th length stands for its neighbours: the whole takes minutes.
    constexpr std::int64_t kEvery = 16;
    double again = 0;
    for (std::int64_t length = kEvery; length <= letters; length += kEvery)
        again += kEvery * secondsOf([&] {
                     const PackedBatch batch = packQueries({{tokens.begin(), tokens.begin() + length}}, torch::kCPU);
                     (void)model.model->logits(model.model->hidden(batch).slice(0, length - 1));
                 });
    const auto count = static_cast<double>(letters);
    std::printf("%lld letters: with the cache %.1f letters/s, computing everything again %.1f letters/s: %.1f times\n",
                static_cast<long long>(letters), count / cached, count / again, again / cached);
    return 0;
}
