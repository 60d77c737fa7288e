// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "behaviour.h"

namespace anneal::stub {

int measure(Behaviour behaviour);
int devices();

} // namespace anneal::stub
