// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace anneal {

[[nodiscard]] QWidget *makeGalleryCharts();
[[nodiscard]] QWidget *makeGalleryForms();
[[nodiscard]] QWidget *makeGalleryControls();
[[nodiscard]] QWidget *makeGallerySequences();

} // namespace anneal
