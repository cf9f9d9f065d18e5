// Tests of the oracle that runs the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/PartialExecutionOracle.h"
#include "Case/PaperMachine.h"
#include "Case/SlowMachine.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/DirectoryTree.h"
#include <csignal>

using namespace pinstripe;

namespace {

/// A predicate that returns FAIL for runs that have written a certain text.
class Wrote : public Predicate {
public:
  explicit Wrote(std::string text) : text(std::move(text)) {}
  std::string description() const override { return "wrote " + text; }
  llvm::Expected<Outcome> test(const RunResult &result) override {
    if (isUndecided)
      return Outcome::Unresolved;
    return result.standardOutput.find(text) != std::string::npos
               ? Outcome::Fail
               : Outcome::Pass;
  }
  bool isUndecided = false;

private:
  std::string text;
};

/// An oracle for a trace of the paper's statements. The second event makes a
/// call, and all later events are in the called invocation.
class OracleFixture {
public:
  OracleFixture()
      : table(paperTable("/src/sample.c")), trace(callTrace()),
        elements(table, trace),
        oracle({runner, launch, trace, elements, predicate, recorded}) {}

  Outcome outcomeOf(llvm::ArrayRef<unsigned> events) {
    Configuration configuration = Configuration::empty(trace.size());
    for (unsigned event : events)
      configuration.insert(Element{event});
    return llvm::cantFail(oracle.test(configuration));
  }

  PaperMachine machine;
  CaseRunner runner{machine, RunPlace{nullptr, "",
                                      [this]() -> llvm::Error {
                                        ++preparations;
                                        return llvm::Error::success();
                                      },
                                      nullptr}};
  LaunchSpec launch;
  Wrote predicate{"b? "};
  RunResult recorded;
  unsigned preparations = 0;
  UnitTable table;
  Trace trace;
  ElementMap elements;
  PartialExecutionOracle oracle;

private:
  static Trace callTrace() {
    using enum PaperStatement;
    Invocation called;
    called.caller = InvocationId(0);
    called.parent = EventIndex(1);
    return Trace({{EntryId(AskB), InvocationId(0)},
                  {EntryId(ReadA), InvocationId(0)},
                  {EntryId(AskA), InvocationId(1)},
                  {EntryId(PrintSum), InvocationId(1)}},
                 {Invocation(), called});
  }
};

} // namespace

TEST_CASE_METHOD(OracleFixture,
                 "Configurations that differ in calls that do not happen are "
                 "one test",
                 "[driver][oracle]") {
  CHECK(outcomeOf({0, 2}) == Outcome::Fail);
  CHECK(oracle.lastTestIsNew());
  CHECK(machine.latest.count() == 1);
  CHECK(outcomeOf({0, 3}) == Outcome::Fail);
  CHECK_FALSE(oracle.lastTestIsNew());
  CHECK(outcomeOf({0}) == Outcome::Fail);
  CHECK(machine.executions == 1);
  CHECK(oracle.tally().distinct == 1);
  CHECK(oracle.tally().cached == 2);
  // If the call is executed, the configurations differ.
  outcomeOf({0, 1, 2});
  outcomeOf({0, 1, 3});
  CHECK(machine.executions == 3);
}

TEST_CASE_METHOD(OracleFixture,
                 "Each run is prepared, but not an answer from the cache",
                 "[driver][oracle]") {
  outcomeOf({0});
  outcomeOf({0, 3});
  outcomeOf({1});
  CHECK(preparations == 2);
  CHECK(oracle.runSeconds().size() == 2);
}

TEST_CASE_METHOD(OracleFixture,
                 "A run is repeated up to four times, in a restored working "
                 "directory, if the engine fails",
                 "[driver][oracle]") {
  machine.failures = 4;
  CHECK(outcomeOf({0}) == Outcome::Fail);
  CHECK(preparations == 5);
  CHECK(oracle.tally().distinct == 1);
  machine.failures = 5;
  Configuration some = Configuration::empty(elements.size());
  some.insert(Element{1});
  llvm::Expected<Outcome> outcome = oracle.test(some);
  REQUIRE_FALSE(static_cast<bool>(outcome));
  CHECK(llvm::toString(outcome.takeError()) == "out of breath");
}

TEST_CASE_METHOD(OracleFixture,
                 "A hang is counted once, after a second run confirms it",
                 "[driver][oracle]") {
  machine.endingOfAll = TimedOut{};
  CHECK(outcomeOf({0}) == Outcome::Unresolved);
  CHECK(machine.executions == 2);
  CHECK(preparations == 2);
  CHECK(oracle.tally().hang == 1);
  CHECK(oracle.tally().distinct == 1);
}

TEST_CASE_METHOD(OracleFixture, "A test that the deadline ends has no outcome",
                 "[driver][oracle]") {
  Configuration one = Configuration::empty(elements.size());
  one.insert(Element{0});
  {
    TimedRuns timed(runner, Deadline::after(0));
    llvm::Expected<Outcome> outcome = oracle.test(one);
    CHECK(outcome.errorIsA<TimeUpError>());
    llvm::consumeError(outcome.takeError());
  }
  CHECK(oracle.tally().distinct == 0);
  CHECK_FALSE(oracle.known(one).has_value());
  CHECK(outcomeOf({0}) == Outcome::Fail);
  CHECK(oracle.tally().distinct == 1);
}

TEST_CASE_METHOD(OracleFixture,
                 "An end by a signal that others send counts when it has come "
                 "three times",
                 "[driver][oracle]") {
  machine.endingOfAll = Crashed{SIGKILL};
  CHECK(outcomeOf({0}) == Outcome::Unresolved);
  CHECK(machine.executions == 3);
  CHECK(oracle.tally().crash == 1);
  CHECK(oracle.tally().distinct == 1);
}

TEST_CASE_METHOD(OracleFixture,
                 "Outcomes and causes of unresolved ones are counted",
                 "[driver][oracle]") {
  CHECK(outcomeOf({0}) == Outcome::Fail);
  CHECK(outcomeOf({1}) == Outcome::Pass);
  machine.endingOfAll = Crashed{11, 0};
  CHECK(outcomeOf({0, 1}) == Outcome::Unresolved);
  machine.endingOfAll = TimedOut{};
  CHECK(outcomeOf({0, 1, 2}) == Outcome::Unresolved);
  machine.endingOfAll = Diverged{};
  CHECK(outcomeOf({0, 1, 3}) == Outcome::Unresolved);
  machine.endingOfAll = LimitReached{};
  CHECK(outcomeOf({0, 1, 2, 3}) == Outcome::Unresolved);
  machine.endingOfAll.reset();
  predicate.isUndecided = true;
  CHECK(outcomeOf({1, 2, 3}) == Outcome::Unresolved);
  const TestTally &tally = oracle.tally();
  CHECK(tally.distinct == 7);
  CHECK(tally.fail == 1);
  CHECK(tally.pass == 1);
  CHECK(tally.unresolved == 5);
  CHECK(tally.crash == 1);
  CHECK(tally.hang == 1);
  CHECK(tally.divergence == 1);
  CHECK(tally.limit == 1);
  CHECK(tally.limits.at(LimitReached::Kind::Events) == 1);
  CHECK(tally.undecided == 1);
}

TEST_CASE(
    "Tests of an earlier reduction count without a run, except for the first",
    "[driver][oracle]") {
  auto directory = llvm::cantFail(TemporaryDirectory::create());
  std::string path = directory.path() + "/tests.sqlite";
  for (unsigned round = 0; round < 3; ++round) {
    OracleFixture fixture;
    std::unique_ptr<StoredTests> stored =
        llvm::cantFail(StoredTests::open(llvm::cantFail(TestDatabase::open(
            path, "case", fixture.trace.size(), "--keep b"))));
    CHECK(stored->size() == (round == 0 ? 0 : 3));
    PartialExecutionOracle oracle(
        {fixture.runner, fixture.launch, fixture.trace, fixture.elements,
         fixture.predicate, fixture.recorded, stored.get()});
    auto outcomeOf = [&](llvm::ArrayRef<unsigned> events) {
      Configuration configuration = Configuration::empty(4);
      for (unsigned event : events)
        configuration.insert(Element{event});
      std::optional<Outcome> known = oracle.known(configuration);
      bool isFirst = oracle.tally().distinct == 0;
      CHECK(known.has_value() == (round > 0 && !isFirst));
      Outcome outcome = llvm::cantFail(oracle.test(configuration));
      CHECK(known.value_or(outcome) == outcome);
      CHECK(oracle.lastTestIsNew());
      return outcome;
    };
    CHECK(outcomeOf({0, 1, 2, 3}) == Outcome::Fail);
    CHECK(outcomeOf({1}) == Outcome::Pass);
    fixture.predicate.isUndecided = true;
    CHECK(outcomeOf({0, 1}) == Outcome::Unresolved);
    CHECK(fixture.machine.executions == (round == 0 ? 3 : 1));
    CHECK(oracle.tally().stored == (round == 0 ? 0 : 2));
    CHECK(oracle.tally().distinct == 3);
    CHECK(oracle.tally().pass == 1);
    CHECK(oracle.tally().undecided == 1);
    CHECK(oracle.runSeconds().size() == fixture.machine.executions);
  }
}

TEST_CASE("A test that was disturbed by a stop is not stored",
          "[driver][oracle]") {
  auto directory = llvm::cantFail(TemporaryDirectory::create());
  OracleFixture fixture;
  std::unique_ptr<StoredTests> stored =
      llvm::cantFail(StoredTests::open(llvm::cantFail(
          TestDatabase::open(directory.path() + "/tests.sqlite", "case",
                             fixture.trace.size(), "--keep b"))));
  std::atomic<bool> stop = true;
  LaneChoice choice;
  choice.stop = &stop;
  PartialExecutionOracle oracle({fixture.runner, fixture.launch, fixture.trace,
                                 fixture.elements, fixture.predicate,
                                 fixture.recorded, stored.get()},
                                choice);
  llvm::cantFail(oracle.test(Configuration::empty(4)));
  CHECK(stored->size() == 0);
  llvm::cantFail(oracle.test(Configuration::full(4)));
  CHECK(stored->size() == 1);
}

TEST_CASE(
    "A run that crashes early answers for all runs that begin alike, if this "
    "is asked for",
    "[driver][oracle][early]") {
  // Every run that skips event 2 crashes in event 3.
  std::vector<Event> events(
      8, Event{EntryId(PaperStatement::AskB), InvocationId(0)});
  Trace trace(events, {Invocation()});
  for (bool isAskedFor : {false, true}) {
    PaperMachine machine;
    CaseRunner runner(machine);
    LaunchSpec launch;
    Wrote predicate("b? ");
    RunResult recorded;
    UnitTable table = paperTable("/src/sample.c");
    ElementMap elements(table, trace);
    PartialExecutionOracle oracle(
        {runner, launch, trace, elements, predicate, recorded});
    if (isAskedFor)
      oracle.useEarlyEndings();
    Configuration all = Configuration::full(8);
    CHECK(llvm::cantFail(oracle.test(all)) == Outcome::Fail);
    Crashed crashed{SIGSEGV};
    crashed.event = EventIndex(3);
    machine.endingOfAll = crashed;
    auto test = [&](llvm::ArrayRef<Element> removed) {
      Configuration candidate = all.without(removed);
      bool isKnown = oracle.known(candidate).has_value();
      CHECK(llvm::cantFail(oracle.test(candidate)) == Outcome::Unresolved);
      CHECK(oracle.lastTestIsNew() == !isKnown);
    };
    test({Element(2), Element(4), Element(6)});
    test({Element(2), Element(4)});
    test({Element(2), Element(5), Element(7)});
    test({Element(2)});
    test({Element(1), Element(2)});
    CHECK(machine.executions == (isAskedFor ? 3 : 6));
    CHECK(oracle.tally().distinct == machine.executions);
    CHECK(oracle.tally().cached == 6 - machine.executions);
    CHECK(oracle.whyNot(all.without({Element(2)})).has_value());
  }
}

TEST_CASE_METHOD(OracleFixture,
                 "Only a run that reproduces the output is repeated with other "
                 "poisons",
                 "[driver][oracle]") {
  std::vector<LaunchSpec> others(2);
  PartialExecutionOracle guarded(
      {runner, launch, trace, elements, predicate, recorded, nullptr, others});
  auto runsFor = [&](llvm::ArrayRef<unsigned> events) {
    Configuration configuration = Configuration::empty(4);
    for (unsigned event : events)
      configuration.insert(Element{event});
    unsigned before = machine.executions;
    llvm::cantFail(guarded.test(configuration));
    return machine.executions - before;
  };
  CHECK(runsFor({0, 1, 2, 3}) == 3);
  CHECK(runsFor({1}) == 1);
  machine.endingOfAll = Crashed{SIGSEGV};
  CHECK(runsFor({1, 2}) == 1);
  CHECK(guarded.tally().distinct == 3);
}

TEST_CASE_METHOD(OracleFixture,
                 "However many lanes there are, a test has the same runs with "
                 "other poisons",
                 "[driver][oracle]") {
  std::vector<LaunchSpec> others(2);
  others[0].poison = Poison::Zero;
  others[1].poison = Poison::Large;
  MachineRoom room;
  LaneChoice choice;
  choice.lanes = 3;
  choice.atOnce = true;
  choice.factory = SlowMachine::factory(room);
  PartialExecutionOracle guarded(
      {runner, launch, trace, elements, predicate, recorded, nullptr, others},
      choice);
  CHECK(guarded.prefetchDepth() != 0);
  // Before a lane is ready, the thread of the oracle makes the runs.
  auto test = [&](llvm::ArrayRef<unsigned> events) {
    Configuration configuration = Configuration::empty(4);
    for (unsigned event : events)
      configuration.insert(Element{event});
    size_t before = room.count() + machine.executions;
    guarded.prefetch({configuration});
    Outcome outcome = llvm::cantFail(guarded.test(configuration));
    return std::pair(outcome, room.count() + machine.executions - before);
  };
  CHECK(test({0, 1, 2, 3}) == std::pair(Outcome::Fail, size_t(3)));
  CHECK(test({1}) == std::pair(Outcome::Pass, size_t(1)));
  while (room.machineCount() != 3)
    std::this_thread::yield();
  CHECK(test({0, 1, 2}) == std::pair(Outcome::Fail, size_t(3)));
  CHECK(guarded.tally().distinct == 3);
  guarded.closeLanes();
}
