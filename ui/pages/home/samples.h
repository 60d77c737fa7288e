// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

#include "config/presets.h"

class QWidget;

namespace anneal {

class AppContext;

/// The presets that start with one click.
[[nodiscard]] std::vector<const Preset *> samplePresets();
/// Starts the preset as it is and opens the run; says what is wrong instead when it cannot start. `button` is off meanwhile.
void startSample(AppContext &app, const Preset &preset, QWidget *button);
/// "home.samples.proteinMlm.start" for the preset "protein-mlm".
[[nodiscard]] QString sampleName(const Preset &preset, const QString &control);
/// "2,000 proteins …": what it trains on and how large the model is, from its configuration.
struct SampleFacts {
    QString data;
    QString model;
    QString length;
};
[[nodiscard]] SampleFacts sampleFacts(const Preset &preset);

} // namespace anneal
