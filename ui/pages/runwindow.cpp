// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/runwindow.h"

#include <memory>

#include <QApplication>

#include "gallery/gallery.h"
#include "pages/frame/mainwindow.h"
#include "pages/frame/screenshots.h"
#include "pages/frame/startmeasure.h"
#include "style/icons.h"
#include "style/theme.h"

namespace anneal {

int runWindow(int &argc, char **argv, const WindowOptions &options)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("anneal"));
    QApplication::setApplicationDisplayName(QStringLiteral("Anneal"));
    QApplication::setApplicationVersion(QStringLiteral(ANNEAL_VERSION));
    Theme::instance().install(application);
    QApplication::setWindowIcon(applicationIcon());

    if (options.gallery) {
        const std::unique_ptr<QWidget> gallery(makeGallery());
        gallery->show();
        return QApplication::exec();
    }
    auto *window = new MainWindow(options.workspace); // deletes itself when it closes
    if (options.measureStart)
        measureStart(*window);
    if (!options.screenshots.empty())
        takeScreenshots(*window, options.screenshots);
    window->showWhenReady();
    return QApplication::exec();
}

} // namespace anneal
