// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/desktopscheme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>

namespace anneal {

namespace {

constexpr auto kService = "org.freedesktop.portal.Desktop";
constexpr auto kPath = "/org/freedesktop/portal/desktop";
constexpr auto kInterface = "org.freedesktop.portal.Settings";
constexpr auto kSpace = "org.freedesktop.appearance";
constexpr auto kKey = "color-scheme";
constexpr int kPatienceMs = 200; // the first window must not wait for a portal that hangs

/// The portal wraps the value once or twice, depending on its version.
QVariant unwrap(QVariant value)
{
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

DesktopScheme::DesktopScheme(QObject *parent)
    : QObject(parent)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected() || qEnvironmentVariableIsSet("ANNEAL_TEST"))
        return;
    QDBusMessage call = QDBusMessage::createMethodCall(QLatin1String(kService), QLatin1String(kPath),
                                                       QLatin1String(kInterface), QStringLiteral("Read"));
    call << QString::fromLatin1(kSpace) << QString::fromLatin1(kKey);
    const QDBusMessage reply = bus.call(call, QDBus::Block, kPatienceMs);
    if (reply.type() == QDBusMessage::ReplyMessage && !reply.arguments().isEmpty())
        take(reply.arguments().constFirst());
    bus.connect(QLatin1String(kService), QLatin1String(kPath), QLatin1String(kInterface),
                QStringLiteral("SettingChanged"), this, SLOT(settingChanged(QString, QString, QDBusVariant)));
}

void DesktopScheme::settingChanged(const QString &space, const QString &key, const QDBusVariant &value)
{
    if (space != QLatin1String(kSpace) || key != QLatin1String(kKey))
        return;
    take(value.variant());
    Q_EMIT changed();
}

void DesktopScheme::take(const QVariant &value)
{
    const uint scheme = unwrap(value).toUInt(); // 0 no preference, 1 dark, 2 light
    m_dark = scheme == 1 ? std::optional(true) : scheme == 2 ? std::optional(false) : std::nullopt;
}

} // namespace anneal
