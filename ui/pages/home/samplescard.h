// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/card.h"

namespace anneal {

class AppContext;
struct Preset;

/// Right column of Home: each sample with a button that starts it.
class SamplesCard : public Card
{
    Q_OBJECT
public:
    explicit SamplesCard(AppContext &app, QWidget *parent = nullptr);

private:
    [[nodiscard]] QWidget *makeRow(const Preset &preset);

    AppContext &m_app;
};

} // namespace anneal
