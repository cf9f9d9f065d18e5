// Tests that runs in guarded flow can start in the middle.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "NativeProgram.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Analysis/ControlTree.h"
#include <filesystem>
#include <map>
#include <random>
#include <set>

using namespace pinstripe;
using namespace pinstripe::test;

static const char *const longProgram = R"(
#include <stdio.h>
#include <unistd.h>
int total, odd, last;
static void count(int i) {
  last = i;
  if (i % 2 == 1)
    odd++;
}
static int half(int i) {
  int result = i / 2;
  if (result > 1000)
    return 1000;
  return result;
}
int main(void) {
  int junk = 0;
  for (int i = 0; i < 40000; i++) {
    total += half(i);
    junk += total;
    count(i);
  }
  printf("%d %d %d\n", total, odd, last);
  fprintf(stderr, "%d", (int)getppid());
  return 0;
}
)";

TEST_CASE("runs in guarded flow can start from a checkpoint",
          "[native][guarded]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  NativeProgram program(compiler, longProgram);
  // The engine writes files, too. They must not be in the folder of the
  // program, since changes there prevent checkpoints.
  program.spec.workingDirectory = program.path("work");
  std::filesystem::create_directory(program.spec.workingDirectory);
  program.record();
  program.spec.flow = Flow::Guarded;
  UnitGraph graph(program.table, program.trace());
  ControlTree tree(graph, program.trace());
  NativeEngineOptions options;
  auto plain = orFail(createNativeEngine(program.table, options));
  EventSet base = program.without({"junk"});
  program.engine().focus(base);
  std::minstd_rand random(20261122);
  std::map<std::string, unsigned> endings;
  std::set<std::string> parents;
  for (unsigned i = 0; i < 60; ++i) {
    constexpr Poison poisons[] = {Poison::Pattern, Poison::Zero, Poison::Large};
    program.spec.poison = poisons[i % 3];
    EventSet events = base;
    unsigned size = static_cast<unsigned>(events.universe());
    unsigned first = size / 2 + random() % (size / 2);
    unsigned end = first + random() % std::min(size - first, 50u) + 1;
    for (unsigned event = first; event < end; ++event)
      if (!graph.isCondition(program.trace().event(EventIndex{event}).entry))
        events.erase(EventIndex(event));
    events = tree.closed(events);
    RunResult result = program.execute(events);
    RunResult expected =
        orFail(plain->execute(program.spec, program.trace(), events));
    CAPTURE(i, first, end);
    CHECK(result.standardOutput == expected.standardOutput);
    CHECK(result.eventsExecuted == expected.eventsExecuted);
    CHECK(describeEnding(result.ending) == describeEnding(expected.ending));
    ++endings[result.ending.index() == 0 ? "exit" : "other"];
    parents.insert(result.standardError);
  }
  CHECK(endings["exit"] > 5);
  CHECK(endings["other"] > 5);
  // There is a server for each poison, and further processes for its
  // checkpoints.
  CHECK(parents.size() > 4);
}

TEST_CASE("the last decision of a call is checked after a checkpoint, too",
          "[native][guarded]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  NativeProgram program(compiler, R"(
#include <stdio.h>
#include <unistd.h>
static int total, last, other;
static void work(void) {
  for (int i = 0; i < 400000; i++) {
    total += 1;
    other += 1;
  }
  if (total > 100)
    last = 1;
}
int main(void) {
  work();
  printf("%d %d %d\n", total, last, other);
  fprintf(stderr, "%d", (int)getppid());
  return 0;
}
)");
  program.spec.workingDirectory = program.path("work");
  std::filesystem::create_directory(program.spec.workingDirectory);
  program.record();
  program.spec.flow = Flow::Guarded;
  program.spec.poison = Poison::Zero;
  auto plain = orFail(createNativeEngine(program.table, {}));
  // `last = 1` is not executed, so the condition before it is the last event of
  // its call. Without the last instance of `total += 1`, the condition decides
  // otherwise, and control goes directly to the end of the function.
  EventSet base = program.without({"last = 1"});
  program.engine().focus(base);
  auto lastOf = [&](llvm::StringRef text) {
    EventSet others = program.without({text});
    auto event = static_cast<unsigned>(program.trace().size()) - 1;
    while (others.contains(EventIndex(event)))
      --event;
    return EventIndex(event);
  };
  EventIndex total = lastOf("total += 1"), other = lastOf("other += 1");
  std::set<std::string> parents;
  for (unsigned i = 0; i < 4; ++i) {
    EventSet events = base;
    events.erase(other);
    parents.insert(program.execute(events).standardError);
    events.erase(total);
    RunResult result = program.execute(events);
    RunResult expected =
        orFail(plain->execute(program.spec, program.trace(), events));
    CAPTURE(i);
    REQUIRE(std::holds_alternative<DecidedOtherwise>(expected.ending));
    CHECK(describeEnding(result.ending) == describeEnding(expected.ending));
  }
  CHECK(parents.size() > 1); // Some runs started from a checkpoint.
}
