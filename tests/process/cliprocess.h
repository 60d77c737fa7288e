// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <grp.h>
#include <unistd.h>

#include <QProcess>
#include <nlohmann/json.hpp>

#include "runlooks.h"

namespace anneal::test {

/// How one call of the `anneal` program ended.
struct Outcome {
    int code = -1;
    QString out, err;

    [[nodiscard]] nlohmann::json document() const
    {
        auto parsed = nlohmann::json::parse(out.toStdString(), nullptr, false);
        return parsed.is_discarded() ? nlohmann::json() : parsed;
    }
    [[nodiscard]] QStringList errorLines() const { return err.split('\n', Qt::SkipEmptyParts); }
    /// For QVERIFY2.
    [[nodiscard]] const char *said() const
    {
        m_said = (out + err).toUtf8();
        return m_said.constData();
    }
    mutable QByteArray m_said = {};
};

/// The real program, no terminal and no display.
class Cli
{
public:
    explicit Cli(const std::filesystem::path &workspace)
        : m_environment(QProcessEnvironment::systemEnvironment())
    {
        m_environment.insert("ANNEAL_WORKSPACE", QString::fromStdString(workspace.string()));
        for (const char *display : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            m_environment.remove(display);
    }
    void set(const QString &name, const QString &value) { m_environment.insert(name, value); }
    void workIn(const QString &folder) { m_folder = folder; }
    /// Runs in the child before the program begins: a limit, another user.
    void prepare(std::function<void()> inChild) { m_inChild = std::move(inChild); }

    Outcome operator()(const QStringList &arguments) const
    {
        QProcess process;
        start(process, arguments);
        process.closeWriteChannel();
        if (!process.waitForFinished(60000))
            qFatal("anneal %s does not end", qPrintable(arguments.join(' ')));
        const int code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        return {code, QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }
    void start(QProcess &process, const QStringList &arguments) const
    {
        QProcessEnvironment environment = m_environment;
        for (const char *name : {"ANNEAL_ENGINE", "ANNEAL_STUB_BEHAVIOUR", "ANNEAL_STUB_STEP_MS"})
            if (qEnvironmentVariableIsSet(name))
                environment.insert(name, qEnvironmentVariable(name));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder);
        if (m_inChild)
            process.setChildProcessModifier(m_inChild);
        process.start(ANNEAL_PROGRAM, arguments);
    }

private:
    QProcessEnvironment m_environment;
    QString m_folder;
    std::function<void()> m_inChild;
};

/// Root may read and write everything, so its tests give up that right in the child.
inline void becomeNobody()
{
    constexpr unsigned kNobody = 65534;
    if (geteuid() == 0 && (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0))
        _exit(126);
}

} // namespace anneal::test
