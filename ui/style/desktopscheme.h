// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QDBusVariant>
#include <QObject>

namespace anneal {

/// The desktop's light or dark wish, read from the settings portal and followed while the program runs.
class DesktopScheme : public QObject
{
    Q_OBJECT

public:
    explicit DesktopScheme(QObject *parent = nullptr);
    /// Nothing when there is no portal or the desktop has no preference.
    [[nodiscard]] std::optional<bool> prefersDark() const { return m_dark; }

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void settingChanged(const QString &space, const QString &key, const QDBusVariant &value);

private:
    void take(const QVariant &value);

    std::optional<bool> m_dark;
};

} // namespace anneal
