// Finds the recorded call with which a call in the process under test is
// matched.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An event is one execution of a statement. The calls that an event makes are
// matched with the calls that the same event made in the recorded run. The
// event's first call of a function is matched with its first recorded call of
// that function, the second call with the second recorded one, and so on.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_CALLS_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_CALLS_H

#include "Activations.h"

namespace pinstripe::native {

inline bool isBefore(const CallGroup &group, uint32_t parent,
                     uint32_t function) {
  return group.parent < parent ||
         (group.parent == parent && group.function < function);
}

/// Returns the index of the first call group in [from, end) that does not come
/// before the pair (parent, function); `end` if there is none. A call group has
/// all recorded calls of `function` by one event, `parent`. The groups are
/// sorted by event, then by function. The search is fast if the result is near
/// `from`, as is usual.
inline uint32_t findGroup(uint32_t from, uint32_t end, uint32_t parent,
                          uint32_t function) {
  const CallGroup *groups = callGroups();
  uint32_t low = from, step = 1;
  while (low + step <= end && step != 0 &&
         isBefore(groups[low + step - 1], parent, function)) {
    low += step;
    step *= 2;
  }
  uint32_t high = smaller(low + step - 1, end);
  return partitionPoint(groups, low, high, [&](const CallGroup &group) {
    return isBefore(group, parent, function);
  });
}

/// Counts a new call by the event `parent`. Returns how many calls of the same
/// function the event had made before. `caller` is the call in which the event
/// happens.
inline uint32_t countCall(Activation &caller, uint32_t group, uint32_t parent) {
  if (caller.sharedFor == parent) {
    caller.group = group;
    return tableAt<uint32_t>(callCountsAddress)[group]++;
  }
  if (group == caller.group)
    return caller.calls++;
  // As long as an event calls only one function, `calls` in the caller's
  // Activation counts these calls. Once the event calls another function, a
  // table has a counter for each of the functions.
  uint32_t *counters = tableAt<uint32_t>(callCountsAddress);
  bool sameParent =
      caller.group != none && callGroups()[caller.group].parent == parent;
  if (sameParent) {
    counters[caller.group] = caller.calls;
    caller.spilledFor = parent;
  }
  uint32_t before = caller.spilledFor == parent ? counters[group] : 0;
  caller.group = group;
  caller.calls = before + 1;
  return before;
}

inline uint32_t matchCall(uint32_t function) {
  Activation *caller = top();
  uint32_t parent = 0;
  if (caller->kind == ActivationKind::Barrier) {
    caller = root();
  } else {
    uint32_t position = runState().position;
    parent = position > caller->begin ? position : 0;
    caller->nextGroup =
        findGroup(caller->nextGroup, caller->groupsEnd, parent, 0);
  }
  uint32_t group =
      findGroup(caller->nextGroup, caller->groupsEnd, parent, function);
  if (group == caller->groupsEnd || callGroups()[group].parent != parent ||
      callGroups()[group].function != function)
    return none;
  uint32_t ordinal = countCall(*caller, group, parent);
  uint32_t callee = callGroups()[group].firstCallee + ordinal;
  if (callee >= callGroups()[group + 1].firstCallee)
    return none;
  return tableAt<uint32_t>(calleesAddress)[callee];
}

struct FirstCall {
  uint32_t invocation = none;
  uint32_t group = none;
  uint32_t ordinal = 0;
};

/// Finds the recorded call that corresponds to a new call, in the simplest case
/// only: the calling event has called no other function, and a short search
/// finds the recorded calls. Returns an empty FirstCall in all other cases.
/// Unlike matchCall, this function changes nothing.
inline FirstCall findFirstCall(const Activation &caller, uint32_t position,
                               uint32_t function) {
  constexpr uint32_t reach = 4;
  const CallGroup *groups = callGroups();
  uint32_t parent = position > caller.begin ? position : 0;
  uint32_t group = caller.nextGroup;
  uint32_t end =
      caller.groupsEnd - group > reach ? group + reach : caller.groupsEnd;
  while (group != end && groups[group].parent < parent)
    ++group;
  if (group == end || groups[group].parent != parent ||
      groups[group].function != function)
    return {};
  bool isAgain = caller.group == group;
  bool hasOthers =
      caller.spilledFor == parent ||
      (caller.group != none && groups[caller.group].parent == parent);
  if ((!isAgain && hasOthers) || caller.sharedFor == parent)
    return {};
  uint32_t ordinal = isAgain ? caller.calls : 0;
  uint32_t callee = groups[group].firstCallee + ordinal;
  if (callee >= groups[group + 1].firstCallee)
    return {};
  return {tableAt<uint32_t>(calleesAddress)[callee], group, ordinal};
}

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_CALLS_H
