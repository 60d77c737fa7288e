// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>

#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "realruns.h"

namespace anneal::test {

/// The program on a terminal of its own.
class Terminal
{
public:
    Terminal(const RealRuns &runs, const QStringList &arguments, unsigned short columns, const char *kind = "xterm")
    {
        std::vector<QByteArray> words{ANNEAL_PROGRAM};
        for (const QString &argument : arguments)
            words.push_back(argument.toUtf8());
        std::vector<char *> argv;
        for (QByteArray &word : words)
            argv.push_back(word.data());
        argv.push_back(nullptr);
        const std::string folder = runs.folder().string(), workspace = runs.workspace().string();
        const winsize size{24, columns, 0, 0};
        m_pid = forkpty(&m_terminal, nullptr, nullptr, &size);
        if (m_pid == 0) {
            setenv("TERM", kind, 1);
            setenv("ANNEAL_ENGINE", ANNEAL_ENGINE_PROGRAM, 1);
            setenv("ANNEAL_WORKSPACE", workspace.c_str(), 1);
            if (chdir(folder.c_str()) == 0)
                execv(ANNEAL_PROGRAM, argv.data());
            _exit(127);
        }
        fcntl(m_terminal, F_SETFL, O_NONBLOCK);
    }
    ~Terminal()
    {
        if (m_pid > 0 && !m_ended) {
            kill(m_pid, SIGKILL);
            waitpid(m_pid, nullptr, 0);
        }
        close(m_terminal);
    }
    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;

    void type(const char *keys) const { QCOMPARE(write(m_terminal, keys, strlen(keys)), ssize_t(strlen(keys))); }
    /// All that was printed so far.
    const QByteArray &screen()
    {
        char bytes[4096];
        for (ssize_t got = 0; (got = read(m_terminal, bytes, sizeof bytes)) > 0;)
            m_screen.append(bytes, got);
        return m_screen;
    }
    bool ended()
    {
        screen();
        int status = 0;
        if (!m_ended && waitpid(m_pid, &status, WNOHANG) == m_pid) {
            m_ended = true;
            m_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            screen();
        }
        return m_ended;
    }
    [[nodiscard]] int code() const { return m_code; }

private:
    pid_t m_pid = -1;
    int m_terminal = -1;
    QByteArray m_screen;
    bool m_ended = false;
    int m_code = -1;
};

} // namespace anneal::test
