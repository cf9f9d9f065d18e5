// Tests runs by the native engine.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These tests are about the engine itself. The conformance suite shows that it
// agrees with the LLDB engine.

#include "NativeProgram.h"
#include "TestSupport/LeftoversProgram.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Support/Subprocess.h"
#include "llvm/Support/FileSystem.h"
#include <atomic>
#include <csignal>
#include <thread>

using namespace pinstripe;
using namespace pinstripe::test;

static const char *const sumProgram = R"(
#include <stdio.h>
static int square(int n) {
  int r = n * n;
  return r;
}
int main(void) {
  int a;
  int sum = 0;
  scanf("%d", &a);
  while (a <= 5) {
    sum = sum + square(a);
    a = a + 1;
  }
  printf("sum = %d\n", sum);
  return 0;
}
)";

TEST_CASE("the native engine records a run and reproduces it",
          "[native][engine]") {
  for (const std::string &compiler : compilers(Language::C)) {
    for (std::vector<std::string> flags :
         {std::vector<std::string>{"-g", "-O0"},
          {"-g", "-O0", "-no-pie"},
          {"-g", "-O0", "-static"},
          {"-g", "-O0", "-static-pie"}}) {
      INFO(compiler << " " << flags.back());
      NativeProgram program(compiler, sumProgram, flags);
      program.options.trapsOnly = GENERATE(false, true);
      program.writeInput("2");
      const RunResult &recorded = program.record();
      CHECK(describeEnding(recorded.ending) == "exit status 0");
      CHECK(recorded.standardOutput == "sum = 54\n");
      CHECK(recorded.eventsExecuted == program.trace().size());
      RunResult full = program.execute(program.all());
      CHECK(describeEnding(full.ending) == "exit status 0");
      CHECK(full.standardOutput == "sum = 54\n");
      CHECK(full.eventsExecuted == program.trace().size());
      RunResult empty = program.execute(program.none());
      CHECK(describeEnding(empty.ending) == "exit status 165");
      CHECK(empty.standardOutput.empty());
      CHECK(empty.eventsExecuted == 0);
    }
  }
}

TEST_CASE("a change of the poison takes effect at once", "[native][engine]") {
  NativeProgram program("clang-19", sumProgram);
  program.writeInput("6");
  program.record();
  EventSet print = program.only({"printf"});
  CHECK(program.execute(print).standardOutput ==
        "sum = " + std::to_string(0x5AA55AA5) + "\n");
  program.spec.poison = Poison::Zero;
  CHECK(program.execute(print).standardOutput == "sum = 0\n");
  program.spec.poison = Poison::Pattern;
  CHECK(program.execute(print).standardOutput ==
        "sum = " + std::to_string(0x5AA55AA5) + "\n");
}

TEST_CASE(
    "three servers are cached, and the least recently used is ended first",
    "[native][engine]") {
  NativeProgram program("clang-19", R"(
#include <stdio.h>
#include <unistd.h>
int main(void) {
  printf("%d\n", (int)getppid());
  return 0;
}
)");
  program.record();
  auto serverOf = [&](Flow flow, Poison poison) {
    program.spec.flow = flow;
    program.spec.poison = poison;
    return program.execute(program.all()).standardOutput;
  };
  std::string pattern = serverOf(Flow::Guarded, Poison::Pattern);
  std::string zero = serverOf(Flow::Guarded, Poison::Zero);
  std::string large = serverOf(Flow::Guarded, Poison::Large);
  CHECK(pattern != zero);
  CHECK(pattern != large);
  CHECK(zero != large);
  CHECK(serverOf(Flow::Guarded, Poison::Zero) == zero);
  CHECK(serverOf(Flow::Guarded, Poison::Pattern) == pattern);
  CHECK(serverOf(Flow::Guarded, Poison::Large) == large);
  CHECK(serverOf(Flow::Guarded, Poison::Pattern) == pattern);
  // The server with the poison Zero was not used for the longest time.
  CHECK(serverOf(Flow::Trace, Poison::Pattern) != zero);
  CHECK(serverOf(Flow::Guarded, Poison::Large) == large);
  CHECK(serverOf(Flow::Guarded, Poison::Pattern) == pattern);
  CHECK(serverOf(Flow::Guarded, Poison::Zero) != zero);
}

TEST_CASE("an engine uses another input without a new recording",
          "[native][engine]") {
  NativeProgram program("clang-19", sumProgram);
  program.writeInput("4");
  program.record();
  CHECK(program.execute(program.all()).standardOutput == "sum = 41\n");
  program.writeInput("3");
  CHECK(program.execute(program.all()).standardOutput == "sum = 25\n");
}

TEST_CASE("one engine executes parts of several traces", "[native][engine]") {
  NativeProgram program("clang-19", sumProgram);
  program.writeInput("4");
  program.record();
  Trace first = program.trace();
  program.writeInput("1");
  program.record();
  CHECK(program.execute(program.all()).standardOutput == "sum = 55\n");
  auto result = program.engine().execute(program.spec, first,
                                         EventSet(first.size(), true));
  REQUIRE(static_cast<bool>(result));
  CHECK(result->eventsExecuted == first.size());
  CHECK(program.execute(program.all()).standardOutput == "sum = 55\n");
}

TEST_CASE("a crash in a library names the library", "[native][engine]") {
  NativeProgram program("clang-19", R"(
#include <string.h>
int main(void) {
  volatile char *nowhere = (char *)1;
  return (int)strlen((char *)nowhere);
}
)");
  for (const RunResult &result :
       {program.record(), program.execute(program.all())})
    CHECK_THAT(describeEnding(result.ending),
               Catch::StartsWith("signal 11 (SIGSEGV) at 0x") &&
                   Catch::EndsWith(" in libc.so.6"));
}

TEST_CASE("crashes name the signal and the place in the original code",
          "[native][engine]") {
  for (const std::string &compiler : compilers(Language::C)) {
    INFO(compiler);
    NativeProgram program(compiler, R"(
#include <stdio.h>
int main(void) {
  int value = 1;
  int *pointer = &value;
  *pointer = 2;
  printf("%d\n", value);
  return 0;
}
)");
    CHECK(program.record().exited());
    RunResult result = program.execute(program.without({"pointer = &value"}));
    INFO(describeEnding(result.ending));
    REQUIRE(std::holds_alternative<Crashed>(result.ending));
    CHECK(std::get<Crashed>(result.ending).signal == SIGSEGV);
    uint64_t address = std::get<Crashed>(result.ending).address;
    const TracedFunction &main = program.table.functions.front();
    CHECK(address >= main.low);
    CHECK(address < main.high);
    CHECK(program.execute(program.all()).standardOutput == "2\n");
  }
}

static bool hasEvents(const Recording &recording) {
  return recording.trace.size() > 0;
}

TEST_CASE("a hang is ended by the wall limit", "[native][engine]") {
  NativeProgram program("gcc", R"(
#include <unistd.h>
int main(void) {
  pause();
  return 0;
}
)");
  CHECK(std::holds_alternative<TimedOut>(
      program.recordHang(0.2, hasEvents).ending));
  CHECK(
      std::holds_alternative<TimedOut>(program.execute(program.all()).ending));
  CHECK(program.execute(program.none()).exited());
}

TEST_CASE("processor time does not count the time that a program sleeps",
          "[native][engine]") {
  NativeProgram program("gcc", R"(
#include <unistd.h>
int main(void) {
  usleep(200000);
  return 0;
}
)");
  const RunResult &recorded = program.record();
  REQUIRE(recorded.processorSeconds);
  CHECK(*recorded.processorSeconds > 0);
  CHECK(*recorded.processorSeconds <= recorded.seconds - 0.2);
}

TEST_CASE("a run can be cancelled from another thread", "[native][engine]") {
  NativeProgram program("gcc", R"(
#include <unistd.h>
int main(void) {
  pause();
  return 0;
}
)");
  program.recordHang(0.1, hasEvents);
  REQUIRE(program.trace().size() > 0);
  program.spec.wallLimitSeconds = 600;
  std::atomic<bool> isOver = false;
  std::thread canceller([&] {
    // If the cancellation comes before the run begins, it has no effect. So it
    // is repeated.
    while (!isOver) {
      program.engine().cancel();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  });
  RunResult cancelled = program.execute(program.all());
  isOver = true;
  canceller.join();
  CHECK(cancelled.seconds < 300);
  CHECK(program.execute(program.none()).exited());
}

TEST_CASE("events are counted while recording and in partial executions",
          "[native][engine]") {
  NativeProgram endless("clang-19", R"(
int main(void) {
  volatile int n = 0;
  for (;;)
    n = n + 1;
}
)");
  endless.spec.eventLimit = 5000;
  CHECK(describeEnding(endless.record().ending) ==
        "no end within the event limit");
  CHECK(endless.trace().size() == 5000);
  endless.spec.eventLimit = 20;
  RunResult result = endless.execute(endless.all());
  CHECK(describeEnding(result.ending) == "no end within the event limit");
  CHECK(result.eventsExecuted == 20);
}

TEST_CASE("endless output is stopped at its limit", "[native][engine]") {
  NativeProgram program("clang-19", R"(
#include <stdio.h>
int main(void) {
  int n = 0;
  while (n < 100000) {
    puts("more and more and more and more");
    n = n + 1;
  }
  return 0;
}
)");
  program.spec.outputLimitBytes = 100000;
  RunResult result = program.record();
  CHECK(describeEnding(result.ending) == "more output than the limit");
  CHECK(result.standardOutput.size() == 100000);
  program.spec.outputLimitBytes = 1000;
  result = program.execute(program.all());
  CHECK(describeEnding(result.ending) == "more output than the limit");
  CHECK(result.standardOutput.size() == 1000);
  program.spec.outputLimitBytes = 100000000;
  CHECK(program.execute(program.none()).exited());
}

TEST_CASE("a run of the native engine sees what a plain run sees",
          "[native][engine]") {
  NativeProgram program("gcc", R"(
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
extern char **environ;
int main(int argc, char **argv) {
  struct sigaction action;
  struct rlimit limit;
  sigset_t mask;
  char folder[4096];
  sigaction(SIGPIPE, 0, &action);
  sigprocmask(0, 0, &mask);
  printf("%d\n", action.sa_handler == SIG_DFL);
  printf("%d\n", sigisemptyset(&mask));
  for (int i = 0; i < argc; ++i)
    printf("%s\n", argv[i]);
  for (char **e = environ; *e; ++e)
    printf("%s\n", *e);
  printf("%s\n", program_invocation_short_name);
  printf("%d %d %d\n", dup(0), getpid() == getpgrp(), getpid() == gettid());
  getrlimit(RLIMIT_CORE, &limit);
  printf("%d\n", (int)limit.rlim_cur);
  printf("%s\n", getcwd(folder, sizeof folder));
  fprintf(stderr, "to stderr\n");
  return 0;
}
)");
  program.spec.arguments = {"one two", ""};
  program.spec.environment = {"B=2", "A=1 1"};
  std::string expected =
      "1\n1\n./test\none two\n\nB=2\nA=1 1\ntest\n3 1 1\n0\n" +
      program.spec.workingDirectory + "\n";
  CHECK(program.record().standardOutput == expected);
  RunResult result = program.execute(program.all());
  CHECK(result.standardOutput == expected);
  CHECK(result.standardError == "to stderr\n");
}

TEST_CASE("addresses of a native run are those of a plain run",
          "[native][engine]") {
  NativeProgram program("clang-19", R"(
#include <stdio.h>
#include <stdlib.h>
int global;
int main(void) {
  int local = 0;
  void *small = malloc(10);
  void *large = malloc(1000000);
  printf("%p %p %p %p %p\n", (void *)&local, (void *)&global, small, large,
         (void *)&printf);
  return 0;
}
)");
  SubprocessSpec plain;
  plain.program = program.spec.program;
  plain.argument0 = program.spec.argument0;
  plain.environment = program.spec.environment;
  plain.workingDirectory = program.spec.workingDirectory;
  plain.standardOutput = program.path("plain.stdout");
  plain.standardError = program.path("plain.stderr");
  std::string expected = orFail(runToEnd(plain)).standardOutput;
  REQUIRE_FALSE(expected.empty());
  CHECK(program.record().standardOutput == expected);
  CHECK(program.execute(program.all()).standardOutput == expected);
}

TEST_CASE("random bytes of the kernel are the same in all servers",
          "[native][engine]") {
  NativeProgram program("gcc", R"(
#include <stdio.h>
#include <sys/auxv.h>
int main(void) {
  unsigned long *random = (unsigned long *)getauxval(AT_RANDOM);
  unsigned long canary;
  printf("%lx %lx\n", random[0], random[1]);
  __asm__("mov %%fs:40, %0" : "=r"(canary));
  printf("%lx\n", canary);
  return 0;
}
)");
  std::string first = program.record().standardOutput;
  CHECK(program.execute(program.all()).standardOutput == first);
  program.dropEngine();
  CHECK(program.execute(program.all()).standardOutput == first);
}

TEST_CASE("observed files are removed before and read after each native run",
          "[native][engine]") {
  NativeProgram program("clang-19", R"(
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
  RunResult result = program.record();
  CHECK(result.files["result.txt"] == std::optional<std::string>("line\n"));
  CHECK(result.files["never.txt"] == std::nullopt);
  result = program.execute(program.all());
  CHECK(result.files["result.txt"] == std::optional<std::string>("line\n"));
  result = program.execute(program.none());
  CHECK(result.files["result.txt"] == std::nullopt);
}

TEST_CASE("the program sees the private view in place of its directory",
          "[native][engine]") {
  NativeProgram program("clang-19", R"(
#include <stdio.h>
int main(void) {
  char text[20] = "";
  FILE *file = fopen("name", "r");
  fgets(text, sizeof text, file);
  puts(text);
  fclose(file);
  file = fopen("made", "w");
  fputs("made", file);
  fclose(file);
  return 0;
}
)");
  for (const char *name : {"seen", "view"}) {
    REQUIRE(!llvm::sys::fs::create_directory(program.path(name)));
    std::ofstream(program.path(name) + "/name") << name;
  }
  program.spec.workingDirectory = program.path("seen");
  program.spec.observedFiles = {"made"};
  CHECK(program.record().standardOutput == "seen\n");
  program.spec.privateView = program.path("view");
  RunResult result = program.execute(program.all());
  CHECK(result.standardOutput == "view\n");
  CHECK(result.files["made"] == std::optional<std::string>("made"));
  CHECK(llvm::sys::fs::exists(program.path("view") + "/made"));
}

TEST_CASE("a folder or input that can't be used is an error with the reason",
          "[native][engine]") {
  NativeProgram program("clang-19", sumProgram);
  program.writeInput("4");
  program.record();
  program.execute(program.all());
  LaunchSpec good = program.spec;
  auto messageOf = [&] {
    auto result =
        program.engine().execute(program.spec, program.trace(), program.all());
    return result ? "no error" : llvm::toString(result.takeError());
  };
  program.spec.standardInput += ".missing";
  CHECK_THAT(messageOf(), Catch::Contains("input.missing") &&
                              Catch::Contains("No such file"));
  program.spec = good;
  program.spec.workingDirectory += "/missing";
  CHECK_THAT(messageOf(),
             Catch::Contains("/missing") && Catch::Contains("No such file"));
  program.spec = good;
  CHECK(program.execute(program.all()).standardOutput == "sum = 41\n");
}

/// A program that prints memory in which malloc and the start-up code of libc
/// leave random bytes.
static const char *const randomProgram = R"(
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
int main(void) {
  uint64_t *freed = (uint64_t *)malloc(24);
  free(freed);
  uintptr_t hidden = (uintptr_t)freed;
  uint64_t key = ((uint64_t *)hidden)[1];
  printf("%llx\n", (unsigned long long)key);
  uint64_t own = 0;
  if (getrandom(&own, sizeof own, GRND_NONBLOCK) == sizeof own)
    fprintf(stderr, "%llx\n", (unsigned long long)own);
  return 0;
}
)";

TEST_CASE("uninitialised memory is the same in all servers",
          "[native][engine][long]") {
  // libstdc++ allocates memory before the entry point, while C programs
  // allocate after it.
  for (Language language : {Language::C, Language::Cxx}) {
    std::string compiler = compilerFor(language);
    for (const char *flag : {"-O0", "-static"}) {
      INFO(compiler << " " << flag);
      NativeProgram program(compiler, randomProgram, {"-g", flag});
      RunResult first = program.record();
      RunResult second = program.execute(program.all());
      program.dropEngine();
      RunResult third = program.record();
      CHECK(first.standardOutput != "0\n");
      CHECK(second.standardOutput == first.standardOutput);
      CHECK(third.standardOutput == first.standardOutput);
      // If the program itself asks for random bytes, it gets them.
      CHECK(second.standardError != first.standardError);
    }
  }
}

TEST_CASE("the stack is the same in all servers", "[native][engine]") {
  NativeProgram program("gcc", leftoversProgram);
  program.options.trapsOnly = GENERATE(false, true);
  std::string first = program.record().standardOutput;
  CHECK(program.execute(program.all()).standardOutput == first);
  program.dropEngine();
  CHECK(program.record().standardOutput == first);
}
