// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "behaviour.h"

namespace anneal::stub {

int measure(Behaviour behaviour);
int devices();
/// Writes nothing but a config.json, and says so.
int exportModel(const std::string &to, const std::string &layout);

} // namespace anneal::stub
