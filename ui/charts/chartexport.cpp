// SPDX-License-Identifier: GPL-3.0-or-later
// A ChartCard as a file: picture, drawing or all of its points.
#include <QBuffer>
#include <QFileDialog>
#include <QFutureWatcher>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QtConcurrent>

#include "charts/chartstate.h"
#include "charts/charttable.h"
#include "charts/chartview.h"
#include "style/fonts.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kTitleHeight = 28;
constexpr int kImageScale = 2;

/// Why the file is not there; empty when it is.
QString writeFile(const QString &path, const std::function<bool(QIODevice &)> &write)
{
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) && write(file) && file.commit();
    return written ? QString() : ChartCard::tr("%1 cannot be written: %2").arg(path, file.errorString());
}

} // namespace

void ChartCard::paintForFile(QPainter &painter) const
{
    const QSize size = m->view->size();
    painter.fillRect(0, 0, size.width(), size.height() + kTitleHeight, inkColor(Ink::Surface));
    painter.setFont(uiFont(TextRole::SectionTitle));
    painter.setPen(inkColor(Ink::Text));
    painter.drawText(QRect(12, 0, size.width() - 24, kTitleHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     m->unit.isEmpty() ? title() : title() + QStringLiteral(" · ") + m->unit);
    painter.translate(0, kTitleHeight);
    m->view->paintPicture(painter);
}

QImage ChartCard::toImage() const
{
    const QSize size = m->view->size() + QSize(0, kTitleHeight);
    QImage image(size * kImageScale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kImageScale);
    image.setText(QStringLiteral("Title"), title());
    image.setText(QStringLiteral("Configuration"), m->configId);
    QPainter painter(&image);
    paintForFile(painter);
    return image;
}

/// Paints now, on the window's thread; what it returns may run in a worker.
std::function<bool(QIODevice &)> ChartCard::fileWriter(const QString &path) const
{
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return [lines = m->lines, comment = tr("%1; configuration %2").arg(title(), m->configId)](QIODevice &file) {
            return writeCsv(file, lines, comment);
        };
    if (!path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
        return [image = toImage()](QIODevice &file) { return image.save(&file, "PNG"); };
    QBuffer drawing;
    const QSize size = m->view->size() + QSize(0, kTitleHeight);
    QSvgGenerator generator;
    generator.setOutputDevice(&drawing);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(title());
    generator.setDescription(tr("Configuration %1").arg(m->configId));
    QPainter painter(&generator);
    paintForFile(painter);
    painter.end();
    return [bytes = drawing.data()](QIODevice &file) { return file.write(bytes) == bytes.size(); };
}

void ChartCard::exportTo(const QString &path)
{
    auto *watcher = new QFutureWatcher<QString>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, path] {
        Q_EMIT exported(path, watcher->result());
        watcher->deleteLater();
    });
    watcher->setFuture(QtConcurrent::run(writeFile, path, fileWriter(path)));
}

void ChartCard::askExport()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export %1").arg(title()),
                                                      title().toLower().replace(u' ', u'-') + QStringLiteral(".png"),
                                                      tr("Picture (*.png);;Drawing (*.svg);;All points (*.csv)"));
    if (path.isEmpty())
        return;
    setNotice(Tone::Neutral, tr("Writing %1…").arg(path));
    exportTo(path);
}

} // namespace anneal
