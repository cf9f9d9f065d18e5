// Records the statements that a run executes, and the calls that it makes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Flow/Recorder.h"
#include <utility>

using namespace pinstripe;

Recorder::Recorder(const UnitTable &table, uint64_t eventLimit)
    : table(table), eventLimit(eventLimit) {}

Decision Recorder::arrive(const HookPoint &hook, const Arrival &arrival) {
  stack.enterThread(arrival.thread);
  if (hook.isFunctionEntry)
    return enter(hook, arrival);
  Activation *activation = stack.resume(hook.function, arrival.fp);
  if (!activation)
    return Decision::stop(
        Diverged{currentEvent(), hook.function, Diverged::Reason::FrameLost});
  if (hook.isExit) {
    stack.pop();
    return Decision::proceed();
  }
  return hook.entry ? note(*activation, *hook.entry) : Decision::proceed();
}

Decision Recorder::enter(const HookPoint &hook, const Arrival &arrival) {
  stack.dropDeadAtEntry(arrival.sp, arrival.fp);
  Invocation invocation;
  invocation.function = hook.function;
  if (!stack.empty() && stack.top().kind == Activation::Kind::Matched) {
    invocation.caller = stack.top().invocation;
    invocation.parent = stack.top().currentEvent;
  }
  Activation activation;
  activation.function = hook.function;
  activation.invocation =
      InvocationId{static_cast<uint32_t>(invocations.size())};
  activation.entrySP = arrival.sp;
  activation.frame = arrival.sp - 8;
  invocations.push_back(invocation);
  stack.push(std::move(activation));

  Decision decision = Decision::proceed();
  decision.poisonFrame = table.function(hook.function).frameSize;
  return decision;
}

Decision Recorder::note(Activation &activation, EntryId entry) {
  if (eventLimit != 0 && events.size() >= eventLimit)
    return Decision::stop(LimitReached{LimitReached::Kind::Events});
  activation.currentEvent = EventIndex{static_cast<uint32_t>(events.size())};
  events.push_back({entry, activation.invocation});
  return Decision::proceed();
}

void Recorder::arriveAtExitFunction(uint64_t sp, uint64_t thread) {
  stack.enterThread(thread);
  stack.pushBarrier(sp);
}

std::optional<EventIndex> Recorder::currentEvent() const {
  if (events.empty())
    return std::nullopt;
  return EventIndex{static_cast<uint32_t>(events.size() - 1)};
}

std::optional<EventUnderWay> Recorder::eventUnderWay() const {
  if (stack.empty() || !stack.top().currentEvent)
    return std::nullopt;
  EventIndex event = *stack.top().currentEvent;
  return EventUnderWay{event, events.entryOf(event)};
}

Trace Recorder::takeTrace() {
  stack = {};
  return Trace(std::exchange(events, EventList()), std::move(invocations));
}
