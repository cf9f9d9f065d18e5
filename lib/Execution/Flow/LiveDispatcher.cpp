// Decides in live flow what happens next at each hook.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In live flow the program runs normally, except for some changes. A hook is an
// address at which the engine takes control.

#include "Flow/LiveDispatcher.h"
#include "pinstripe/Program/ConditionFlags.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

std::optional<EventIndex> LiveDispatcher::currentEvent() const {
  if (executed == 0)
    return std::nullopt;
  return EventIndex(executed - 1);
}

std::optional<uint64_t> LiveDispatcher::eventsLeft() const {
  if (pending)
    return 0;
  std::optional<uint64_t> left;
  auto lower = [&](uint64_t event) {
    if (event >= executed)
      left = std::min(left.value_or(event - executed), event - executed);
  };
  if (eventLimit != 0)
    lower(eventLimit);
  for (const LiveChange &change : changes) {
    if (!change.event)
      return 0;
    lower(static_cast<uint64_t>(*change.event));
  }
  return left;
}

Decision LiveDispatcher::arrive(const HookPoint &hook, const Arrival &arrival) {
  if (hook.isFunctionEntry)
    return enter(hook, arrival);
  if (hook.isExit)
    return arriveAt(FlowTarget(), hook, arrival);
  if (hook.entry)
    return arriveAt(FlowTarget{*hook.entry}, hook, arrival);
  if (hook.operand)
    return decide(*hook.operand, hook, arrival);
  return Decision::proceed();
}

Decision LiveDispatcher::enter(const HookPoint &hook, const Arrival &arrival) {
  // If the frame in which a change has begun lies below the stack pointer, the
  // program has left this frame by a longjmp or an exception. So the change has
  // no further effect.
  if (pending && pending->thread == arrival.thread && arrival.sp > pending->fp)
    pending.reset();
  Decision decision = Decision::proceed();
  decision.poisonFrame = table.function(hook.function).frameSize;
  return decision;
}

/// Returns true if `change` is for a single event, and this event is about to
/// begin.
bool LiveDispatcher::isCurrent(const LiveChange &change) const {
  return change.event && executed == static_cast<size_t>(*change.event) + 1;
}

bool LiveDispatcher::isAsKnown(EntryId entry) const {
  return llvm::none_of(changes, [&](const LiveChange &change) {
    return isCurrent(change) && change.entry != entry;
  });
}

/// Returns the change that applies to an event that is about to begin at
/// `entry`; null if there is none.
const LiveChange *LiveDispatcher::changeOf(EntryId entry) const {
  auto found = llvm::find_if(changes, [&](const LiveChange &change) {
    bool isOfAll = !change.event && change.kind != LiveChange::Kind::Force;
    return change.entry == entry && (isOfAll || isCurrent(change));
  });
  return found == changes.end() ? nullptr : &*found;
}

bool LiveDispatcher::isPendingIn(const HookPoint &hook,
                                 const Arrival &arrival) const {
  return pending && pending->fp == arrival.fp &&
         pending->function == hook.function;
}

/// Returns the change that forces the value of `id`, the operand of `&&`, `||`
/// or `?` that decides at `hook`. Returns null if no change forces its value.
const LiveChange *LiveDispatcher::changeOf(OperandId id, const HookPoint &hook,
                                           const Arrival &arrival) const {
  auto found = llvm::find_if(changes, [&](const LiveChange &change) {
    bool isMeant =
        change.kind == LiveChange::Kind::Force && change.operand == id;
    bool isOfThis = isPendingIn(hook, arrival) && pending->change == &change;
    return isMeant && (!change.event || isOfThis);
  });
  return found == changes.end() ? nullptr : &*found;
}

/// Called when the operand `id` of `&&`, `||` or `?` is about to decide. If a
/// change forces its value, sets the processor flags so that the conditional
/// instruction at the hook decides as this value demands.
Decision LiveDispatcher::decide(OperandId id, const HookPoint &hook,
                                const Arrival &arrival) {
  Decision decision = Decision::proceed();
  const LiveChange *change = changeOf(id, hook, arrival);
  if (!change)
    return decision;
  const ConditionOperand &operand = table.operand(id);
  bool value = holds(operand.condition, arrival.flags) == operand.holdsWhenTrue;
  forced = change->value == LiveChange::Value::Other
               ? !value
               : change->value == LiveChange::Value::True;
  decision.flags = flagsFor(operand.condition, *forced == operand.holdsWhenTrue,
                            arrival.flags);
  return decision;
}

static FlowTarget divertedFrom(FlowTarget place, const LiveChange &change) {
  return change.inverse && place == change.target ? *change.inverse
                                                  : change.target;
}

Decision LiveDispatcher::leave(FunctionId id) const {
  const TracedFunction &function = table.function(id);
  if (!function.canReturn())
    return Decision::stop(
        Diverged{currentEvent(), id, Diverged::Reason::NoWayOut});
  return Decision::jump(function.exit);
}

Decision LiveDispatcher::goTo(FlowTarget next, FunctionId function) const {
  if (!next.entry)
    return leave(function);
  const UnitEntry &entry = table.entry(*next.entry);
  Decision decision = Decision::jump(entry.address);
  decision.reloads = entry.reloads;
  return decision;
}

Decision LiveDispatcher::arriveAt(FlowTarget place, const HookPoint &hook,
                                  const Arrival &arrival) {
  using Kind = LiveChange::Kind;
  FlowTarget next = place;
  Decision memory;
  if (isPendingIn(hook, arrival)) {
    const LiveChange &over = *pending->change;
    if (over.kind == Kind::Switch)
      next = divertedFrom(place, over);
    else if (over.isReplacement())
      (over.kind == Kind::ReplaceBefore ? memory.restored : memory.stored) =
          over.memory;
    pending.reset();
  }
  if (next.entry) {
    if (eventLimit != 0 && executed >= eventLimit)
      return Decision::stop(LimitReached{LimitReached::Kind::Events});
    ++executed;
    current = *next.entry;
    if (!isAsKnown(*next.entry))
      return Decision::stop(Diverged{currentEvent(), hook.function,
                                     Diverged::Reason::NotAsRecorded});
    const LiveChange *change = changeOf(*next.entry);
    if (change && change->kind == Kind::Omit)
      next = change->target;
    else if (change && change->kind == Kind::Overwrite)
      memory.overwritten = change->ranges;
    else if (change)
      pending = Pending{hook.function, arrival.fp, arrival.thread, change};
    if (change && change->kind == Kind::ReplaceBefore)
      memory.replaced = change->memory;
  }
  Decision decision =
      next == place ? Decision::proceed() : goTo(next, hook.function);
  decision.restored = memory.restored;
  decision.stored = memory.stored;
  decision.replaced = memory.replaced;
  decision.overwritten = memory.overwritten;
  return decision;
}
