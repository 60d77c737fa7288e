// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runs/configtab.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTreeView>

#include "config/configio.h"
#include "pages/context.h"
#include "style/look.h"
#include "style/text.h"
#include "widgets/card.h"
#include "widgets/commandbox.h"
#include "widgets/difftable.h"

namespace anneal {

namespace {

constexpr int kSideWidth = 420;

QStandardItem *makeItem(const QString &text, const QString &toolTip = {})
{
    auto *item = new QStandardItem(text);
    item->setEditable(false);
    item->setToolTip(toolTip.isEmpty() ? text : toolTip);
    return item;
}

void addField(QStandardItem *section, const Field &field, const Config &config)
{
    const FieldValue value = field.get(config);
    QStandardItem *shown =
        makeItem(qstr(displayValue(value)) + (field.unit.empty() ? QString() : QLatin1Char(' ') + qstr(field.unit)));
    QFont font = shown->font();
    font.setBold(!sameValue(value, field.defaultValue)); // not the default: what someone chose
    shown->setFont(font);
    section->appendRow({makeItem(qstr(field.label), qstr(field.help)), shown, makeItem(qstr(field.key))});
}

} // namespace

ConfigTab::ConfigTab(AppContext &app, QWidget *parent)
    : QWidget(parent)
    , m_app(app)
{
    setObjectName(QStringLiteral("run.config"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 8, 0, 0);
    row->setSpacing(8);
    row->addWidget(makeSettings(), 1);
    row->addWidget(makeSide());
}

QWidget *ConfigTab::makeSettings()
{
    auto *box = new QWidget(this);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    m_find = new QLineEdit(box);
    m_find->setObjectName(QStringLiteral("run.config.find"));
    m_find->setAccessibleName(tr("Find a setting"));
    m_find->setPlaceholderText(tr("Find a setting"));
    m_find->setClearButtonEnabled(true);
    m_find->setMaximumWidth(360);
    column->addWidget(m_find);
    m_shown.setSourceModel(&m_model);
    m_shown.setRecursiveFilteringEnabled(true);
    m_shown.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_shown.setFilterKeyColumn(-1);
    connect(m_find, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_shown.setFilterFixedString(text);
        m_tree->expandAll();
    });
    auto *card = new Card({}, box);
    card->setBodyMargins(1, 1, 1, 1);
    m_tree = new QTreeView(card);
    m_tree->setObjectName(QStringLiteral("run.config.settings"));
    m_tree->setAccessibleName(tr("Frozen settings"));
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setModel(&m_shown);
    card->body()->addWidget(m_tree);
    column->addWidget(card, 1);
    return box;
}

QWidget *ConfigTab::makeSide()
{
    auto *side = new QWidget(this);
    side->setFixedWidth(kSideWidth);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    auto *parent = new Card(tr("Changed from the parent run"), side);
    parent->body()->addWidget(m_parentNote = makeLabel({}, TextRole::Secondary));
    m_parentNote->setWordWrap(true);
    m_difference = new DiffTable(parent);
    m_difference->setObjectName(QStringLiteral("run.config.difference"));
    m_difference->setAccessibleName(tr("Settings that differ from the parent run"));
    parent->body()->addWidget(m_difference);
    column->addWidget(parent);
    auto *origin = new Card(tr("Where it ran"), side);
    origin->body()->addWidget(m_origin = makeLabel({}));
    m_origin->setWordWrap(true);
    m_origin->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(origin);
    m_command = new CommandBox(tr("The same run from a terminal"), QStringLiteral("run.config.command"), side);
    column->addWidget(m_command);
    column->addStretch(1);
    return side;
}

void ConfigTab::setSnapshot(const RunSnapshot &snapshot)
{
    if (snapshot.record == m_record)
        return;
    m_record = snapshot.record;
    m_model.clear();
    if (!m_record)
        return;
    fill(*m_record);
    showParent(*m_record);
    showOrigin(*m_record);
}

void ConfigTab::fill(const RunRecord &record)
{
    m_model.setHorizontalHeaderLabels({tr("Setting"), tr("Value"), tr("Key")});
    std::map<std::string, QStandardItem *> sections;
    for (const FieldSection &section : fieldSections()) {
        QStandardItem *item = makeItem(qstr(section.label), qstr(section.help));
        sections[section.key] = item;
        m_model.appendRow({item, makeItem({}), makeItem({})});
    }
    for (const Field &field : fields())
        addField(sections[field.section()], field, record.config);
    m_tree->expandAll();
    m_tree->header()->resizeSection(0, 230);
    m_tree->header()->resizeSection(1, 200);
}

void ConfigTab::showParent(const RunRecord &record)
{
    m_difference->hide();
    if (record.parentRun.empty()) {
        m_parentNote->setText(record.preset.empty() ? tr("This run has no parent.")
                                                    : tr("Started from the preset “%1”.").arg(qstr(record.preset)));
        return;
    }
    m_parentNote->setText(tr("Reading the parent run…"));
    m_app.workspace().ask<RunRecord>(
        this, [id = record.parentRun](Workspace &workspace) { return readRunRecord(workspace.paths(id)); },
        [this, shown = m_record](Result<RunRecord> parent) {
            if (shown != m_record)
                return;
            m_parentNote->setText(parent ? tr("Parent: %1").arg(qstr(parent->name)) : qstr(parent.error().text()));
            m_difference->setVisible(parent.has_value());
            if (parent)
                m_difference->setDifferences(configDifferences(parent->config, m_record->config), qstr(parent->name),
                                             qstr(m_record->name));
        });
}

void ConfigTab::showOrigin(const RunRecord &record)
{
    const Provenance &origin = record.provenance;
    QStringList lines{tr("Started %1").arg(qstr(record.createdAt)),
                      tr("Host %1, %2 threads").arg(qstr(origin.host)).arg(origin.cores)};
    if (!origin.cpu.empty())
        lines << qstr(origin.cpu);
    for (const std::string &gpu : origin.gpus)
        lines << qstr(gpu);
    lines << tr("Anneal %1 %2").arg(qstr(origin.annealVersion), qstr(origin.commit));
    m_origin->setText(lines.join(QLatin1Char('\n')));
    m_command->setCommand(qstr(origin.command));
}

} // namespace anneal
