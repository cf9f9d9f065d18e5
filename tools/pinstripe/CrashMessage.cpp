// The last message of the tool when it crashes or runs out of memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CrashMessage.h"
#include "pinstripe/Support/CrashHandler.h"
#include "pinstripe/Support/ExitStatus.h"
#include "pinstripe/Support/OutOfMemory.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <unistd.h>

using namespace pinstripe;

static constinit pid_t toolId = 0;
static constinit std::atomic_flag isEnding = ATOMIC_FLAG_INIT;

/// Writes `message` and ends the process. Does not flush streams or allocate
/// memory, since that may fail after a crash, or when memory has run out. If
/// several threads fail at once, only the first one writes its message. A
/// forked child that has not yet called exec writes nothing.
[[noreturn]] static void endWith(llvm::StringRef message) {
  if (::getpid() != toolId)
    ::_exit(static_cast<int>(ExitStatus::InternalError));
  while (isEnding.test_and_set())
    ::pause();
  (void)!::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(static_cast<int>(ExitStatus::InternalError));
}

[[noreturn]] static void endWithoutMemory() {
  endWith(
      "error: there is not enough memory; end other programs, raise the limit "
      "(ulimit -v), use a single lane (-j 1) or a shorter run. The results so "
      "far are in the case directory, and `pinstripe reduce` resumes there\n");
}

[[noreturn]] static void onTerminate() {
  try {
    if (std::exception_ptr thrown = std::current_exception())
      std::rethrow_exception(thrown);
  } catch (const std::bad_alloc &) {
    endWithoutMemory();
  } catch (const std::exception &thrown) {
    // Most uncaught exceptions of the standard library are thrown because a
    // thread can't be started. So the message names the usual reasons for that:
    // too many processes, or too little memory.
    endWith(
        "error: the system refuses: " + std::string(thrown.what()) +
        "; there may be too many processes, or too little memory (ulimit -u, "
        "-v)\n");
  } catch (...) {
  }
  endWith("error: the tool ended unexpectedly\n");
}

[[noreturn]] static void onCrash(int) {
  endWith(
      "error: the tool has crashed; unless memory is short, this is a defect "
      "in Pinstripe: please report how to repeat it. The results so far are in "
      "the case directory, and `pinstripe reduce` resumes there\n");
}

void pinstripe::installCrashMessage() {
  static const SignalStack stack;
  toolId = ::getpid();
  // The result of setCrashHandler() is ignored: if a sanitizer handles crashes,
  // the function does nothing.
  (void)setCrashHandler(onCrash);
  setExhaustionHandler(endWithoutMemory);
  std::set_terminate(onTerminate);
}
