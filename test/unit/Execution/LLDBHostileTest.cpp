// Tests of the LLDB engine with hostile programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whatever the program under test does, the engine reports how the run ended,
// leaves nothing running, and makes the next run as usual.

#include "ProgramUnderTest.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Execution/ProcessFiles.h"
#include <csignal>
#include <unistd.h>

using namespace pinstripe;

namespace {

const char *const head = R"(
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
)";

/// Runs a program, then all of its events again, then none of them. The last
/// run must end at once.
std::string endingTwice(const std::string &body, double wallLimit = 60) {
  ProgramUnderTest program(cCompiler(), head + body);
  program.spec.wallLimitSeconds = wallLimit;
  std::string recorded = describeEnding(program.record().result.ending);
  std::string again = describeEnding(program.execute(program.all()).ending);
  CHECK(again == recorded);
  CHECK(program.execute(program.none()).exited());
  return recorded.substr(0, recorded.find(" at 0x"));
}

/// Returns whether a process is gone, or soon will be, since the kernel needs
/// some time. Zombies count as gone.
bool isProcessGone(pid_t pid) {
  for (int i = 0; i < 6000; ++i) {
    std::string state = readProcessFile(pid, "stat");
    if (state.empty() || state.find(") Z") != std::string::npos)
      return true;
    usleep(10000);
  }
  return false;
}

} // namespace

TEST_CASE("signals that a program sends itself are told apart",
          "[lldb][hostile][long]") {
  CHECK(endingTwice("int main(void) {\n raise(SIGTRAP);\n return 0;\n}") ==
        "signal 5 (SIGTRAP)");
  CHECK(endingTwice("int main(void) {\n raise(SIGTERM);\n return 0;\n}") ==
        "signal 15 (SIGTERM)");
  CHECK(endingTwice("int main(void) {\n raise(SIGINT);\n return 0;\n}") ==
        "signal 2 (SIGINT)");
  CHECK(endingTwice("int main(void) {\n raise(SIGRTMIN);\n return 0;\n}")
            .substr(0, 9) == "signal 34");
  CHECK(endingTwice("int main(void) {\n raise(SIGCHLD);\n return 7;\n}") ==
        "exit status 7");
  CHECK(endingTwice("int main(void) {\n kill(0, SIGTERM);\n return 0;\n}") ==
        "signal 15 (SIGTERM)");
}

TEST_CASE("SIGKILL is told from an exit status", "[lldb][hostile][long]") {
  CHECK(endingTwice("int main(void) {\n raise(SIGKILL);\n return 0;\n}") ==
        "signal 9 (SIGKILL)");
  CHECK(endingTwice("int main(void) {\n prctl(PR_SET_SECCOMP, 1);\n"
                    " getppid();\n return 0;\n}") == "signal 9 (SIGKILL)");
  CHECK(endingTwice("int main(void) {\n syscall(SYS_exit_group, 9);\n"
                    " return 0;\n}") == "exit status 9");
  CHECK(endingTwice("int main(void) {\n exit(9);\n}") == "exit status 9");
}

TEST_CASE("instructions that trap or fault are crashes", "[lldb][hostile]") {
  CHECK(endingTwice("int main(void) {\n __asm__(\"int3\");\n return 0;\n}") ==
        "signal 5 (SIGTRAP)");
  CHECK(endingTwice("int main(void) {\n __asm__(\"ud2\");\n return 0;\n}") ==
        "signal 4 (SIGILL)");
  CHECK(endingTwice("int main(void) {\n volatile int n = 0;\n n = 1 / n;\n"
                    " return 0;\n}") == "signal 8 (SIGFPE)");
}

TEST_CASE("a program that stops itself has ended", "[lldb][hostile]") {
  CHECK(endingTwice("int main(void) {\n raise(SIGSTOP);\n return 3;\n}") ==
        "stopped for good by signal 19 (SIGSTOP)");
}

TEST_CASE("a recursion without end is a crash", "[lldb][hostile]") {
  // Each function is on a single line, so its code has no units and is not
  // traced.
  CHECK(endingTwice("int down(int n) { char room[100000]; room[n] = 1;"
                    " return down(n + 1) + room[n]; }\n"
                    "int main(void) {\n return down(0);\n}") ==
        "signal 11 (SIGSEGV)");
}

TEST_CASE("children do not outlive a run", "[lldb][hostile]") {
  ProgramUnderTest program(cCompiler(), std::string(head) + R"(
int start(void) { int pid = fork(); if (pid == 0) for (;;) pause(); return pid; }
int main(void) {
  int child = start();
  printf("%d\n", child);
  return 0;
}
)");
  RunResult result = program.record().result;
  CHECK(describeEnding(result.ending) == "exit status 0");
  for (int i = 0; i < 2; ++i) {
    // The process of the run before must be gone when the next run starts.
    std::string child = result.standardOutput;
    result = program.execute(program.all());
    CHECK(result.standardOutput != child);
    CHECK(isProcessGone(std::stoi(child)));
  }
}

TEST_CASE("orphans and daemons end with their run", "[lldb][hostile][long]") {
  // Children without a session of their own may not be visible to a process
  // that is used again.
  for (const char *session : {"", "setsid(); "}) {
    INFO(session);
    ProgramUnderTest program(cCompiler(),
                             std::string(head) + R"(
void tell(int *ends) { int me = getpid(); write(ends[1], &me, sizeof me); for (;;) pause(); }
void leave(int *ends) { )" + session +
                                 R"(if (fork() == 0) tell(ends); _exit(0); }
int start(void) { int ends[2], pid; pipe(ends); if (fork() == 0) leave(ends); read(ends[0], &pid, sizeof pid); wait(0); return pid; }
int main(void) {
  int orphan = start();
  printf("%d\n", orphan);
  return 0;
}
)");
    RunResult result = program.record().result;
    for (int i = 0; i < 3; ++i) {
      CHECK(::kill(std::stoi(result.standardOutput), 0) != 0);
      result = program.execute(program.all());
    }
  }
}

TEST_CASE("commands that a program starts run as they are", "[lldb][hostile]") {
  ProgramUnderTest program(cCompiler(), std::string(head) + R"(
int main(void) {
  int status = system("echo from the shell; exit 3");
  printf("%d\n", WEXITSTATUS(status));
  return 0;
}
)");
  CHECK(program.record().result.standardOutput == "from the shell\n3\n");
  for (int i = 0; i < 2; ++i)
    CHECK(program.execute(program.all()).standardOutput ==
          "from the shell\n3\n");
}

TEST_CASE("a program that kills its debugger does not stop the engine",
          "[lldb][hostile]") {
  ProgramUnderTest program(cCompiler(), std::string(head) + R"(
int main(void) {
  printf("%d\n", getpid());
  fflush(stdout);
  kill(getppid(), SIGKILL);
  for (;;)
    pause();
}
)");
  program.spec.wallLimitSeconds = 3;
  RunResult result = program.record().result;
  INFO(describeEnding(result.ending));
  CHECK_FALSE(result.exited());
  CHECK(isProcessGone(std::stoi(result.standardOutput)));
  CHECK_FALSE(program.execute(program.all()).exited());
}

TEST_CASE("closed and replaced standard files do no harm", "[lldb][hostile]") {
  ProgramUnderTest program(cCompiler(), std::string(head) + R"(
int main(void) {
  printf("one\n");
  fflush(stdout);
  freopen("other.txt", "w", stdout);
  printf("two\n");
  close(0);
  close(2);
  return 0;
}
)");
  program.spec.observedFiles = {"other.txt"};
  program.record();
  for (int i = 0; i < 2; ++i) {
    RunResult result = program.execute(program.all());
    CHECK(result.standardOutput == "one\n");
    CHECK(result.files["other.txt"] == std::optional<std::string>("two\n"));
  }
}

TEST_CASE("a program that can't be started is an error with the reason",
          "[lldb][hostile]") {
  ProgramUnderTest program(cCompiler(), "int main(void) {\n return 0;\n}\n");
  SECTION("a missing working directory") {
    program.spec.workingDirectory += "/missing";
    CHECK_THROWS_WITH(program.record(), Catch::Contains("can't start"));
  }
  SECTION("a missing standard input") {
    program.spec.standardInput += ".missing";
    CHECK_THROWS_WITH(program.record(),
                      Catch::Contains("input.missing: can't read"));
  }
}
