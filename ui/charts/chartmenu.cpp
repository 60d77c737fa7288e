// SPDX-License-Identifier: GPL-3.0-or-later
// The ⋮ menu of a ChartCard: full screen, table, picture and file.
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QFileDialog>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "charts/chartstate.h"
#include "charts/charttable.h"
#include "charts/chartview.h"
#include "style/fonts.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr int kTitleHeight = 28;
constexpr int kImageScale = 2;

QDialog *makeDialog(QWidget *parent, const QString &title, QWidget *content)
{
    auto *dialog = new QDialog(parent, Qt::Window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto *layout = new QVBoxLayout(dialog);
    layout->addWidget(content);
    return dialog;
}

} // namespace

void ChartCard::showMenu()
{
    QMenu menu(this);
    menu.addAction(tr("Full screen"), this, &ChartCard::showFullScreen);
    QAction *log = menu.addAction(tr("Log y"), this, [this] { setLogY(!m->log()); });
    log->setCheckable(true);
    log->setChecked(m->log());
    QAction *outliers = menu.addAction(tr("Ignore outliers"), this, [this] { setIgnoreOutliers(!m->ignoreOutliers); });
    outliers->setCheckable(true);
    outliers->setChecked(m->ignoreOutliers);
    menu.addSeparator();
    menu.addAction(tr("Show as table"), this, &ChartCard::showTable);
    menu.addAction(tr("Copy image"), this, [this] { QApplication::clipboard()->setImage(toImage()); });
    menu.addAction(tr("Export…"), this, &ChartCard::askExport);
    if (m->removable) {
        menu.addSeparator();
        menu.addAction(tr("Remove card"), this, &ChartCard::removeRequested);
    }
    menu.exec(m->menu->mapToGlobal(QPoint(0, m->menu->height())));
}

void ChartCard::showTable()
{
    auto *table = new QTableView;
    table->setObjectName(objectName() + QStringLiteral(".table"));
    table->setAccessibleName(title());
    table->setModel(new ChartTable(m->lines, m->format, table));
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->setFont(numberFont());
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(measures().controlSmall);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    QDialog *dialog = makeDialog(this, tr("%1, all points").arg(title()), table);
    dialog->resize(560, 640);
    dialog->show();
    table->scrollToBottom();
}

void ChartCard::showFullScreen()
{
    auto *copy = new ChartCard(title(), objectName() + QStringLiteral(".fullScreen"), m->group);
    copy->setUnit(m->unit);
    copy->setFormat(m->format);
    copy->setReferences(m->references);
    copy->setPlans(m->plans);
    copy->setShowLetters(true);
    copy->setLogY(m->logY);
    copy->setIgnoreOutliers(m->ignoreOutliers);
    copy->setEmptyText(m->emptyText);
    copy->m->hidden = m->hidden;
    copy->setLines(m->lines);
    connect(this, &ChartCard::refreshed, copy, &ChartCard::refresh);
    makeDialog(this, title(), copy)->showFullScreen(); // Esc closes a dialog
}

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

QString ChartCard::toCsv() const
{
    return pointsAsCsv(m->lines, tr("%1; configuration %2").arg(title(), m->configId));
}

bool ChartCard::exportTo(const QString &path, QString *whyNot)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        *whyNot = tr("%1 can not be written: %2").arg(path, file.errorString());
        return false;
    }
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)) {
        file.write(toCsv().toUtf8());
    } else if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        const QSize size = m->view->size() + QSize(0, kTitleHeight);
        QSvgGenerator generator;
        generator.setOutputDevice(&file);
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(), size));
        generator.setTitle(title());
        generator.setDescription(tr("Configuration %1").arg(m->configId));
        QPainter painter(&generator);
        paintForFile(painter);
    } else if (!toImage().save(&file, "PNG")) {
        *whyNot = tr("%1 can not be written as a picture.").arg(path);
        return false;
    }
    if (!file.commit()) {
        *whyNot = tr("%1 can not be written: %2").arg(path, file.errorString());
        return false;
    }
    return true;
}

void ChartCard::askExport()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export %1").arg(title()),
                                                      title().toLower().replace(u' ', u'-') + QStringLiteral(".png"),
                                                      tr("Picture (*.png);;Drawing (*.svg);;All points (*.csv)"));
    QString whyNot;
    if (!path.isEmpty() && !exportTo(path, &whyNot))
        setNotice(Tone::Error, whyNot);
}

} // namespace anneal
