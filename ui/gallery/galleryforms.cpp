// SPDX-License-Identifier: GPL-3.0-or-later
#include <QHBoxLayout>

#include "config/presets.h"
#include "forms/settingsform.h"
#include "forms/settingssidebar.h"
#include "gallery/gallerypages.h"

namespace anneal {

QWidget *makeGalleryForms()
{
    auto *page = new QWidget;
    auto *form = new SettingsForm(page);
    Hardware hardware;
    hardware.cores = 8;
    hardware.memoryBytes = 32ULL << 30;
    hardware.availableMemoryBytes = 20ULL << 30;
    form->setHardware(hardware);
    if (!presets().empty())
        form->setPreset(presets().front().config);
    form->setField(QStringLiteral("optimizer.lr"), QStringLiteral("3e-3"));
    form->setField(QStringLiteral("model.hidden_size"), QStringLiteral("501"));
    form->setField(QStringLiteral("schedule.warmup_steps"), QStringLiteral("many"));
    form->commitNow();
    auto *row = new QHBoxLayout(page);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(new SettingsSidebar(form, page));
    row->addSpacing(12);
    row->addWidget(form, 1);
    return page;
}

} // namespace anneal
