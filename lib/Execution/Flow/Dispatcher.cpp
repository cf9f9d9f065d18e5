// Decides in a partial execution what happens next at each hook.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is an address at which the engine takes control.

#include "Flow/Dispatcher.h"
#include "pinstripe/Program/ConditionFlags.h"

using namespace pinstripe;

Dispatcher::Dispatcher(const UnitTable &table, const Trace &trace,
                       const EventSet &included, const Policy &policy)
    : table(table), trace(trace), included(included), policy(policy),
      skippedStores(table, trace, policy.computedStores) {
  if (policy.computedStores)
    heapLimit = policy.computedStores->heapLimit(included);
}

Decision Dispatcher::arrive(const HookPoint &hook, const Arrival &arrival) {
  if (hook.readsFlags) {
    decisionDigest = addDecision(decisionDigest, decisionOf(arrival.flags));
    return Decision::proceed();
  }
  stack.enterThread(arrival.thread);
  if (hook.isFunctionEntry)
    return enter(hook.function, arrival);
  Activation *activation = stack.resume(hook.function, arrival.fp);
  if (!activation) {
    bool inNaturalCode =
        !stack.empty() && stack.top().kind == Activation::Kind::Natural;
    return inNaturalCode ? Decision::proceed()
                         : diverge(hook.function, Diverged::Reason::FrameLost);
  }
  if (auto otherwise = checkDecision(*activation, hook, arrival.flags))
    return Decision::stop(std::move(*otherwise));
  if (hook.isExit)
    return atExit(*activation, arrival.pc);
  if (activation->kind == Activation::Kind::Natural)
    return Decision::proceed();
  return dispatch(*activation, arrival.pc);
}

std::optional<Ending> Dispatcher::checkDecision(const Activation &activation,
                                                const HookPoint &hook,
                                                uint64_t flags) {
  // Some hooks (addresses at which the engine takes control) only mark the
  // start of a function's body: no statement begins there, and the function is
  // not left. Such a hook does not show how a condition has decided.
  bool isArrival = hook.isExit || hook.entry;
  bool isDecision = activation.kind == Activation::Kind::Matched &&
                    activation.nextEvent != 0 && !activation.isLeaving;
  if (!policy.conditions || !isArrival || !isDecision)
    return std::nullopt;
  CallEvents events = trace.eventsOf(activation.invocation);
  EventIndex last = events[activation.nextEvent - 1];
  auto entryOf = [&](EventIndex event) { return trace.entryOf(event); };
  if (!policy.conditions->contains(entryOf(last)))
    return std::nullopt;
  std::optional<EntryId> expected, arrived;
  if (activation.nextEvent < events.size())
    expected = entryOf(events[activation.nextEvent]);
  if (!hook.isExit)
    arrived = hook.entry;
  if (arrived == expected) {
    if (table.entry(entryOf(last)).flow.decidesByFlags)
      decisionDigest = addDecision(decisionDigest, decisionOf(flags));
    return std::nullopt;
  }
  return DecidedOtherwise{last, arrived};
}

Decision Dispatcher::enter(FunctionId function, const Arrival &arrival) {
  stack.dropDeadAtEntry(arrival.sp, arrival.fp);
  if (!stack.empty() && stack.top().kind == Activation::Kind::Natural)
    return enterNatural(function, arrival);
  std::optional<InvocationId> invocation = matchCall(function);
  if (!invocation)
    return enterUnrecorded(function, arrival);
  if (!nextIncluded(*invocation, 0))
    return skip(*invocation, arrival);

  Activation activation;
  activation.function = function;
  activation.invocation = *invocation;
  activation.entrySP = arrival.sp;
  activation.frame = arrival.sp - 8;
  activation.hiddenResult = arrival.firstArgument;
  stack.push(std::move(activation));
  Decision decision = Decision::proceed();
  decision.poisonFrame = table.function(function).frameSize;
  return decision;
}

std::optional<InvocationId> Dispatcher::matchCall(FunctionId function) {
  if (stack.empty() || stack.top().kind == Activation::Kind::Barrier)
    return trace.calledInvocation(std::nullopt, std::nullopt, function,
                                  rootCalls.next(function));
  Activation &caller = stack.top();
  return trace.calledInvocation(caller.invocation, caller.currentEvent,
                                function, caller.calls->next(function));
}

Decision Dispatcher::enterUnrecorded(FunctionId function,
                                     const Arrival &arrival) {
  switch (policy.unrecordedCalls) {
  case UnrecordedCalls::Diverge:
    // The ending of the run names the event that makes the unrecorded call.
    // This is not always the event that began last, since the last event may
    // belong to a call that has already returned.
    lastEvent = std::nullopt;
    if (!stack.empty() && !stack.top().isLeaving)
      lastEvent = stack.top().currentEvent;
    return diverge(function, Diverged::Reason::UnrecordedCall);
  case UnrecordedCalls::Skip:
    return skip(function, arrival);
  case UnrecordedCalls::Run:
    return enterNatural(function, arrival);
  }
  llvm_unreachable("all policies are handled");
}

Decision Dispatcher::enterNatural(FunctionId function, const Arrival &arrival) {
  Activation activation;
  activation.kind = Activation::Kind::Natural;
  activation.function = function;
  activation.entrySP = arrival.sp;
  activation.frame = arrival.sp - 8;
  stack.push(std::move(activation));
  Decision decision = Decision::proceed();
  decision.poisonFrame = table.function(function).frameSize;
  return decision;
}

Decision Dispatcher::skip(FunctionId id, const Arrival &arrival) {
  const TracedFunction &function = table.function(id);
  if (!function.canReturn())
    return leaveWithoutEpilogue(id, arrival.sp, /*frameIsSetUp=*/false);
  Decision decision = Decision::jump(function.ret);
  decision.poisonReturn = function.returns != ReturnClass::None;
  // If a function returns its result in memory of the caller, the caller
  // expects the address of that memory in rax.
  if (function.returns == ReturnClass::Memory)
    decision.returnRegister = arrival.firstArgument;
  return decision;
}

Decision Dispatcher::skip(InvocationId invocation, const Arrival &arrival) {
  Decision decision = skip(trace.invocation(invocation).function, arrival);
  if (policy.poisonSkipped)
    poison(decision, skippedStores.ofInvocation(invocation), /*inFrame=*/true);
  return decision;
}

Decision Dispatcher::atExit(Activation &activation, uint64_t pc) {
  bool eventsAreLeft =
      activation.kind == Activation::Kind::Matched &&
      nextIncluded(activation.invocation, activation.nextEvent);
  if (eventsAreLeft)
    return dispatch(activation, pc);
  Decision decision =
      returnIsSkipped(activation) ? leave(activation) : Decision::proceed();
  decision.ended = latestEvent(activation);
  poisonRest(decision, activation);
  stack.pop();
  return decision;
}

Decision Dispatcher::dispatch(Activation &activation, uint64_t pc) {
  std::optional<size_t> position =
      nextIncluded(activation.invocation, activation.nextEvent);
  if (!position) {
    Decision decision = leave(activation);
    decision.ended = latestEvent(activation);
    poisonRest(decision, activation);
    activation.isLeaving = leadsToExitHook(decision, activation.function);
    if (!activation.isLeaving)
      stack.pop();
    return decision;
  }
  if (policy.eventLimit != 0 && executed >= policy.eventLimit)
    return Decision::stop(LimitReached{LimitReached::Kind::Events});

  Decision decision;
  decision.ended = latestEvent(activation);
  poisonSkipped(decision, activation, *position, /*inFrame=*/true);
  EventIndex index = trace.eventsOf(activation.invocation)[*position];
  const UnitEntry &entry = table.entry(trace.entryOf(index));
  activation.nextEvent = *position + 1;
  activation.currentEvent = index;
  activation.returnExecuted |= table.unit(entry.unit).kind == UnitKind::Return;
  activation.calls = std::make_shared<CallOrdinals>();
  lastEvent = decision.begun = index;
  ++executed;
  if (entry.address == pc)
    return decision;
  decision.kind = Decision::Kind::Jump;
  decision.target = entry.address;
  decision.reloads = entry.reloads;
  return decision;
}

std::optional<EventIndex>
Dispatcher::latestEvent(const Activation &activation) const {
  bool isKnown = activation.kind == Activation::Kind::Matched &&
                 activation.nextEvent != 0 && !activation.isLeaving;
  if (!isKnown)
    return std::nullopt;
  return trace.eventsOf(activation.invocation)[activation.nextEvent - 1];
}

void Dispatcher::poisonSkipped(Decision &decision, const Activation &activation,
                               size_t position, bool inFrame) {
  if (!policy.poisonSkipped)
    return;
  poison(decision,
         skippedStores.ofEvents(
             trace.eventsOf(activation.invocation)
                 .slice(activation.nextEvent, position - activation.nextEvent),
             inFrame),
         inFrame);
}

/// Returns the frame address of the running call that corresponds to the
/// recorded call `invocation`; nullopt if no running call does. If `inFrame` is
/// false, also returns nullopt for the topmost call, because its frame must not
/// be filled with poison, the pattern for unset memory.
std::optional<uint64_t> Dispatcher::frameOf(InvocationId invocation,
                                            bool inFrame) const {
  const Activation *activation = stack.find(invocation);
  if (!activation || (!inFrame && activation == &stack.top()))
    return std::nullopt;
  return activation->frame;
}

void Dispatcher::poison(Decision &decision, SkippedStores::Found stores,
                        bool inFrame) const {
  decision.poisonStores = std::move(stores.fixed);
  for (const ComputedStore &store : stores.computed)
    switch (store.base()) {
    case ComputedStore::Base::Fixed:
      decision.poisonStores.push_back(
          {false, static_cast<int64_t>(store.place), store.size});
      break;
    case ComputedStore::Base::Heap:
      if (store.number() <= heapLimit)
        decision.poisonRanges.push_back({store.place, store.size});
      break;
    case ComputedStore::Base::Frame:
      if (auto frame = frameOf(InvocationId(store.number()), inFrame))
        decision.poisonRanges.push_back({*frame + store.place, store.size});
      break;
    }
}

/// Called when the run leaves a call early, so that the remaining events of the
/// call are not executed. Fills the memory that these events would have written
/// with the poison pattern. Leaves out the frame of the call, because the
/// result of the call may still be read from its frame.
void Dispatcher::poisonRest(Decision &decision, const Activation &activation) {
  if (activation.kind == Activation::Kind::Matched && !activation.isLeaving)
    poisonSkipped(decision, activation,
                  trace.eventsOf(activation.invocation).size(),
                  /*inFrame=*/false);
}

/// Returns true if `decision` sends control to code that loads the function's
/// result into its register, and if this code begins before the function's
/// exit. The engine then takes control once more at the exit.
bool Dispatcher::leadsToExitHook(const Decision &decision,
                                 FunctionId id) const {
  const TracedFunction &function = table.function(id);
  return decision.kind == Decision::Kind::Jump &&
         decision.target == function.resultReload &&
         function.resultReload != function.exit;
}

Decision Dispatcher::leave(const Activation &activation) {
  const TracedFunction &function = table.function(activation.function);
  if (!function.canReturn())
    return leaveWithoutEpilogue(activation.function, activation.entrySP,
                                /*frameIsSetUp=*/true);
  if (function.returns == ReturnClass::Memory) {
    // A function that returns its result in memory must leave the address of
    // the result in rax. If the function has code that loads rax, this code
    // begins at the exit, before the frame is torn down. If there is no such
    // code, the engine sets rax.
    Decision decision = Decision::jump(function.exit);
    if (function.exit == function.tearDown)
      decision.returnRegister = activation.hiddenResult;
    return decision;
  }
  // A return statement was executed, but its value may still be in the stack
  // frame, or in a register in which callers do not expect it. The function's
  // code at the address `resultReload` moves the value to the right register,
  // if necessary, and goes on to the exit.
  if (activation.returnExecuted)
    return Decision::jump(function.resultReload);
  Decision decision = Decision::jump(function.tearDown);
  decision.poisonReturn = function.returns != ReturnClass::None;
  return decision;
}

bool Dispatcher::returnIsSkipped(const Activation &activation) const {
  if (activation.kind != Activation::Kind::Matched ||
      activation.returnExecuted ||
      table.function(activation.function).returns != ReturnClass::Register)
    return false;
  return llvm::any_of(
      trace.eventsOf(activation.invocation), [&](EventIndex index) {
        return table.unitOf(trace.entryOf(index)).kind == UnitKind::Return;
      });
}

Decision Dispatcher::leaveWithoutEpilogue(FunctionId function, uint64_t entrySP,
                                          bool frameIsSetUp) const {
  // The function never returns, so it has no epilogue to which control could
  // go. To leave it, control would have to go to its return address directly.
  // But if the compiler knows that a function never returns, it may generate no
  // code after a call of it. Only main is called by libc, which surely has code
  // there.
  if (table.function(function).linkageName != "main")
    return diverge(function, Diverged::Reason::NoWayOut);
  Decision decision;
  decision.kind = Decision::Kind::Return;
  decision.returnAddressSlot = entrySP;
  decision.frameIsSetUp = frameIsSetUp;
  decision.poisonReturn = true;
  return decision;
}

std::optional<size_t> Dispatcher::nextIncluded(InvocationId invocation,
                                               size_t from) const {
  CallEvents events = trace.eventsOf(invocation).drop_front(from);
  for (auto [i, event] : llvm::enumerate(events))
    if (included.contains(event))
      return from + i;
  return std::nullopt;
}

std::optional<EventIndex> Dispatcher::nextEvent(uint64_t thread) const {
  for (const Activation &each : llvm::reverse(stack.callsOf(thread))) {
    if (!each.isCall() || each.kind != Activation::Kind::Matched)
      continue;
    if (auto position = nextIncluded(each.invocation, each.nextEvent))
      return trace.eventsOf(each.invocation)[*position];
  }
  return std::nullopt;
}

void Dispatcher::arriveAtExitFunction(uint64_t sp, uint64_t thread) {
  stack.enterThread(thread);
  stack.pushBarrier(sp);
}

Decision Dispatcher::diverge(FunctionId function,
                             Diverged::Reason reason) const {
  return Decision::stop(Diverged{lastEvent, function, reason});
}

std::optional<EventUnderWay> Dispatcher::eventUnderWay() const {
  if (stack.empty() || !stack.top().currentEvent)
    return std::nullopt;
  EventIndex event = *stack.top().currentEvent;
  return EventUnderWay{event, trace.entryOf(event)};
}
