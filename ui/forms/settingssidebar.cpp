// SPDX-License-Identifier: GPL-3.0-or-later
#include "forms/settingssidebar.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "forms/settingsform.h"
#include "style/icons.h"
#include "style/look.h"
#include "style/theme.h"

namespace anneal {

namespace {

enum Role { GroupRole = Qt::UserRole, ToneRole, CountRole };

constexpr int kRow = 34;
constexpr int kMark = 3;

/// State icon, title, number of changed values.
class SectionDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return {100, kRow};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        painter->save();
        const bool selected = option.state & QStyle::State_Selected;
        if (selected) {
            painter->fillRect(option.rect, inkColor(Ink::Selection));
            painter->fillRect(QRect(option.rect.topLeft(), QSize(kMark, option.rect.height())), inkColor(Ink::Accent));
        } else if (option.state & QStyle::State_MouseOver) {
            painter->fillRect(option.rect, inkColor(Ink::Hover));
        }
        const Tone tone = static_cast<Tone>(index.data(ToneRole).toInt());
        const QString name = tone == Tone::Ok ? QStringLiteral("state-finished")
            : tone == Tone::Warn              ? QStringLiteral("warning")
                                              : QStringLiteral("state-failed");
        QRect rect = option.rect.adjusted(12, 0, -10, 0);
        const qreal ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(rect.left(), rect.center().y() - 7, iconPixmap(name, 15, inkColor(toneInk(tone)), ratio));
        const int count = index.data(CountRole).toInt();
        if (count > 0) {
            painter->setFont(uiFont(TextRole::Secondary));
            painter->setPen(inkColor(Ink::Accent));
            painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("● %1").arg(count));
        }
        painter->setFont(uiFont(selected ? TextRole::SectionTitle : TextRole::Body));
        painter->setPen(inkColor(Ink::Text));
        rect.adjust(24, 0, count > 0 ? -28 : 0, 0);
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, rect.width()));
        painter->restore();
    }
};

} // namespace

SettingsSidebar::SettingsSidebar(SettingsForm *form, QWidget *parent)
    : QWidget(parent)
    , m_form(form)
{
    setProperty("look", QStringLiteral("surface"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedWidth(measures().sectionList);
    build();
    fillSections();
    connectForm();
    updateSections();
}

void SettingsSidebar::build()
{
    m_search = new QLineEdit(this);
    m_search->setObjectName(QStringLiteral("newRun.search"));
    m_search->setAccessibleName(tr("Find a setting"));
    m_search->setPlaceholderText(tr("Find a setting"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(QStringLiteral("search"), Ink::Muted), QLineEdit::LeadingPosition);
    m_search->setToolTip(tr("Ctrl+F"));
    m_sections = new QListWidget(this);
    m_sections->setObjectName(QStringLiteral("newRun.sections"));
    m_sections->setAccessibleName(tr("Sections"));
    m_sections->setItemDelegate(new SectionDelegate(m_sections));
    m_sections->setMouseTracking(true);
    m_sections->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_basic = new QRadioButton(this);
    m_basic->setObjectName(QStringLiteral("newRun.level.basic"));
    m_all = new QRadioButton(this);
    m_all->setObjectName(QStringLiteral("newRun.level.all"));
    m_onlyChanged = new QCheckBox(this);
    m_onlyChanged->setObjectName(QStringLiteral("newRun.onlyChanged"));
    QLabel *legend =
        makeLabel(tr("A blue dot marks a value that differs from the preset. The arrow beside it puts it back."),
                  TextRole::Secondary, this);
    legend->setWordWrap(true);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 8);
    column->setSpacing(4);
    auto *padded = new QVBoxLayout;
    padded->setContentsMargins(8, 0, 8, 4);
    padded->addWidget(m_search);
    column->addLayout(padded);
    column->addWidget(m_sections);
    auto *below = new QVBoxLayout;
    below->setContentsMargins(12, 8, 12, 0);
    below->setSpacing(2);
    QLabel *show = makeLabel(tr("Show settings"), TextRole::Secondary, this);
    below->addWidget(show);
    below->addWidget(m_basic);
    below->addWidget(m_all);
    below->addSpacing(4);
    below->addWidget(m_onlyChanged);
    below->addSpacing(12);
    below->addWidget(legend);
    column->addLayout(below);
    column->addStretch(1);
}

void SettingsSidebar::fillSections()
{
    for (const FormGroup &group : formGroups()) {
        if (m_form->isLeftOut(group.key))
            continue;
        auto *item = new QListWidgetItem(group.title, m_sections);
        item->setData(GroupRole, group.key);
    }
    m_sections->setFixedHeight(kRow * m_sections->count() + 2);
}

void SettingsSidebar::connectForm()
{
    connect(m_search, &QLineEdit::textChanged, m_form, &SettingsForm::setSearch);
    connect(m_sections, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem *item) {
        if (item)
            m_form->goToGroup(item->data(GroupRole).toString());
    });
    connect(m_sections, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem *item) { m_form->goToGroup(item->data(GroupRole).toString()); });
    connect(m_all, &QRadioButton::toggled, m_form, &SettingsForm::setShowExpert);
    connect(m_onlyChanged, &QCheckBox::toggled, m_form, &SettingsForm::setOnlyChanged);
    connect(m_form, &SettingsForm::configChanged, this, &SettingsSidebar::updateSections);
    connect(m_form, &SettingsForm::issuesChanged, this, &SettingsSidebar::updateSections);
    connect(m_form, &SettingsForm::groupInView, this, [this](const QString &key) {
        const QSignalBlocker blocker(m_sections);
        for (int row = 0; row < m_sections->count(); ++row) {
            if (m_sections->item(row)->data(GroupRole).toString() == key)
                m_sections->setCurrentRow(row);
        }
    });
}

void SettingsSidebar::updateSections()
{
    for (int row = 0; row < m_sections->count(); ++row) {
        QListWidgetItem *item = m_sections->item(row);
        const QString key = item->data(GroupRole).toString();
        const std::optional<Severity> worst = m_form->worst(key);
        const Tone tone = !worst ? Tone::Ok : *worst == Severity::Error ? Tone::Error : Tone::Warn;
        item->setData(ToneRole, static_cast<int>(tone));
        item->setData(CountRole, m_form->changedCount(key));
        item->setData(Qt::AccessibleDescriptionRole,
                      !worst                          ? tr("complete")
                          : *worst == Severity::Error ? tr("has errors")
                                                      : tr("has warnings"));
    }
    const QSignalBlocker blockers[] = {QSignalBlocker(m_basic), QSignalBlocker(m_all)};
    m_basic->setText(tr("Basic   %1").arg(m_form->fieldCount(false)));
    m_all->setText(tr("All   %1").arg(m_form->fieldCount(true)));
    m_onlyChanged->setText(tr("Only changed   %1").arg(m_form->changedCount()));
    m_basic->setAccessibleName(tr("Basic settings"));
    m_all->setAccessibleName(tr("All settings"));
    m_onlyChanged->setAccessibleName(tr("Only changed settings"));
    m_all->setChecked(m_form->showExpert());
    m_basic->setChecked(!m_form->showExpert());
}

void SettingsSidebar::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

} // namespace anneal
