// Tests live flow with real programs, under all engines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LiveProgram.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Program/ExpressionCompiler.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

constexpr FlowTarget theEnd{};

constexpr LiveChange::Kind Switch = LiveChange::Kind::Switch;
constexpr LiveChange::Kind Omit = LiveChange::Kind::Omit;

} // namespace

static const char *const classesProgram = R"(
#include <stdio.h>
int few, many;
static void classify(int i) {
  if (i < 3)
    few++;
  else
    many++;
  printf("%d ", i);
}
int main(void) {
  for (int i = 0; i < 6; i++)
    classify(i);
  printf("few %d many %d\n", few, many);
  return 0;
}
)";

TEST_CASE("live flow can make several changes in one run",
          "[native][lldb][live][long]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  LiveProgram live(compiler, classesProgram);
  FlowTarget few = live.to("few++"), many = live.to("many++");
  SECTION("of one event each") {
    CHECK(live.output({live.once(Switch, "i < 3", many, 1),
                       live.once(Switch, "i < 3", many, 2),
                       live.once(Switch, "i < 3", few, 6)}) ==
          "0 1 2 3 4 5 few 2 many 4\n");
  }
  SECTION("of all events of several statements") {
    CHECK(live.output({live.each(Omit, "few++", live.to("printf(\"%d \"")),
                       live.each(Omit, "many++", live.to("printf(\"%d \""))}) ==
          "0 1 2 3 4 5 few 0 many 0\n");
  }
}

TEST_CASE("a changed run is recorded", "[native][lldb][live]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  LiveProgram live(compiler, classesProgram);
  LiveChange first = live.once(Switch, "i < 3", live.to("many++"), 2);
  Trace changed = live.record(first);
  CHECK(changed.size() == live.program.trace().size());
  size_t next = static_cast<size_t>(*first.event) + 1;
  CHECK(FlowTarget{changed.event(EventIndex(next)).entry} == live.to("many++"));
  // The trace does not have the omitted event, but the event that came instead
  // of it.
  LiveChange second = live.once(Omit, "i < 3", live.to("few++"), 4);
  Trace both = live.record({first, second});
  CHECK(both.size() == changed.size() - 1);
  CHECK(both.event(*second.event).entry == live.entry("few++"));
  CHECK(live.output({first, second}) == "0 1 2 3 4 5 few 3 many 3\n");
}

TEST_CASE("live flow replaces values before or after a statement",
          "[native][lldb][live]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  LiveProgram live(compiler, classesProgram);
  using Kind = LiveChange::Kind;
  SECTION("before the statement, and only for it") {
    CHECK(live.output(live.replace(Kind::ReplaceBefore, "i < 3", 2, 5)) ==
          "0 1 2 3 4 5 few 2 many 4\n");
  }
  SECTION("before a statement that stores another value there") {
    CHECK(live.output(live.replace(Kind::ReplaceBefore, "i++", 1, 3)) ==
          "0 4 5 few 1 many 2\n");
  }
  SECTION("after the statement") {
    CHECK(live.output(live.replace(Kind::ReplaceAfter, "i < 3", 2, 9)) ==
          "0 9 2 3 4 5 few 3 many 3\n");
    CHECK(live.output(live.replace(Kind::ReplaceAfter, "i++", 2, 5)) ==
          "0 1 5 few 2 many 1\n");
  }
  SECTION("after the last statement of a function") {
    CHECK(live.output(live.replace(Kind::ReplaceAfter, "printf(\"%d \"", 1,
                                   9)) == "0 1 2 3 4 5 few 3 many 3\n");
  }
  SECTION("but not at addresses that can't be written") {
    LiveChange change = live.replace(Kind::ReplaceBefore, "i < 3", 2, 5);
    change.memory.isInFrame = false;
    change.memory.place = 8;
    CHECK(live.output(change) == "0 1 2 3 4 5 few 3 many 3\n");
    change.kind = Kind::ReplaceAfter;
    CHECK(live.output(change) == "0 1 2 3 4 5 few 3 many 3\n");
  }
}

static const char *const longLiveProgram = R"(
#include <stdio.h>
int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 100000; i++) {
    if (i % 3 == 0)
      sum += i;
    if (i % 20000 == 0) {
      printf("%u %u\n", i, sum);
      if (i == 60000)
        fflush(stdout);
    }
  }
  printf("sum %u\n", sum);
  return 0;
}
)";

TEST_CASE("runs with late changes start from a checkpoint", "[native][live]") {
  NativeProgram program("clang-19", longLiveProgram);
  program.record();
  EntryId condition = entryOf(program.table, "i % 3 == 0");
  std::vector<EventIndex> events;
  for (uint32_t i = 0; i < program.trace().size(); ++i)
    if (program.trace().event(EventIndex(i)).entry == condition)
      events.push_back(EventIndex(i));
  std::vector<LiveChange> changes;
  for (size_t number : {10001, 50002, 90001}) {
    LiveChange change;
    change.entry = condition;
    change.target = FlowTarget{entryOf(program.table, "sum += i")};
    change.event = events[number];
    changes.push_back(change);
  }
  auto run = [&](llvm::ArrayRef<LiveChange> some) {
    return orFail(program.engine().liveFlow()->executeLive(program.spec, some));
  };
  run(changes.front()); // measures how long an event takes
  for (const LiveChange &change : changes) {
    RunResult whole = run(change);
    program.engine().liveFlow()->focusLive({}, *change.event);
    for (int round = 0; round < 2; ++round) {
      RunResult part = run(change);
      CHECK(part.standardOutput == whole.standardOutput);
      CHECK(part.eventsExecuted == whole.eventsExecuted);
      CHECK(part.exited());
    }
    program.engine().liveFlow()->focusLive({}, EventIndex(0));
  }
  // A checkpoint is made after the first change.
  LiveChange &first = changes.front(), &last = changes.back();
  RunResult whole = run({first, last});
  program.engine().liveFlow()->focusLive(first, *last.event);
  CHECK(run({first, last}).standardOutput == whole.standardOutput);
  CHECK(run(first).standardOutput != whole.standardOutput);
}

TEST_CASE("live flow changes one decision or all of them",
          "[native][lldb][live]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  LiveProgram live(compiler, classesProgram);
  uint64_t recorded = live.program.trace().size();
  FlowTarget few = live.to("few++"), many = live.to("many++");
  SECTION("none where control goes there by itself") {
    RunResult result = live.run(live.once(Switch, "i < 3", few, 2));
    CHECK(result.standardOutput == "0 1 2 3 4 5 few 3 many 3\n");
    CHECK(result.eventsExecuted == recorded);
  }
  SECTION("one decision") {
    CHECK(live.output(live.once(Switch, "i < 3", many, 2)) ==
          "0 1 2 3 4 5 few 2 many 4\n");
  }
  SECTION("one decision, to the end of the function") {
    RunResult result = live.run(live.once(Switch, "i < 3", theEnd, 2));
    CHECK(result.standardOutput == "0 2 3 4 5 few 2 many 3\n");
    CHECK(result.eventsExecuted == recorded - 2);
  }
  SECTION("all decisions to the same place") {
    CHECK(live.output(live.each(Switch, "i < 3", many)) ==
          "0 1 2 3 4 5 few 0 many 6\n");
  }
  SECTION("all decisions inverted") {
    LiveChange change = live.each(Switch, "i < 3", many);
    change.inverse = few;
    CHECK(live.output(change) == "0 1 2 3 4 5 few 3 many 3\n");
    change = live.each(Switch, "i < 6", live.to("printf(\"few"));
    change.inverse = live.to("classify(i)");
    CHECK(live.output(change) == "few 0 many 0\n");
  }
  SECTION("by omitting statements") {
    CHECK(live.output(live.once(Omit, "few++", live.to("printf(\"%d \""), 3)) ==
          "0 1 2 3 4 5 few 2 many 3\n");
    CHECK(live.output(live.each(Omit, "few++", live.to("printf(\"%d \""))) ==
          "0 1 2 3 4 5 few 0 many 3\n");
    CHECK(live.output(live.each(Omit, "i < 3", theEnd)) == "few 0 many 0\n");
  }
  SECTION("up to an event limit") {
    live.program.spec.eventLimit = 500;
    RunResult result =
        live.run(live.each(Switch, "i < 6", live.to("classify(i)")));
    CHECK(describeEnding(result.ending) == "no end within the event limit");
    CHECK(result.eventsExecuted == 500);
    live.program.spec.eventLimit = 7;
    result = live.run(live.once(Switch, "i < 3", many, 2));
    CHECK(result.eventsExecuted == 7);
  }
  SECTION("but not if the event is another one than in the recorded run") {
    LiveChange change = live.once(Switch, "i < 3", many, 2);
    change.event = EventIndex(static_cast<size_t>(*change.event) + 1);
    RunResult result = live.run(change);
    auto *diverged = std::get_if<Diverged>(&result.ending);
    REQUIRE(diverged);
    CHECK(diverged->reason == Diverged::Reason::NotAsRecorded);
    CHECK(diverged->event == change.event);
    CHECK(result.eventsExecuted == static_cast<size_t>(*change.event) + 1);
  }
}

static const char *const callsProgram = R"(
#include <setjmp.h>
#include <stdio.h>
static jmp_buf back;
static int count(int n) {
  if (n > 0 && count(n - 1) > 100)
    return 1000;
  return n + 1;
}
static int leave(void) {
  longjmp(back, 1);
  return 1;
}
static void attempt(void) {
  if (leave())
    puts("stayed");
  else
    puts("went");
}
static void sameDepth(void) {
  puts("same");
  puts("depth");
}
int main(void) {
  if (setjmp(back) == 0)
    attempt();
  sameDepth();
  printf("%d\n", count(3));
  return 0;
}
)";

TEST_CASE("functions called by a switched condition run unchanged",
          "[native][lldb][live][long]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  LiveProgram live(compiler, callsProgram);
  CHECK(live.program.record().standardOutput == "same\ndepth\n4\n");
  SECTION("even if they recurse") {
    FlowTarget other = live.to("return 1000");
    std::string outer = live.output(live.once(Switch, "n > 0", other));
    CHECK(outer == "same\ndepth\n1000\n");
    std::string inner = live.output(live.once(Switch, "n > 0", other, 4));
    CHECK(inner == "same\ndepth\n1000\n");
    CHECK(live.output(live.each(Switch, "n > 0", other)) ==
          "same\ndepth\n1000\n");
  }
  SECTION("and so does the code to which longjmp leaves them") {
    CHECK(
        live.output(live.once(Switch, "leave()", live.to("puts(\"went\")"))) ==
        "same\ndepth\n4\n");
  }
}

static const char *const methodsProgram = R"(
#include <cstdio>
struct Counter {
  int value = 0;
  Counter() { std::puts("made"); }
  ~Counter() { std::printf("%d\n", value); }
  void add(int n) {
    if (n > 1)
      value += n;
    else
      value += 10;
    value++;
  }
};
int main() {
  Counter counter;
  counter.add(1);
  counter.add(2);
  return 0;
}
)";

TEST_CASE("control that is sent elsewhere finds valid objects",
          "[native][lldb][live]") {
  std::string compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  LiveProgram live(compiler, methodsProgram);
  FlowTarget large = live.to("value += n"), small = live.to("value += 10");
  CHECK(live.output(live.once(Switch, "n > 1", large)) == "made\n5\n");
  CHECK(live.output(live.once(Switch, "n > 1", small, 2)) == "made\n22\n");
  CHECK(live.output(live.once(Switch, "n > 1", live.to("value++"))) ==
        "made\n4\n");
  LiveChange inverted = live.each(Switch, "n > 1", large);
  inverted.inverse = small;
  CHECK(live.output(inverted) == "made\n13\n");
  CHECK(live.output(live.each(Omit, "value++", theEnd)) == "made\n12\n");
}

static const char *const crashesProgram = R"(
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static int how;
static void handle(int number) {
  printf("handled");
  _Exit(3);
}
static int overflow(int n) {
  volatile char room[100000];
  room[0] = n;
  return overflow(n + 1) + room[0];
}
static void crash(void) {
  switch (how) {
  case 0:
    *(volatile int *)8 = 0;
  case 1:
    abort();
  case 2:
    __builtin_trap();
  case 3:
    overflow(0);
  case 4:
    signal(SIGSEGV, handle);
    printf("with handler, ");
    *(volatile int *)8 = 0;
  case 5:
    raise(SIGTERM);
  }
}
int main(int count, char **arguments) {
  if (count > 1)
    how = atoi(arguments[1]);
  printf("said");
  if (count > 5)
    crash();
  return 0;
}
)";

TEST_CASE("in live flow the buffered output of a crashed program counts",
          "[native][lldb][live][long]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  LiveProgram live(compiler, crashesProgram);
  struct Way {
    const char *how, *output, *ending;
  };
  const Way ways[] = {{"0", "said", "signal 11 (SIGSEGV)"},
                      {"1", "said", "signal 6 (SIGABRT)"},
                      {"2", "said", "signal 4 (SIGILL)"},
                      {"3", "said", "signal 11 (SIGSEGV)"},
                      {"4", "", "exit status 3"},
                      {"5", "", "signal 15 (SIGTERM)"}};
  for (const Way &way : ways) {
    INFO(way.how);
    live.program.spec.arguments = {way.how};
    RunResult result =
        live.run(live.each(Switch, "if (count > 5)", live.to("crash()")));
    INFO(describeEnding(result.ending));
    CHECK(
        llvm::StringRef(describeEnding(result.ending)).starts_with(way.ending));
    CHECK(result.standardOutput == way.output);
  }
}

static const char *const childrenProgram = R"(
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static int calls;
static void step(int i) {
  if (i > 100)
    calls += 100;
  calls++;
}
int main(void) {
  step(1);
  calls = 0;
  if (fork() == 0) {
    for (int i = 0; i < 50; i++)
      step(i);
    _exit(calls == 50 ? 0 : 1);
  }
  int status;
  wait(&status);
  step(2);
  printf("%d %d\n", calls, status);
  return 0;
}
)";

TEST_CASE("live flow changes nothing in children of the program",
          "[native][live]") {
  NativeProgram program("clang-19", childrenProgram);
  program.record();
  LiveChange change;
  change.entry = entryOf(program.table, "i > 100");
  change.target = FlowTarget{entryOf(program.table, "calls += 100")};
  RunResult result =
      orFail(program.engine().liveFlow()->executeLive(program.spec, change));
  CHECK(result.standardOutput == "101 0\n");
  CHECK(result.eventsExecuted == program.trace().size() + 2);
}

static const char *const calledProgram = R"(
#include <stdio.h>
#include <string.h>
struct pair { int left, right; };
static int sum(const char *name, const int *numbers, int n, struct pair p) {
  int total = p.left - p.right;
  for (int i = 0; i < n; i++)
    total += numbers[i];
  printf("%s %d\n", name, total);
  return total;
}
int main(void) {
  static int numbers[] = {1, 2, 3}; // at the same address in all engines
  struct pair p = {10, 4};
  sum("first", numbers, 3, p);
  sum("second", numbers, 2, p);
  return 0;
}
)";

TEST_CASE("a change overwrites the arguments of one call, literals included",
          "[native][live]") {
  LiveProgram live(GENERATE(from_range(compilers(Language::C))), calledProgram);
  EventIndex event = live.event("total = p.left", 2);
  EntryId entry = live.program.trace().event(event).entry;
  ExpressionCompiler compiler(live.program.table);
  auto placeOf = [&](llvm::StringRef name) {
    LocationProgram location =
        orFail(compiler.compile(name, live.program.table.entry(entry).address))
            .location;
    REQUIRE(location.steps[0].kind == LocationStep::Kind::Frame);
    return static_cast<uint64_t>(location.steps[0].number);
  };
  auto watched = std::make_shared<std::vector<Watch>>(2);
  for (size_t i : {0, 1}) {
    (*watched)[i].event = event;
    const char *expression = i == 0 ? "&*name" : "&numbers[0]";
    (*watched)[i].places.push_back(
        {entry, orFail(compiler.compile(
                           expression, live.program.table.entry(entry).address))
                    .location});
  }
  live.program.spec.watches = watched;
  RunResult plain = orFail(live.program.engine().execute(
      live.program.spec, live.program.trace(),
      EventSet(live.program.trace().size(), true)));
  auto addressOf = [&](size_t index) {
    uint64_t address = 0;
    REQUIRE(plain.values[index].bytes->size() == sizeof address);
    std::memcpy(&address, plain.values[index].bytes->data(), sizeof address);
    return address;
  };
  LiveChange change;
  change.kind = LiveChange::Kind::Overwrite;
  change.entry = entry;
  change.event = event;
  change.ranges = {
      {false, addressOf(0), std::string("sec\0", 4)},
      {false, addressOf(1) + 4, std::string("\x07\0\0\0", 4)},
      {true, placeOf("n"), std::string("\x01\0\0\0", 4)},
      {true, placeOf("p"), std::string("\x64\0\0\0\x01\0\0\0", 8)}};
  CHECK(live.output({change}) == "first 12\nsec 100\n");
  change.ranges.resize(2);
  // A later run finds the memory unchanged.
  CHECK(live.output({change}) == "first 12\nsec 14\n");
  CHECK(live.output({}) == "first 12\nsecond 9\n");
  change.event = live.event("total = p.left", 1);
  Trace trace = live.record({change});
  CHECK(trace.size() == live.program.trace().size());
}
