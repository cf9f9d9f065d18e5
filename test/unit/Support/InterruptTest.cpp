// Tests that the first interrupt only sets a flag.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/Interrupt.h"
#include "TestSupport/Catch.h"
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

/// Returns the exit status of `body` in a process of its own, or 256 + the
/// signal that ended the process.
template <typename Body> int statusOf(Body body) {
  pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0)
    ::_exit(body());
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

} // namespace

TEST_CASE("The first interrupt sets a flag, the second ends the process",
          "[support][interrupt]") {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    CHECK(statusOf([signal] {
            const std::atomic<bool> &interrupted = catchInterrupts();
            bool before = interrupted;
            ::raise(signal);
            return !before && interrupted ? 42 : 1;
          }) == 42);
    CHECK(statusOf([signal] {
            (void)catchInterrupts();
            ::raise(signal);
            ::usleep(150000);
            ::raise(SIGINT);
            return 1;
          }) == 130);
  }
}

TEST_CASE("The second interrupt writes the last words",
          "[support][interrupt]") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  CHECK(statusOf([&ends] {
          ::dup2(ends[1], STDERR_FILENO);
          (void)catchInterrupts();
          setLastWords("not these");
          setLastWords("farewell");
          ::raise(SIGINT);
          ::usleep(150000);
          ::raise(SIGINT);
          return 1;
        }) == 130);
  ::close(ends[1]);
  char text[32] = "";
  CHECK(::read(ends[0], text, sizeof(text) - 1) == 8);
  ::close(ends[0]);
  CHECK(text == std::string("farewell"));
}

TEST_CASE("Two interrupts at the same time count as one",
          "[support][interrupt]") {
  auto both = [] {
    return statusOf([] {
      const std::atomic<bool> &interrupted = catchInterrupts();
      ::raise(SIGINT);
      ::raise(SIGHUP);
      return interrupted ? 42 : 1;
    });
  };
  // If the machine pauses the process between the signals, they count as two,
  // so the test tries again.
  int status = both();
  for (int tries = 1; status != 42 && tries < 20; ++tries)
    status = both();
  CHECK(status == 42);
}

TEST_CASE("A signal that the caller ignores stays ignored",
          "[support][interrupt]") {
  CHECK(statusOf([] {
          ::signal(SIGHUP, SIG_IGN);
          const std::atomic<bool> &interrupted = catchInterrupts();
          ::raise(SIGHUP);
          return interrupted ? 1 : 42;
        }) == 42);
}
