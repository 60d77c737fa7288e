// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/newrun/dataprobe.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QMetaObject>
#include <QPointer>
#include <QThreadPool>

#include "bio/dataset.h"
#include "config/configio.h"
#include "config/presets.h"
#include "plan/datacounts.h"

namespace anneal {

namespace {

constexpr double kProgressStep = 0.02; ///< of a reading, between two words about it

/// Everything that decides what would be read: the data section, the task and the age of the files.
std::string keyOf(const Config &config)
{
    std::string key = configToJson(config)["data"].dump() + config.objective.task;
    for (const std::string &path :
         {config.data.train, config.data.validation, config.data.split_file, config.data.wild_type})
        if (!path.empty())
            key += std::to_string(QFileInfo(QString::fromStdString(path)).lastModified().toMSecsSinceEpoch()) + ' ';
    return key;
}

constexpr std::size_t kRowsShown = 5;

/// The first rows, at once. What is wrong with them the reading of all will say.
std::optional<TablePreview> lookAtBeginning(const Config &config)
{
    const auto alphabet = Alphabet::byName(config.data.alphabet);
    if (!alphabet)
        return std::nullopt;
    auto preview = previewTable(config.data.train, **alphabet, dataRequest(config).labels, kRowsShown);
    return preview ? std::optional(std::move(*preview)) : std::nullopt;
}

ProbedData probe(const Config &config, const std::optional<TablePreview> &preview,
                 const std::function<bool(double)> &progress)
{
    ProbedData data;
    data.preview = preview;
    const Result<Dataset> dataset = loadDataset(dataRequest(config), {progress});
    if (!dataset) {
        data.problem = dataIssue(config, dataset.error());
        return data;
    }
    data.counts = countData(*dataset);
    data.warnings = dataset->warnings;
    data.notes = dataset->notes;
    data.summary = summarise(*dataset);
    return data;
}

} // namespace

DataProbe::DataProbe(QObject *parent)
    : QObject(parent)
    , m_cancelled(std::make_shared<std::atomic<bool>>(false))
{
}

DataProbe::~DataProbe()
{
    *m_cancelled = true;
}

void DataProbe::look(const Config &asTyped)
{
    const Config config = resolvePaths(asTyped);
    const std::string key = keyOf(config);
    if (key == m_key)
        return;
    m_key = key;
    *m_cancelled = true;
    m_cancelled = std::make_shared<std::atomic<bool>>(false);
    if (config.data.train.empty()) {
        accept(key, {});
        return;
    }
    m_data.reading = true;
    m_data.progress = 0;
    Q_EMIT changed();
    QThreadPool::globalInstance()->start([self = QPointer(this), cancelled = m_cancelled, key, config] {
        const auto post = [&](ProbedData data) {
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [self, key, data] {
                    if (self)
                        self->accept(key, data);
                },
                Qt::QueuedConnection);
        };
        const std::optional<TablePreview> preview = lookAtBeginning(config);
        const auto say = [&](double share) {
            ProbedData data;
            data.preview = preview;
            data.reading = true;
            data.progress = share;
            post(std::move(data));
        };
        say(0);
        double said = 0;
        const ProbedData data = probe(config, preview, [&](double share) {
            if (share >= said + kProgressStep) {
                said = share;
                say(share);
            }
            return !cancelled->load();
        });
        if (!cancelled->load())
            post(data);
    });
}

void DataProbe::accept(const std::string &key, ProbedData data)
{
    if (key != m_key)
        return;
    m_data = std::move(data);
    Q_EMIT changed();
}

} // namespace anneal
