// SPDX-License-Identifier: GPL-3.0-or-later
// Generation with a key-value cache against computing everything again for each letter, on the GPT-2 small shape.
// usage: bench_generate [letters]
#include <algorithm>
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
    const auto extend = [&](KeyValueCache &cache, WideTokenId token) {
        const torch::Tensor next = torch::tensor({static_cast<std::int64_t>(token)}, torch::kInt64).view({1, 1});
        (void)model.model->logits(model.model->extend(next, cache));
    };
    const auto again = [&](std::int64_t length) {
        const PackedBatch batch = packQueries({{tokens.begin(), tokens.begin() + length}}, torch::kCPU);
        (void)model.model->logits(model.model->hidden(batch).slice(0, length - 1));
    };
    again(letters);
    double cached = 0, cachedLast = 0, computed = 0, computedLast = 0;
    constexpr std::int64_t kEvery = 16; // every 16th length stands for its neighbours: the whole takes minutes
    KeyValueCache cache = model.model->makeCache(1, letters + 1);
    for (std::int64_t length = 1; length <= letters; ++length) { // side by side, so that both meet the same machine
        cachedLast = secondsOf([&] { extend(cache, tokens[static_cast<std::size_t>(length - 1)]); });
        cached += cachedLast;
        if (length % kEvery == 0) {
            computedLast = secondsOf([&] { again(length); });
            computed += kEvery * computedLast;
        }
    }
    const auto count = static_cast<double>(letters);
    std::printf("%lld letters: with the cache %.1f letters/s, computing everything again %.1f letters/s: %.1f times\n",
                static_cast<long long>(letters), count / cached, count / computed, computed / cached);
    constexpr std::int64_t kBack = 16; // the last letters, the fastest of each kind
    cache = model.model->makeCache(1, letters + kBack);
    for (std::int64_t length = 1; length < letters; ++length)
        extend(cache, tokens[static_cast<std::size_t>(length)]);
    for (std::int64_t i = 0; i < kBack; ++i) {
        cachedLast = std::min(cachedLast, secondsOf([&] { extend(cache, tokens[1]); }));
        if (i % 4 == 0)
            computedLast = std::min(computedLast, secondsOf([&] { again(letters); }));
    }
    std::printf("letter %lld: %.1f ms with the cache, %.1f ms computing everything again: %.1f times (at least 10)\n",
                static_cast<long long>(letters), 1e3 * cachedLast, 1e3 * computedLast, computedLast / cachedLast);
    return 0;
}
