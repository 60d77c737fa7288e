// SPDX-License-Identifier: GPL-3.0-or-later
#include "style/icons.h"

#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "style/theme.h"

namespace anneal {

namespace {

QString iconPath(const QString &name)
{
    return QStringLiteral(":/anneal/icons/%1.svg").arg(name);
}

QPixmap drawIcon(const QString &name, int size, const QColor &color, qreal ratio)
{
    QPixmap pixmap(QSize(size, size) * ratio);
    pixmap.fill(Qt::transparent);
    QSvgRenderer renderer(iconPath(name));
    Q_ASSERT_X(renderer.isValid(), "icon", qPrintable(name));
    QPainter painter(&pixmap);
    renderer.render(&painter, QRectF(QPointF(), QSizeF(pixmap.size())));
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(pixmap.rect(), color);
    painter.end();
    pixmap.setDevicePixelRatio(ratio);
    return pixmap;
}

class TintedEngine : public QIconEngine
{
public:
    TintedEngine(QString name, Ink ink)
        : m_name(std::move(name))
        , m_ink(ink)
    {
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const int side = qMin(rect.width(), rect.height());
        const QPixmap pixmap = iconPixmap(m_name, side, color(mode, state), painter->device()->devicePixelRatioF());
        painter->drawPixmap(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2, pixmap);
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal ratio) override
    {
        // Qt asks in device pixels here and sets the ratio itself.
        Q_UNUSED(ratio)
        return iconPixmap(m_name, qMin(size.width(), size.height()), color(mode, state), 1.0);
    }
    QIconEngine *clone() const override { return new TintedEngine(m_name, m_ink); }
    QString key() const override { return QStringLiteral("anneal"); }

private:
    [[nodiscard]] QColor color(QIcon::Mode mode, QIcon::State state) const
    {
        if (mode == QIcon::Disabled)
            return inkColor(Ink::Disabled);
        return inkColor(state == QIcon::On && m_ink != Ink::OnAccent ? Ink::Accent : m_ink);
    }

    QString m_name;
    Ink m_ink;
};

} // namespace

QIcon icon(const QString &name, Ink ink)
{
    return QIcon(new TintedEngine(name, ink));
}

QPixmap iconPixmap(const QString &name, int size, const QColor &color, qreal ratio)
{
    const QString key = QStringLiteral("anneal/%1/%2/%3/%4").arg(name).arg(size).arg(color.rgba(), 0, 16).arg(ratio);
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = drawIcon(name, size, color, ratio);
        QPixmapCache::insert(key, pixmap);
    }
    return pixmap;
}

QIcon applicationIcon()
{
    return QIcon(iconPath(QStringLiteral("anneal")));
}

} // namespace anneal
