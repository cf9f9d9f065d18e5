// Searches for several decisions that make the output right if all are switched
// in one run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To switch a decision means to send control from the condition to another
// place than in the recorded run.

#include "Change/ChainSearch.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/TimedStop.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

bool ChainSearch::isEnough() const {
  return stop.load() || deadline.hasPassed() ||
         (limits.tests && chain.tests >= *limits.tests);
}

/// Returns the place to which control went after an event: the next event of
/// the same function call or, after the last event of the call, the end of the
/// function.
static FlowTarget nextOf(const Trace &trace, EventIndex event) {
  CallEvents events = trace.eventsOf(trace.invocationOf(event));
  auto next = llvm::upper_bound(events, event);
  return next == events.end() ? FlowTarget() : FlowTarget{trace.entryOf(*next)};
}

void ChainSearch::add(const TriedChange &found, const Trace &trace) {
  InstanceTable instances(recorded.table, trace);
  EventIndex event = *found.change.event;
  ChainLink link;
  link.entry = found.change.entry;
  link.instance = instances.instanceOf(event);
  link.instances = instances.executions(instances.unitOf(event));
  link.taken = nextOf(trace, event);
  link.instead = found.change.target;
  if (found.change.kind == LiveChange::Kind::Force)
    link.operand = ForcedOperand{found.change.operand, ChangeForm::Single,
                                 event, found.forcedValue.value_or(false)};
  link.effect = found.effect;
  link.right = found.right;
  chain.links.push_back(link);
  changes.push_back(found.change);
}

llvm::Expected<Recording> ChainSearch::record() {
  TimedStop ending(stop, deadline);
  return runner.record(
      [&] { return runner.engine().liveFlow()->recordLive(launch, changes); },
      &ending.flag());
}

llvm::Error ChainSearch::tryBatch(const Recording &changed,
                                  llvm::ArrayRef<LiveChange> tests,
                                  std::optional<TriedChange> &best) {
  OutputEffect effect(expected, changed.result);
  std::vector<LiveRun> runs;
  for (const LiveChange &test : tests) {
    runs.push_back({changes, *test.event});
    runs.back().changes.push_back(test);
  }
  std::vector<std::optional<TriedChange>> found(tests.size());
  llvm::Error error = liveRunner.run(
      runs,
      [&](size_t place, const RunResult &result) {
        found[place] = effect.compare(tests[place], result);
      },
      [](size_t) {});
  if (error)
    return error;
  for (const std::optional<TriedChange> &each : found) {
    chain.tests += each.has_value();
    if (!each || !isEvidence(each->effect))
      continue;
    bool isBetter = !best || each->effect < best->effect ||
                    (each->effect == best->effect && each->right > best->right);
    if (isBetter)
      best = each;
  }
  return llvm::Error::success();
}

llvm::Error ChainSearch::tryAll(const Recording &changed, bool isSameCondition,
                                std::optional<TriedChange> &best) {
  auto plan = planSwitches(recorded.table, changed.trace);
  const LiveChange &last = changes.back();
  bool isOver = false;
  while (!isOver && !isEnough()) {
    size_t count = maxTestsAtOnce;
    if (limits.tests)
      count = std::min<uint64_t>(count, *limits.tests - chain.tests);
    std::vector<LiveChange> tests;
    while (!isOver && tests.size() != count) {
      std::optional<ChangeTest> test = plan->next();
      isOver = !test;
      bool isMeant = test && test->form == ChangeForm::Single &&
                     test->event > *last.event &&
                     (test->change.entry == last.entry) == isSameCondition;
      if (isMeant)
        tests.push_back(test->change);
    }
    if (llvm::Error error = tryBatch(changed, tests, best))
      return error;
  }
  return llvm::Error::success();
}

/// Finds the next decision for the chain, which is the list of decisions that
/// are switched in the same run. This is the decision that makes the largest
/// part of the output right if it is switched as well. First tries later
/// executions of the condition that was switched last. Tries other conditions
/// only if none of these executions makes more of the output right.
llvm::Expected<std::optional<TriedChange>>
ChainSearch::findNext(const Recording &changed) {
  std::optional<TriedChange> best;
  for (bool isSameCondition : {true, false})
    if (!best)
      if (llvm::Error error = tryAll(changed, isSameCondition, best))
        return error;
  return best;
}

llvm::Expected<ChangeChain> ChainSearch::run(const TriedChange &first) {
  add(first, recorded.trace);
  while (chain.links.size() < limits.links && !isEnough() &&
         chain.links.back().effect != Effect::ExpectedOutput) {
    llvm::Expected<Recording> changed = record();
    if (!changed)
      return changed.takeError();
    // The same decisions were switched in two runs: first in a test, and now in
    // a run that is recorded. Both runs must print the same number of right
    // bytes at the beginning. If they do not, the program behaves differently
    // from run to run, and the search ends.
    OutputEffect seen(expected, changed->result);
    if (seen.rightBytes(changed->result) != chain.links.back().right)
      break;
    auto next = findNext(*changed);
    if (!next)
      return next.takeError();
    if (!*next)
      break;
    add(**next, changed->trace);
  }
  return std::move(chain);
}
