// Implements `pinstripe omit --critical`, which finds the statements that the
// output needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Change/StatementOmissions.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Case/LiveRunner.h"
#include "pinstripe/Case/RunLimits.h"
#include "pinstripe/Driver/Change/ChangeVerb.h"
#include "pinstripe/Driver/Reduce/StoredTests.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

/// The largest number of runs whose results wait in memory to be judged. They
/// wait because results are judged one by one in the order of the tests: a
/// predicate's answer may depend on the results that it has judged before.
constexpr size_t maxResultsAtOnce = 64;

class CriticalSearch : RunnableCase {
public:
  CriticalSearch(const RunnableCase &runnable, const LaneOptions &lanes,
                 Predicate &predicate)
      : RunnableCase(runnable), predicate(predicate),
        launch(partialLaunch(recorded, runner)),
        liveRunner(runnable, launch, lanes),
        summary{headerOf(recorded, runner)} {}

  llvm::Expected<CriticalSummary> run(const ProgressListener &progress);

private:
  struct Test {
    /// The index of the omitted statement in the summary.
    size_t statement = 0;
    LiveRun run;
  };

  void collect();
  llvm::Error make(llvm::ArrayRef<Test> some, const ProgressListener &progress);
  llvm::Error note(size_t statement, const RunResult &result);

  Predicate &predicate;
  LaunchSpec launch;
  LiveRunner liveRunner;
  std::vector<Test> tests;
  CriticalSummary summary;
};

} // namespace

static std::string whyUntested(const UnitTable &table, UnitId unit) {
  const StatementUnit &statement = table.unit(unit);
  if (statement.isPinned())
    return "always executed: " + statement.pinReason;
  return "it has no way out, or more parts than can be left out at a time";
}

void CriticalSearch::collect() {
  const UnitTable &table = recorded.table;
  StatementOmissions omissions(table, recorded.trace);
  InstanceTable instances(table, recorded.trace);
  std::vector<UnitId> units = omissions.statements();
  llvm::sort(units, [&](UnitId a, UnitId b) {
    auto key = [&](UnitId id) {
      const SourceRange &range = table.unit(id).range;
      return std::tuple(table.displayPath(range.file), range.line, range.column,
                        id);
    };
    return key(a) < key(b);
  });
  for (UnitId unit : units) {
    StatementNeed need{unit, instances.executions(unit)};
    auto ways = omissions.waysToOmit(unit);
    if (ways.empty())
      need.whyUntested = whyUntested(table, unit);
    for (std::vector<LiveChange> &way : ways)
      tests.push_back({summary.statements.size(), {std::move(way), {}}});
    summary.statements.push_back(std::move(need));
  }
}

/// Judges a run in which the statement number `statement` was omitted. Several
/// runs may omit this statement in different ways. If one of these runs
/// reproduces the output, the statement is not critical.
llvm::Error CriticalSearch::note(size_t statement, const RunResult &result) {
  StatementNeed &need = summary.statements[statement];
  ++summary.tests;
  if (need.kind == StatementNeed::Kind::Needless)
    return llvm::Error::success();
  llvm::Expected<Outcome> outcome =
      judge(predicate, recorded.observation, result);
  if (!outcome)
    return outcome.takeError();
  if (*outcome == Outcome::Fail) {
    need.kind = StatementNeed::Kind::Needless;
    need.cause.reset();
  } else if (need.kind == StatementNeed::Kind::Untested) {
    need.kind = StatementNeed::Kind::Critical;
    if (*outcome == Outcome::Unresolved)
      need.cause = causeOf(result.ending);
  }
  return llvm::Error::success();
}

llvm::Error CriticalSearch::make(llvm::ArrayRef<Test> some,
                                 const ProgressListener &progress) {
  std::vector<LiveRun> runs;
  for (const Test &test : some)
    runs.push_back(test.run);
  std::vector<std::optional<RunResult>> results(some.size());
  uint64_t before = summary.tests;
  llvm::Error error = liveRunner.run(
      runs,
      [&](size_t place, const RunResult &result) { results[place] = result; },
      [&](size_t made) {
        if (progress)
          progress({"", before + made, tests.size(), "changed run"});
      });
  if (error)
    return error;
  for (size_t i = 0; i < some.size(); ++i)
    if (results[i] && !stop.load())
      if (llvm::Error failed = note(some[i].statement, *results[i]))
        return failed;
  return llvm::Error::success();
}

llvm::Expected<CriticalSummary>
CriticalSearch::run(const ProgressListener &progress) {
  collect();
  llvm::ArrayRef<Test> left = tests;
  while (!left.empty() && !stop.load()) {
    size_t count = std::min(left.size(), maxResultsAtOnce);
    if (llvm::Error error = make(left.take_front(count), progress))
      return error;
    left = left.drop_front(count);
  }
  summary.interrupted = stop.load();
  for (StatementNeed &need : summary.statements)
    if (need.kind == StatementNeed::Kind::Untested && need.whyUntested.empty())
      need.whyUntested = "interrupted";
  return std::move(summary);
}

llvm::Expected<CriticalSummary>
pinstripe::findCriticalStatements(const RunnableCase &runnable,
                                  const LaneOptions &lanes,
                                  const ProgressListener &progress) {
  const RecordedCase &recorded = runnable.recorded;
  llvm::Expected<std::unique_ptr<Predicate>> predicate =
      createPredicate(recorded.theCase.predicate, recorded.observation,
                      recorded.directory.scratchDirectory(), &runnable.stop);
  if (!predicate)
    return predicate.takeError();
  return CriticalSearch(runnable, lanes, **predicate).run(progress);
}
