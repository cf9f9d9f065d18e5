// Does what a HookHandler decides at the hooks of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is an address at which the engine takes control.

#include "Stops/HookedRun.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>
#include <cstring>
#include <ctime>

using namespace pinstripe;

HookedRun::HookedRun(HookedProcess &process, const HookMap &hooks,
                     HookHandler &handler, Poison poison, uint64_t schedule)
    : process(process), hooks(hooks), handler(handler), poison(poison),
      turns(process, handler, schedule) {
  // Marks `failure` as checked: an llvm::Error that nobody has checked ends the
  // tool, even if it is a success.
  (void)static_cast<bool>(failure);
}

/// Calls `handle`, which deals with a stop of the program and returns true to
/// end the run. Returns true if the run is to be ended: because of `handle`, or
/// because the timer is killing the process. If the run is ending already,
/// returns true without a call of `handle`.
bool HookedRun::endsRun(llvm::function_ref<bool()> handle) {
  if (requestedEnding)
    return true;
  bool isToEnd = handle();
  // If the timer has killed the process, the decision of `handle` is not used:
  // the registers of a process that is being killed can't be read, or are read
  // as 0.
  if (timer && timer->hasKilled()) {
    requestedEnding.reset();
    return true;
  }
  return isToEnd;
}

bool HookedRun::onHook(uint64_t address, uint64_t thread) {
  const HookPoint *hook = hooks.find(address);
  return !hook || endsRun([&] {
    return turns.mayPass(thread, *hook, address)
               ? arrive(*hook, address, thread)
               : advance();
  });
}

bool HookedRun::onTick(uint64_t thread) {
  return endsRun([&] {
    turns.tick(thread);
    return advance();
  });
}

/// Returns for how many microseconds a thread that has called clock_nanosleep
/// is about to sleep; 0 if it sleeps until a given time.
uint64_t HookedRun::timeToSleep(uint64_t thread) {
  uint64_t request = process.readRegister(thread, RDX);
  std::optional<uint64_t> seconds = process.memory().readWord(request);
  std::optional<uint64_t> nanoseconds = process.memory().readWord(request + 8);
  bool isAbsolute = (process.readRegister(thread, RSI) & TIMER_ABSTIME) != 0;
  if (isAbsolute || !seconds || !nanoseconds)
    return 0;
  constexpr uint64_t century = uint64_t(100) * 365 * 86400;
  return std::min(*seconds, century) * 1000000 + *nanoseconds / 1000;
}

bool HookedRun::pause(uint64_t thread, uint64_t microseconds) {
  return endsRun(
      [&] { return !turns.mayPause(thread, microseconds) && advance(); });
}

bool HookedRun::onSleep(uint64_t thread) {
  return pause(thread, timeToSleep(thread));
}

bool HookedRun::onYield(uint64_t thread) { return pause(thread, 0); }

bool HookedRun::onLeave(uint64_t thread) {
  return endsRun([&] { return !turns.mayLeave(thread) && advance(); });
}

/// Chooses a thread and lets it go on. Returns whether the run is to be ended.
bool HookedRun::advance() {
  if (turns.ending()) {
    requestedEnding = turns.ending();
    return true;
  }
  TurnStep step = turns.advance();
  switch (step.kind) {
  case TurnStep::Kind::GoOn:
    return false;
  case TurnStep::Kind::Pass:
    return arrive(*hooks.find(step.hook), step.hook, step.thread);
  case TurnStep::Kind::Deadlock:
    requestedEnding = TimedOut{/*isCertain=*/true};
    return true;
  case TurnStep::Kind::Failed:
    requestedEnding = Diverged{handler.currentEvent(), FunctionId(),
                               Diverged::Reason::SecondThread};
    return true;
  }
  llvm_unreachable("all steps are handled");
}

/// Lets `thread`, which has come to a hook, do what the handler decides.
/// Returns whether the run is to be ended.
bool HookedRun::arrive(const HookPoint &hook, uint64_t address,
                       uint64_t thread) {
  if (turns.ending()) {
    requestedEnding = turns.ending();
    return true;
  }
  passed = thread;
  passedAddress = address;
  ++hitCount;
  Arrival arrival;
  arrival.thread = thread;
  arrival.pc = address;
  arrival.sp = process.readRegister(thread, RSP);
  arrival.fp = process.readRegister(thread, RBP);
  if (hook.hasHiddenResult)
    arrival.firstArgument = process.readRegister(thread, RDI);
  if (hook.operand || hook.readsFlags || handler.readsFlags())
    arrival.flags = process.readFlags(thread);
  Decision decision = handler.arrive(hook, arrival);
  if (decision.kind == Decision::Kind::Stop) {
    requestedEnding = std::move(decision.ending);
    return true;
  }
  if (process.passesHooks())
    process.limitTurn(thread, turns.limitsOf(thread));
  if (llvm::Error error = apply(decision, arrival)) {
    failure = std::move(error);
    return true;
  }
  return false;
}

void HookedRun::onExitFunction(uint64_t thread) {
  ++hitCount;
  turns.countProgress();
  handler.arriveAtExitFunction(process.readRegister(thread, RSP), thread);
}

void HookedRun::poisonMemory(const Decision &decision, const Arrival &arrival) {
  if (decision.poisonFrame != 0 && poison != Poison::Stale)
    poisonBytes(arrival.sp - decision.poisonFrame, decision.poisonFrame);
  for (const FixedStore &store : decision.poisonStores) {
    auto place = static_cast<uint64_t>(store.place);
    poisonBytes(store.isInFrame ? arrival.fp + place
                                : process.runTimeAddressOf(place),
                store.size);
  }
  for (const PoisonRange &range : decision.poisonRanges)
    poisonBytes(range.address, range.size);
}

void HookedRun::writeAndWatch(const Decision &decision,
                              const Arrival &arrival) {
  auto toRunTime = [&](uint64_t address) {
    return process.runTimeAddressOf(address);
  };
  ProcessView view{process.memory(), toRunTime};
  if (watches && decision.ended)
    watches->end(*decision.ended, arrival.fp, view);
  poisonMemory(decision, arrival);
  if (watches && decision.begun)
    watches->begin(*decision.begun, arrival.fp, view);
}

static uint64_t addressOf(const MemoryValue &value, const Arrival &arrival) {
  return value.place + (value.isInFrame ? arrival.fp : 0);
}

/// Stores a value in memory of the program. Does nothing if the memory can't be
/// written.
void HookedRun::store(const MemoryValue &value, uint64_t word,
                      const Arrival &arrival) {
  std::array<uint8_t, sizeof word> bytes;
  std::memcpy(bytes.data(), &word, sizeof word);
  (void)process.memory().write(addressOf(value, arrival),
                               llvm::ArrayRef(bytes).take_front(value.size));
}

void HookedRun::replaceMemory(const Decision &decision,
                              const Arrival &arrival) {
  auto wordAt = [&](const MemoryValue &value) -> std::optional<uint64_t> {
    std::array<uint8_t, sizeof(uint64_t)> bytes = {};
    if (!process.memory().read(
            addressOf(value, arrival),
            llvm::MutableArrayRef(bytes).take_front(value.size)))
      return std::nullopt;
    uint64_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    return word;
  };
  if (decision.restored && replacedWord &&
      wordAt(*decision.restored) == decision.restored->value)
    store(*decision.restored, *replacedWord, arrival);
  if (decision.stored)
    store(*decision.stored, decision.stored->value, arrival);
  if (!decision.replaced)
    return;
  replacedWord = wordAt(*decision.replaced);
  store(*decision.replaced, decision.replaced->value, arrival);
}

/// Overwrites ranges of memory. Memory that can't be written is left alone.
void HookedRun::overwrite(const Decision &decision, const Arrival &arrival) {
  if (decision.overwritten.empty())
    return;
  std::vector<Mapping> mappings = readMappings(process.id());
  for (const OverwrittenRange &range : decision.overwritten) {
    uint64_t address = range.place + (range.isInFrame ? arrival.fp : 0);
    (void)process.memory().write(address,
                                 llvm::arrayRefFromStringRef(range.bytes));
    overwroteConstants |= llvm::none_of(mappings, [&](const Mapping &mapping) {
      return mapping.isWritable() && mapping.begin <= address &&
             address < mapping.end;
    });
  }
}

llvm::Error HookedRun::apply(const Decision &decision, const Arrival &arrival) {
  writeAndWatch(decision, arrival);
  replaceMemory(decision, arrival);
  overwrite(decision, arrival);
  for (const RegisterReload &each : decision.reloads)
    if (llvm::Error error = reload(each, arrival))
      return error;
  if (decision.poisonReturn && poison != Poison::Stale)
    if (llvm::Error error = poisonReturnValue(arrival.thread))
      return error;
  if (decision.flags)
    if (llvm::Error error = process.writeFlags(arrival.thread, *decision.flags))
      return error;
  if (decision.returnRegister)
    if (llvm::Error error = process.writeRegister(arrival.thread, RAX,
                                                  *decision.returnRegister))
      return error;
  if (decision.kind == Decision::Kind::Return)
    return returnFromMain(decision, arrival);
  bool isJump = decision.kind == Decision::Kind::Jump;
  return process.pass(arrival.thread, isJump ? decision.target : arrival.pc);
}

/// Does what the instructions `leave; ret` would do at the end of main. Other
/// registers that main has saved are not restored: libc, which called main,
/// does not use their values.
llvm::Error HookedRun::returnFromMain(const Decision &decision,
                                      const Arrival &arrival) {
  const ProcessMemory &memory = process.memory();
  std::optional<uint64_t> target = memory.readWord(decision.returnAddressSlot);
  std::optional<uint64_t> callerFrame =
      decision.frameIsSetUp ? memory.readWord(arrival.fp) : arrival.fp;
  if (!target || !callerFrame)
    return llvm::make_error<EngineError>("can't read the frame of main");
  if (llvm::Error error =
          process.writeRegister(arrival.thread, RBP, *callerFrame))
    return error;
  if (llvm::Error error = process.writeRegister(arrival.thread, RSP,
                                                decision.returnAddressSlot + 8))
    return error;
  return process.goTo(arrival.thread, *target);
}

llvm::Error HookedRun::reload(const RegisterReload &each,
                              const Arrival &arrival) {
  std::optional<uint64_t> value = process.memory().readWord(
      arrival.fp + static_cast<uint64_t>(int64_t(each.frameOffset)));
  if (!value)
    return llvm::make_error<EngineError>("can't read a frame slot");
  return process.writeRegister(
      arrival.thread, GeneralRegister(machineNumber(each.dwarfRegister)),
      *value);
}

llvm::Error HookedRun::poisonReturnValue(uint64_t thread) {
  uint64_t word = poisonWord(poison);
  for (GeneralRegister number : {RAX, RDX})
    if (llvm::Error error = process.writeRegister(thread, number, word))
      return error;
  for (unsigned number : {0, 1})
    if (llvm::Error error = process.writeVectorRegister(thread, number, word))
      return error;
  return llvm::Error::success();
}

void HookedRun::poisonBytes(uint64_t begin, uint32_t size) {
  uint64_t word = poisonWord(poison);
  std::vector<uint8_t> bytes(size);
  for (uint32_t i = 0; i < size; ++i)
    bytes[i] = static_cast<uint8_t>(word >> 8 * ((begin + i) % 8));
  // A failed write is ignored: if a frame lies beyond the end of the stack, the
  // program itself will crash in that frame.
  (void)process.memory().write(begin, bytes);
}
