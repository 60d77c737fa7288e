// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace anneal {

/// Every own widget with made-up content, for people who work on the look and for picture tests. The caller owns it.
[[nodiscard]] QWidget *makeGallery();

} // namespace anneal
