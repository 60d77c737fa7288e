// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/home/samples.h"

#include <QCoreApplication>
#include <QPointer>
#include <QWidget>

#include "base/hardware.h"
#include "config/validate.h"
#include "pages/context.h"
#include "plan/plan.h"
#include "style/text.h"

namespace anneal {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Samples", text);
}

const Issue *firstError(const std::vector<Issue> &issues)
{
    for (const Issue &issue : issues)
        if (issue.severity == Severity::Error)
            return &issue;
    return nullptr;
}

} // namespace

std::vector<const Preset *> samplePresets()
{
    std::vector<const Preset *> samples;
    for (const Preset &preset : presets())
        if (preset.sample)
            samples.push_back(&preset);
    return samples;
}

QString sampleName(const Preset &preset, const QString &control)
{
    QString name;
    const QStringList words = qstr(preset.key).split(QLatin1Char('-'));
    for (const QString &word : words)
        name += name.isEmpty() ? word : word.left(1).toUpper() + word.mid(1);
    return QStringLiteral("home.samples.%1.%2").arg(name, control);
}

void startSample(AppContext &app, const Preset &preset, QWidget *button)
{
    const Config config = resolvePaths(preset.config);
    const std::vector<Issue> issues = validate(config, localHardware());
    if (const Issue *error = firstError(issues)) {
        app.sayError({ErrorCode::Config, error->message, error->key});
        return;
    }
    button->setEnabled(false);
    app.actions().start({config, preset.key, {}, {}}, &app,
                        [&app, button = QPointer<QWidget>(button)](Result<std::string> started) {
                            if (button)
                                button->setEnabled(true);
                            if (started)
                                app.openRun(qstr(*started));
                            else
                                app.sayError(started.error());
                        });
}

SampleFacts sampleFacts(const Preset &preset)
{
    const Config &config = preset.config;
    const auto parameters = static_cast<double>(parameterCount(config));
    const QString data = qstr(config.data.train);
    return {data.startsWith(QLatin1String("sample:")) ? tr("bundled sample “%1”").arg(data.mid(7)) : data,
            tr("%1 parameters, %2 blocks").arg(countText(parameters)).arg(config.model.num_hidden_layers),
            tr("%1 steps").arg(countText(static_cast<double>(config.schedule.total_steps)))};
}

} // namespace anneal
