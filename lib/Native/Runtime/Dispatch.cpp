//===- Dispatch.cpp - Trace flow inside of the target ---------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state machine of lib/Execution/Dispatcher.cpp, over flat tables. The
// conformance suite holds the two together; a change there is a change here.
// Hooks themselves take the events of a run of included positions; everything
// else comes here.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

namespace pinstripe::native {

namespace {

enum class ActivationKind : uint32_t {
  Matched, ///< stands for an invocation of the trace
  Natural, ///< runs unhooked, with everything that it calls
  Barrier, ///< libc's exit, or the code that has no caller
};

/// While an activation is the top one, `position`, `runEnd` and
/// `returnExecuted` are in the RunState.
struct Activation {
  uint64_t frame;   ///< rbp once the prologue is done
  uint64_t entrySP; ///< points to the return address
  uint64_t hiddenResult;
  ActivationKind kind;
  uint32_t function;
  uint32_t invocation;
  uint32_t begin, end; ///< positions of its events
  uint32_t position, runEnd;
  uint32_t nextGroup, groupsEnd; ///< call groups that may still be needed
  uint32_t group;                ///< that of the last call, or none
  uint32_t calls;                ///< calls of that group so far
  uint32_t spilledFor;           ///< other groups of this parent have counters
  uint8_t frameIsKnown;
  uint8_t returnExecuted;
};

Activation *bottom() { return tableAt<Activation>(activationsAddress); }
Activation *top() { return &at<Activation>(processState().topActivation); }
const InvocationRecord *invocations() {
  return tableAt<InvocationRecord>(invocationsAddress);
}
const FunctionRecord &functionOf(uint32_t id) {
  return tableAt<FunctionRecord>(functionsAddress)[id];
}
const CallGroup *callGroups() { return tableAt<CallGroup>(callGroupsAddress); }

//===----------------------------------------------------------------------===//
// Counting what hooks have done
//===----------------------------------------------------------------------===//

void settle() {
  RunState &run = runState();
  if (run.position == run.mark)
    return;
  run.executed += run.position - run.mark;
  run.last = run.position - 1;
  run.mark = run.position;
}

//===----------------------------------------------------------------------===//
// The stack of activations
//===----------------------------------------------------------------------===//

/// Keeps what hooks change of the top activation before another becomes it.
void suspendTop() {
  settle();
  RunState &run = runState();
  Activation *current = top();
  current->position = run.position;
  current->runEnd = run.runEnd;
  current->returnExecuted = run.returnExecuted;
}

void becomeTop(Activation *activation) {
  ProcessState &state = processState();
  RunState &run = runState();
  state.topActivation = reinterpret_cast<uint64_t>(activation);
  run.position = run.mark = activation->position;
  run.runEnd = activation->runEnd;
  run.returnExecuted = activation->returnExecuted;
  bool hasFastPath = activation->kind == ActivationKind::Matched;
  state.frame = hasFastPath ? activation->frame : 0;
}

void popTo(Activation *activation) {
  if (activation == top())
    return;
  settle();
  becomeTop(activation);
}

void pop() { popTo(top() - 1); }

Activation *push(ActivationKind kind, uint64_t entrySP) {
  suspendTop();
  Activation *fresh = top() + 1;
  if (fresh == bottom() + maximumActivations)
    native::end(EndKind::Failed, 1);
  *fresh = Activation{};
  fresh->kind = kind;
  fresh->function = none;
  fresh->invocation = none;
  fresh->entrySP = entrySP;
  fresh->frame = entrySP - 8;
  fresh->group = fresh->spilledFor = none;
  return fresh;
}

void dropDeadAtEntry(uint64_t sp, uint64_t callerFrame) {
  Activation *live = top();
  while (live != bottom() && live->entrySP <= sp)
    --live;
  // Frames rise towards the bottom; below a barrier nothing calls any more.
  for (Activation *caller = live;
       caller->kind != ActivationKind::Barrier && caller->frame <= callerFrame;
       --caller)
    if (caller->frame == callerFrame) {
      live = caller;
      break;
    }
  popTo(live);
}

Activation *resume(uint32_t function, uint64_t frame) {
  for (Activation *each = top(); each != bottom(); --each) {
    if (each->kind == ActivationKind::Barrier || each->function != function ||
        each->frame != frame)
      continue;
    popTo(each);
    each->frameIsKnown = 1;
    return each;
  }
  Activation *current = top();
  if (current == bottom() || current->frameIsKnown ||
      current->function != function || current->kind == ActivationKind::Barrier)
    return nullptr;
  current->frame = frame;
  current->frameIsKnown = 1;
  if (current->kind == ActivationKind::Matched)
    processState().frame = frame;
  return current;
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

bool isSet(const uint64_t *words, uint32_t position) {
  return (words[position / 64] >> (position % 64) & 1) != 0;
}

/// First position in [from, end) whose bit is `wanted`, or `end`.
uint32_t findBit(const uint64_t *words, uint32_t from, uint32_t end,
                 bool wanted) {
  if (from >= end)
    return end;
  uint64_t flip = wanted ? 0 : ~uint64_t(0);
  uint32_t word = from / 64;
  uint64_t bits = (words[word] ^ flip) >> (from % 64) << (from % 64);
  while (bits == 0) {
    if (uint64_t(++word) * 64 >= end)
      return end;
    bits = words[word] ^ flip;
  }
  uint64_t found =
      uint64_t(word) * 64 + static_cast<uint32_t>(__builtin_ctzll(bits));
  return found < end ? static_cast<uint32_t>(found) : end;
}

/// Position of the next included event in [from, end), or `end`. Where a
/// checkpoint is being made, the answer that depends on more than the prefix
/// is the place for it.
uint32_t nextIncluded(uint32_t from, uint32_t end) {
  const uint64_t *included = tableAt<uint64_t>(includedAddress);
  uint32_t found = findBit(included, from, end, true);
  while (processState().checkpointSlot != 0 && found < end &&
         !isSet(tableAt<uint64_t>(prefixAddress), found)) {
    suspendTop();
    serveAsCheckpoint(processState().checkpointSlot);
    found = findBit(included, from, end, true);
  }
  return found;
}

uint32_t endOfRun(uint32_t from, uint32_t end) {
  uint32_t found =
      findBit(tableAt<uint64_t>(includedAddress), from, end, false);
  if (processState().checkpointSlot != 0)
    found = findBit(tableAt<uint64_t>(prefixAddress), from, found, false);
  uint64_t limit = currentServer().eventLimit;
  if (limit != 0) {
    uint64_t left = limit - runState().executed;
    if (found - from > left)
      found = from + static_cast<uint32_t>(left);
  }
  return found;
}

bool hasIncluded(uint32_t from, uint32_t end) {
  return nextIncluded(from, end) < end;
}

//===----------------------------------------------------------------------===//
// Matching of calls
//===----------------------------------------------------------------------===//

bool isBefore(const CallGroup &group, uint32_t parent, uint32_t function) {
  return group.parent < parent ||
         (group.parent == parent && group.function < function);
}

/// First group in [from, end) that is not before (parent, function). Mostly
/// near to `from`.
uint32_t findGroup(uint32_t from, uint32_t end, uint32_t parent,
                   uint32_t function) {
  const CallGroup *groups = callGroups();
  uint32_t low = from, step = 1;
  while (low + step <= end && step != 0 &&
         isBefore(groups[low + step - 1], parent, function)) {
    low += step;
    step *= 2;
  }
  uint32_t high = low + step - 1 < end ? low + step - 1 : end;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (isBefore(groups[middle], parent, function))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// How often this group was called before; counts this call.
uint32_t countCall(Activation &caller, uint32_t group, uint32_t parent) {
  if (group == caller.group)
    return caller.calls++;
  // Counters in memory only where one event calls several functions.
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

uint32_t matchCall(uint32_t function) {
  Activation *caller = top();
  uint32_t parent = 0;
  if (caller->kind == ActivationKind::Barrier) {
    caller = bottom();
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

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

void poisonReturn(HookFrame &frame) {
  if (!setup().poisonFrames)
    return;
  frame.registers.value[RAX] = frame.registers.value[RDX] = setup().poison;
  frame.poisonVectors = 1;
  frame.poison = setup().poison;
}

/// For functions that never return: main can be left all the same, since its
/// caller is libc's.
void leaveWithoutEpilogue(HookFrame &frame, uint32_t function, uint64_t entrySP,
                          bool frameIsSetUp) {
  if (!functionOf(function).isMain)
    diverge(DivergeReason::NoWayOut, function);
  if (frameIsSetUp)
    frame.registers.value[RBP] = at<uint64_t>(frame.registers.value[RBP]);
  frame.registers.pc = at<uint64_t>(entrySP);
  frame.registers.value[RSP] = entrySP + 8;
  poisonReturn(frame);
}

void leave(HookFrame &frame, const Activation &activation) {
  const FunctionRecord &function = functionOf(activation.function);
  if (!function.canReturn) {
    leaveWithoutEpilogue(frame, activation.function, activation.entrySP, true);
    return;
  }
  if (function.returns == Returns::Memory) {
    // The reload before the tear-down restores rax, where there is one.
    frame.registers.pc = function.exit;
    if (function.exit == function.tearDown)
      frame.registers.value[RAX] = activation.hiddenResult;
    return;
  }
  // The value of an executed return is in a frame slot or register of its
  // own, or still in rax: then only jumps lie between it and the tear-down.
  if (runState().returnExecuted) {
    frame.registers.pc = function.resultReload;
    return;
  }
  frame.registers.pc = function.tearDown;
  if (function.returns != Returns::None)
    poisonReturn(frame);
}

bool leadsToExitHook(const HookFrame &frame, uint32_t function) {
  const FunctionRecord &record = functionOf(function);
  return record.canReturn && frame.registers.pc == record.resultReload &&
         record.resultReload != record.exit;
}

/// Where general registers are in GeneralRegisters, by DWARF number.
constexpr uint8_t encodingOf[16] = {0, 2, 1,  3,  6,  7,  5,  4,
                                    8, 9, 10, 11, 12, 13, 14, 15};

void goToEntry(HookFrame &frame, const EntryRecord &entry) {
  frame.registers.pc = entry.landing;
  const ReloadRecord *reloads =
      tableAt<ReloadRecord>(reloadsAddress) + entry.firstReload;
  uint64_t base = frame.registers.value[RBP];
  for (uint32_t i = 0; i < entry.reloads; ++i)
    frame.registers.value[encodingOf[reloads[i].dwarfRegister & 15]] =
        at<uint64_t>(base + static_cast<uint64_t>(
                                static_cast<int64_t>(reloads[i].frameOffset)));
}

void dispatch(HookFrame &frame, const HookRecord &hook,
              Activation &activation) {
  RunState &run = runState();
  uint32_t found = nextIncluded(run.position, activation.end);
  if (found == activation.end) {
    leave(frame, activation);
    if (!leadsToExitHook(frame, activation.function))
      pop();
    return;
  }
  settle();
  uint64_t limit = currentServer().eventLimit;
  if (limit != 0 && run.executed >= limit)
    native::end(EndKind::EventLimit);
  uint32_t id = tableAt<uint32_t>(unitsAddress)[found];
  const EntryRecord &entry = tableAt<EntryRecord>(entriesAddress)[id];
  ++run.executed;
  run.last = found;
  run.position = run.mark = found + 1;
  run.runEnd = endOfRun(found + 1, activation.end);
  run.returnExecuted |= entry.isReturn != 0;
  if (hook.entry == id)
    return;
  goToEntry(frame, entry);
}

void arriveAtExit(HookFrame &frame, const HookRecord &hook,
                  Activation &activation) {
  bool isMatched = activation.kind == ActivationKind::Matched;
  if (isMatched && hasIncluded(runState().position, activation.end)) {
    dispatch(frame, hook, activation);
    return;
  }
  // The recording has a return's value that this run did not compute.
  bool returnIsSkipped =
      isMatched && !runState().returnExecuted &&
      functionOf(activation.function).returns == Returns::Register &&
      invocations()[activation.invocation].hasReturn;
  if (returnIsSkipped)
    leave(frame, activation);
  pop();
}

/// Returns at once from a function that was just entered.
void skip(HookFrame &frame, uint32_t id) {
  const FunctionRecord &function = functionOf(id);
  uint64_t sp = frame.registers.value[RSP];
  if (!function.canReturn) {
    leaveWithoutEpilogue(frame, id, sp, false);
    return;
  }
  frame.registers.pc = at<uint64_t>(sp);
  frame.registers.value[RSP] = sp + 8;
  if (function.returns != Returns::None)
    poisonReturn(frame);
  // The caller owns the memory of the result and reads its address from rax.
  if (function.returns == Returns::Memory)
    frame.registers.value[RAX] = frame.registers.value[RDI];
}

void enterNatural(HookFrame &frame, uint32_t function) {
  uint64_t sp = frame.registers.value[RSP];
  Activation *fresh = push(ActivationKind::Natural, sp);
  fresh->function = function;
  becomeTop(fresh);
  poisonFrame(sp, functionOf(function).frameSize);
}

void enterUnrecorded(HookFrame &frame, uint32_t function) {
  enum : uint32_t { Diverge, Skip, Run };
  if (setup().unrecorded == Skip)
    skip(frame, function);
  else if (setup().unrecorded == Run)
    enterNatural(frame, function);
  else
    diverge(DivergeReason::UnrecordedCall, function);
}

} // namespace

void startDispatching() {
  RunState &run = runState();
  run = RunState{};
  run.last = none;
  Activation *root = bottom();
  *root = Activation{};
  root->kind = ActivationKind::Barrier;
  root->function = root->invocation = none;
  root->entrySP = root->frame = ~uint64_t(0);
  root->group = root->spilledFor = none;
  const InvocationRecord *calls = invocations() + setup().invocations + 1;
  root->nextGroup = calls[-1].firstGroup;
  root->groupsEnd = calls[0].firstGroup;
  becomeTop(root);
}

void dispatchEntry(HookFrame &frame, const HookRecord &hook) {
  uint64_t sp = frame.registers.value[RSP];
  dropDeadAtEntry(sp, frame.registers.value[RBP]);
  if (top()->kind == ActivationKind::Natural) {
    enterNatural(frame, hook.function);
    return;
  }
  settle();
  uint32_t invocation = matchCall(hook.function);
  if (invocation == none) {
    enterUnrecorded(frame, hook.function);
    return;
  }
  const InvocationRecord *record = invocations() + invocation;
  uint32_t begin = record[0].firstEvent, end = record[1].firstEvent;
  if (!hasIncluded(begin, end)) {
    skip(frame, hook.function);
    return;
  }
  Activation *fresh = push(ActivationKind::Matched, sp);
  fresh->function = hook.function;
  fresh->invocation = invocation;
  fresh->hiddenResult = frame.registers.value[RDI];
  fresh->begin = fresh->position = fresh->runEnd = begin;
  fresh->end = end;
  fresh->nextGroup = record[0].firstGroup;
  fresh->groupsEnd = record[1].firstGroup;
  becomeTop(fresh);
  poisonFrame(sp, functionOf(hook.function).frameSize);
}

void dispatchExitFunction(const HookFrame &frame) {
  Activation *barrier =
      push(ActivationKind::Barrier, frame.registers.value[RSP]);
  becomeTop(barrier);
}

void arriveAtHook(HookFrame *frame, uint32_t index) {
  const HookRecord &hook = tableAt<HookRecord>(hooksAddress)[index];
  frame->registers.pc = hook.body;
  if (!processState().isLive)
    return;
  checkThread(hook.function);
  Activation *activation = resume(hook.function, frame->registers.value[RBP]);
  if (!activation) {
    if (top()->kind != ActivationKind::Natural)
      diverge(DivergeReason::FrameLost, hook.function);
    return;
  }
  if (hook.flags & hookIsExit)
    arriveAtExit(*frame, hook, *activation);
  else if (activation->kind == ActivationKind::Matched)
    dispatch(*frame, hook, *activation);
}

} // namespace pinstripe::native
