// Tests of reductions in guarded flow.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Case/PaperMachine.h"
#include "Reduce/RunStructure.h"
#include "TestSupport/Catch.h"
#include "TestSupport/HandDrawnGraph.h"
#include "pinstripe/Driver/Reduce/CoarseGroups.h"
#include "pinstripe/Driver/Reduce/PartialExecutionOracle.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

/// Traces two rounds of `start; while (test) { body; call(); } end`. Only the
/// second round makes a call. The end is pinned.
class LoopRun {
public:
  enum : uint32_t { Start, Test, Body, Call, End, Called };

  LoopRun() {
    drawn.entry(0, {Test});
    drawn.entry(0, {Body, End});
    drawn.entry(0, {Call});
    drawn.entry(0, {Test});
    drawn.entry(0, {leaves});
    drawn.entry(1, {leaves});
    drawn.table.units[End].pinReason = "for the test";
    Invocation called;
    called.function = FunctionId(1);
    called.caller = InvocationId(0);
    called.parent = EventIndex(6);
    std::vector<Event> events;
    for (uint32_t entry : {Start, Test, Body, Call, Test, Body, Call})
      events.push_back({EntryId(entry), InvocationId(0)});
    events.push_back({EntryId(Called), InvocationId(1)});
    for (uint32_t entry : {Test, End})
      events.push_back({EntryId(entry), InvocationId(0)});
    trace = Trace(events, {Invocation(), called});
    tree.emplace(UnitGraph(drawn.table, trace), trace);
  }

  HandDrawnGraph drawn;
  Trace trace;
  std::optional<ControlTree> tree;
};

EventSet setOf(llvm::ArrayRef<unsigned> events) {
  EventSet set(10);
  for (unsigned event : events)
    set.insert(EventIndex(event));
  return set;
}

ElementMap mapOf(const LoopRun &run, Granularity granularity) {
  return ElementMap(run.drawn.table, run.trace, granularity, std::nullopt, {},
                    &*run.tree);
}

} // namespace

TEST_CASE("removing a decision removes the events that depend on it",
          "[driver][guarded]") {
  LoopRun run;
  ElementMap elements = mapOf(run, Granularity::Instance);
  Configuration all = Configuration::full(elements.size());
  CHECK(elements.executedEvents(all).isFull());
  // The second test of the loop is removed, and the third test with it.
  CHECK(elements.executedEvents(all.without(Element(4))) ==
        setOf({0, 1, 2, 3, 9}));
  // A call is removed together with the events of the called function.
  CHECK(elements.executedEvents(all.without(Element(6))) ==
        setOf({0, 1, 2, 3, 4, 5, 8, 9}));
}

TEST_CASE("removing all instances of a condition removes the events that "
          "depend on them",
          "[driver][guarded]") {
  LoopRun run;
  ElementMap elements = mapOf(run, Granularity::Statement);
  Configuration all = Configuration::full(elements.size());
  CHECK(elements.executedEvents(all).isFull());
  CHECK(elements.executedEvents(all.without(Element(
            elements.elementAt(EntryId(LoopRun::Test))))) == setOf({0, 9}));
}

TEST_CASE("elements are in the tree of their events", "[driver][guarded]") {
  LoopRun run;
  std::optional<ElementTree> tree = mapOf(run, Granularity::Instance).tree();
  REQUIRE(tree);
  CHECK(tree->ends == std::vector<uint32_t>{1, 9, 3, 4, 9, 6, 8, 8, 9});
  CHECK_FALSE(mapOf(run, Granularity::Statement).tree());
  CHECK_FALSE(ElementMap(run.drawn.table, run.trace).tree());
}

TEST_CASE("keeping an event needs the decisions that lead to it",
          "[driver][guarded]") {
  LoopRun run;
  CHECK(withCauses(setOf({7}), run.trace, &*run.tree) == setOf({1, 4, 6, 7}));
  CHECK(withCauses(setOf({7}), run.trace, nullptr) == setOf({6, 7}));
}

TEST_CASE("guards are conditions with something to guard",
          "[driver][guarded]") {
  LoopRun run;
  CHECK(guardsOf(setOf({0, 1, 4, 6, 7, 9}), *run.tree, run.trace) ==
        setOf({1, 4}));
  CHECK(guardsOf(setOf({0, 1, 9}), *run.tree, run.trace).none());
}

TEST_CASE("subtrees take the place of conditions and calls",
          "[driver][guarded]") {
  LoopRun run;
  auto hasConditionsOrCalls = [&](const ElementMap &elements) {
    return llvm::any_of(coarseGroups(run.drawn.table, run.trace, elements, 1),
                        [](const ElementGroup &group) {
                          return group.label == "conditions" ||
                                 group.label == "calls";
                        });
  };
  CHECK_FALSE(hasConditionsOrCalls(mapOf(run, Granularity::Instance)));
  // In trace flow the same run has such groups.
  CHECK(hasConditionsOrCalls(ElementMap(run.drawn.table, run.trace)));
}

namespace {

class WroteZero : public Predicate {
public:
  std::string description() const override { return "sum = 0"; }
  llvm::Expected<Outcome> test(const RunResult &result) override {
    return result.standardOutput == "sum = 0\n" ? Outcome::Fail : Outcome::Pass;
  }
};

/// Reduces the sum of the paper's program in a memory full of zeros.
class ZeroFixture {
public:
  ZeroFixture() {
    launch.poison = Poison::Zero;
    other.poison = Poison::Pattern;
  }

  Outcome outcomeOf(llvm::ArrayRef<PaperStatement> statements) {
    std::vector<Event> events;
    for (PaperStatement statement : statements)
      events.push_back({EntryId(statement), InvocationId(0)});
    trace = Trace(events, {Invocation()});
    ElementMap elements(table, trace);
    PartialExecutionOracle oracle({runner, launch, trace, elements, predicate,
                                   recorded, nullptr, other, comparesDecisions,
                                   &output});
    Configuration full = Configuration::full(elements.size());
    Outcome outcome = llvm::cantFail(oracle.test(full));
    tally = oracle.tally();
    if (auto why = oracle.whyNot(full))
      reason = why->text;
    return outcome;
  }

  UnitTable table = paperTable("/src/sample.c");
  Trace trace;
  PaperMachine machine;
  CaseRunner runner{machine};
  LaunchSpec launch, other;
  bool comparesDecisions = true;
  WroteZero predicate;
  PredicateSpec output;
  std::string reason;
  RunResult recorded;
  TestTally tally;
};

} // namespace

TEST_CASE_METHOD(ZeroFixture,
                 "an output that only some poisons reproduce is not reproduced",
                 "[driver][guarded]") {
  using enum PaperStatement;
  CHECK(outcomeOf({PrintSum}) == Outcome::Pass);
  CHECK(machine.executions == 2);
  CHECK(tally.distinct == 1);
  CHECK(tally.pass == 1);
}

TEST_CASE_METHOD(ZeroFixture,
                 "an output that all poisons reproduce is reproduced",
                 "[driver][guarded]") {
  using enum PaperStatement;
  CHECK(outcomeOf({SumIsZero, PrintSum}) == Outcome::Fail);
  CHECK(machine.executions == 2);
}

TEST_CASE_METHOD(ZeroFixture,
                 "an output is not reproduced if a comparison depends on the "
                 "poison",
                 "[driver][guarded]") {
  using enum PaperStatement;
  launch.flow = other.flow = Flow::Guarded;
  SECTION("because nothing has set the compared variable") {
    CHECK(outcomeOf({SumIsZero, Condition, PrintSum}) == Outcome::Unresolved);
    CHECK(tally.decidedOtherwise == 1);
    CHECK(reason == "a comparison was made of values that no executed "
                    "statement had computed");
  }
  SECTION("but it is if the variable was set") {
    CHECK(outcomeOf({SumIsZero, MulIsOne, Condition, PrintSum}) ==
          Outcome::Fail);
  }
  SECTION("and also if the whole run compares poison") {
    comparesDecisions = false;
    CHECK(outcomeOf({SumIsZero, Condition, PrintSum}) == Outcome::Fail);
  }
  CHECK(machine.executions == 2);
}

TEST_CASE_METHOD(ZeroFixture,
                 "a configuration that does not reproduce the output is not "
                 "run with other poisons",
                 "[driver][guarded]") {
  using enum PaperStatement;
  CHECK(outcomeOf({PrintMul}) == Outcome::Pass);
  CHECK(machine.executions == 1);
}

TEST_CASE_METHOD(ZeroFixture, "other decisions are counted apart",
                 "[driver][guarded]") {
  machine.endingOfAll = DecidedOtherwise{EventIndex(0)};
  CHECK(outcomeOf({PaperStatement::PrintSum}) == Outcome::Unresolved);
  CHECK(tally.distinct == 1);
  CHECK(tally.decidedOtherwise == 1);
  CHECK(tally.unresolved == 0);
}
