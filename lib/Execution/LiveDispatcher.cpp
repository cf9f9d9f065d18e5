//===- LiveDispatcher.cpp - Live flow -------------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveDispatcher.h"

using namespace pinstripe;

std::optional<EventIndex> LiveDispatcher::currentEvent() const {
  if (executed == 0)
    return std::nullopt;
  return EventIndex(executed - 1);
}

Decision LiveDispatcher::arrive(const HookPoint &hook, const Arrival &arrival) {
  if (hook.isFunctionEntry)
    return enter(hook, arrival);
  if (hook.isExit)
    return arriveAt(FlowTarget(), hook, arrival);
  if (hook.entry)
    return arriveAt(FlowTarget{*hook.entry}, hook, arrival);
  return Decision::proceed();
}

Decision LiveDispatcher::enter(const HookPoint &hook, const Arrival &arrival) {
  // A call from further up: the frame was left by longjmp or an exception.
  if (pending && arrival.sp > pending->fp)
    pending.reset();
  Decision decision = Decision::proceed();
  decision.poisonFrame = table.function(hook.function).frameSize;
  return decision;
}

/// The execution that is about to begin, or has just ended.
bool LiveDispatcher::isMeant(EntryId entry) const {
  return entry == change.entry &&
         (!change.event || executed == static_cast<size_t>(*change.event) + 1);
}

FlowTarget LiveDispatcher::divertedFrom(FlowTarget place) const {
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

Decision LiveDispatcher::arriveAt(FlowTarget place, const HookPoint &hook,
                                  const Arrival &arrival) {
  FlowTarget next = place;
  bool isDiverted = pending && pending->fp == arrival.fp &&
                    pending->function == hook.function;
  if (isDiverted) {
    next = divertedFrom(place);
    pending.reset();
  }
  if (next.entry) {
    if (eventLimit != 0 && executed >= eventLimit)
      return Decision::stop(LimitReached{LimitReached::Kind::Events});
    ++executed;
    bool isOther = change.event && next.entry != change.entry &&
                   executed == static_cast<size_t>(*change.event) + 1;
    if (isOther)
      return Decision::stop(Diverged{currentEvent(), hook.function,
                                     Diverged::Reason::NotAsRecorded});
    if (isMeant(*next.entry)) {
      if (change.kind == LiveChange::Kind::Switch)
        pending = Pending{hook.function, arrival.fp};
      else
        next = change.target;
    }
  }
  if (next == place)
    return Decision::proceed();
  if (!next.entry)
    return leave(hook.function);
  const UnitEntry &entry = table.entry(*next.entry);
  Decision decision = Decision::jump(entry.address);
  decision.reloads = entry.reloads;
  return decision;
}
