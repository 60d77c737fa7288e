// SPDX-License-Identifier: GPL-3.0-or-later
#include "launch/detached.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"

namespace anneal {

namespace {

class Descriptor
{
public:
    explicit Descriptor(int fd = -1)
        : m_fd(fd)
    {
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    ~Descriptor() { close(); }
    [[nodiscard]] int get() const { return m_fd; }
    void close()
    {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = -1;
    }

private:
    int m_fd;
};

/// All that the new process needs, made ready before fork(2): after it only async-signal-safe calls are allowed,
/// because another thread of this process may have held any lock.
struct ChildPlan {
    const char *program;
    char *const *arguments;
    const char *workingFolder;
    int log;
    int null;
    int ownEnd;
    int parentEnd;
};

/// What the new process tells its starter: its pid first, then nothing (exec closed the socket) or why it could not
/// start.
struct ChildMessage {
    pid_t pid = 0;
    int error = 0;
};
constexpr char kGo = 'g';

void markDescriptorsCloseOnExec()
{
#ifdef SYS_close_range
    constexpr unsigned kCloseOnExec = 4;
    if (syscall(SYS_close_range, 3U, ~0U, kCloseOnExec) == 0)
        return;
#endif
    for (int fd = 3; fd < 65536; ++fd)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
}

void resetSignals()
{
    struct sigaction usual = {};
    usual.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; ++number)
        sigaction(number, &usual, nullptr);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void giveUp(const ChildPlan &plan)
{
    const ChildMessage message{getpid(), errno};
    send(plan.ownEnd, &message, sizeof message, MSG_NOSIGNAL);
    _exit(127);
}

/// Waits for the word of the starter. When the starter died meanwhile, the start was wanted and goes on.
void waitForGo(const ChildPlan &plan)
{
    const ChildMessage hello{getpid(), 0};
    send(plan.ownEnd, &hello, sizeof hello, MSG_NOSIGNAL);
    char word = kGo;
    while (recv(plan.ownEnd, &word, 1, 0) < 0 && errno == EINTR) { }
    if (word != kGo)
        _exit(127);
}

[[noreturn]] void becomeProgram(const ChildPlan &plan)
{
    close(plan.parentEnd);
    setsid();
    resetSignals();
    waitForGo(plan);
    if (chdir(plan.workingFolder) != 0 || dup2(plan.null, 0) < 0 || dup2(plan.log, 1) < 0 || dup2(plan.log, 2) < 0)
        giveUp(plan);
    markDescriptorsCloseOnExec();
    execv(plan.program, plan.arguments);
    giveUp(plan);
}

/// Forks twice, so that init, not this process, has to collect the program's exit status.
Result<void> forkTwice(const ChildPlan &plan)
{
    const pid_t middle = fork();
    if (middle < 0)
        return fail(ErrorCode::Internal,
                    std::string("Another process could not be started: ") + std::strerror(errno) + ".");
    if (middle == 0) {
        const pid_t program = fork();
        if (program == 0)
            becomeProgram(plan);
        if (program < 0)
            giveUp(plan);
        _exit(0);
    }
    while (waitpid(middle, nullptr, 0) < 0 && errno == EINTR) { }
    return {};
}

bool receive(int socket, ChildMessage &message)
{
    ssize_t got = -1;
    do
        got = recv(socket, &message, sizeof message, 0);
    while (got < 0 && errno == EINTR);
    return got == sizeof message;
}

Failure startError(const DetachedStart &start, int error)
{
    return fail(ErrorCode::Config, std::string("The engine could not be started: ") + std::strerror(error) + ".",
                start.call.program.string());
}

Result<void> letItStart(const DetachedStart &start, int socket)
{
    ChildMessage message;
    if (!receive(socket, message))
        return fail(ErrorCode::Internal, "The new process ended before it began.", start.call.program.string());
    if (message.error != 0)
        return startError(start, message.error);
    if (start.beforeExec) {
        if (auto prepared = start.beforeExec(message.pid); !prepared) {
            constexpr char kNo = 'n';
            send(socket, &kNo, 1, MSG_NOSIGNAL);
            return prepared;
        }
    }
    send(socket, &kGo, 1, MSG_NOSIGNAL);
    if (receive(socket, message))
        return startError(start, message.error);
    return {};
}

std::vector<char *> argumentVector(const EngineCall &call)
{
    std::vector<char *> arguments{const_cast<char *>(call.program.c_str())};
    for (const std::string &argument : call.arguments)
        arguments.push_back(const_cast<char *>(argument.c_str()));
    arguments.push_back(nullptr);
    return arguments;
}

} // namespace

Result<void> startDetached(const DetachedStart &start)
{
    const Descriptor log(open(start.logFile.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
    if (log.get() < 0)
        return storageError("write", start.logFile, errno);
    const Descriptor null(open("/dev/null", O_RDONLY | O_CLOEXEC));
    std::array<int, 2> pair{-1, -1};
    // SEQPACKET keeps messages whole.
    if (null.get() < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair.data()) != 0)
        return fail(ErrorCode::Internal,
                    std::string("Another process could not be started: ") + std::strerror(errno) + ".");
    const Descriptor ours(pair[0]);
    Descriptor theirs(pair[1]);

    const std::vector<char *> arguments = argumentVector(start.call);
    const ChildPlan plan{start.call.program.c_str(),
                         arguments.data(),
                         start.workingFolder.c_str(),
                         log.get(),
                         null.get(),
                         theirs.get(),
                         ours.get()};
    if (auto forked = forkTwice(plan); !forked)
        return forked;
    theirs.close();
    return letItStart(start, ours.get());
}

} // namespace anneal
