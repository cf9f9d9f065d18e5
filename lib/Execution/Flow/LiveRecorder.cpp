// Records a run in live flow, in which the program runs normally except for
// some changes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Flow/LiveRecorder.h"

using namespace pinstripe;

/// Records the event that a change omits, if the change sends control to the
/// end of the function. If the change sends control to another statement, this
/// function is not called: the event of that statement is recorded in place of
/// the omitted one.
void LiveRecorder::noteOmitted(FunctionId function, const Arrival &arrival) {
  HookPoint omitted;
  omitted.function = function;
  omitted.entry = dispatcher.currentEntry();
  recorder.arrive(omitted, arrival);
}

static bool hasNoWayOut(const Decision &decision) {
  const auto *diverged = std::get_if<Diverged>(&decision.ending);
  return diverged && diverged->reason == Diverged::Reason::NoWayOut;
}

Decision LiveRecorder::arrive(const HookPoint &hook, const Arrival &arrival) {
  if (hook.operand)
    return dispatcher.arrive(hook, arrival);
  uint64_t before = eventsExecuted();
  Decision decision = dispatcher.arrive(hook, arrival);
  bool isCounted = eventsExecuted() != before;
  if (decision.kind == Decision::Kind::Stop) {
    if (isCounted && hasNoWayOut(decision))
      noteOmitted(hook.function, arrival);
    return decision;
  }
  HookPoint place = hook;
  if (decision.kind == Decision::Kind::Jump) {
    place = HookPoint();
    place.function = hook.function;
    place.isExit = decision.target == table.function(hook.function).exit;
    if (!place.isExit)
      place.entry = table.entryAt(decision.target);
  }
  if (place.isExit && isCounted)
    noteOmitted(hook.function, arrival);
  Decision noted = recorder.arrive(place, arrival);
  return noted.kind == Decision::Kind::Stop ? noted : decision;
}
