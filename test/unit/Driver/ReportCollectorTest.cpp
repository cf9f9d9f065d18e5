// Tests of what reports collect: dependences between events, tests, documents.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Inspect/DependenceAggregator.h"
#include "Inspect/ReductionDocument.h"
#include "Inspect/ReportedTests.h"
#include "TestSupport/Catch.h"
#include "TestSupport/HandWrittenRun.h"

using namespace pinstripe;
using namespace pinstripe::written;

namespace {

DependenceGraph graphOf(HandWrittenRun &run) {
  return llvm::cantFail(run.recorder().take());
}

EventDependences aggregate(const DependenceGraph &graph, size_t events,
                           const EventSet *only = nullptr) {
  return DependenceAggregator(graph, /*followStale=*/false)
      .aggregate(events, only);
}

using Dependences = std::vector<EventDependence>;

Dependences of(const EventDependences &all, uint32_t event) {
  return all.of(EventIndex(event)).vec();
}

ReportedTest testOf(Outcome outcome, const EventSet &events) {
  ReportedTest test;
  test.outcome = outcome;
  test.events = events;
  test.executed = events.count();
  return test;
}

} // namespace

TEST_CASE("an event depends on the events whose values it used", "[report]") {
  HandWrittenRun run;
  run.function();
  BlockId one = run.block({set(RAX), store(-8, RAX)});
  BlockId other = run.block({set(RAX), store(-16, RAX)});
  BlockId sum = run.block(
      {load(RAX, -8), load(RCX, -16), add(RAX, RCX), store(-24, RAX)});
  BlockId again = run.block({load(RDI, -24), load(RSI, -24)});
  run.run(0, one);
  run.run(1, other);
  run.run(2, sum);
  run.run(3, again);
  DependenceGraph graph = graphOf(run);
  EventDependences found = aggregate(graph, 4);
  CHECK(of(found, 0).empty());
  CHECK(of(found, 2) ==
        Dependences{{EventIndex(0), false}, {EventIndex(1), false}});
  CHECK(of(found, 3) == Dependences{{EventIndex(2), false}});
  CHECK_FALSE(found.isOfSliceOnly);

  SECTION("only the wanted events have their dependences") {
    EventSet only(4);
    only.insert(EventIndex(3));
    EventDependences few = aggregate(graph, 4, &only);
    CHECK(few.all == Dependences{{EventIndex(2), false}});
    CHECK(few.first.size() == 5);
    CHECK(few.isOfSliceOnly);
  }
}

TEST_CASE("a value that only says where to look is an address", "[report]") {
  HandWrittenRun run;
  run.function();
  BlockId value = run.block({set(RAX), store(-8, RAX)});
  BlockId pointer = run.block({set(RCX), store(-16, RCX)});
  BlockId read = run.block({load(RCX, -16), loadFrom(RDI, RCX)});
  BlockId both = run.block({load(RCX, -16), loadFrom(RDI, RCX), load(RSI, -16),
                            add(RDI, RSI), store(-24, RDI)});
  uint64_t top = topFrame;
  run.run(0, value);
  run.run(1, pointer);
  run.run(2, read, top, {top - 8});
  run.run(3, both, top, {top - 8});
  DependenceGraph graph = graphOf(run);
  EventDependences found = aggregate(graph, 4);
  Dependences ofRead = of(found, 2);
  CHECK(llvm::is_contained(ofRead, EventDependence{EventIndex(0), false}));
  REQUIRE(of(found, 3).size() == 2);
  // The event used the pointer both as an address and as a value. In this case,
  // it counts as a value.
  CHECK(
      llvm::is_contained(of(found, 3), EventDependence{EventIndex(1), false}));
}

TEST_CASE("dependences lead through code outside of all events", "[report]") {
  HandWrittenRun run;
  run.function();
  BlockId one = run.block({set(RAX), store(-8, RAX)});
  BlockId copy = run.block({load(RCX, -8), store(-16, RCX)});
  BlockId use = run.block({load(RDI, -16), store(-24, RDI)});
  run.run(0, one);
  run.recorder().atEvent(std::nullopt, std::nullopt);
  run.recorder().executeBlock(copy, topFrame, {});
  run.run(1, use);
  DependenceGraph graph = graphOf(run);
  CHECK(of(aggregate(graph, 2), 1) == Dependences{{EventIndex(0), false}});
}

TEST_CASE("all FAILs are shown, and an even choice of other tests",
          "[report]") {
  using enum Outcome;
  std::vector<Outcome> outcomes(100, Pass);
  outcomes[3] = outcomes[50] = Fail;
  std::vector<bool> chosen = chooseTests(outcomes, 12);
  CHECK(llvm::count(chosen, true) == 12);
  CHECK(chosen[3]);
  CHECK(chosen[50]);
  size_t early = std::count(chosen.begin(), chosen.begin() + 50, true);
  CHECK(early >= 5);
  CHECK(early <= 7);
  CHECK(llvm::count(chooseTests(outcomes, 1000), true) == 100);
  CHECK(llvm::count(chooseTests(std::vector<Outcome>(10, Fail), 4), true) == 4);
  CHECK(chooseTests({}, 4).empty());
}

TEST_CASE("the test without an event says why it was kept", "[report]") {
  EventSet kept(5);
  for (uint32_t event : {0, 2, 4})
    kept.insert(EventIndex(event));
  EventSet withoutTwo = kept, withoutBoth = kept, larger = kept;
  withoutTwo.erase(EventIndex(2));
  withoutBoth.erase(EventIndex(2));
  withoutBoth.erase(EventIndex(4));
  larger.insert(EventIndex(1));
  ReportedTest crash = testOf(Outcome::Unresolved, withoutTwo);
  crash.cause = "crash";
  crash.ending = "signal 11 (SIGSEGV)";
  KeptReasons reasons =
      reasonsIn({testOf(Outcome::Pass, withoutBoth), crash,
                 testOf(Outcome::Fail, larger), ReportedTest()},
                kept);
  REQUIRE(reasons.size() == 1);
  CHECK(reasons[2].outcome == Outcome::Unresolved);
  CHECK(reasons[2].cause.kind == UnresolvedCause::Kind::Crash);
  CHECK(reasons[2].text == "signal 11 (SIGSEGV)");
}

TEST_CASE("a document has values and reasons of events", "[report]") {
  auto document = llvm::json::parse(R"({
    "case": {"predicate": ["--same-stdout"], "flow": "trace"},
    "result": {"kept": 2, "events": [
      {"index": 1, "values": {"read": [{"name": "a", "value": "5"}],
                              "written": [], "text": "5 -> 6"},
       "without": {"outcome": "UNRESOLVED", "cause": "limit-of-file-size",
                   "text": "too large"}},
      {"index": 2, "without": {"outcome": "FAIL"}},
      {"index": 99, "values": {}}, 7, {"index": -3}]}})");
  REQUIRE(static_cast<bool>(document));
  DocumentedEvents found = readDocumentedEvents(*document, 2);
  REQUIRE(found.values.size() == 1);
  CHECK(found.values[0].read == std::vector<NamedValue>{{"a", "5"}});
  CHECK(found.values[0].text == "5 -> 6");
  REQUIRE(found.reasons.size() == 1);
  CHECK(found.reasons[0].cause.kind == UnresolvedCause::Kind::Limit);
  CHECK(found.reasons[0].cause.limit == LimitReached::Kind::FileSize);
  CHECK(isAboutResult(*document, 2, {"--same-stdout"}, "trace"));
  CHECK_FALSE(isAboutResult(*document, 3, {"--same-stdout"}, "trace"));
  CHECK_FALSE(isAboutResult(*document, 2, {"--keep x"}, "trace"));
  CHECK_FALSE(isAboutResult(*document, 2, {"--same-stdout"}, "guarded"));
  CHECK_FALSE(isAboutResult(llvm::json::Value(nullptr), 2, {}, "trace"));
}
