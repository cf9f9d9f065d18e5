// Tests states of the source, several at once, and remembers the outcomes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "StateTests.h"
#include "SourceChanges.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

/// Returns a text with everything on which the outcome of a test depends, apart
/// from the state.
static std::string conditionsOf(const BuildPlan &plan,
                                const std::string &predicate,
                                const BothRuns &runs) {
  llvm::SmallVector<std::string> parts = {
      plan.command,
      plan.launch.program,
      quoteForShell(llvm::ArrayRef<std::string>(plan.launch.arguments)),
      llvm::join(plan.launch.environment, "\n"),
      plan.input,
      predicate,
      std::to_string(plan.launch.wallLimitSeconds),
      std::to_string(plan.buildLimitSeconds),
      plan.cleanBuilds ? "each build in an empty folder" : "",
      plan.isConfined ? "in a sandbox" : "",
      llvm::join(plan.writablePaths, "\n")};
  for (const RunResult *run : {&runs.good, &runs.bad})
    parts.push_back(describeEnding(run->ending) + "\n" + run->standardOutput +
                    "\n" + run->standardError);
  return llvm::toHex(llvm::join(parts, llvm::StringRef("\0", 1)), true);
}

static PlannedTest planFor(const StateId &state) {
  auto materials = std::make_shared<const Materials>(materialsOf(state));
  MaterialsKey key = materials->key();
  return {key, std::move(materials)};
}

llvm::Expected<std::unique_ptr<StateTests>>
StateTests::create(const RevisionRequest &request, ObservedBoth &both,
                   const std::atomic<bool> &stop) {
  std::unique_ptr<StateTests> result(new StateTests(request, both, stop));
  if (llvm::Error error =
          TestMemory::open(
              request.folder + "/tests.sqlite",
              conditionsOf(request.plan, both.predicate, both.runs),
              request.isFresh)
              .moveInto(result->memoryOfTests))
    return error;
  // The outcomes of the good and the bad state are known before the search
  // begins, so they do not count as tests of the search.
  TestedRun good{Outcome::Pass, "", describeEnding(both.runs.good.ending), 0};
  TestedRun bad{Outcome::Fail, "", describeEnding(both.runs.bad.ending), 0};
  TestMemory &memory = result->memory();
  memory.note(materialsOf(request.commits.front().state).key(), good);
  memory.note(materialsOf(request.commits.back().state).key(), bad);
  StateTests *self = result.get();
  result->lanesOfTests = std::make_unique<TestLanes>(
      request.lanes,
      [self](unsigned number) { return self->makeTester(number); }, stop);
  return result;
}

llvm::Expected<std::unique_ptr<RunTester>>
StateTests::makeTester(unsigned number) {
  std::unique_ptr<BuildLane> lane;
  if (number == 0)
    lane = std::move(firstLane);
  if (!lane)
    if (llvm::Error error =
            BuildLane::create(request.plan, request.folder, number,
                              request.folder + "/states", request.objectFolders)
                .moveInto(lane))
      return error;
  llvm::Expected<RevisionJudge> judge = RevisionJudge::create(
      request.plan.predicate, runs,
      request.folder + "/lane-" + std::to_string(number) + "/check", &stop);
  if (!judge)
    return judge.takeError();
  return std::make_unique<BuildTester>(std::move(lane), std::move(*judge));
}

std::optional<TestedRun> StateTests::known(const StateId &state) const {
  MaterialsKey key = materialsOf(state).key();
  if (const TestedRun *seen = memoryOfTests->seen(key))
    return *seen;
  if (std::optional<Outcome> outcome = memoryOfTests->find(key))
    return TestedRun{*outcome, "", "", 0};
  return std::nullopt;
}

llvm::Expected<std::optional<TestedRun>> StateTests::test(const StateId &state,
                                                          bool needsDetails) {
  PlannedTest planned = planFor(state);
  std::optional<Outcome> outcome = memoryOfTests->find(planned.key);
  const TestedRun *seen = memoryOfTests->seen(planned.key);
  if (seen || (outcome && !needsDetails)) {
    ++remembered;
    return seen ? *seen : TestedRun{*outcome, "", "", 0};
  }
  llvm::Expected<std::optional<TestedRun>> tested = lanesOfTests->take(planned);
  if (!tested || !*tested)
    return tested;
  if (outcome)
    memoryOfTests->note(planned.key, **tested);
  else if (llvm::Error error = memoryOfTests->add(planned.key, **tested))
    return error;
  return tested;
}

void StateTests::expect(llvm::ArrayRef<StateId> states) {
  if (lanesOfTests->lanes() == 1)
    return;
  std::vector<PlannedTest> planned;
  for (const StateId &state : states)
    if (!known(state))
      planned.push_back(planFor(state));
  lanesOfTests->expect(std::move(planned));
}

llvm::Expected<TestedRun> StateTests::confirm(const StateId &state) {
  llvm::Expected<std::unique_ptr<RunTester>> tester = makeTester(request.lanes);
  if (!tester)
    return tester.takeError();
  return (*tester)->test(materialsOf(state), stop);
}

void StateTests::countIn(RevisionSummary &summary) const {
  summary.remembered = remembered;
  for (const TestedRun &test : memoryOfTests->made()) {
    ++summary.tests;
    summary.pass += test.outcome == Outcome::Pass;
    summary.fail += test.outcome == Outcome::Fail;
    if (test.outcome != Outcome::Unresolved)
      continue;
    ++summary.unresolved;
    ++summary.causes[test.cause];
  }
}
