// Tests that the state of a process is recognised.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/ProcessState.h"
#include "TestSupport/Catch.h"
#include <csignal>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;

TEST_CASE("A process that stands still for its tracer is told from a killed "
          "one") {
  pid_t pid = ::fork();
  if (pid == 0) {
    (void)::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    (void)::raise(SIGSTOP);
    ::_exit(0);
  }
  REQUIRE(pid > 0);
  REQUIRE(::waitpid(pid, nullptr, 0) == pid);
  CHECK_FALSE(hasEnded(pid));
  CHECK_FALSE(wasKilledAtStop(pid));
  ::kill(pid, SIGKILL);
  CHECK(wasKilledAtStop(pid));
  CHECK(hasEnded(pid)); // though it was not reaped
  REQUIRE(::waitpid(pid, nullptr, 0) == pid);
  CHECK(hasEnded(pid));
}
