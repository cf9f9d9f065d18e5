// Tests calls with other arguments, in parallel, and remembers outcomes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/CallTests.h"

using namespace pinstripe;

CallTests::CallTests(const CallArguments &arguments, OutcomeMemory &memory,
                     CallTesters theTesters, const std::atomic<bool> &stop)
    : arguments(arguments), memory(memory), testers(std::move(theTesters)),
      stop(stop), lanes(std::make_unique<TestLanes>(1, testers.here, stop)) {}

PlannedTest CallTests::plan(CallValues values) const {
  arguments.fitLengths(values);
  Materials materials;
  materials.callValues = std::move(values);
  MaterialsKey key = materials.key();
  return {key, std::make_shared<const Materials>(std::move(materials))};
}

std::optional<Outcome> CallTests::knownOutcome(const PlannedTest &test) const {
  if (!arguments.hasRoomFor(*test.materials->callValues))
    return Outcome::Unresolved;
  return memory.find(test.key);
}

std::optional<Outcome> CallTests::known(CallValues values) const {
  return knownOutcome(plan(std::move(values)));
}

/// Starts more lanes (threads that make runs) if the lanes would save more time
/// than their start takes.
void CallTests::addLanes() {
  const LaneChoice &choice = testers.choice;
  if (lanes->lanes() == 1 && choice.payOff(seconds, runs))
    lanes = std::make_unique<TestLanes>(
        TesterChoice{choice.lanes, testers.onLanes, choice.lanesHere,
                     choice.refused, choice.abandon},
        stop);
}

/// Makes the run of a test. Returns nullopt once `stop` is set.
llvm::Expected<std::optional<TestedRun>>
CallTests::make(const PlannedTest &test) {
  addLanes();
  auto run = lanes->take(test);
  if (!run && lanes->lanes() > 1) {
    // No lane (thread that makes runs) could be made, perhaps because there was
    // too little memory. So this thread makes this test and all later ones
    // itself. If the error had another reason, it occurs again when this thread
    // makes the test.
    std::string reason = llvm::toString(run.takeError());
    if (testers.choice.refused)
      testers.choice.refused(reason);
    testers.choice.lanes = 1;
    lanes = std::make_unique<TestLanes>(1, testers.here, stop);
    run = lanes->take(test);
  }
  if (run && *run) {
    seconds += (*run)->seconds;
    ++runs;
    if (tick)
      tick(runs);
  }
  return run;
}

llvm::Expected<Outcome> CallTests::outcomeOf(CallValues values) {
  PlannedTest test = plan(std::move(values));
  if (!arguments.hasRoomFor(*test.materials->callValues))
    return Outcome::Unresolved;
  bool isNew = asked.insert(test.key).second;
  if (std::optional<Outcome> outcome = memory.find(test.key)) {
    storedTests += isNew;
    if (isNew)
      theCounts.add(*outcome);
    else
      ++theCounts.cached;
    return *outcome;
  }
  auto run = make(test);
  if (!run)
    return run.takeError();
  if (!*run) {
    asked.erase(test.key);
    return Outcome::Unresolved;
  }
  theCounts.add((*run)->outcome);
  if ((*run)->outcome == Outcome::Unresolved)
    ++theCauses[(*run)->cause];
  if (llvm::Error error = memory.add(test.key, **run))
    return error;
  return (*run)->outcome;
}

llvm::Expected<Outcome> CallTests::repeat(CallValues values) {
  auto run = make(plan(std::move(values)));
  if (!run)
    return run.takeError();
  return *run ? (*run)->outcome : Outcome::Unresolved;
}

void CallTests::expect(llvm::ArrayRef<CallValues> likely) {
  if (lanes->lanes() == 1)
    return;
  std::vector<PlannedTest> planned;
  for (const CallValues &values : likely) {
    PlannedTest test = plan(values);
    if (!knownOutcome(test))
      planned.push_back(std::move(test));
  }
  lanes->expect(std::move(planned));
}
