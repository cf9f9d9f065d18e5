// Starts many plain runs (without recording) quickly, from a small process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/PlainServer.h"
#include "Process/Confinement.h"
#include "Process/PlainServerLoop.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/ChildProcess.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ProcessState.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;
using Clock = std::chrono::steady_clock;
using Ending = SubprocessResult::Ending;

/// The number of milliseconds between two checks of whether a run has to be
/// ended.
static constexpr int lookMilliseconds = 20;
/// If a server of plain runs is not ready after this many seconds, its start
/// counts as failed. On a machine that swaps, a start takes long.
static constexpr double startSeconds = 60;

static llvm::Error cannot(const char *what) {
  return llvm::make_error<EngineError>(llvm::Twine("can't ") + what + ": " +
                                       llvm::sys::StrError());
}

// Start

PlainServer::PlainServer(AnonymousFile input, AnonymousFile output,
                         AnonymousFile error)
    : input(std::move(input)), output(std::move(output)),
      error(std::move(error)), page(nullptr) {}

PlainServer::~PlainServer() {
  socket.reset();
  if (server > 0) {
    // Somebody may have stopped the server by SIGSTOP. So SIGCONT is sent, too,
    // since a stopped process does not handle SIGTERM.
    (void)::kill(server, SIGTERM);
    (void)::kill(server, SIGCONT);
    llvm::sys::RetryAfterSignal(-1, ::waitpid, server, nullptr, 0);
  }
  if (page)
    ::munmap(page, sizeof(PlainServerPage));
}

namespace {

/// Everything that a forked child needs to become a server of plain runs. It is
/// prepared before the fork, since the child must not allocate memory.
struct ServerPlan {
  const SubprocessSpec &spec;
  PlainServerPage &page;
  PlainServerFiles files;
  std::vector<sock_filter> filter;
  pid_t parent = ::getpid();
};

} // namespace

static void resetHandlers() {
  for (int signal = 1; signal < NSIG; ++signal)
    if (signal != SIGKILL && signal != SIGSTOP)
      ::signal(signal, SIG_DFL);
}

/// Sends the process id of the server to the tool. The tool does not know the
/// id, since in a sandbox another process forks the server.
static void reportId(int socket, pid_t id) {
  (void)!::write(socket, &id, sizeof(id));
}

/// Forks a process into the sandbox, which becomes the server of plain runs.
/// Returns only in the new process.
static void enterServerSandbox(const ServerPlan &plan) {
  pid_t server = enterNamespaces(*plan.spec.sandbox)
                     ? forkIntoSandbox(/*isSibling=*/true, /*isServer=*/true)
                     : -1;
  if (server == 0)
    return;
  reportId(plan.files.socket, server < 0 ? -errno : server);
  ::_exit(0);
}

/// Turns a forked child into a server. If the sandbox can't be entered, the
/// child ends without a message. The tool notices that the socket was closed.
[[noreturn]] static void becomeServer(ServerPlan &plan) {
  const SubprocessSpec &spec = plan.spec;
  if (spec.sandbox)
    enterServerSandbox(plan);
  ::setsid();
  resetHandlers();
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  if (spec.sandbox && !confine(*spec.sandbox))
    ::_exit(127);
  // Asks the kernel to end this process when the tool ends. The kernel forgets
  // the request when the process changes its rights, as `confine` does. So the
  // request must come after `confine`.
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (!spec.sandbox) {
    if (::getppid() != plan.parent)
      // If the tool ended before the kernel was asked to signal its end, no
      // signal will come. So this process ends by itself.
      ::_exit(127);
    reportId(plan.files.socket, ::getpid());
  }
  struct rlimit noCore = {0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
  rlim_t limit = std::max(spec.outputLimitBytes, spec.fileLimitBytes);
  struct rlimit fileSize = {limit, limit};
  ::setrlimit(RLIMIT_FSIZE, &fileSize);
  if (spec.fixedAddresses)
    (void)::personality(ADDR_NO_RANDOMIZE);
  if (spec.sandbox &&
      !filterSystemCalls(plan.filter, spec.sandbox->listenerSocket, {}))
    ::_exit(127);
  servePlainRuns(plan.page, plan.files);
}

namespace {

/// The two messages that the tool gets when a server is started: one from the
/// process that forks the server, one from the server itself. On a busy
/// machine, the server's message can come first.
struct StartReports {
  pid_t id = 0; ///< The server's process id; -errno if it could not be forked.
  bool isReady = false;
  bool isComplete() const { return id < 0 || (id > 0 && isReady); }
};

} // namespace

/// Waits until a server of plain runs has started. Returns incomplete reports
/// if the server has ended, or if no message comes for too long.
static StartReports awaitStart(int socket) {
  StartReports reports;
  Stopwatch stopwatch;
  pollfd answer = {socket, POLLIN, 0};
  while (!reports.isComplete() && stopwatch.seconds() < startSeconds) {
    if (::poll(&answer, 1, lookMilliseconds) <= 0)
      continue;
    pid_t message = 0;
    ssize_t size = llvm::sys::RetryAfterSignal(-1, ::read, socket, &message,
                                               sizeof(message));
    if (size <= 0)
      break;
    // Each message arrives as a whole. A single byte says that the server is
    // ready.
    if (size == static_cast<ssize_t>(sizeof(message)))
      reports.id = message;
    else
      reports.isReady = true;
  }
  return reports;
}

llvm::Error PlainServer::launch(const SubprocessSpec &spec) {
  void *shared =
      ::mmap(nullptr, sizeof(PlainServerPage), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (shared == MAP_FAILED)
    return cannot("share memory");
  page = static_cast<PlainServerPage *>(shared);
  readableInput = aboveStandard(
      FileDescriptor(::open(input.path().c_str(), O_RDONLY | O_CLOEXEC)));
  int ends[2];
  if (!readableInput.isOpen() ||
      ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return cannot("make a socket");
  socket = FileDescriptor(ends[0]);
  FileDescriptor serversEnd = aboveStandard(FileDescriptor(ends[1]));
  ServerPlan plan{spec,
                  *page,
                  {serversEnd.get(), readableInput.get(), output.descriptor(),
                   error.descriptor()},
                  spec.sandbox ? spec.sandbox->filter
                               : std::vector<sock_filter>()};
  pid_t child = ::fork();
  if (child < 0)
    return cannot("create a process");
  if (child == 0)
    becomeServer(plan);
  serversEnd.reset();
  StartReports reports = awaitStart(socket.get());
  if (spec.sandbox || reports.id <= 0) {
    ::kill(child, SIGKILL);
    llvm::sys::RetryAfterSignal(-1, ::waitpid, child, nullptr, 0);
  }
  if (reports.id > 0)
    server = reports.id;
  if (server > 0 && reports.isReady)
    return llvm::Error::success();
  return llvm::make_error<EngineError>(
      spec.program + ": can't start a server for its runs" +
      (reports.id < 0 ? ": " + llvm::sys::StrError(-reports.id) : "") +
      "; another process may have stopped or killed it");
}

llvm::Expected<std::unique_ptr<PlainServer>>
PlainServer::start(const SubprocessSpec &spec) {
  llvm::Expected<AnonymousFile> input =
      AnonymousFile::create("pinstripe-stdin");
  if (!input)
    return input.takeError();
  llvm::Expected<AnonymousFile> output =
      AnonymousFile::create("pinstripe-stdout");
  if (!output)
    return output.takeError();
  llvm::Expected<AnonymousFile> error =
      AnonymousFile::create("pinstripe-stderr");
  if (!error)
    return error.takeError();
  std::unique_ptr<PlainServer> server(new PlainServer(
      std::move(*input), std::move(*output), std::move(*error)));
  if (llvm::Error failure = server->launch(spec))
    return failure;
  return server;
}

// Runs

namespace {

/// Writes the texts that describe a run, such as its arguments and environment,
/// into the memory that is shared with the server.
class TextWriter {
public:
  explicit TextWriter(PlainServerPage &page)
      : next(page.texts), end(page.texts + sizeof(page.texts)) {}

  const char *text(llvm::StringRef text) { return copy(text); }
  /// Copies texts, such as the arguments of a run, into the shared memory.
  /// Returns a list of pointers to the copies. The list ends with a null
  /// pointer, as exec requires.
  char *const *list(llvm::ArrayRef<const std::string *> texts) {
    size_t size = (texts.size() + 1) * sizeof(char *);
    auto address = reinterpret_cast<uintptr_t>(next);
    next += -address % alignof(char *);
    if (!hasRoom(size))
      return nullptr;
    auto *pointers = reinterpret_cast<char **>(next);
    next += size;
    for (size_t i = 0; i < texts.size(); ++i)
      pointers[i] = copy(*texts[i]);
    pointers[texts.size()] = nullptr;
    return pointers;
  }
  bool isFull() const { return overflow; }

private:
  bool hasRoom(size_t size) {
    overflow |= static_cast<size_t>(end - next) <= size + alignof(char *);
    return !overflow;
  }
  char *copy(llvm::StringRef text) {
    if (!hasRoom(text.size() + 1))
      return nullptr;
    char *begin = next;
    std::memcpy(begin, text.data(), text.size());
    begin[text.size()] = 0;
    next += text.size() + 1;
    return begin;
  }

  char *next, *end;
  bool overflow = false;
};

} // namespace

static uint64_t sizeOf(int file) {
  struct stat status;
  return ::fstat(file, &status) == 0 ? static_cast<uint64_t>(status.st_size)
                                     : 0;
}

/// Replaces the content of a file in memory before a run. A program that still
/// has the file open may have changed the file in any way.
static bool reset(const AnonymousFile &file, int position,
                  llvm::StringRef content) {
  file.restoreRights();
  int descriptor = file.descriptor();
  for (size_t done = 0; done < content.size();) {
    ssize_t size = ::pwrite(descriptor, content.data() + done,
                            content.size() - done, static_cast<off_t>(done));
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return false;
    done += static_cast<size_t>(size);
  }
  return ::ftruncate(descriptor, static_cast<off_t>(content.size())) == 0 &&
         ::lseek(position, 0, SEEK_SET) == 0;
}

llvm::Error PlainServer::setUp(const SubprocessSpec &spec,
                               llvm::StringRef text) {
  if (!reset(input, readableInput.get(), text) ||
      !reset(output, output.descriptor(), "") ||
      !reset(error, error.descriptor(), ""))
    return cannot("write a file in memory");
  std::vector<const std::string *> arguments, environment;
  arguments.push_back(spec.argument0.empty() ? &spec.program : &spec.argument0);
  for (const std::string &each : spec.arguments)
    arguments.push_back(&each);
  for (const std::string &each : spec.environment)
    environment.push_back(&each);
  TextWriter writer(*page);
  page->program = writer.text(spec.program);
  page->directory = writer.text(spec.workingDirectory);
  page->arguments = writer.list(arguments);
  page->environment = writer.list(environment);
  if (writer.isFull())
    return llvm::make_error<UsageError>(
        spec.program + ": its arguments and environment are too long; give it "
                       "fewer arguments");
  return llvm::Error::success();
}

bool PlainServer::hasLeftovers() const { return page->hasLeftovers; }

bool PlainServer::outputLimitReached(const SubprocessSpec &spec) const {
  return sizeOf(output.descriptor()) >= spec.outputLimitBytes ||
         sizeOf(error.descriptor()) >= spec.outputLimitBytes;
}

/// Returns the process id of the running program as seen by the tool; 0 if it
/// is not known.
pid_t PlainServer::runningProgram() const {
  auto children = childrenOf(server);
  return children && !children->empty() ? children->front() : 0;
}

Ending PlainServer::reasonToEnd(const SubprocessSpec &spec,
                                double seconds) const {
  if (spec.interrupted && *spec.interrupted)
    return Ending::Interrupted;
  if (seconds >= spec.wallLimitSeconds)
    return Ending::TimedOut;
  if (spec.mustEnd && spec.mustEnd(runningProgram()))
    return Ending::Stopped;
  return outputLimitReached(spec) ? Ending::OutputLimit : Ending::Exited;
}

llvm::Error PlainServer::lost(const SubprocessSpec &spec) const {
  return llvm::make_error<EngineError>(
      spec.program + ": the server that makes its runs is gone; somebody has "
                     "ended it");
}

static llvm::Error runError(const SubprocessSpec &spec,
                            const PlainServerPage &page) {
  std::string reason = llvm::sys::StrError(page.failure);
  if (page.failedStep == PlainRunStep::Directory)
    return llvm::make_error<UsageError>(spec.workingDirectory +
                                        ": can't run there: " + reason);
  if (page.failedStep == PlainRunStep::Streams)
    return llvm::make_error<EngineError>("can't redirect the standard streams");
  if (page.failure == E2BIG)
    return llvm::make_error<UsageError>(
        spec.program + ": its arguments and environment are too long; give it "
                       "fewer arguments");
  const char *remedy =
      page.failure == EACCES ? "; make it executable (chmod +x)"
      : page.failure == ENOEXEC
          ? "; name a program for this machine; a script must begin with a "
            "line such as #!/bin/sh"
      : page.failure == ENOENT
          ? "; check the path, or the interpreter that a script names"
          : "";
  return llvm::make_error<TargetError>(spec.program +
                                       ": can't start: " + reason + remedy);
}

/// Waits for the end of the run. Ends the run early if it reaches a limit or
/// was interrupted.
llvm::Expected<SubprocessResult> PlainServer::wait(const SubprocessSpec &spec) {
  Stopwatch stopwatch;
  SubprocessResult result;
  pollfd answer = {socket.get(), POLLIN, 0};
  while (::poll(&answer, 1, lookMilliseconds) <= 0) {
    if (result.ending == Ending::Exited)
      result.ending = reasonToEnd(spec, stopwatch.seconds());
    // Somebody may have stopped the server by a signal, such as SIGSTOP. So the
    // server is continued.
    (void)::kill(server, SIGCONT);
    if (result.ending == Ending::Exited)
      continue;
    page->endedRun = page->run.load();
    (void)::kill(server, SIGUSR1);
  }
  char byte = 0;
  if (llvm::sys::RetryAfterSignal(-1, ::read, socket.get(), &byte, 1) != 1)
    return lost(spec);
  result.seconds = stopwatch.seconds();
  return result;
}

static bool readBack(const AnonymousFile &file, std::string &text) {
  text.resize(sizeOf(file.descriptor()));
  for (size_t done = 0; done < text.size();) {
    ssize_t size = ::pread(file.descriptor(), text.data() + done,
                           text.size() - done, static_cast<off_t>(done));
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return false;
    done += static_cast<size_t>(size);
  }
  return true;
}

llvm::Expected<SubprocessResult> PlainServer::run(const SubprocessSpec &spec,
                                                  llvm::StringRef text) {
  if (llvm::Error failure = setUp(spec, text))
    return failure;
  ++page->run;
  char byte = 0;
  if (::send(socket.get(), &byte, 1, MSG_NOSIGNAL) != 1)
    return lost(spec);
  llvm::Expected<SubprocessResult> result = wait(spec);
  if (!result)
    return result.takeError();
  if (page->failedStep != PlainRunStep::None)
    return runError(spec, *page);
  result->processorSeconds = page->processorSeconds;
  int status = page->status;
  if (result->ending == Ending::Exited) {
    if (WIFSIGNALED(status)) {
      result->ending = Ending::Signalled;
      result->signal = WTERMSIG(status);
    }
    result->status = WEXITSTATUS(status);
    if (outputLimitReached(spec))
      result->ending = Ending::OutputLimit;
    else if (result->signal == SIGXFSZ)
      result->ending = Ending::FileLimit;
  }
  if (!readBack(output, result->standardOutput) ||
      !readBack(error, result->standardError))
    return cannot("read a file in memory");
  return result;
}
