// Executes runs in live flow: the program decides by itself where control goes,
// except for the requested changes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This code runs inside the process under test. It is the same state machine as
// lib/Execution/Flow/LiveDispatcher.cpp. A test suite checks that both do the
// same, so change them together. A hook is code to which a patched instruction
// jumps. Hooks count the events at which nothing is to be done. This code
// handles everything else.

#include "Runtime.h"
#include "SystemCalls.h"
#include "pinstripe/Program/ConditionFlags.h"
#include <sys/mman.h>

namespace pinstripe::native {

namespace {

const ChangeRecord *firstChange() { return currentServer().changes; }
const ChangeRecord *changesEnd() {
  return currentServer().changes + currentServer().changeCount;
}

uint64_t executed() { return liveState().goal - liveState().countdown; }

bool isForce(const ChangeRecord &change) {
  return change.kind == ChangeKind::Force;
}

bool isMutation(const ChangeRecord &change) {
  return change.kind == ChangeKind::Mutate;
}

/// Returns true if a change applies to every execution of a statement. Returns
/// false if a change applies to a single event, to the value of an operand, or
/// (a mutation) to a function.
bool isOfEach(const ChangeRecord &change) {
  return !change.isOfOneEvent && !isForce(change) && !isMutation(change);
}

/// Sets the number of the next event at which hooks must call the runtime (the
/// tool's code in the process). This is the earliest of three events: the next
/// event with a change, the event before which this process becomes a
/// checkpoint, and the first event above the limit.
///
/// A change to each execution of a statement needs further calls of the
/// runtime. If all such changes are to the same statement, hooks always call
/// the runtime at this statement (see ProcessState::everyEntry). If they are to
/// several statements, hooks call the runtime at every event.
void setGoal(uint64_t executed) {
  uint64_t goal = ~uint64_t(0);
  for (const ChangeRecord *each = firstChange(); each != changesEnd(); ++each) {
    bool isOthers =
        isOfEach(*each) && each->entry + 1 != processState().everyEntry;
    if (isOthers)
      goal = executed + 1;
    bool isNext = each->isOfOneEvent && executed <= each->event;
    if (isNext && goal > uint64_t(each->event) + 1)
      goal = uint64_t(each->event) + 1;
  }
  uint64_t checkpoint = currentServer().checkpointEvent;
  bool isAhead = processState().checkpointSlot != 0 && executed <= checkpoint;
  if (isAhead && goal > checkpoint + 1)
    goal = checkpoint + 1;
  uint64_t limit = currentServer().eventLimit;
  if (limit != 0 && limit < goal)
    goal = limit + 1;
  liveState().goal = goal;
  liveState().countdown = goal - executed;
}

/// Returns true if `change` is to be made at a single event (execution of a
/// statement), and this event is the one that is about to begin.
bool isCurrent(const ChangeRecord &change) {
  return change.isOfOneEvent && executed() == uint64_t(change.event) + 1;
}

/// Counts an event that is about to begin at `entry` (an address at which a
/// statement can begin). If a checkpoint is wanted before this event, first
/// makes this process a checkpoint, from which later runs are forked. Ends the
/// run if the event is above the limit, or if a change is meant for this event
/// but names another entry.
void count(uint32_t entry, uint32_t function) {
  uint64_t number = executed() + 1;
  uint32_t slot = processState().checkpointSlot;
  if (slot != 0 && number == currentServer().checkpointEvent + 1) {
    // At this event, the process becomes a checkpoint: a server that forks
    // later runs. Those runs are the same up to this event, and then make
    // different changes.
    serveAsCheckpoint(slot);
    chooseMutation();
  }
  uint64_t limit = currentServer().eventLimit;
  if (limit != 0 && number > limit)
    native::end(EndKind::EventLimit);
  setGoal(number);
  for (const ChangeRecord *each = firstChange(); each != changesEnd(); ++each)
    if (isCurrent(*each) && each->entry != entry)
      diverge(DivergeReason::NotAsRecorded, function);
}

/// Returns the change that applies to the event that is about to begin at
/// `entry` (a place at which control enters a statement); null if there is
/// none.
const ChangeRecord *changeOf(uint32_t entry) {
  for (const ChangeRecord *each = firstChange(); each != changesEnd(); ++each)
    if (each->entry == entry && (isOfEach(*each) || isCurrent(*each)))
      return each;
  return nullptr;
}

uint32_t divertedFrom(uint32_t place, const ChangeRecord &change) {
  return change.hasInverse && place == change.target ? change.inverse
                                                     : change.target;
}

// Values

uint64_t addressOf(const ChangeRecord &change, const HookFrame &frame) {
  return change.place + (change.isInFrame ? frame.registers.value[RBP] : 0);
}

/// Stores a value in the program's memory, at the place that a change names.
/// Does nothing if that memory can't be written.
void store(const ChangeRecord &change, uint64_t word, const HookFrame &frame) {
  copyBytes(&at<uint8_t>(addressOf(change, frame)),
            reinterpret_cast<uint64_t>(&word), change.size);
}

bool load(const ChangeRecord &change, uint64_t &word, const HookFrame &frame) {
  word = 0;
  return copyBytes(&word, addressOf(change, frame), change.size) == 0;
}

void replaceBefore(const ChangeRecord &change, const HookFrame &frame) {
  ProcessState &state = processState();
  state.hasReplaced = load(change, state.replacedWord, frame);
  store(change, change.value, frame);
}

void replaceAfter(const ChangeRecord &change, const HookFrame &frame) {
  const ProcessState &state = processState();
  uint64_t word = 0;
  if (change.kind == ChangeKind::ReplaceAfter)
    store(change, change.value, frame);
  else if (state.hasReplaced && load(change, word, frame) &&
           word == change.value)
    store(change, state.replacedWord, frame);
}

/// If `isWritable` is true, makes the pages of a memory range readable and
/// writable. Otherwise, makes them readable and executable.
void setWritable(uint64_t address, uint64_t size, bool isWritable) {
  uint64_t begin = address & ~(pageSize - 1);
  systemCall(SYS_mprotect, begin, address + size - begin,
             PROT_READ | (isWritable ? PROT_WRITE : PROT_EXEC));
}

/// Overwrites the memory that a change names. Read-only memory, such as that of
/// string literals, is made writable for a moment. Memory that can't be made
/// writable is left alone.
void overwrite(const ChangeRecord &change, const HookFrame &frame) {
  const OverwriteRecord *records = tableAt<OverwriteRecord>(overwritesAddress);
  for (uint32_t i = 0; i < change.ranges; ++i) {
    const OverwriteRecord &range = records[change.firstRange + i];
    uint64_t place =
        range.place + (range.isInFrame ? frame.registers.value[RBP] : 0);
    uint64_t bytes = overwritesAddress + range.bytes;
    if (copyBytes(&at<uint8_t>(place), bytes, range.size) == 0)
      continue;
    setWritable(place, range.size, true);
    copyBytes(&at<uint8_t>(place), bytes, range.size);
    setWritable(place, range.size, false);
  }
}

// Operands

bool isForcedAlways(uint32_t operand) {
  for (const ChangeRecord *each = firstChange(); each != changesEnd(); ++each)
    if (isForce(*each) && !each->isOfOneEvent && each->operand == operand)
      return true;
  return false;
}

/// Sets where the hook of an operand of `&&`, `||` or `?` jumps. If the
/// operand's value is forced, the hook jumps into the runtime (the tool's code
/// in the process), otherwise back into the program.
void setOperandHook(uint32_t operand, bool isForced) {
  const OperandRecord &record =
      tableAt<OperandRecord>(operandsAddress)[operand];
  const HookRecord &hook = tableAt<HookRecord>(hooksAddress)[record.hook];
  tableAt<uint64_t>(operandCellsAddress)[operand] =
      isForced ? hook.start + operandJumpSize : hook.body;
}

bool isPendingIn(const HookFrame &frame, uint32_t function) {
  const ProcessState &state = processState();
  return state.frame != 0 && state.frame == frame.registers.value[RBP] &&
         state.pendingFunction == function;
}

/// Completes a change that was begun at an earlier event in this stack frame.
/// Called when control has arrived at the statement entry `place` (an address
/// at which a statement can begin). Returns the statement entry at which
/// control is to continue. In both cases, none means the function's exit.
uint32_t takePending(const HookFrame &frame, uint32_t place) {
  processState().frame = 0;
  const ChangeRecord &change = firstChange()[processState().pendingChange];
  if (change.kind == ChangeKind::Switch)
    return divertedFrom(place, change);
  if (isForce(change))
    setOperandHook(change.operand, isForcedAlways(change.operand));
  else
    replaceAfter(change, frame);
  return place;
}

/// Returns the change that forces the value of the given operand when the
/// operand is evaluated now; null if no change does so.
const ChangeRecord *operandChangeOf(uint32_t operand, const HookFrame &frame,
                                    uint32_t function) {
  for (const ChangeRecord *each = firstChange(); each != changesEnd(); ++each) {
    if (!isForce(*each) || each->operand != operand)
      continue;
    bool isPending = isPendingIn(frame, function) &&
                     firstChange() + processState().pendingChange == each;
    if (!each->isOfOneEvent || isPending)
      return each;
  }
  return nullptr;
}

void force(const OperandRecord &operand, ForcedValue wanted) {
  uint64_t &flags = processState().flags;
  bool isTrueWhenMet = operand.holdsWhenTrue != 0;
  bool value = wanted == ForcedValue::True;
  if (wanted == ForcedValue::Other)
    value = holds(operand.condition, flags) != isTrueWhenMet;
  flags = flagsFor(operand.condition, value == isTrueWhenMet, flags);
  liveState().forcedValue = 1 + value;
}

// Arrivals

void goTo(HookFrame &frame, uint32_t entry, uint32_t function) {
  if (entry != none) {
    goToEntry(frame, tableAt<EntryRecord>(entriesAddress)[entry]);
    return;
  }
  const FunctionRecord &left =
      tableAt<FunctionRecord>(functionsAddress)[function];
  if (!left.canReturn)
    diverge(DivergeReason::NoWayOut, function);
  frame.registers.pc = left.exit;
}

/// Returns the index of the hook at the statement entry (start of a statement)
/// `place`; none if there is no such hook. If `place` is none, returns the
/// index of the hook at the function's exit instead.
uint32_t hookOf(uint32_t place, uint32_t function) {
  const HookRecord *hooks = tableAt<HookRecord>(hooksAddress);
  for (uint32_t i = 0; i < setup().hooks; ++i) {
    bool isExit = (hooks[i].flags & hookIsExit) != 0;
    bool isOther =
        (hooks[i].flags & (hookIsLibc | hookIsOperand | hookIsEmpty)) != 0;
    if (!isOther && hooks[i].function == function &&
        (place == none ? isExit : !isExit && hooks[i].entry == place))
      return i;
  }
  return none;
}

void arriveAt(HookFrame &frame, uint32_t index, uint32_t place,
              uint32_t function) {
  uint32_t next = place;
  if (isPendingIn(frame, function))
    next = takePending(frame, place);
  uint32_t counted = next;
  if (next != none) {
    count(next, function);
    const ChangeRecord *change = changeOf(next);
    if (change && change->kind == ChangeKind::ReplaceBefore)
      replaceBefore(*change, frame);
    if (change && change->kind == ChangeKind::Omit) {
      next = change->target;
    } else if (change && change->kind == ChangeKind::Overwrite) {
      overwrite(*change, frame);
    } else if (change) {
      processState().frame = frame.registers.value[RBP];
      processState().pendingFunction = function;
      processState().pendingChange =
          static_cast<uint32_t>(change - firstChange());
      if (isForce(*change))
        setOperandHook(change->operand, true);
    }
  }
  if (processState().mode == RunMode::LiveRecording) {
    uint64_t fp = frame.registers.value[RBP];
    // If an event is omitted, the event with which the program goes on is
    // recorded in its place. If control goes to the function's exit, there is
    // no such event, so the omitted event itself is recorded.
    if (counted != none && next == none)
      recordArrival(hookOf(counted, function), fp);
    uint32_t arrived = next == place ? index : hookOf(next, function);
    // `arrived` is the hook at which control arrives; none if an omission would
    // send control to the exit of a function that never returns, since such an
    // exit has no hook. In that case nothing more is recorded, and `goTo` ends
    // the run.
    if (arrived != none)
      recordArrival(arrived, fp);
  }
  if (next != place)
    goTo(frame, next, function);
}

} // namespace

void chooseMutation() {
  MutationState &state = mutationState();
  state.number = 0;
  for (const ChangeRecord *each = firstChange(); each != changesEnd(); ++each)
    if (isMutation(*each))
      state.number = each->mutation;
  const ExchangeRecord *exchanges = tableAt<ExchangeRecord>(exchangesAddress);
  auto isBefore = [&](const ExchangeRecord &each) {
    return each.endNumber <= state.number;
  };
  state.firstExchange =
      partitionPoint(exchanges, 0, setup().exchanges, isBefore);
  state.endExchange = state.firstExchange;
  while (state.endExchange < setup().exchanges &&
         exchanges[state.endExchange].firstNumber <= state.number)
    ++state.endExchange;
}

void startLive() {
  runState() = RunState{};
  runState().last = none;
  ProcessState &state = processState();
  state.mode = setup().mode;
  state.countdownOffset =
      liveStateAddress + offsetof(LiveState, countdown) -
      (processStateAddress + offsetof(ProcessState, strayCountdown));
  liveState().forcedValue = 0;
  for (const ChangeRecord *each = firstChange(); each != changesEnd(); ++each) {
    if (isOfEach(*each))
      state.everyEntry = each->entry + 1;
    else if (isForce(*each) && !each->isOfOneEvent)
      setOperandHook(each->operand, true);
  }
  chooseMutation();
  setGoal(0);
}

const ExchangeRecord *exchangeOf(const HookRecord &hook, uint32_t index) {
  if ((hook.flags & hookIsExchangeable) == 0)
    return nullptr;
  const ExchangeRecord *exchanges = tableAt<ExchangeRecord>(exchangesAddress);
  const MutationState &state = mutationState();
  for (uint32_t i = state.firstExchange; i < state.endExchange; ++i)
    if (exchanges[i].hook == index)
      return &exchanges[i];
  return nullptr;
}

uint64_t enterLive(const HookRecord &hook, uint32_t index, uint64_t sp,
                   uint64_t fp) {
  // If the frame in which a change was begun is below the present stack
  // pointer, a longjmp or an exception has left that frame. Then the change
  // will not be completed.
  if (sp > processState().frame)
    processState().frame = 0;
  if (const ExchangeRecord *exchange = exchangeOf(hook, index)) {
    poisonFrame(sp, exchange->frameSize);
    return exchange->code;
  }
  if (processState().mode == RunMode::LiveRecording)
    recordEntry(hook, index, sp, fp);
  else
    poisonFrame(
        sp, tableAt<FunctionRecord>(functionsAddress)[hook.function].frameSize);
  return hook.body;
}

void arriveInLiveFlow(HookFrame *frame, uint32_t index) {
  const HookRecord &hook = tableAt<HookRecord>(hooksAddress)[index];
  goToBody(*frame, hook);
  if (!processState().isLive)
    return;
  checkThread(hook.function);
  bool isExit = (hook.flags & hookIsExit) != 0;
  arriveAt(*frame, index, isExit ? none : hook.entry, hook.function);
}

void arriveAtOperand(HookFrame *frame, uint32_t index) {
  const HookRecord &hook = tableAt<HookRecord>(hooksAddress)[index];
  frame->registers.pc = reinterpret_cast<uint64_t>(&resumeWithFlags);
  processState().resume = hook.body;
  if (!processState().isLive)
    return;
  checkThread(hook.function);
  const ChangeRecord *change =
      operandChangeOf(hook.entry, *frame, hook.function);
  if (change)
    force(tableAt<OperandRecord>(operandsAddress)[hook.entry], change->forced);
}

} // namespace pinstripe::native
