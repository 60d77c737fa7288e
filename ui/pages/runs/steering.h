// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include <QWidget>

#include "models/runfollower.h"

namespace anneal {

/// A command to a living run that needs more than a click, with the reason that was given for it.
struct LiveWish {
    std::string verb;
    nlohmann::json arguments;
    std::string reason;
};
using OnWish = std::function<void(const LiveWish &)>;

/// Any setting that may change while a run trains: choose it, see what is in force, type another value.
void askLiveChange(QWidget *parent, const RunSnapshot &snapshot, const OnWish &onWish);

/// "Final decay now": over how many steps the learning rate falls to 0 before the run ends.
void askFinalDecay(QWidget *parent, const RunSnapshot &snapshot, const OnWish &onWish);

} // namespace anneal
