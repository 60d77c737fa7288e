// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/newrun/newrunheader.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>

#include "config/presets.h"
#include "pages/common/labels.h"
#include "style/look.h"
#include "style/text.h"

namespace anneal {

namespace {

QLineEdit *makeEdit(const QString &objectName, const QString &accessibleName, int width)
{
    auto *edit = new QLineEdit;
    edit->setObjectName(objectName);
    edit->setAccessibleName(accessibleName);
    edit->setMinimumWidth(width / 2);
    edit->setMaximumWidth(width);
    return edit;
}

} // namespace

NewRunHeader::NewRunHeader(QWidget *parent)
    : QWidget(parent)
{
    setFixedHeight(measures().pageHeader);
    m_name = makeEdit(QStringLiteral("newRun.header.name"), tr("Name of the run"), 210);
    m_tags = makeEdit(QStringLiteral("newRun.header.tags"), tr("Tags, separated by commas"), 150);
    m_tags->setPlaceholderText(tr("Tags"));
    m_preset = new QComboBox;
    m_preset->setObjectName(QStringLiteral("newRun.header.preset"));
    m_preset->setAccessibleName(tr("Preset"));
    for (const Preset &preset : presets()) {
        m_preset->addItem(qstr(preset.label), qstr(preset.key));
        m_preset->setItemData(m_preset->count() - 1, qstr(preset.help), Qt::ToolTipRole);
    }
    m_origin = makeElided({}, TextRole::Secondary, Ink::Muted);
    guardWheel(m_preset);

    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 0, 16, 0);
    layout->addWidget(makeLabel(tr("New run"), TextRole::PageTitle));
    layout->addSpacing(8);
    layout->addWidget(m_name, 1);
    layout->addWidget(m_tags, 1);
    layout->addWidget(makeLabel(tr("Preset"), TextRole::Secondary));
    layout->addWidget(m_preset);
    layout->addWidget(m_origin, 2);
    layout->addStretch(1);
    layout->addWidget(buildTabs());

    connect(m_name, &QLineEdit::textEdited, this, &NewRunHeader::nameEdited);
    connect(m_tags, &QLineEdit::textEdited, this, &NewRunHeader::tagsEdited);
    connect(m_preset, &QComboBox::activated, this, [this] { Q_EMIT presetChosen(m_preset->currentData().toString()); });
}

QWidget *NewRunHeader::buildTabs()
{
    m_tabs = new QWidget;
    m_settingsTab = makeSegment(tr("Settings"), QStringLiteral("newRun.tab.settings"), SegmentPlace::First);
    m_preflightTab = makeSegment(tr("Pre-flight"), QStringLiteral("newRun.tab.preflight"), SegmentPlace::Last);
    auto *group = new QButtonGroup(m_tabs);
    auto *row = new QHBoxLayout(m_tabs);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (QToolButton *tab : {m_settingsTab, m_preflightTab}) {
        tab->setCheckable(true);
        group->addButton(tab);
        row->addWidget(tab);
        connect(tab, &QToolButton::clicked, this, &NewRunHeader::tabChosen);
    }
    m_settingsTab->setChecked(true);
    m_tabs->hide();
    return m_tabs;
}

bool NewRunHeader::goTo(const QString &key)
{
    QLineEdit *field = key == QStringLiteral("note.name") ? m_name
        : key == QStringLiteral("note.tags")              ? m_tags
                                                          : nullptr;
    if (field)
        field->setFocus();
    return field;
}

void NewRunHeader::setTabsShown(bool shown)
{
    m_tabs->setVisible(shown);
}

bool NewRunHeader::preflightChosen() const
{
    return m_preflightTab->isChecked();
}

void NewRunHeader::choosePreflight(bool on)
{
    (on ? m_preflightTab : m_settingsTab)->setChecked(true);
}

void NewRunHeader::setName(const QString &name)
{
    if (name != m_name->text())
        m_name->setText(name);
}

void NewRunHeader::setSuggestedName(const QString &name)
{
    m_name->setPlaceholderText(name);
}

QString NewRunHeader::name() const
{
    const QString typed = m_name->text().trimmed();
    return typed.isEmpty() ? m_name->placeholderText() : typed;
}

void NewRunHeader::setTags(const QString &tags)
{
    if (tags != m_tags->text())
        m_tags->setText(tags);
}

void NewRunHeader::setPreset(const QString &key)
{
    const QSignalBlocker quiet(m_preset);
    m_preset->setCurrentIndex(m_preset->findData(key));
}

void NewRunHeader::setOrigin(const QString &text)
{
    m_origin->setText(text);
    m_origin->setVisible(!text.isEmpty());
}

} // namespace anneal
