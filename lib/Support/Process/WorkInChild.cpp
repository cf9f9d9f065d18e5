// Does work in a child process, which can be killed at any time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/WorkInChild.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "pinstripe/Support/OutOfMemory.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorHandling.h"
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;

/// The exit statuses of the child. `hasText` means that the child has written
/// the whole text into the pipe, and `hasNone` that it has not.
static constexpr int hasText = 0, hasNone = 1;

/// Makes the child end silently and at once if the work crashes, if memory runs
/// out, or if the parent ends. Closes the files that the child has inherited,
/// since other processes may wait until all copies are closed.
static void prepareChild(pid_t parent, int pipe) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent)
    ::_exit(hasNone);
  // Ctrl-C is sent to the child as well. The child ignores it, and the parent
  // decides whether to end the child.
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    ::signal(signal, SIG_IGN);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    ::signal(signal, SIG_DFL);
  rlimit none = {0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  if (pipe > 0)
    ::close_range(0, static_cast<unsigned>(pipe) - 1, 0);
  ::close_range(static_cast<unsigned>(pipe) + 1, UINT_MAX, 0);
  // LLVM's handler of fatal errors calls exit(), which would run the exit
  // handlers of the parent in the child. So the handler is replaced by one that
  // calls _exit().
  llvm::remove_fatal_error_handler();
  llvm::install_fatal_error_handler(
      [](void *, const char *, bool) { ::_exit(hasNone); });
  setExhaustionHandler([] { ::_exit(hasNone); });
}

static bool writeAnswer(int pipe, llvm::StringRef text) {
  while (!text.empty()) {
    ssize_t size = llvm::sys::RetryAfterSignal(-1, ::write, pipe, text.data(),
                                               text.size());
    if (size <= 0)
      return false;
    text = text.drop_front(size_t(size));
  }
  return true;
}

/// Reads a pipe to its end. Returns nullopt if `givenUp` becomes true before.
static std::optional<std::string> readAnswer(int pipe,
                                             const std::atomic<bool> *givenUp) {
  // The interval at which `givenUp` is checked. A signal handler may set
  // `givenUp`, and it does not write to the pipe, so only a check notices it.
  constexpr int lookMilliseconds = 20;
  std::string text;
  std::string part(size_t(1) << 16, 0);
  for (;;) {
    if (givenUp && givenUp->load())
      return std::nullopt;
    struct pollfd waitFor = {pipe, POLLIN, 0};
    if (::poll(&waitFor, 1, lookMilliseconds) <= 0)
      continue;
    ssize_t size =
        llvm::sys::RetryAfterSignal(-1, ::read, pipe, part.data(), part.size());
    if (size < 0)
      return std::nullopt;
    if (size == 0)
      return text;
    text.append(part, 0, size_t(size));
  }
}

std::optional<std::string>
pinstripe::textFromChild(llvm::function_ref<std::optional<std::string>()> work,
                         const std::atomic<bool> *givenUp) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return std::nullopt;
  FileDescriptor reader(ends[0]), writer(ends[1]);
  pid_t parent = ::getpid();
  pid_t child = ::fork();
  if (child == 0) {
    prepareChild(parent, writer.get());
    std::optional<std::string> text = work();
    ::_exit(text && writeAnswer(writer.get(), *text) ? hasText : hasNone);
  }
  if (child < 0)
    return std::nullopt;
  writer.reset();
  std::optional<std::string> text = readAnswer(reader.get(), givenUp);
  if (!text)
    ::kill(child, SIGKILL);
  int status = 0;
  llvm::sys::RetryAfterSignal(-1, ::waitpid, child, &status, 0);
  bool isWhole = WIFEXITED(status) && WEXITSTATUS(status) == hasText;
  return isWhole ? std::move(text) : std::nullopt;
}
