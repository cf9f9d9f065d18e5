// Tests guarded flow with real programs, under both engines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NativeProgram.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Analysis/ControlTree.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// A recorded program, and the engines that execute it in guarded flow.
class GuardedProgram {
public:
  GuardedProgram(const std::string &compiler, llvm::StringRef source,
                 llvm::StringRef input)
      : program(compiler, source) {
    program.writeInput(input);
    program.record();
    program.spec.flow = Flow::Guarded;
    graph = std::make_unique<UnitGraph>(program.table, program.trace());
    tree = std::make_unique<ControlTree>(*graph, program.trace());
    engines = program.otherEngines();
  }

  /// Executes the plan under all engines, which must agree.
  RunResult execute(const EventSet &events, Poison poison = Poison::Pattern) {
    program.spec.poison = poison;
    EventSet included = tree->closed(program.trace().feasible(events));
    RunResult result = program.execute(included);
    for (const auto &engine : engines) {
      INFO(engine->name().str());
      RunResult other =
          orFail(engine->execute(program.spec, program.trace(), included));
      CHECK(other.standardOutput == result.standardOutput);
      CHECK(other.eventsExecuted == result.eventsExecuted);
      CHECK(other.decisions == result.decisions);
      CHECK(nameOf(other.ending) == nameOf(result.ending));
    }
    return result;
  }
  /// Describes an ending, with the unit to which a condition has led.
  std::string nameOf(const Ending &ending) const {
    auto *otherwise = std::get_if<DecidedOtherwise>(&ending);
    if (!otherwise)
      return describeEnding(ending);
    std::string name =
        program.table.unitOf(program.trace().event(*otherwise->event).entry)
            .text;
    return name + " -> " +
           (otherwise->arrived ? program.table.unitOf(*otherwise->arrived).text
                               : "exit");
  }

  NativeProgram program;

private:
  std::unique_ptr<UnitGraph> graph;
  std::unique_ptr<ControlTree> tree;
  std::vector<std::unique_ptr<ExecutionEngine>> engines;
};

} // namespace

static const char *const guardedSumProgram = R"(
#include <stdio.h>
int main(void) {
  int b, i = 1;
  int sum = 0, junk = 0;
  scanf("%d", &b);
  while (i <= b) {
    sum += i;
    junk += 2;
    i++;
  }
  printf("%d\n", sum);
  return 0;
}
)";

TEST_CASE("in guarded flow a loop runs by its own decisions",
          "[native][lldb][guarded]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  GuardedProgram run(compiler, guardedSumProgram, "3");
  const NativeProgram &program = run.program;
  SECTION("and needs nothing else") {
    for (Poison poison : {Poison::Pattern, Poison::Zero, Poison::Large}) {
      RunResult result = run.execute(program.without({"junk"}), poison);
      CHECK(result.standardOutput == "6\n");
      CHECK(describeEnding(result.ending) == "exit status 0");
    }
  }
  SECTION("but needs what its condition reads") {
    // If `i++` is skipped, i is poisoned. Without that, i would keep its old
    // value.
    RunResult result = run.execute(program.without({"i++"}));
    CHECK(run.nameOf(result.ending) ==
          "while (i <= b) -> printf(\"%d\\n\", sum)");
    result = run.execute(program.without({"scanf"}), Poison::Zero);
    CHECK(run.nameOf(result.ending) ==
          "while (i <= b) -> printf(\"%d\\n\", sum)");
    CHECK(result.standardOutput.empty());
  }
  SECTION("while trace flow does not need that") {
    run.program.spec.flow = Flow::Trace;
    RunResult result = run.execute(program.without({"i++", "scanf"}));
    CHECK(result.standardOutput == "3\n");
  }
}

TEST_CASE("comparisons with poison are seen in the digest of decisions",
          "[native][guarded]") {
  std::string compiler = GENERATE("clang-19", "gcc");
  INFO(compiler);
  GuardedProgram run(compiler, R"(
#include <assert.h>
#include <stdio.h>
static int isTen(int value) { return value == 10; }
int main(void) {
  int set = 1, sum = 3, first = 4, called = 5, asserted = 6;
  sum += 3;
  first += 4;
  called += 6;
  asserted += 6;
  if (sum != 10)
    set++;
  if (first != 10 && set)
    set++;
  if (!isTen(called))
    set++;
  assert(asserted != 10);
  printf("%d\n", set);
}
)",
                     "");
  auto decisions = [&](const EventSet &events, Poison poison) {
    RunResult result = run.execute(events, poison);
    CHECK(result.standardOutput == "4\n");
    return result.decisions;
  };
  uint64_t all = decisions(run.program.all(), Poison::Pattern);
  CHECK(all != 0);
  CHECK(decisions(run.program.all(), Poison::Zero) == all);
  for (const char *skipped :
       {"sum += 3", "first += 4", "called += 6", "asserted += 6"}) {
    INFO(skipped);
    EventSet events = run.program.without({skipped});
    CHECK(decisions(events, Poison::Pattern) !=
          decisions(events, Poison::Zero));
  }
}

TEST_CASE(
    "a run that is ended before it begins shows nothing of the run before",
    "[native][guarded]") {
  NativeProgram program("clang-19", guardedSumProgram);
  program.writeInput("3");
  program.record();
  program.spec.flow = Flow::Guarded;
  EventSet divergent = program.without({"i++"});
  for (unsigned i = 0; i < 300; ++i) {
    program.spec.wallLimitSeconds = 60;
    RunResult before = program.execute(divergent);
    REQUIRE(std::holds_alternative<DecidedOtherwise>(before.ending));
    program.spec.wallLimitSeconds = i * 1e-5;
    RunResult result = program.execute(program.all());
    CAPTURE(i, describeEnding(result.ending));
    CHECK_FALSE(std::holds_alternative<DecidedOtherwise>(result.ending));
  }
}

static const char *const levelsProgram = R"(
#include <stdio.h>
int level, depth;
short odd[2];
static int inner(void) {
  depth = 9;
  return 3;
}
static void outer(void) {
  level = 5;
  level = level + inner();
}
int main(void) {
  int slot = 1;
  level = 1;
  depth = 1;
  odd[1] = 1;
  slot = 2;
  odd[1] = 2;
  outer();
  printf("%x %x %x %hx\n", slot, level, depth, odd[1]);
  return 0;
}
)";

TEST_CASE("in guarded flow no older value takes the place of a skipped one",
          "[native][lldb][guarded]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  GuardedProgram run(compiler, levelsProgram, "");
  const NativeProgram &program = run.program;
  auto output = [&](std::initializer_list<llvm::StringRef> skipped,
                    Poison poison = Poison::Pattern) {
    return run.execute(program.without(skipped), poison).standardOutput;
  };
  CHECK(output({}) == "2 8 9 2\n");
  CHECK(output({"slot = 2"}) == "5aa55aa5 8 9 2\n");
  CHECK(output({"odd[1] = 2"}) == "2 8 9 5aa5\n");
  SECTION("also in functions that a skipped call would have called") {
    CHECK(output({"outer()"}) == "2 5aa55aa5 5aa55aa5 2\n");
    CHECK(output({"level = 5", "inner()"}) == "2 5aa55aa5 5aa55aa5 2\n");
    CHECK(output({"depth = 9", "return 3"}) == "2 5aa55aaa 5aa55aa5 2\n");
  }
  SECTION("under each poison") {
    CHECK(output({"slot = 2", "outer()"}, Poison::Zero) == "0 0 0 2\n");
    CHECK_THAT(output({"slot = 2", "outer()"}, Poison::Large),
               Catch::Matches("(7f7f7f7f|81818181) (7f7f7f7f 81818181|"
                              "81818181 7f7f7f7f) 2\n"));
    CHECK(output({"slot = 2", "outer()"}, Poison::Stale) == "1 1 1 2\n");
  }
  SECTION("while trace flow uses the older value") {
    run.program.spec.flow = Flow::Trace;
    CHECK(output({"slot = 2", "outer()"}) == "1 1 1 2\n");
  }
}

static const char *const computedProgram = R"(
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int table[4];
static void put(int *to, int value) { *to = value; }
static int *make(int value) {
  int *box = malloc(sizeof *box);
  put(box, value);
  return box;
}
int main(void) {
  int local[3], i = 1;
  int *first = make(1);
  *first = 2;
  local[i] = 1;
  local[i] = 2;
  put(local + 2, 1);
  put(local + 2, 3);
  table[i] = 1;
  put(table + i, 4);
  int *second = make(1);
  *second = 5;
  free(first);
  int *third = make(6);
  put(third, 7);
  memcpy(table + 2, local + 1, 2 * sizeof(int));
  printf("%x %x %x %x ", local[1], local[2], table[1], *second);
  printf("%x %x %x\n", *third, table[2], table[3]);
  return 0;
}
)";

TEST_CASE("places that only the recording knows are poisoned as well",
          "[native][lldb][guarded][long]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  GuardedProgram run(compiler, computedProgram, "");
  NativeProgram &program = run.program;
  auto output = [&](std::initializer_list<llvm::StringRef> skipped,
                    Poison poison = Poison::Zero) {
    return run.execute(program.without(skipped), poison).standardOutput;
  };
  CHECK(output({"local[i] = 2", "*second = 5"}) == "1 3 4 1 7 1 3\n");
  program.recordStores();
  CHECK(output({}) == "2 3 4 5 7 2 3\n");
  SECTION("elements of arrays of the function and of its caller") {
    CHECK(output({"local[i] = 2"}) == "0 3 4 5 7 0 3\n");
    CHECK(output({"put(local + 2, 3)"}) == "2 0 4 5 7 2 0\n");
    CHECK(output({"put(table + i, 4)"}, Poison::Pattern) ==
          "2 3 5aa55aa5 5 7 2 3\n");
    CHECK(output({"memcpy"}) == "2 3 4 5 7 0 0\n");
  }
  SECTION("blocks of the heap, until an allocation is skipped") {
    CHECK(output({"*second = 5"}) == "2 3 4 0 7 2 3\n");
    CHECK(output({"put(third, 7)"}) == "2 3 4 5 0 2 3\n");
    // If the call of free is skipped, the third block can't be at the address
    // of the first one.
    CHECK(output({"free(first)", "*second = 5", "put(third, 7)"}) ==
          "2 3 4 0 6 2 3\n");
  }
  SECTION("but nothing in trace flow, or without poison") {
    CHECK(output({"*second = 5"}, Poison::Stale) == "2 3 4 1 7 2 3\n");
    program.spec.flow = Flow::Trace;
    CHECK(output({"*second = 5"}) == "2 3 4 1 7 2 3\n");
  }
}

static const char *const objectsProgram = R"(
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>
static std::vector<int> numbers(int count, int first) {
  std::vector<int> made(count);
  for (int i = 0; i < count; i++)
    made[i] = first + i;
  return made;
}
int main() {
  std::vector<int> v;
  std::string s;
  std::map<int, int> m;
  std::cout << "noise ";
  v = numbers(3, 1);
  v = numbers(2, 4);
  s = "older";
  s = "first";
  m[1] = 2;
  m.clear();
  v = numbers(4, 7);
  s = "last";
  m[3] = 4;
  std::fill(v.begin(), v.begin() + 1, 9);
  for (int i = 0; i < 2; i++) {
    std::string word = i == 0 ? "a" : "b";
    s += word;
  }
  std::cout << std::hex << v[0] << ' ' << v[1] << ' ' << v.size() << ' ' << s
            << ' ' << m.size() << '\n';
  return 0;
}
)";

TEST_CASE("skipped statements leave the objects of libraries usable",
          "[native][lldb][guarded]") {
  std::string compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  GuardedProgram run(compiler, objectsProgram, "");
  run.program.recordStores();
  auto output = [&](std::initializer_list<llvm::StringRef> skipped) {
    return run.execute(run.program.without(skipped)).standardOutput;
  };
  CHECK(output({}) == "noise 9 8 4 lastab 1\n");
  SECTION("streams") { CHECK(output({"noise"}) == "9 8 4 lastab 1\n"); }
  SECTION("containers that get other contents later") {
    CHECK(output({"numbers(3, 1)", "numbers(2, 4)"}) ==
          "noise 9 8 4 lastab 1\n");
    CHECK(output({"\"older\"", "\"first\""}) == "noise 9 8 4 lastab 1\n");
    CHECK(output({"m[1] = 2", "m.clear()"}) == "noise 9 8 4 lastab 1\n");
  }
}

TEST_CASE("data in the objects of libraries is poisoned",
          "[native][lldb][guarded][long]") {
  std::string compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  GuardedProgram run(compiler, objectsProgram, "");
  run.program.recordStores();
  auto output = [&](std::initializer_list<llvm::StringRef> skipped) {
    return run.execute(run.program.without(skipped), Poison::Large)
        .standardOutput;
  };
  SECTION("elements that library code has written") {
    CHECK_THAT(output({"std::fill"}),
               Catch::Matches("noise (7f7f7f7f|81818181) 8 4 lastab 1\n"));
  }
  SECTION("elements that library code would have released") {
    CHECK_THAT(output({"numbers(4, 7)"}),
               Catch::Matches("noise 9 (7f7f7f7f|81818181) 2 lastab 1\n"));
  }
  SECTION("characters") {
    std::string bytes = output({"s = \"last\""});
    CHECK(bytes != "noise 9 8 4 firstab 1\n");
    CHECK(llvm::StringRef(bytes).starts_with("noise 9 8 4 "));
  }
  SECTION("objects that do not exist yet") {
    CHECK(output({"word = i == 0"}) != "noise 9 8 4 last 1\n");
  }
}

static const char *const firstObjectProgram = R"(
#include <cstdio>
#include <vector>
static std::vector<int> numbers(int first) {
  std::vector<int> made(2);
  made[0] = first;
  made[1] = first;
  return made;
}
int main() {
  std::vector<int> v = numbers(3);
  v = numbers(4);
  // Without the loop, clang would compute the address of v in the statement
  // before and keep it in the frame, where it would be poisoned.
  for (int i = 1; i < 2; i++)
    std::printf("%x\n", v[i]);
  return 0;
}
)";

TEST_CASE("elements that were there before the first assignment are poisoned",
          "[native][lldb][guarded][long]") {
  std::string compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  GuardedProgram run(compiler, firstObjectProgram, "");
  run.program.recordStores();
  EventSet events = run.program.without({"numbers(4)"});
  CHECK_THAT(run.execute(events, Poison::Large).standardOutput,
             Catch::Matches("(7f7f7f7f|81818181)\n"));
}

static const char *const rangesProgram = R"(
#include <stdio.h>
int total, last;
static void count(int i) {
  if (i % 3 == 0)
    total++;
  last = i;
}
int main(void) {
  total = 7;
  for (int i = 0; i < 3000; i++)
    count(i);
  printf("%x %x\n", total, last);
  return 0;
}
)";

TEST_CASE("parts of any length are poisoned when they are skipped",
          "[native][guarded]") {
  NativeProgram program("clang-19", rangesProgram);
  program.record();
  program.spec.flow = Flow::Guarded;
  REQUIRE(program.trace().size() > 10000);
  EventSet loop = program.only({"i < 3000", "i++", "int i = 0", "count(i)",
                                "i % 3", "total++", "last = i"});
  CHECK(program.execute(program.all()).standardOutput == "3ef bb7\n");
  CHECK(program.execute(loop.flip()).standardOutput == "5aa55aa5 5aa55aa5\n");
}
