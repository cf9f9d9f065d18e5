// Tests of reductions that make several runs at once, each in a lane.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Case/SlowMachine.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Driver/Reduce/CoarseGroups.h"
#include "pinstripe/Driver/Reduce/PartialExecutionOracle.h"
#include "pinstripe/Reduction/Reduction.h"

using namespace pinstripe;

namespace {

/// A predicate that notes which runs it judges, and on which threads.
class JudgeLog : public Predicate {
public:
  explicit JudgeLog(std::string kept) : kept(std::move(kept)) {}
  std::string description() const override { return "keeps " + kept; }
  llvm::Expected<Outcome> test(const RunResult &result) override {
    judged.push_back(result.standardOutput);
    strangers += std::this_thread::get_id() != owner;
    return result.standardOutput.find(kept) != std::string::npos
               ? Outcome::Fail
               : Outcome::Pass;
  }
  std::string kept;
  std::vector<std::string> judged;
  size_t strangers = 0;
  std::thread::id owner = std::this_thread::get_id();
};

/// Reduces the paper's run to one of its outputs.
class LaneReduction {
public:
  LaneReduction() : elements(table, recording.trace) {}

  /// Runs the algorithm `name` with `lanes` lanes. 0 means that there are none.
  ReductionResult reduceWith(llvm::StringRef name, unsigned lanes) {
    LaneChoice choice;
    choice.lanes = lanes;
    choice.atOnce = true;
    choice.factory = SlowMachine::factory(room);
    choice.stop = &stop;
    return reduceWith(name, lanes == 0 ? LaneChoice() : choice);
  }

  ReductionResult reduceWith(llvm::StringRef name, LaneChoice choice) {
    // The caller waits before its first run, so that the lanes have work to do.
    auto awaitLanes =
        [this, lanes = choice.atOnce && choice.lanes > 1 ? choice.lanes : 0] {
          while (room.machineCount() < lanes)
            std::this_thread::yield();
          return llvm::Error::success();
        };
    runner.emplace(machine, RunPlace{nullptr, "", awaitLanes, nullptr});
    oracle.emplace(OracleParts{*runner, launch, recording.trace, elements,
                               predicate, recording.result},
                   std::move(choice));
    ReductionObserver observer;
    Algorithm algorithm = llvm::cantFail(findAlgorithm(name));
    std::vector<ElementGroup> groups;
    if (algorithm.groupsFirst)
      groups = coarseGroups(table, recording.trace, elements);
    ReductionResult result = llvm::cantFail(
        reduce(elements.size(), algorithm, *oracle, observer, stop, groups));
    oracle->closeLanes();
    return result;
  }

  /// The engines of the lanes, and that of the caller.
  MachineRoom room, ownRoom;
  SlowMachine machine{ownRoom};
  LaunchSpec launch;
  UnitTable table = paperTable("/src/sample.c");
  Recording recording = llvm::cantFail(PaperMachine().record(launch));
  ElementMap elements;
  JudgeLog predicate{"sum = 15\n"};
  std::atomic<bool> stop = false;
  std::optional<CaseRunner> runner;
  std::optional<PartialExecutionOracle> oracle;
};

} // namespace

TEST_CASE("Tests and results are the same for any number of lanes",
          "[driver][lanes]") {
  for (llvm::StringRef algorithm : {"halving", "ddmin"}) {
    LaneReduction alone;
    ReductionResult one = alone.reduceWith(algorithm, 0);
    CHECK(alone.oracle->lanes() == 1);
    CHECK(alone.elements.executedEvents(one.best).count() == 13);
    for (unsigned lanes = 1; lanes <= 16; ++lanes) {
      LaneReduction reduction;
      ReductionResult many = reduction.reduceWith(algorithm, lanes);
      CHECK((many.best == one.best));
      CHECK(many.minimality == Minimality::OneMinimal);
      CHECK((reduction.predicate.judged == alone.predicate.judged));
      CHECK(reduction.predicate.strangers == 0);
      const TestTally &tally = reduction.oracle->tally();
      CHECK(tally.distinct == alone.ownRoom.executions);
      CHECK(tally.pass == alone.oracle->tally().pass);
      CHECK(tally.fail == alone.oracle->tally().fail);
      CHECK(tally.cached == alone.oracle->tally().cached);
      CHECK(many.counts.cached == one.counts.cached);
      CHECK(reduction.oracle->runSeconds().size() == tally.distinct);
      CHECK(reduction.oracle->lanes() == lanes);
      CHECK(reduction.room.executions + reduction.ownRoom.executions ==
            tally.distinct + reduction.oracle->unusedRuns());
      CHECK(reduction.room.strangers == 0);
    }
  }
}

TEST_CASE("Occasional failures of engines change no result",
          "[driver][lanes]") {
  LaneReduction alone;
  ReductionResult one = alone.reduceWith("halving", 0);
  LaneReduction reduction;
  for (size_t size = 1; size < reduction.elements.size(); size += 3)
    reduction.room.failures[size] = 1;
  ReductionResult many = reduction.reduceWith("halving", 4);
  CHECK((many.best == one.best));
  CHECK((reduction.predicate.judged == alone.predicate.judged));
}

TEST_CASE("A stop ends the reduction while runs are under way",
          "[driver][lanes]") {
  for (unsigned lanes : {2, 5}) {
    LaneReduction reduction;
    for (size_t size = 1; size < reduction.elements.size(); ++size)
      reduction.room.endless.insert(size);
    std::thread interrupt([&] {
      reduction.room.awaitUnderWay(lanes);
      reduction.stop = true;
    });
    ReductionResult result = reduction.reduceWith("ddmin", lanes);
    interrupt.join();
    CHECK(result.interrupted());
    CHECK(reduction.room.cancelled >= lanes);
    CHECK(reduction.room.forgotten == 0);
    CHECK(reduction.room.underWay == 0);
  }
}

TEST_CASE("Lanes that can't be made leave the work to the caller",
          "[driver][lanes]") {
  LaneReduction alone;
  ReductionResult one = alone.reduceWith("halving", 0);
  LaneReduction reduction;
  std::vector<std::string> refusals;
  LaneChoice choice;
  choice.lanes = 2;
  choice.atOnce = true;
  choice.factory = [&](unsigned) -> llvm::Expected<Lane> {
    SlowMachine counted(reduction.room);
    return llvm::make_error<EngineError>("no room");
  };
  choice.refused = [&](llvm::StringRef why) { refusals.push_back(why.str()); };
  ReductionResult many = reduction.reduceWith("halving", choice);
  CHECK((many.best == one.best));
  CHECK(reduction.oracle->lanes() == 1);
  CHECK(refusals == std::vector<std::string>{"no room", "no room"});
}

TEST_CASE("A short reduction opens no lanes by itself", "[driver][lanes]") {
  LaneReduction reduction;
  size_t made = 0;
  LaneChoice choice;
  choice.lanes = 8;
  choice.factory = [&](unsigned number) {
    ++made;
    return SlowMachine::factory(reduction.room)(number);
  };
  reduction.reduceWith("halving", choice);
  CHECK(reduction.oracle->lanes() == 1);
  CHECK(made == 0);
}
