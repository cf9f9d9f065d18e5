// Reduces the paper's example with an engine that can execute only this
// example.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only the engine is replaced. Elements, oracle, predicate and reduction are
// the real ones.

#include "Case/PaperMachine.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Driver/Reduce/CoarseGroups.h"
#include "pinstripe/Driver/Reduce/PartialExecutionOracle.h"
#include "pinstripe/Reduction/Reduction.h"
#include "pinstripe/Support/DirectoryTree.h"

using namespace pinstripe;

namespace {

/// The paper's case with one `--keep`.
class PaperCase {
public:
  explicit PaperCase(const std::string &keep)
      : table(paperTable("/src/sample.c")),
        recording(llvm::cantFail(machine.record(launch))),
        elements(table, recording.trace) {
    PredicateSpec spec;
    spec.keep = {keep};
    predicate =
        llvm::cantFail(createPredicate(spec, recording.result, scratch.path()));
    oracle.emplace(OracleParts{runner, launch, recording.trace, elements,
                               *predicate, recording.result});
  }

  /// Reduces as `pinstripe reduce` does.
  ReductionResult reduceWith(llvm::StringRef name) {
    ReductionObserver observer;
    std::atomic<bool> stop = false;
    Algorithm algorithm = llvm::cantFail(findAlgorithm(name));
    std::vector<ElementGroup> groups;
    if (algorithm.groupsFirst)
      groups = coarseGroups(table, recording.trace, elements);
    return llvm::cantFail(
        reduce(elements.size(), algorithm, *oracle, observer, stop, groups));
  }

  TemporaryDirectory scratch = llvm::cantFail(TemporaryDirectory::create());
  PaperMachine machine;
  CaseRunner runner{machine};
  LaunchSpec launch;
  UnitTable table;
  Recording recording;
  ElementMap elements;
  std::unique_ptr<Predicate> predicate;
  std::optional<PartialExecutionOracle> oracle;
};

} // namespace

TEST_CASE("Both outputs need the 15 events of Figure 6",
          "[driver][paper][reduce]") {
  PaperCase paper("sum = .*|mul = .*");
  ReductionResult result = paper.reduceWith("halving");
  CHECK(paper.elements.executedEvents(result.best) == paperReducedTrace());
  CHECK(result.minimality == Minimality::OneMinimal);
  // All these numbers include the tests of the full and the empty
  // configuration.
  CHECK(paper.oracle->tally().distinct == 48);
  CHECK(paper.machine.executions == 48);
}

TEST_CASE("The sum needs 13 events", "[driver][paper][reduce]") {
  PaperCase paper("sum = .*");
  ReductionResult result = paper.reduceWith("halving");
  EventSet expected = paperReducedTrace();
  expected.erase(EventIndex(8));  // mul = mul * a
  expected.erase(EventIndex(32)); // The event that prints mul.
  CHECK(paper.elements.executedEvents(result.best) == expected);
  CHECK(paper.oracle->tally().distinct == 39);
}

TEST_CASE("The product needs 3 events", "[driver][paper][reduce]") {
  PaperCase paper("mul = .*");
  ReductionResult result = paper.reduceWith("halving");
  EventSet expected(34);
  for (unsigned index :
       {3, 8, 32}) // These read a, compute mul = mul * a, and print.
    expected.insert(EventIndex(index));
  CHECK(paper.elements.executedEvents(result.best) == expected);
  CHECK(paper.oracle->tally().distinct == 20);
}

TEST_CASE("ddmin keeps the same events with more tests",
          "[driver][paper][reduce]") {
  PaperCase paper("sum = .*|mul = .*");
  ReductionResult result = paper.reduceWith("ddmin");
  CHECK(paper.elements.executedEvents(result.best) == paperReducedTrace());
  CHECK(paper.oracle->tally().distinct == 211);
}

TEST_CASE("A pinned event stays whatever the output needs",
          "[driver][paper][reduce]") {
  PaperCase paper("mul = .*");
  paper.table.units[2].pinReason = "pinned for this test";
  ElementMap elements(paper.table, paper.recording.trace);
  CHECK(elements.size() == 33);
  EventSet none = elements.executedEvents(Configuration::empty(33));
  CHECK(none.count() == 1);
  CHECK(none.contains(EventIndex(2)));
}
