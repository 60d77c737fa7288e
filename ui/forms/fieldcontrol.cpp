// SPDX-License-Identifier: GPL-3.0-or-later
#include "forms/fieldcontrol.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include "forms/numberedit.h"
#include "style/look.h"

namespace anneal {

void FieldControl::setReadOnly(bool on)
{
    control()->setEnabled(!on);
}

namespace {

constexpr int kTextWidth = 300;

QHBoxLayout *tightRow(QWidget *widget)
{
    auto *row = new QHBoxLayout(widget);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    return row;
}

/// Numbers and text: one line edit.
class LineControl : public FieldControl
{
public:
    LineControl(QLineEdit *edit, QWidget *parent)
        : FieldControl(parent)
        , m_edit(edit)
    {
        tightRow(this)->addWidget(m_edit);
        connect(m_edit, &QLineEdit::textEdited, this, &FieldControl::edited);
        connect(m_edit, &QLineEdit::editingFinished, this, &FieldControl::committed);
    }
    [[nodiscard]] QString text() const override { return m_edit->text(); }
    void setText(const QString &text) override
    {
        if (text != m_edit->text()) // keeps the cursor where it is
            m_edit->setText(text);
    }
    [[nodiscard]] QWidget *control() const override { return m_edit; }
    void setReadOnly(bool on) override { m_edit->setReadOnly(on); }

protected:
    QLineEdit *m_edit;
};

/// A path: line edit and "Browse…", which picks a folder for weights and a file for the rest.
class PathControl : public LineControl
{
public:
    PathControl(const Field &field, QWidget *parent)
        : LineControl(new QLineEdit, parent)
        , m_field(field)
    {
        m_edit->setMinimumWidth(kTextWidth);
        m_browse = makeButton(tr("Browse…"), QStringLiteral("newRun.%1.browse").arg(QString::fromStdString(field.key)));
        m_browse->setAccessibleName(tr("Browse for %1").arg(QString::fromStdString(field.label).toLower()));
        layout()->addWidget(m_browse);
        connect(m_browse, &QPushButton::clicked, this, &PathControl::browse);
    }
    void setReadOnly(bool on) override
    {
        LineControl::setReadOnly(on);
        m_browse->setEnabled(!on);
    }

private:
    void browse()
    {
        const QString title = QString::fromStdString(m_field.label);
        const QString start = m_edit->text().startsWith(QLatin1String("sample:")) ? QString() : m_edit->text();
        const QString path = m_field.key == "model.init_from" ? QFileDialog::getExistingDirectory(this, title, start)
                                                              : QFileDialog::getOpenFileName(this, title, start);
        if (path.isEmpty())
            return;
        m_edit->setText(path);
        Q_EMIT edited(path);
        Q_EMIT committed();
    }

    const Field &m_field;
    QPushButton *m_browse;
};

class ChoiceControl : public FieldControl
{
public:
    ChoiceControl(const Field &field, QWidget *parent)
        : FieldControl(parent)
        , m_combo(new QComboBox)
    {
        for (const FieldChoice &choice : field.choices)
            m_combo->addItem(QString::fromStdString(choice.label), QString::fromStdString(choice.value));
        QHBoxLayout *row = tightRow(this);
        row->addWidget(m_combo);
        connect(m_combo, &QComboBox::currentIndexChanged, this, [this] {
            Q_EMIT edited(text());
            Q_EMIT committed();
        });
    }
    [[nodiscard]] QString text() const override { return m_combo->currentData().toString(); }
    void setText(const QString &text) override
    {
        const QSignalBlocker blocker(m_combo);
        m_combo->setCurrentIndex(m_combo->findData(text));
    }
    [[nodiscard]] QWidget *control() const override { return m_combo; }

private:
    QComboBox *m_combo;
};

class SwitchControl : public FieldControl
{
public:
    explicit SwitchControl(QWidget *parent)
        : FieldControl(parent)
        , m_box(new QCheckBox)
    {
        tightRow(this)->addWidget(m_box);
        connect(m_box, &QCheckBox::toggled, this, [this] {
            updateWord();
            Q_EMIT edited(text());
            Q_EMIT committed();
        });
        updateWord();
    }
    [[nodiscard]] QString text() const override
    {
        return m_box->isChecked() ? QStringLiteral("on") : QStringLiteral("off");
    }
    void setText(const QString &text) override
    {
        const QSignalBlocker blocker(m_box);
        m_box->setChecked(text == QLatin1String("on"));
        updateWord();
    }
    [[nodiscard]] QWidget *control() const override { return m_box; }

private:
    void updateWord() { m_box->setText(m_box->isChecked() ? tr("on") : tr("off")); }

    QCheckBox *m_box;
};

} // namespace

FieldControl *makeFieldControl(const Field &field, QWidget *parent)
{
    switch (field.type) {
    case FieldType::Boolean:
        return new SwitchControl(parent);
    case FieldType::Choice:
        return new ChoiceControl(field, parent);
    case FieldType::Integer:
    case FieldType::Real:
        return new LineControl(new NumberEdit(field), parent);
    case FieldType::Path:
        return new PathControl(field, parent);
    case FieldType::Text:
        break;
    }
    auto *edit = new QLineEdit;
    edit->setMinimumWidth(kTextWidth);
    return new LineControl(edit, parent);
}

} // namespace anneal
