// Tests that crash handlers can be exchanged and given back.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/CrashHandler.h"
#include "TestSupport/Catch.h"
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

/// Returns the status, as of waitpid, with which `work` ends in a process that
/// handles no crashes.
template <typename Work> int endOf(Work work) {
  pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    rlimit none = {};
    setrlimit(RLIMIT_CORE, &none);
    for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
      ::signal(signal, SIG_DFL);
    work();
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return status;
}

[[noreturn]] void exitWithFive(int) { _exit(5); }
[[noreturn]] void exitWithSix(int) { _exit(6); }

bool exitsWith(int number, int status) {
  return WIFEXITED(status) && WEXITSTATUS(status) == number;
}

} // namespace

TEST_CASE("The crash handler is the one that was set last",
          "[support][crash]") {
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    CHECK(exitsWith(6, endOf([&] {
                      setCrashHandler(exitWithFive);
                      setCrashHandler(exitWithSix);
                      raise(signal);
                    })));
  CHECK(exitsWith(5, endOf([] {
                    setCrashHandler(exitWithFive);
                    setCrashHandler(*setCrashHandler(exitWithSix));
                    raise(SIGSEGV);
                  })));
}

TEST_CASE("Without a crash handler, crashes are handled by the system again",
          "[support][crash]") {
  int status = endOf([] {
    setCrashHandler(exitWithFive);
    setCrashHandler(nullptr);
    raise(SIGSEGV);
  });
  CHECK(WIFSIGNALED(status));
}

TEST_CASE("Crashes that others handle are left to them", "[support][crash]") {
  CHECK(exitsWith(5, endOf([] {
                    signal(SIGSEGV, exitWithFive);
                    if (setCrashHandler(exitWithSix))
                      _exit(7);
                    raise(SIGSEGV);
                  })));
}
