// Tests of calls, jumps and frames of real programs under LLDB.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ProgramUnderTest.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

namespace {

std::string describeEnding(const RunResult &result) {
  return describeEnding(result.ending);
}

/// Records a run, and checks that executing all events gives the same results.
void recordAndRepeat(ProgramUnderTest &program, const std::string &output) {
  const Recording &recording = program.record();
  INFO(describeEnding(recording.result));
  REQUIRE(recording.result.standardOutput == output);
  RunResult full = program.execute(program.all());
  CHECK(full.standardOutput == output);
  CHECK(describeEnding(full) == describeEnding(recording.result));
  CHECK(full.eventsExecuted == recording.trace.size());
}

} // namespace

TEST_CASE("a skipped floating-point result is poison in its register",
          "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <stdio.h>
#include <string.h>
double half(double x) {
  double y = x / 2;
  return y;
}
int main(void) {
  double value = half(5);
  unsigned long bits;
  memcpy(&bits, &value, sizeof bits);
  printf("%lx\n", bits);
  return 0;
}
)");
    recordAndRepeat(program, "4004000000000000\n");
    RunResult result = program.execute(program.without({"return y"}));
    CHECK(result.standardOutput == "5aa55aa55aa55aa5\n");
  }
}

TEST_CASE("each activation of a recursion has its own events",
          "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <stdio.h>
int factorial(int n) {
  if (n == 0)
    return 1;
  int rest = factorial(n - 1);
  return n * rest;
}
int main(void) {
  int value = factorial(5);
  printf("%d\n", value);
  return 0;
}
)");
    recordAndRepeat(program, "120\n");
    CHECK(program.trace().allInvocations().size() == 7);
    // The conditions can be skipped, since the trace decides where control
    // goes.
    RunResult result = program.execute(program.without({"if (n == 0)"}));
    CHECK(result.standardOutput == "120\n");
    // If the innermost return is skipped, its value is poison.
    EventSet poisoned = program.without({"return 1"});
    result = program.execute(poisoned);
    int value = 0x5AA55AA5;
    for (unsigned n = 1; n <= 5; ++n)
      value = static_cast<int>(static_cast<unsigned>(value) * n);
    CHECK(result.standardOutput == std::to_string(value) + "\n");
    // If a call is skipped, everything in the called functions is skipped, too.
    EventSet shallow = program.all();
    shallow.erase(EventIndex(program.eventsAt("int rest").front()));
    result = program.execute(shallow);
    CHECK(result.eventsExecuted < 8);
    CHECK(result.exited());
  }
}

TEST_CASE("callbacks through qsort are matched with the recorded ones",
          "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <stdio.h>
#include <stdlib.h>
int compare(const void *a, const void *b) {
  int left = *(const int *)a;
  int right = *(const int *)b;
  return left - right;
}
int main(void) {
  int values[] = {3, 1, 2};
  qsort(values, 3, sizeof(int), compare);
  for (int i = 0;
       i < 3;
       ++i)
    printf("%d ", values[i]);
  return 0;
}
)");
    recordAndRepeat(program, "1 2 3 ");
    RunResult result = program.execute(program.without({"qsort("}));
    CHECK(result.standardOutput == "3 1 2 ");
    // All comparisons return poison, which is positive. So qsort may compare
    // elements that it did not compare in the recorded run.
    result = program.execute(program.without({"return left"}));
    bool isPlausible =
        result.exited() || std::holds_alternative<Diverged>(result.ending);
    CHECK(isPlausible);
  }
}

TEST_CASE("frames left by longjmp are dropped", "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <setjmp.h>
#include <stdio.h>
jmp_buf target;
void deep(int n) {
  char room[100];
  sprintf(room, "%d", n);
  if (n == 0)
    longjmp(target, 1);
  deep(n - 1);
}
int attempt(int n) {
  if (setjmp(target) == 0)
    deep(n);
  else
    return n;
  return -1;
}
int main(void) {
  int first = attempt(3);
  int second = attempt(1);
  printf("%d %d\n", first, second);
  return 0;
}
)");
    recordAndRepeat(program, "3 1\n");
    RunResult result = program.execute(program.without({"sprintf"}));
    CHECK(result.standardOutput == "3 1\n");
  }
}

TEST_CASE("frames left by exceptions are dropped", "[lldb][engine]") {
  for (const std::string &compiler : cxxCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <cstdio>
void fail(int n) {
  if (n == 0)
    throw 42;
  fail(n - 1);
}
int attempt(int n) {
  int caught = 0;
  try {
    fail(n);
  } catch (int value) {
    caught = value + n;
  }
  return caught;
}
int main() {
  int first = attempt(2);
  int second = attempt(1);
  printf("%d %d\n", first, second);
  return 0;
}
)");
    recordAndRepeat(program, "44 43\n");
    RunResult result =
        program.execute(program.without({"int first", "if (n == 0)"}));
    CHECK(result.standardOutput == std::to_string(0x5AA55AA5) + " 43\n");
  }
}

TEST_CASE("exit handlers have no caller", "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <stdio.h>
#include <stdlib.h>
void handler(void) {
  printf("handler\n");
}
void leave(int status) {
  if (status != 0)
    exit(status);
}
int main(void) {
  atexit(handler);
  printf("main\n");
  leave(3);
  return 0;
}
)");
    recordAndRepeat(program, "main\nhandler\n");
    const Trace &trace = program.trace();
    size_t handlers = 0;
    for (const Invocation &invocation : trace.allInvocations())
      if (program.unitTable().function(invocation.function).name == "handler") {
        CHECK_FALSE(invocation.caller);
        ++handlers;
      }
    CHECK(handlers == 1);
    // The handler also runs if main just returns. Its events are poisoned,
    // since the recorded run did not come to main's return.
    RunResult result = program.execute(program.without({"exit(status)"}));
    CHECK(result.standardOutput == "main\nhandler\n");
    CHECK(describeEnding(result) == "exit status 165");
    result = program.execute(program.without({"atexit("}));
    CHECK(result.standardOutput == "main\n");
  }
}

TEST_CASE("static constructors are recorded and can be skipped",
          "[lldb][engine]") {
  for (const std::string &compiler : cxxCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <cstdio>
int level = 1;
__attribute__((constructor)) void early() {
  level = 7;
}
int main() {
  printf("%d\n", level);
  return 0;
}
)");
    recordAndRepeat(program, "7\n");
    RunResult result = program.execute(program.without({"level = 7"}));
    CHECK(result.standardOutput == "1\n");
  }
}

TEST_CASE("results in memory keep their address when the call is skipped",
          "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <stdio.h>
struct Big { long v[8]; };
struct Big make(long n) {
  struct Big big = {{n, n + 1}};
  big.v[2] = 5;
  return big;
}
int main(void) {
  struct Big a;
  a = make(1);
  printf("%ld %ld\n", a.v[1], a.v[2]);
  return 0;
}
)");
    recordAndRepeat(program, "2 5\n");
    // clang constructs the result in the caller's memory, while gcc copies it
    // in the return.
    RunResult result = program.execute(program.without({"big.v[2] = 5"}));
    CHECK(result.standardOutput == "2 0\n");
    result = program.execute(
        program.without({"struct Big big", "big.v[2]", "return big"}));
    CHECK(result.exited());
  }
}

TEST_CASE("calls that the recording lacks follow the policy",
          "[lldb][engine]") {
  for (const std::string &compiler : cCompilers()) {
    INFO(compiler);
    ProgramUnderTest program(compiler, R"(
#include <stdio.h>
int helper(int n) {
  int twice = 2 * n;
  return twice;
}
int other(int n) {
  return n;
}
int (*chosen)(int);
int main(void) {
  chosen = helper;
  chosen = other;
  int value = chosen(21);
  printf("%d\n", value);
  return 0;
}
)");
    recordAndRepeat(program, "21\n");
    EventSet set = program.without({"chosen = other"});
    RunResult result = program.execute(set);
    REQUIRE(std::holds_alternative<Diverged>(result.ending));
    const auto &diverged = std::get<Diverged>(result.ending);
    CHECK(diverged.reason == Diverged::Reason::UnrecordedCall);
    CHECK(program.unitTable().function(diverged.function).name == "helper");
    CHECK(static_cast<unsigned>(*diverged.event) ==
          program.eventsAt("int value").front());
    program.spec.unrecordedCalls = UnrecordedCalls::Run;
    CHECK(program.execute(set).standardOutput == "42\n");
    program.spec.unrecordedCalls = UnrecordedCalls::Skip;
    CHECK(program.execute(set).standardOutput ==
          std::to_string(0x5AA55AA5) + "\n");
  }
}
