// Tests of how runs end under LLDB.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramUnderTest.h"
#include "TestSupport/Catch.h"
#include <atomic>
#include <csignal>
#include <fstream>
#include <thread>

using namespace pinstripe;

static int crashSignal(const RunResult &result) {
  INFO(describeEnding(result.ending));
  REQUIRE(std::holds_alternative<Crashed>(result.ending));
  return std::get<Crashed>(result.ending).signal;
}

TEST_CASE("crashes name the signal and the place", "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int value = 1;
  int *pointer = &value;
  *pointer = 2;
  if (value == 3)
    abort();
  printf("%d\n", value);
  return 0;
}
)");
    REQUIRE(program.record().result.exited());
    RunResult result = program.execute(program.without({"int *pointer"}));
    CHECK(crashSignal(result) == SIGSEGV);
    uint64_t address = std::get<Crashed>(result.ending).address;
    const TracedFunction &main = program.unitTable().functions.front();
    CHECK(address >= main.low);
    CHECK(address < main.high);
    // The session still works.
    CHECK(program.execute(program.all()).standardOutput == "2\n");
  }
}

// LLDB stores its description of a signal in a place that all sessions share.
TEST_CASE("runs that crash at the same time are told apart",
          "[lldb][engine][long]") {
  constexpr int sessions = 2;
  constexpr int runs = 60;
  std::vector<std::unique_ptr<ProgramUnderTest>> programs;
  for (int each = 0; each < sessions; ++each) {
    programs.push_back(std::make_unique<ProgramUnderTest>(cCompiler(), R"(
int main(void) {
  int *volatile pointer = 0;
  return *pointer;
}
)"));
    REQUIRE(std::holds_alternative<Crashed>(
        programs.back()->record().result.ending));
  }
  std::atomic<int> crashes = 0;
  std::vector<std::thread> threads;
  for (std::unique_ptr<ProgramUnderTest> &program : programs)
    threads.emplace_back([&program, &crashes] {
      for (int run = 0; run < runs; ++run) {
        RunResult result = program->execute(program->all());
        if (const Crashed *crash = std::get_if<Crashed>(&result.ending))
          crashes += crash->signal == SIGSEGV &&
                     crash->fault == FaultKind::NullPointer;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(crashes == sessions * runs);
}

TEST_CASE("a crash in a library names it", "[lldb][engine]") {
  ProgramUnderTest program(cCompiler(), R"(
#include <string.h>
int main(void) {
  volatile char *nowhere = (char *)1;
  return (int)strlen((char *)nowhere);
}
)");
  CHECK_THAT(describeEnding(program.record().result.ending),
             Catch::StartsWith("signal 11 (SIGSEGV) at 0x") &&
                 Catch::EndsWith(" in libc.so.6"));
}

TEST_CASE("an abort is a crash and an exit status is not", "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest aborting(compiler, R"(
#include <stdlib.h>
int main(void) {
  abort();
}
)");
    CHECK(crashSignal(aborting.record().result) == SIGABRT);
    ProgramUnderTest exiting(compiler, R"(
#include <stdlib.h>
int main(void) {
  exit(11);
}
)");
    RunResult result = exiting.record().result;
    REQUIRE(result.exited());
    CHECK(std::get<Exited>(result.ending).status == 11);
  }
}

TEST_CASE("a function that never returns has no way out", "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <stdlib.h>
_Noreturn void leave(int status) {
  status = status + 1;
  exit(status);
}
int main(void) {
  leave(4);
}
)");
    RunResult recorded = program.record().result;
    REQUIRE(recorded.exited());
    CHECK(std::get<Exited>(recorded.ending).status == 5);
    RunResult result = program.execute(program.without({"exit(status)"}));
    INFO(describeEnding(result.ending));
    REQUIRE(std::holds_alternative<Diverged>(result.ending));
    CHECK(std::get<Diverged>(result.ending).reason ==
          Diverged::Reason::NoWayOut);
  }
}

TEST_CASE("a main that never returns can be left at any event",
          "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  printf("one\n");
  printf("two\n");
  exit(0);
}
)");
    CHECK(program.record().result.standardOutput == "one\ntwo\n");
    CHECK_FALSE(program.unitTable().functions.front().canReturn());
    RunResult result = program.execute(program.without({"two", "exit"}));
    CHECK(result.standardOutput == "one\n");
    CHECK(describeEnding(result.ending) == "exit status 165");
    result = program.execute(program.none());
    CHECK(result.standardOutput.empty());
    CHECK(describeEnding(result.ending) == "exit status 165");
  }
}

TEST_CASE("a hang is ended by the wall limit and counted events by theirs",
          "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <unistd.h>
int main(void) {
  pause();
  return 0;
}
)");
    program.spec.wallLimitSeconds = 0.3;
    CHECK(std::holds_alternative<TimedOut>(program.record().result.ending));

    ProgramUnderTest endless(compiler, R"(
int main(void) {
  volatile int n = 0;
  for (;;)
    n = n + 1;
}
)");
    endless.spec.eventLimit = 50;
    const Recording &recording = endless.record();
    REQUIRE(std::holds_alternative<LimitReached>(recording.result.ending));
    CHECK(std::get<LimitReached>(recording.result.ending).kind ==
          LimitReached::Kind::Events);
    CHECK(recording.trace.size() == 50);
  }
}

TEST_CASE("output without end is stopped at its limit", "[lldb][engine]") {
  ProgramUnderTest program(cCompiler(), R"(
#include <stdio.h>
void flood(void) { for (;;) puts("more and more and more and more"); }
int main(void) {
  flood();
}
)");
  program.spec.outputLimitBytes = 100000;
  RunResult result = program.record().result;
  INFO(describeEnding(result.ending));
  REQUIRE(std::holds_alternative<LimitReached>(result.ending));
  CHECK(std::get<LimitReached>(result.ending).kind ==
        LimitReached::Kind::Output);
  CHECK(result.standardOutput.size() == 100000);
}

TEST_CASE("the program's own signal handlers run", "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
volatile sig_atomic_t seen;
void handler(int signal) {
  seen = seen + signal;
}
int main(void) {
  signal(SIGUSR1, handler);
  signal(SIGALRM, handler);
  signal(SIGSEGV, handler);
  signal(SIGTERM, SIG_IGN);
  raise(SIGUSR1);
  raise(SIGSEGV);
  raise(SIGTERM);
  alarm(1);
  pause();
  printf("%d\n", (int)seen);
  return 0;
}
)");
    RunResult result = program.record().result;
    INFO(describeEnding(result.ending));
    std::string expected = std::to_string(SIGUSR1 + SIGALRM + SIGSEGV) + "\n";
    CHECK(result.standardOutput == expected);
    CHECK(program.execute(program.all()).standardOutput == expected);
    result = program.execute(program.without({"signal(SIGSEGV"}));
    CHECK(crashSignal(result) == SIGSEGV);
  }
}

TEST_CASE("a run under LLDB sees what a plain run sees", "[lldb][engine]") {
  ProgramUnderTest program(cCompiler(), R"(
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
extern char **environ;
int main(int argc, char **argv) {
  struct sigaction action;
  sigset_t mask;
  sigaction(SIGPIPE, 0, &action);
  sigprocmask(0, 0, &mask);
  printf("%d\n", action.sa_handler == SIG_DFL);
  printf("%d\n", sigisemptyset(&mask));
  for (int i = 0; i < argc; ++i) printf("%s\n", argv[i]);
  for (char **e = environ; *e; ++e) printf("%s\n", *e);
  printf("%s\n", program_invocation_short_name);
  printf("%d %d\n", dup(0), getppid() == getpgrp());
  char folder[4096];
  printf("%s\n", getcwd(folder, sizeof folder));
  fprintf(stderr, "to stderr\n");
  return 0;
}
)");
  program.spec.arguments = {"one two", ""};
  program.spec.environment = {"B=2", "A=1 1"};
  RunResult result = program.record().result;
  CHECK(result.standardOutput ==
        "1\n1\n./program\none two\n\nB=2\nA=1 1\nprogram\n3 0\n" +
            program.spec.workingDirectory + "\n");
  CHECK(result.standardError == "to stderr\n");
}

TEST_CASE("observed files are removed before and read after each run",
          "[lldb][engine]") {
  ProgramUnderTest program(cCompiler(), R"(
#include <stdio.h>
int main(void) {
  FILE *file = fopen("result.txt", "a");
  fputs("line\n", file);
  fclose(file);
  return 0;
}
)");
  std::ofstream(program.path("result.txt")) << "old";
  program.spec.observedFiles = {"result.txt", "never.txt"};
  RunResult result = program.record().result;
  CHECK(result.files["result.txt"] == std::optional<std::string>("line\n"));
  CHECK(result.files["never.txt"] == std::nullopt);
  result = program.execute(program.all());
  CHECK(result.files["result.txt"] == std::optional<std::string>("line\n"));
  result = program.execute(program.none());
  CHECK(result.files["result.txt"] == std::nullopt);
}

TEST_CASE("a program that executes another one does not spoil the engine",
          "[lldb][engine]") {
  ProgramUnderTest program(cCompiler(), R"(
#include <stdio.h>
#include <unistd.h>
int main(void) {
  puts("before");
  fflush(stdout);
  execl("/bin/echo", "echo", "after", (char *)0);
  return 1;
}
)");
  CHECK(program.record().result.standardOutput == "before\nafter\n");
  CHECK(program.execute(program.all()).standardOutput == "before\nafter\n");
  CHECK(program.execute(program.without({"execl"})).standardOutput ==
        "before\n");
}
