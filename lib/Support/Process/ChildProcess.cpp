// Starts a program as a child process, in a sandbox if wanted.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The child is forked, enters the sandbox, and calls exec. Between fork and
// exec, the child may only call async-signal-safe functions, since LLDB gives
// the tool several threads. So everything is prepared before the fork.

#include "pinstripe/Support/ChildProcess.h"
#include "Process/Confinement.h"
#include "Process/Supervisor.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ProcessState.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <linux/close_range.h>
#include <optional>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pinstripe {
namespace {

/// A message from the child to the tool. The child writes it into a pipe if a
/// step between fork and exec fails.
struct ChildFailure {
  enum class Stage : int {
    Directory,
    Streams,
    View,
    Sandbox,
    /// A report of success: the program's process now exists in the sandbox.
    /// `error` holds its process id as seen from outside of the sandbox.
    Entered,
    Trace,
    Start
  } stage = Stage::Start;
  int error = 0;
};

/// Returns a line for /proc/self/uid_map or gid_map. The line gives a user or
/// group the same id inside of a new user namespace as outside.
std::string identityMap(unsigned id) {
  std::string number = std::to_string(id);
  return number + " " + number + " 1\n";
}

/// The contents of /proc/self/uid_map and gid_map. They give the user and the
/// group the same ids inside of a new user namespace as outside.
struct IdMaps {
  std::string user = identityMap(::geteuid());
  std::string group = identityMap(::getegid());
};

/// A list of strings as exec takes it: an array of pointers, with a null
/// pointer at the end.
class ExecList {
public:
  explicit ExecList(std::vector<std::string> list) : strings(std::move(list)) {
    for (std::string &string : strings)
      pointers.push_back(string.data());
    pointers.push_back(nullptr);
  }
  ExecList(const ExecList &) = delete;
  char *const *data() const { return pointers.data(); }

private:
  std::vector<std::string> strings;
  std::vector<char *> pointers;
};

std::vector<std::string> allArguments(const SubprocessSpec &spec) {
  std::vector<std::string> all = spec.arguments;
  all.insert(all.begin(),
             spec.argument0.empty() ? spec.program : spec.argument0);
  return all;
}

/// Everything that a forked child needs until exec. It is prepared before the
/// fork, since the child must not allocate memory.
struct ChildPlan {
  const SubprocessSpec &spec;
  const ChildStreams &streams;
  const ChildExtras &extras;
  int report; ///< The pipe through which the child reports which step failed.
  pid_t parent = ::getpid();
  ExecList arguments{allArguments(spec)};
  ExecList environment{spec.environment};
  std::vector<sock_filter> filter =
      spec.sandbox ? spec.sandbox->filter : std::vector<sock_filter>();
  int listenerSocket = spec.sandbox ? spec.sandbox->listenerSocket : -1;
  IdMaps ids = {};
};

[[noreturn]] void failInChild(const ChildPlan &plan,
                              ChildFailure::Stage stage) {
  ChildFailure failure{stage, errno};
  (void)!::write(plan.report, &failure, sizeof(failure));
  ::_exit(127);
}

void resetSignals() {
  for (int signal = 1; signal < NSIG; ++signal)
    if (signal != SIGKILL && signal != SIGSTOP)
      ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void limitResources(const ChildPlan &plan) {
  struct rlimit noCore = {0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
  rlim_t limit = std::max(plan.spec.outputLimitBytes, plan.spec.fileLimitBytes);
  struct rlimit fileSize = {limit, limit};
  ::setrlimit(RLIMIT_FSIZE, &fileSize);
}

bool writeFile(const char *path, const char *text) {
  int file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  size_t size = std::strlen(text);
  bool written = ::write(file, text, size) == static_cast<ssize_t>(size);
  ::close(file);
  return written;
}

/// Moves this process into a new mount namespace. If the user is not root, the
/// process must enter a new user namespace as well.
bool ownMounts(const IdMaps &ids) {
  if (::unshare(CLONE_NEWNS) == 0)
    return true;
  if (errno != EPERM || ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
    return false;
  // Kernels before 3.19 have no /proc/self/setgroups and do not need it. So an
  // error of writing this file is ignored.
  (void)writeFile("/proc/self/setgroups", "deny");
  return writeFile("/proc/self/uid_map", ids.user.c_str()) &&
         writeFile("/proc/self/gid_map", ids.group.c_str());
}

bool separateMounts(const IdMaps &ids) {
  return ownMounts(ids) &&
         // The root mount and all mounts below become private. Otherwise the
         // kernel would pass on later mounts to other namespaces.
         ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

bool mountView(const ChildPlan &plan) {
  return separateMounts(plan.ids) &&
         ::mount(plan.extras.privateView.c_str(),
                 plan.spec.workingDirectory.c_str(), nullptr, MS_BIND | MS_REC,
                 nullptr) == 0;
}

/// Makes the child end when the thread that has started it ends. The kernel
/// drops this setting whenever the child's credentials change, so this function
/// must be called again after each such change.
void dieWithParent(const ChildPlan &plan) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // If the parent ended before the call of prctl, no signal comes, so the child
  // ends by itself. This check is not possible in a sandbox, where the parent
  // has no process id, and is not needed there: the child ends together with
  // the sandbox.
  if (!plan.spec.sandbox && ::getppid() != plan.parent)
    ::_exit(127);
}

/// Gives each file that is passed to the program the descriptor number that the
/// program expects. Works in two steps, since the new number of one file may be
/// the present number of another.
void passFiles(ChildPlan &plan) {
  const std::vector<PassedFile> &files = plan.extras.passedFiles;
  if (files.empty())
    return;
  int above = 0;
  for (const PassedFile &each : files)
    above = std::max({above, each.number + 1, each.file + 1});
  auto moveAway = [&](int &file) {
    file = ::fcntl(file, F_DUPFD_CLOEXEC, above + int(files.size()));
    return file >= 0;
  };
  bool isThere = moveAway(plan.report) &&
                 (plan.listenerSocket < 0 || moveAway(plan.listenerSocket));
  int copy = above;
  for (const PassedFile &each : files)
    isThere &= ::dup3(each.file, copy++, O_CLOEXEC) >= 0;
  copy = above;
  for (const PassedFile &each : files)
    isThere &= ::dup2(copy++, each.number) >= 0;
  if (!isThere)
    failInChild(plan, ChildFailure::Stage::Streams);
}

[[noreturn]] void runChild(ChildPlan &plan) {
  const SubprocessSpec &spec = plan.spec;
  ::setsid();
  dieWithParent(plan);
  resetSignals();
  if (!plan.extras.privateView.empty()) {
    if (!mountView(plan))
      failInChild(plan, ChildFailure::Stage::View);
    dieWithParent(plan);
  }
  if (spec.sandbox && !confine(*spec.sandbox))
    failInChild(plan, ChildFailure::Stage::Sandbox);
  if (!spec.workingDirectory.empty() &&
      ::chdir(spec.workingDirectory.c_str()) != 0)
    failInChild(plan, ChildFailure::Stage::Directory);
  if (::dup2(plan.streams.input.get(), 0) < 0 ||
      ::dup2(plan.streams.output.get(), 1) < 0 ||
      ::dup2(plan.streams.error.get(), 2) < 0)
    failInChild(plan, ChildFailure::Stage::Streams);
  // If the standard input is a terminal, it becomes the controlling terminal of
  // the program, so that keys such as Ctrl-C send signals to the program. The
  // call fails for the terminal of the user, which belongs to another session;
  // this error is ignored.
  (void)::ioctl(0, TIOCSCTTY, 0);
  // Makes exec close all descriptors above 2. The program would otherwise
  // inherit open files, which would be a further input. Kernels before 5.11
  // lack CLOSE_RANGE_CLOEXEC; with them, Pinstripe's own files are still
  // closed, since it opens them close-on-exec.
  (void)::close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
  passFiles(plan);
  limitResources(plan);
  // Turns off address space randomisation. A container may forbid this call of
  // personality(). Then addresses vary from run to run. If that matters, the
  // check for determinism reports it.
  if (spec.fixedAddresses)
    (void)::personality(ADDR_NO_RANDOMIZE);
  if (plan.extras.isTraced &&
      ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
    failInChild(plan, ChildFailure::Stage::Trace);
  if (spec.sandbox && !filterSystemCalls(plan.filter, plan.listenerSocket,
                                         {plan.extras.isDebugger}))
    failInChild(plan, ChildFailure::Stage::Sandbox);
  ::execve(spec.program.c_str(), plan.arguments.data(),
           plan.environment.data());
  failInChild(plan, ChildFailure::Stage::Start);
}

/// Moves the child into all namespaces of the sandbox. The namespace of process
/// ids applies only to processes that are forked later. So this function forks
/// a second process, as another child of the tool, and ends the first. It
/// returns only in the second process, which becomes the program. If the
/// program has a supervisor, nothing is forked here, since the supervisor forks
/// the program.
void enterSandbox(const ChildPlan &plan, bool hasSupervisor) {
  if (!enterNamespaces(*plan.spec.sandbox))
    failInChild(plan, ChildFailure::Stage::Sandbox);
  if (hasSupervisor)
    return;
  pid_t program = forkIntoSandbox(/*isSibling=*/true, plan.extras.isServer);
  if (program == 0)
    return;
  if (program < 0)
    failInChild(plan, ChildFailure::Stage::Sandbox);
  ChildFailure entered{ChildFailure::Stage::Entered, program};
  (void)!::write(plan.report, &entered, sizeof(entered));
  ::_exit(0);
}

llvm::Error startError(const SubprocessSpec &spec,
                       const ChildFailure &failure) {
  const char *reason = std::strerror(failure.error);
  if (failure.stage == ChildFailure::Stage::Directory)
    return llvm::make_error<UsageError>(spec.workingDirectory +
                                        ": can't run there: " + reason);
  if (failure.stage == ChildFailure::Stage::Streams)
    return llvm::make_error<EngineError>(
        llvm::Twine("can't redirect the standard streams: ") + reason);
  if (failure.stage == ChildFailure::Stage::View)
    return llvm::make_error<EngineError>(
        spec.workingDirectory + ": can't mount a private view there: " +
        reason + "; run one test at a time, as root, or with user namespaces");
  if (failure.stage == ChildFailure::Stage::Sandbox)
    return llvm::make_error<EngineError>(
        spec.program + ": can't start it in its sandbox: " + reason);
  if (failure.stage == ChildFailure::Stage::Trace)
    return llvm::make_error<TargetError>(
        spec.program + ": can't trace it: " + reason +
        "; all engines need ptrace: allow it (sysctl "
        "kernel.yama.ptrace_scope=1; in a container --cap-add=SYS_PTRACE)");
  const char *remedy = "";
  if (failure.error == EACCES)
    remedy = "; make it executable (chmod +x), or name the program itself";
  else if (failure.error == ENOEXEC)
    remedy = "; name a program for this machine, built with -O0 -g";
  else if (failure.error == ENOENT && ::access(spec.program.c_str(), F_OK) == 0)
    remedy = "; its interpreter or dynamic linker is missing";
  else if (failure.error == ENOENT)
    remedy = "; check the path";
  return llvm::make_error<TargetError>(spec.program +
                                       ": can't start: " + reason + remedy);
}

/// Waits until a child has written to the pipe or closed it. If a signal has
/// stopped the child meanwhile, continues it. Returns false after a minute.
bool awaitChild(int pipe, pid_t child) {
  constexpr int lookMilliseconds = 500;
  // On a machine that swaps, a start may take up to a minute.
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(60);
  struct pollfd waitFor = {pipe, POLLIN, 0};
  while (::poll(&waitFor, 1, lookMilliseconds) <= 0) {
    continueIfStopped(child);
    if (std::chrono::steady_clock::now() >= deadline)
      return false;
  }
  return true;
}

/// Reads from the pipe through which a child reports a failure to start its
/// program. If the child calls exec successfully, the pipe closes without a
/// report. Returns false if the child neither reports a failure nor calls exec
/// in time.
bool readFailure(int pipe, pid_t child, std::optional<ChildFailure> &failure) {
  if (!awaitChild(pipe, child))
    return false;
  ChildFailure read;
  failure.reset();
  if (llvm::sys::RetryAfterSignal(-1, ::read, pipe, &read, sizeof(read)) ==
      ssize_t(sizeof(read)))
    failure = read;
  return true;
}

llvm::Error forkError(const char *what) {
  return llvm::make_error<EngineError>(llvm::Twine("can't create a ") + what +
                                       ": " + std::strerror(errno));
}

/// Kills a child of this process and waits for its end.
void endAndReap(pid_t child) {
  ::kill(child, SIGKILL);
  llvm::sys::RetryAfterSignal(-1, ::waitpid, child, nullptr, 0);
}

FileDescriptor openAboveStandard(const char *path, int flags) {
  FileDescriptor opened(::open(path, flags | O_CLOEXEC, 0666));
  return opened.isOpen() ? aboveStandard(std::move(opened)) : std::move(opened);
}

llvm::Expected<FileDescriptor> openOutput(const std::string &path) {
  FileDescriptor file =
      openAboveStandard(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC);
  if (!file.isOpen())
    return cannotWrite(path, errno);
  return file;
}

} // namespace

llvm::Expected<ChildStreams> openStreams(const SubprocessSpec &spec) {
  ChildStreams streams;
  const std::string input =
      spec.standardInput.empty() ? "/dev/null" : spec.standardInput;
  streams.input = openAboveStandard(input.c_str(), O_RDONLY);
  if (!streams.input.isOpen())
    return llvm::make_error<UsageError>(
        input + ": can't read: " + std::strerror(errno));
  auto output = openOutput(spec.standardOutput);
  if (!output)
    return output.takeError();
  auto error = openOutput(spec.standardError);
  if (!error)
    return error.takeError();
  streams.output = std::move(*output);
  streams.error = std::move(*error);
  return streams;
}

bool canHavePrivateViews() {
  IdMaps ids;
  pid_t child = ::fork();
  if (child == 0)
    ::_exit(separateMounts(ids) ? 0 : 1);
  int status = 0;
  if (child > 0)
    llvm::sys::RetryAfterSignal(-1, ::waitpid, child, &status, 0);
  return child > 0 && status == 0;
}

llvm::Expected<pid_t> startChild(const SubprocessSpec &spec,
                                 const ChildStreams &streams,
                                 const ChildExtras &extras) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return forkError("pipe");
  FileDescriptor reader(ends[0]);
  FileDescriptor writer = aboveStandard(FileDescriptor(ends[1]));
  ChildPlan plan{spec, streams, extras, writer.get()};
  pid_t child = ::fork();
  if (child < 0)
    return forkError("process");
  if (child == 0) {
    bool hasSupervisor = extras.supervisorPipe >= 0;
    if (spec.sandbox)
      enterSandbox(plan, hasSupervisor);
    if (hasSupervisor)
      plan.parent =
          splitOffSupervisor(plan.parent, extras.supervisorPipe,
                             spec.sandbox != nullptr, extras.isServer);
    runChild(plan);
  }
  writer.reset();
  std::optional<ChildFailure> failure;
  bool isStarted = readFailure(reader.get(), child, failure);
  if (isStarted && failure && failure->stage == ChildFailure::Stage::Entered) {
    endAndReap(child);
    child = failure->error;
    isStarted = readFailure(reader.get(), child, failure);
  } else if (isStarted && !failure && spec.sandbox &&
             extras.supervisorPipe < 0) {
    // The pipe was closed without a report. So the child was killed before it
    // entered the sandbox.
    isStarted = false;
  }
  if (isStarted && !failure)
    return child;
  endAndReap(child);
  if (isStarted)
    return startError(spec, *failure);
  return llvm::make_error<EngineError>(
      spec.program +
      ": does not start; another process may have stopped or killed it");
}

void putFirst(pid_t process) {
  sched_param priority{};
  priority.sched_priority = ::sched_get_priority_min(SCHED_RR);
  ::sched_setscheduler(process, SCHED_RR | SCHED_RESET_ON_FORK, &priority);
}

} // namespace pinstripe
