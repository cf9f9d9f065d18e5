// Runs a program, and makes sure that no process started by the program
// outlives it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/SupervisedProgram.h"
#include "Process/Supervisor.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace pinstripe;

/// The number of milliseconds between two checks. A check finds out whether
/// somebody has stopped the supervisor, the process that kills what the program
/// leaves.
static constexpr int checkMilliseconds = 500;

/// Opens a pidfd of a process. Makes the system call directly, since glibc 2.36
/// declares pidfd_open without C linkage.
static FileDescriptor openProcess(pid_t pid) {
  return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

static bool readReport(int pipe, SupervisorReport &report) {
  return llvm::sys::RetryAfterSignal(-1, ::read, pipe, &report,
                                     sizeof(report)) == ssize_t(sizeof(report));
}

SupervisedProgram::SupervisedProgram(pid_t supervisor, FileDescriptor report)
    : supervisor(supervisor), report(std::move(report)),
      handle(openProcess(supervisor)) {}

SupervisedProgram::SupervisedProgram(SupervisedProgram &&other) noexcept
    : supervisor(std::exchange(other.supervisor, 0)), program(other.program),
      report(std::move(other.report)), handle(std::move(other.handle)) {}

SupervisedProgram::~SupervisedProgram() {
  if (supervisor == 0)
    return;
  requestEnd();
  (void)takeStatus();
}

llvm::Expected<SupervisedProgram>
SupervisedProgram::start(const SubprocessSpec &spec,
                         const ChildStreams &streams, ChildExtras extras) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return llvm::make_error<EngineError>("can't create a pipe: " +
                                         llvm::sys::StrError());
  FileDescriptor reader(ends[0]);
  FileDescriptor writer(ends[1]);
  extras.supervisorPipe = writer.get();
  llvm::Expected<pid_t> supervisor = startChild(spec, streams, extras);
  if (!supervisor)
    return supervisor.takeError();
  writer.reset();
  SupervisedProgram started(*supervisor, std::move(reader));
  started.awaitReport();
  SupervisorReport first;
  if (!readReport(started.report.get(), first))
    return llvm::make_error<EngineError>(
        spec.program + ": can't start: its supervisor has ended");
  started.program = first.program;
  return started;
}

bool SupervisedProgram::hasOrphans() const {
  // Some kernels have no lists of children. With them, orphans can't be found,
  // so the result is false.
  auto children = childrenOf(supervisor);
  return children && *children != std::vector<pid_t>{program};
}

bool SupervisedProgram::waitFor(int milliseconds) const {
  if (handle.isOpen()) {
    struct pollfd waitFor = {handle.get(), POLLIN, 0};
    return ::poll(&waitFor, 1, milliseconds) > 0;
  }
  (void)::poll(nullptr, 0, std::min(milliseconds, 2));
  siginfo_t info = {};
  int waited = ::waitid(P_PID, static_cast<id_t>(supervisor), &info,
                        WEXITED | WNOHANG | WNOWAIT);
  return waited != 0 ? errno != EINTR : info.si_pid == supervisor;
}

void SupervisedProgram::continueSupervisor() const {
  (void)::kill(supervisor, SIGCONT);
}

bool SupervisedProgram::isStopped() const {
  auto children = childrenOf(program);
  return children && children->empty() && processState(program) == 'T';
}

void SupervisedProgram::requestEnd() const {
  (void)::kill(supervisor, SIGTERM);
  // The program may have stopped the supervisor, the process that watches it. A
  // stopped supervisor would not handle SIGTERM, so it is continued.
  (void)::kill(supervisor, SIGCONT);
}

/// Waits for a report of the supervisor process, and continues the supervisor
/// if somebody has stopped it.
void SupervisedProgram::awaitReport() const {
  struct pollfd waitFor = {report.get(), POLLIN, 0};
  while (::poll(&waitFor, 1, checkMilliseconds) <= 0)
    (void)::kill(supervisor, SIGCONT);
}

int SupervisedProgram::takeStatus() {
  while (!waitFor(checkMilliseconds))
    // Continues the supervisor process in case somebody has stopped it.
    (void)::kill(supervisor, SIGCONT);
  rusage use = {};
  llvm::sys::RetryAfterSignal(-1, ::wait4, supervisor, nullptr, 0, &use);
  spentSeconds = processorSecondsOf(use);
  supervisor = 0;
  SupervisorReport last;
  if (readReport(report.get(), last))
    return last.status;
  // The supervisor process was killed before it could report, most likely by
  // the program. Then the supervisor can't kill the program's process group any
  // more, so this function kills the group.
  if (program > 1)
    (void)::kill(-program, SIGKILL);
  return SIGKILL;
}
