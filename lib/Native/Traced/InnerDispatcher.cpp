// Follows a partial execution whose threads pass hooks by themselves, in turns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Traced/InnerDispatcher.h"
#include "Records/ChildEnding.h"
#include "Runtime/Plan.h"
#include "pinstripe/Support/Error.h"
#include <algorithm>

using namespace pinstripe;
using native::Activation;
using native::ActivationKind;

llvm::Expected<std::unique_ptr<InnerDispatcher>>
InnerDispatcher::create(PlanSession &session, const UnitTable &table,
                        const LaunchSpec &spec, const EventSet &included) {
  if (llvm::Error error = session.prepareRun(spec, included))
    return error;
  std::unique_ptr<InnerDispatcher> made(new InnerDispatcher(session, table));
  if (llvm::Error error = made->open())
    return error;
  return made;
}

// Stacks of threads

std::optional<Activation> InnerDispatcher::read(uint64_t address) const {
  Activation activation{};
  if (!process->read(address, {reinterpret_cast<uint8_t *>(&activation),
                               sizeof activation}))
    return std::nullopt;
  return activation;
}

bool InnerDispatcher::write(uint64_t address,
                            const Activation &activation) const {
  return poke(address, activation);
}

uint64_t InnerDispatcher::topOf(uint64_t thread, const Stack &stack) const {
  if (thread != loaded)
    return stack.top;
  return process->readWord(PROCESS_ADDRESS(topActivation)).value_or(0);
}

std::optional<Activation> InnerDispatcher::readTop(uint64_t thread,
                                                   const Stack &stack) const {
  std::optional<Activation> activation = read(topOf(thread, stack));
  if (activation && thread == loaded) {
    activation->position = run->position;
    activation->runEnd = run->runEnd;
    activation->returnExecuted = run->returnExecuted;
  }
  return activation;
}

/// Counts the events that hooks have counted by themselves, as settle in
/// Runtime/Activations.h does.
void InnerDispatcher::settle() {
  if (run->position == run->mark)
    return;
  run->executed += run->position - run->mark;
  run->last = run->position - 1;
  run->mark = run->position;
}

/// Makes the runtime work for no thread. Does what suspendTop in
/// Runtime/Activations.h does.
bool InnerDispatcher::unload() {
  if (loaded == 0)
    return true;
  Stack &stack = stacks[loaded];
  std::optional<Activation> activation = readTop(loaded, stack);
  stack.top = topOf(loaded, stack);
  if (!activation || !write(stack.top, *activation))
    return false;
  settle();
  loaded = 0;
  return true;
}

/// Makes the runtime work for a thread. Does what becomeTop in
/// Runtime/Activations.h does, but lets the runtime find out up to where hooks
/// execute events by themselves.
bool InnerDispatcher::load(uint64_t thread) {
  Stack &stack = stacks[thread];
  if (loaded != thread) {
    if (!unload())
      return false;
    std::optional<Activation> activation = read(stack.top);
    if (!activation)
      return false;
    run->position = run->mark = activation->position;
    run->returnExecuted = activation->returnExecuted;
    loaded = thread;
    if (!poke(PROCESS_ADDRESS(topActivation), stack.top) ||
        !poke(PROCESS_ADDRESS(frame), activation->fastFrame) ||
        !poke(PROCESS_ADDRESS(bottomActivation), stack.bottom) ||
        !poke(PROCESS_ADDRESS(activationsEnd), stack.end))
      return false;
  }
  run->runEnd = run->position;
  return true;
}

/// Returns the lowest number that no stack has. The first thread of the program
/// has the number 0, also when it has ended: its bottom stands for the caller
/// of all calls without a caller.
uint32_t InnerDispatcher::freeNumber() const {
  std::vector<bool> used(stacks.size() + 2);
  used[0] = hasFirst;
  for (const auto &[thread, stack] : stacks)
    if (stack.number < used.size())
      used[stack.number] = true;
  return static_cast<uint32_t>(std::ranges::find(used, false) - used.begin());
}

void InnerDispatcher::noteEnd(uint64_t thread) {
  if (loaded == thread) {
    settle();
    loaded = 0;
  }
  stacks.erase(thread);
}

void InnerDispatcher::noteStart(uint64_t thread, uint64_t starter) {
  Stack stack;
  stack.number = freeNumber();
  constexpr uint64_t size = native::maxThreadActivations * sizeof(Activation);
  if (stack.number == 0) {
    stack.bottom = native::activationsAddress;
    stack.end = stack.bottom + native::maxActivations * sizeof(Activation);
  } else {
    hasTooManyThreads |= stack.number > native::maxThreads;
    stack.bottom = native::threadActivationsAddress +
                   (stack.number - 1) % native::maxThreads * size;
    stack.end = stack.bottom + size;
  }
  stack.top = stack.bottom;
  stacks[thread] = stack;
  hasFirst = true;
  if (stack.number == 0)
    return; // The runtime itself has made the bottom of this stack.
  Activation bottom{};
  bottom.kind = ActivationKind::Barrier;
  bottom.function = bottom.invocation = native::none;
  bottom.group = bottom.spilledFor = bottom.sharedFor = native::none;
  auto found = stacks.find(starter);
  std::optional<Activation> parent;
  if (starter != thread && found != stacks.end())
    parent = readTop(starter, found->second);
  if (parent && parent->kind != ActivationKind::Barrier) {
    bottom = *parent;
    bottom.fastFrame = 0;
    bottom.runEnd = bottom.position;
    bottom.isLeaving = 0;
    uint32_t event = parent->position > parent->begin ? parent->position : 0;
    auto groups = session.plan()->callGroups();
    if (parent->sharedFor != event && parent->group < groups.size() &&
        groups[parent->group].parent == event)
      poke(native::callCountsAddress + parent->group * sizeof(uint32_t),
           parent->calls);
    parent->sharedFor = event;
    write(topOf(starter, found->second), *parent);
    bottom.sharedFor = event;
    bottom.group = bottom.spilledFor = native::none;
  }
  bottom.entrySP = bottom.frame = ~uint64_t(0);
  bottom.frameIsKnown = 1;
  write(stack.bottom, bottom);
}

std::optional<EventIndex> InnerDispatcher::nextEvent(uint64_t thread) const {
  auto found = stacks.find(thread);
  if (found == stacks.end())
    return std::nullopt;
  const Stack &stack = found->second;
  std::optional<Activation> each = readTop(thread, stack);
  uint64_t address = topOf(thread, stack);
  size_t positions = session.plan()->positions();
  for (; each && address > stack.bottom;
       each = read(address -= sizeof(Activation))) {
    // The program can overwrite its activations.
    if (each->kind != ActivationKind::Matched || each->end > positions)
      continue;
    uint32_t next = native::findBit(session.includedBits().data(),
                                    each->position, each->end, true);
    if (next < each->end)
      return session.plan()->eventAt(next);
  }
  return std::nullopt;
}

// Turns

llvm::Error InnerDispatcher::enter(TracedThread &thread, uint64_t,
                                   const std::optional<TurnLimits> &limits) {
  using native::HookPass;
  bool isEntered = stacks.contains(thread.number()) && load(thread.number()) &&
                   poke(PROCESS_ADDRESS(pass),
                        limits ? HookPass::Next : HookPass::OnlyNext) &&
                   own(thread, /*isForOneHook=*/!limits);
  if (!isEntered)
    return llvm::make_error<EngineError>(
        "can't write to the memory of the program");
  allowed = limits ? limits->arrivals : std::nullopt;
  run->turnEnd = allowed ? executed() + *allowed : native::endlessTurn;
  run->nextOfOthers = limits && limits->nextOfOthers
                          ? static_cast<uint32_t>(*limits->nextOfOthers)
                          : native::none;
  turnEndBefore = run->turnEnd;
  executedBefore = executed();
  return llvm::Error::success();
}

TurnProgress InnerDispatcher::takeProgress(bool isInside, PassedHookListener) {
  TurnProgress taken;
  if (loaded == 0)
    return taken;
  taken.hasMoved =
      executed() != executedBefore || run->turnEnd != turnEndBefore;
  if (allowed && !isInside) {
    taken.arrivals = *allowed - std::min(*allowed, run->turnEnd - executed());
    *allowed -= taken.arrivals;
  }
  turnEndBefore = run->turnEnd;
  executedBefore = executed();
  return taken;
}

// Results

SessionProgress InnerDispatcher::progress() const {
  ChildResult result;
  result.state = *run;
  return session.progressOf(result);
}

std::optional<Ending> InnerDispatcher::ending() const {
  if (run->end == native::EndKind::None || hasFailed())
    return std::nullopt;
  ChildResult result;
  result.state = *run;
  SessionProgress reached = progress();
  llvm::Expected<Ending> ending =
      endingOf(result, {program(), crashes, Poison::Stale},
               {reached.last, reached.underWay}, session.plan());
  if (ending)
    return *ending;
  llvm::consumeError(ending.takeError()); // only if the run has failed
  return std::nullopt;
}
