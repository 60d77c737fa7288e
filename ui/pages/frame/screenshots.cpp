// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/frame/screenshots.h"

#include <QTimer>

#include "pages/frame/mainwindow.h"
#include "pages/page.h"
#include "style/text.h"
#include "style/theme.h"

namespace anneal {

namespace {

constexpr QSize kUsualSize(1440, 900);
constexpr int kSettleMs = 1500; ///< files are read and charts drawn by workers

/// Walks through the pages in both themes, one picture at a time.
class Photographer : public QObject
{
public:
    Photographer(MainWindow &window, std::filesystem::path folder)
        : QObject(&window)
        , m_window(window)
        , m_folder(std::move(folder))
    {
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark})
            for (const PageEntry &entry : window.pages())
                m_shots.push_back({theme, entry.key, kUsualSize});
        for (const PageEntry &entry : window.pages())
            m_shots.push_back({ThemeChoice::Light, entry.key, window.minimumSize()});
    }

    void next()
    {
        if (m_now == m_shots.size()) {
            m_window.close();
            return;
        }
        Theme::instance().choose(m_shots[m_now].theme);
        m_window.resize(m_shots[m_now].size);
        m_window.go(requestFor(m_shots[m_now].page));
        QTimer::singleShot(kSettleMs, this, [this] { shoot(); });
    }

private:
    struct Shot {
        ThemeChoice theme;
        QString page;
        QSize size;
    };

    PageRequest requestFor(const QString &page) const
    {
        PageRequest request;
        request.page = page;
        const auto runs = m_window.app().workspace().runs();
        const std::size_t wanted = page == pagekey::kCompare ? 4 : 1;
        for (const RunSummary &run : *runs)
            if (static_cast<std::size_t>(request.runs.size()) < wanted && page != pagekey::kNewRun)
                request.runs.append(qstr(run.id));
        return request;
    }

    void shoot()
    {
        const Shot &shot = m_shots[m_now++];
        const QString name = shot.page
            + (shot.size != kUsualSize               ? QStringLiteral("-small.png")
                   : shot.theme == ThemeChoice::Dark ? QStringLiteral("-dark.png")
                                                     : QStringLiteral(".png"));
        m_window.grab().save(qstr((m_folder / name.toStdString()).string()));
        next();
    }

    MainWindow &m_window;
    std::filesystem::path m_folder;
    std::vector<Shot> m_shots;
    std::size_t m_now = 0;
};

} // namespace

void takeScreenshots(MainWindow &window, const std::filesystem::path &folder)
{
    std::filesystem::create_directories(folder);
    auto *photographer = new Photographer(window, folder);
    QTimer::singleShot(kSettleMs, photographer, [photographer] { photographer->next(); });
}

} // namespace anneal
