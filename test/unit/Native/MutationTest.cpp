// Tests that live runs exchange functions of the program by recompiled ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RecompiledProgram.h"
#include "RecompiledSources.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Native/TracedEngine.h"
#include "pinstripe/Program/CodePlace.h"
#include <csignal>

using namespace pinstripe;
using namespace pinstripe::test;

/// Declares the variable that says which mutation is chosen. The macro returns
/// the number of a mutation in the range of its function.
static const std::string mutations = R"(
#ifdef RECOMPILED
#ifdef __cplusplus
extern "C"
#endif
extern int __pinstripe_mutation;
#define MUTATION (__pinstripe_mutation % 10)
#else
#define MUTATION 0
#endif
)";

static const std::string sumsProgram = mutations + R"(
#include <stdio.h>
static int calls;
static int add(int a, int b) {
  calls++;
  switch (MUTATION) {
  case 1:
    return a - b;
  case 2:
    return a * b;
  case 3:
    return *(volatile int *)0;
  default:
    return a + b;
  }
}
int main(void) {
  int sum = 0;
  for (int i = 1; i < 5; i++)
    sum = add(sum, i);
  printf("sum %d calls %d\n", sum, calls);
  return 0;
}
)";

TEST_CASE("a run executes the mutation whose number is chosen",
          "[native][mutation]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  bool trapsOnly = GENERATE(false, true);
  INFO(compiler << " " << trapsOnly);
  RecompiledProgram test(compiler, sumsProgram, trapsOnly);
  CHECK(test.link().empty());
  uint32_t first = test.numberOf("add");
  CHECK(test.output == "sum 10 calls 4\n");
  CHECK(test.run(first).standardOutput == test.output);
  CHECK(test.run(first + 1).standardOutput == "sum -10 calls 4\n");
  CHECK(test.run(first + 2).standardOutput == "sum 0 calls 4\n");
  CHECK(test.run(first + 10).standardOutput == test.output);
  CHECK(test.run(0).standardOutput == test.output);
}

TEST_CASE("a crash in a recompiled function is one of that function",
          "[native][mutation]") {
  RecompiledProgram test("clang-19", sumsProgram);
  RunResult result = test.run(test.numberOf("add") + 3);
  const auto *crash = std::get_if<Crashed>(&result.ending);
  REQUIRE(crash);
  CHECK(crash->signal == SIGSEGV);
  CHECK(crash->fault == FaultKind::NullPointer);
  std::optional<FunctionId> function =
      functionAt(test.program.table, crash->place);
  REQUIRE(function);
  CHECK(test.program.table.function(*function).name == "add");
}

/// Checks that the program prints the same if any of its functions is exchanged
/// by a recompiled one without a mutation. `unlinked` are the functions that
/// can't be exchanged.
static void checkSameOutput(RecompiledProgram &test,
                            const std::set<std::string> &unlinked = {}) {
  std::map<std::string, std::string> reasons = test.link();
  // The compilers have made functions for static initialisers, whose names mean
  // nothing.
  auto isOfCompiler = [](llvm::StringRef name) {
    return name.starts_with("__");
  };
  for (const auto &[name, reason] : reasons) {
    INFO(name << ": " << reason);
    CHECK((unlinked.count(name) == 1 || isOfCompiler(name)));
  }
  uint64_t events = test.run(0).eventsExecuted;
  size_t exchanged = 0;
  for (const RecompiledFunction &function : test.unit().functions) {
    if (reasons.count(function.name) != 0 || isOfCompiler(function.name))
      continue;
    ++exchanged;
    INFO(function.name);
    RunResult result = test.run(function.firstNumber);
    CHECK(result.standardOutput == test.output);
    CHECK(result.exited());
    // The statements of a recompiled function are not counted.
    CHECK(result.eventsExecuted <= events);
    if (function.name == "main")
      CHECK(result.eventsExecuted < events);
  }
  CHECK(exchanged > 1);
}

TEST_CASE("recompiled functions in C do what the functions of the program do",
          "[native][mutation]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  std::string flag = GENERATE("-O0", "-no-pie");
  bool trapsOnly = flag == "-no-pie";
  INFO(compiler << " " << flag);
  RecompiledProgram test(compiler, identitiesInC, trapsOnly,
                         {"-g", "-w", flag});
  checkSameOutput(test);
}

TEST_CASE("recompiled functions in C++ do what the functions of the program do",
          "[native][mutation][long]") {
  std::string compiler = GENERATE(from_range(compilers(Language::Cxx)));
  std::string flag = GENERATE("-O0", "-static-libgcc");
  INFO(compiler << " " << flag);
  RecompiledProgram test(compiler, identitiesInCxx, /*trapsOnly=*/false,
                         {"-g", "-w", "-std=c++17", flag});
  // In clang's object the lambdas have other names than in the code of g++.
  checkSameOutput(test, {"lambdas::lambda"});
}

TEST_CASE("a static program exchanges functions that need no choice at its "
          "start",
          "[native][mutation]") {
  RecompiledProgram test("clang-19", identitiesInC, /*trapsOnly=*/false,
                         {"-g", "-w", "-static"});
  checkSameOutput(test, {"strings", "isLength"});
}

TEST_CASE("functions that can't be linked are named with the reason, and do "
          "not spoil the others",
          "[native][mutation]") {
  RecompiledProgram test("clang-19", mutations + R"(
#include <stdio.h>
#include <string.h>
int absent(int x);
static int unresolved(int x) {
#ifdef RECOMPILED
  return absent(x);
#else
  return x;
#endif
}
#ifdef RECOMPILED
static int fresh;
static _Thread_local int freshOfThread;
#endif
static int variable(int x) {
#ifdef RECOMPILED
  return fresh++ + x;
#else
  return x;
#endif
}
static int threads(int x) {
#ifdef RECOMPILED
  return freshOfThread++ + x;
#else
  return x;
#endif
}
#ifndef RECOMPILED
static int left(int x) { return x; }
#else
int left(int x);
#endif
static int good(int x) { return unresolved(x) + variable(x) + MUTATION; }
int main(void) {
  printf("%d %d %d\n", good(1), threads(2), left(3));
  return 0;
}
)");
  std::map<std::string, std::string> reasons = test.link();
  CHECK(
      reasons ==
      std::map<std::string, std::string>{
          {"left", "the compiler has made no code for it"},
          {"threads", "it uses the thread-local variable 'freshOfThread', "
                      "which is not one of the program itself"},
          {"variable", "its variable 'fresh' can't be found in the program"}});
  CHECK(test.output == "2 2 3\n");
  CHECK(test.run(test.numberOf("good")).standardOutput == test.output);
  CHECK(test.run(test.numberOf("good") + 4).standardOutput == "6 2 3\n");
  CHECK(test.run(test.numberOf("main")).standardOutput == test.output);
}

TEST_CASE("an object that can't be read is only a reason for its functions",
          "[native][mutation]") {
  RecompiledProgram test("clang-19", sumsProgram);
  auto code = std::make_shared<RecompiledCode>(*test.program.spec.recompiled);
  code->units.front().object.clear();
  test.program.spec.recompiled = code;
  std::map<std::string, std::string> reasons = test.link();
  CHECK(reasons.size() == code->units.front().functions.size());
  CHECK_THAT(reasons["add"], Catch::StartsWith("invalid buffer"));
  code = std::make_shared<RecompiledCode>(*code);
  code->units.front().functions.clear();
  test.program.spec.recompiled = code;
  CHECK(test.link().empty());
}

TEST_CASE("static variables that the program knows by another name are not "
          "doubled",
          "[native][mutation]") {
  // g++ and clang give different names to a lambda outside of functions.
  RecompiledProgram test("g++", R"(
#include <cstdio>
#include <string>
static auto count = [](int x) {
  static int calls = 3;
  return calls++ + x;
};
static int countedHere() { return count(1); }
static int countedThere() { return count(2); }
static std::string named(int k) {
  static int calls;
  return "n" + std::to_string(k + ++calls);
}
int main() {
  int a = countedHere(), b = countedThere(), c = countedHere();
  std::string first = named(1), second = named(1);
  std::printf("%d %d %d %s %s\n", a, b, c, first.c_str(), second.c_str());
}
)");
  std::map<std::string, std::string> reasons = test.link();
  for (const char *name : {"countedHere", "countedThere"})
    CHECK_THAT(reasons[name],
               Catch::Contains("calls' can't be found in the program"));
  CHECK(test.run(test.numberOf("main")).standardOutput == test.output);
}

TEST_CASE("runs with mutations start from a checkpoint", "[native][mutation]") {
  RecompiledProgram test("clang-19", mutations + R"(
#include <stdio.h>
static unsigned last(unsigned sum) { return MUTATION == 1 ? sum + 1 : sum; }
int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 100000; i++)
    if (i % 3 == 0)
      sum += i;
  printf("sum %u\n", sum);
  printf("last %u\n", last(sum));
  return 0;
}
)");
  const Trace &trace = test.program.trace();
  uint32_t first = test.numberOf("last");
  RunResult plain = test.run(first), mutated = test.run(first + 1);
  CHECK(plain.standardOutput == test.output);
  CHECK(mutated.standardOutput != test.output);
  test.program.engine().liveFlow()->focusLive(
      {}, EventIndex(static_cast<uint32_t>(trace.size() - 100)));
  for (int round = 0; round < 2; ++round) {
    RunResult again = test.run(first);
    CHECK(again.standardOutput == plain.standardOutput);
    CHECK(again.eventsExecuted == plain.eventsExecuted);
    CHECK(test.run(first + 1).standardOutput == mutated.standardOutput);
    CHECK(test.run(0).standardOutput == test.output);
  }
}

TEST_CASE("a mutation is in force in processes that the program forks",
          "[native][mutation]") {
  RecompiledProgram test("clang-19", mutations + R"(
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static int value(void) { return 40 + MUTATION; }
int main(void) {
  int status = 0;
  if (fork() == 0)
    _exit(value());
  wait(&status);
  printf("%d\n", WEXITSTATUS(status));
  return 0;
}
)");
  CHECK(test.output == "40\n");
  CHECK(test.run(test.numberOf("value") + 2).standardOutput == "42\n");
}

TEST_CASE("a recording with a mutation lacks the statements of its function",
          "[native][mutation]") {
  RecompiledProgram test("clang-19", sumsProgram);
  uint32_t number = test.numberOf("add") + 1;
  Recording recording = orFail(test.program.engine().liveFlow()->recordLive(
      test.program.spec, {RecompiledProgram::mutation(number)}));
  CHECK(recording.result.standardOutput == "sum -10 calls 4\n");
  CHECK(recording.trace.size() == test.run(number).eventsExecuted);
  CHECK(recording.trace.size() < test.program.trace().size());
}

TEST_CASE("each set of recompiled functions has a server of its own",
          "[native][mutation]") {
  RecompiledProgram test("clang-19", sumsProgram);
  uint32_t number = test.numberOf("add") + 1;
  CHECK(test.run(number).standardOutput == "sum -10 calls 4\n");
  auto with = test.program.spec.recompiled;
  auto without = std::make_shared<RecompiledCode>(*with);
  without->units.front().functions.clear();
  test.program.spec.recompiled = without;
  CHECK(test.run(number).standardOutput == test.output);
  test.program.spec.recompiled = nullptr;
  CHECK(test.run(number).standardOutput == test.output);
  test.program.spec.recompiled = with;
  CHECK(test.run(number).standardOutput == "sum -10 calls 4\n");
}

TEST_CASE("threads that take turns execute recompiled functions",
          "[native][mutation][threads]") {
  std::string compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  RecompiledProgram test(compiler, mutations + R"(
#include <cstdio>
#include <stdexcept>
#include <thread>
static int calls;
static int square(int number) {
  calls++;
  if (MUTATION == 1 || number > 1000)
    throw std::runtime_error("too large");
  return MUTATION == 2 ? number : number * number;
}
static void work(int number, int *result) {
  try {
    *result = square(number);
  } catch (const std::exception &) {
    *result = -1;
  }
}
int main() {
  std::thread threads[3];
  int results[3];
  for (int i = 0; i < 3; i++)
    threads[i] = std::thread(work, i + 2, &results[i]);
  for (std::thread &each : threads)
    each.join();
  std::printf("%d %d %d calls %d\n", results[0], results[1], results[2], calls);
}
)",
                         /*trapsOnly=*/false, {"-g", "-O0", "-pthread"});
  auto engine = orFail(createTracedEngine(test.program.table));
  LiveFlowEngine &live = *engine->liveFlow();
  const LaunchSpec &spec = test.program.spec;
  CHECK(orFail(live.linkRecompiled(spec)).empty());
  auto outputWith = [&](uint32_t number) {
    return orFail(live.executeLive(spec, {RecompiledProgram::mutation(number)}))
        .standardOutput;
  };
  for (const RecompiledFunction &each : test.unit().functions)
    CHECK(outputWith(each.firstNumber) == "4 9 16 calls 3\n");
  uint32_t square = 0;
  for (const RecompiledFunction &each : test.unit().functions)
    if (each.name == "square")
      square = each.firstNumber;
  CHECK(outputWith(square + 1) == "-1 -1 -1 calls 3\n");
  CHECK(outputWith(square + 2) == "2 3 4 calls 3\n");
}

TEST_CASE("the LLDB engine refuses to exchange functions",
          "[native][lldb][mutation]") {
  RecompiledProgram test("clang-19", sumsProgram);
  for (const auto &engine : test.program.otherEngines()) {
    if (engine->name() == "native")
      continue;
    auto linked = engine->liveFlow()->linkRecompiled(test.program.spec);
    CHECK_THAT(llvm::toString(linked.takeError()),
               Catch::Contains("can't exchange functions"));
    auto run = engine->liveFlow()->executeLive(
        test.program.spec, {RecompiledProgram::mutation(10)});
    CHECK_THAT(llvm::toString(run.takeError()),
               Catch::Contains("can't exchange functions"));
  }
}
