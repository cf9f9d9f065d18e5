// Does what a HookHandler decides at the hooks of a run under LLDB.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is an address at which the engine takes control.

#include "LLDB/LLDBRun.h"
#include "LLDB/LLDBRegisters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>
#include <cstring>

using namespace pinstripe;

LLDBRun::LLDBRun(LLDBSession &session, const HookMap &hooks,
                 HookHandler &handler, Poison poison, uint64_t schedule)
    : session(session), hooks(hooks), handler(handler), poison(poison),
      turns(session, handler, schedule) {
  // Marks `failure` as checked: an llvm::Error that nobody has checked ends the
  // tool, even if it is a success.
  (void)static_cast<bool>(failure);
}

/// Calls `handle`, which deals with a stop of the program and returns true to
/// end the run. Returns true if the run is to be ended: because of `handle`, or
/// because the timer is killing the process. If the run is ending already,
/// returns true without a call of `handle`.
bool LLDBRun::endsRun(llvm::function_ref<bool()> handle) {
  if (requestedEnding)
    return true;
  bool isToEnd = handle();
  // If the timer has killed the process, the decision of `handle` is not used:
  // LLDB sees only some threads of a process that is being killed, and reads
  // their registers as 0.
  if (timer && timer->hasKilled()) {
    requestedEnding.reset();
    return true;
  }
  return isToEnd;
}

bool LLDBRun::onHook(uint64_t address, lldb::SBThread &thread) {
  const HookPoint *hook = hooks.find(address);
  return !hook || endsRun([&] {
    return turns.mayPass(thread, *hook, address)
               ? arrive(*hook, address, thread)
               : advance();
  });
}

bool LLDBRun::onTick(lldb::SBThread &thread) {
  return endsRun([&] {
    turns.tick(thread);
    return advance();
  });
}

bool LLDBRun::onPause(lldb::SBThread &thread, uint64_t microseconds) {
  return endsRun(
      [&] { return !turns.mayPause(thread, microseconds) && advance(); });
}

bool LLDBRun::onLeave(lldb::SBThread &thread) {
  return endsRun([&] { return !turns.mayLeave(thread) && advance(); });
}

/// Chooses a thread and lets it go on. Returns whether the run is to be ended.
bool LLDBRun::advance() {
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
bool LLDBRun::arrive(const HookPoint &hook, uint64_t address,
                     lldb::SBThread &thread) {
  passed = thread;
  passedAddress = address;
  ++hitCount;
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  Arrival arrival;
  arrival.thread = thread.GetThreadID();
  arrival.pc = address;
  arrival.sp = frame.GetSP();
  arrival.fp = frame.GetFP();
  if (hook.hasHiddenResult)
    arrival.firstArgument = readRegister(frame, "rdi");
  if (hook.operand || hook.readsFlags || handler.readsFlags())
    arrival.flags = readRegister(frame, "rflags");
  Decision decision = handler.arrive(hook, arrival);
  if (decision.kind == Decision::Kind::Stop) {
    requestedEnding = std::move(decision.ending);
    return true;
  }
  if (llvm::Error error = apply(decision, arrival, frame)) {
    failure = std::move(error);
    return true;
  }
  return false;
}

void LLDBRun::onExitFunction(lldb::SBThread &thread) {
  ++hitCount;
  handler.arriveAtExitFunction(thread.GetFrameAtIndex(0).GetSP(),
                               thread.GetThreadID());
}

void LLDBRun::poisonMemory(const Decision &decision, const Arrival &arrival) {
  if (decision.poisonFrame != 0 && poison != Poison::Stale)
    poisonBytes(arrival.sp - decision.poisonFrame, decision.poisonFrame);
  for (const FixedStore &store : decision.poisonStores) {
    auto place = static_cast<uint64_t>(store.place);
    poisonBytes(store.isInFrame ? arrival.fp + place
                                : session.runTimeAddressOf(place),
                store.size);
  }
  for (const PoisonRange &range : decision.poisonRanges)
    poisonBytes(range.address, range.size);
}

void LLDBRun::writeAndWatch(const Decision &decision, const Arrival &arrival) {
  auto toRunTime = [&](uint64_t address) {
    return session.runTimeAddressOf(address);
  };
  ProcessView view{session.process().memory(), toRunTime};
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
void LLDBRun::store(const MemoryValue &value, uint64_t word,
                    const Arrival &arrival) {
  std::array<uint8_t, sizeof word> bytes;
  std::memcpy(bytes.data(), &word, sizeof word);
  (void)session.process().memory().write(
      addressOf(value, arrival), llvm::ArrayRef(bytes).take_front(value.size));
}

void LLDBRun::replaceMemory(const Decision &decision, const Arrival &arrival) {
  auto wordAt = [&](const MemoryValue &value) -> std::optional<uint64_t> {
    std::array<uint8_t, sizeof(uint64_t)> bytes = {};
    if (!session.process().memory().read(
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
void LLDBRun::overwrite(const Decision &decision, const Arrival &arrival) {
  if (decision.overwritten.empty())
    return;
  std::vector<Mapping> mappings = readMappings(session.process().id());
  for (const OverwrittenRange &range : decision.overwritten) {
    uint64_t address = range.place + (range.isInFrame ? arrival.fp : 0);
    (void)session.process().memory().write(
        address, llvm::arrayRefFromStringRef(range.bytes));
    overwroteConstants |= llvm::none_of(mappings, [&](const Mapping &mapping) {
      return mapping.isWritable() && mapping.begin <= address &&
             address < mapping.end;
    });
  }
}

llvm::Error LLDBRun::apply(const Decision &decision, const Arrival &arrival,
                           lldb::SBFrame &frame) {
  writeAndWatch(decision, arrival);
  replaceMemory(decision, arrival);
  overwrite(decision, arrival);
  for (const RegisterReload &each : decision.reloads)
    if (llvm::Error error = reload(each, arrival, frame))
      return error;
  if (decision.poisonReturn && poison != Poison::Stale)
    if (llvm::Error error = poisonReturnValue(frame))
      return error;
  if (decision.flags)
    if (llvm::Error error = writeRegister(frame, "rflags", *decision.flags))
      return error;
  if (decision.returnRegister)
    if (llvm::Error error =
            writeRegister(frame, "rax", *decision.returnRegister))
      return error;
  if (decision.kind == Decision::Kind::Return)
    return returnFromMain(decision, arrival, frame);
  // The program counter is set last, since LLDB's object `frame` is not valid
  // after that. There may be a breakpoint at the new address, but the thread
  // does not hit it. Either control goes to a copy of the instruction there, or
  // LLDB silently steps over the breakpoint.
  bool isJump = decision.kind == Decision::Kind::Jump;
  uint64_t landing = session.landingOf(isJump ? decision.target : arrival.pc);
  if (landing != frame.GetPC() && !frame.SetPC(landing))
    return llvm::make_error<EngineError>("can't set the program counter");
  return llvm::Error::success();
}

/// Does what the instructions `leave; ret` would do at the end of main. Other
/// registers that main has saved are not restored: libc, which called main,
/// does not use their values.
llvm::Error LLDBRun::returnFromMain(const Decision &decision,
                                    const Arrival &arrival,
                                    lldb::SBFrame &frame) {
  const ProcessMemory &memory = session.process().memory();
  std::optional<uint64_t> target = memory.readWord(decision.returnAddressSlot);
  std::optional<uint64_t> callerFrame =
      decision.frameIsSetUp ? memory.readWord(arrival.fp) : arrival.fp;
  if (!target || !callerFrame)
    return llvm::make_error<EngineError>("can't read the frame of main");
  if (llvm::Error error = writeRegister(frame, "rbp", *callerFrame))
    return error;
  if (llvm::Error error =
          writeRegister(frame, "rsp", decision.returnAddressSlot + 8))
    return error;
  if (!frame.SetPC(*target))
    return llvm::make_error<EngineError>("can't set the program counter");
  return llvm::Error::success();
}

llvm::Error LLDBRun::reload(const RegisterReload &each, const Arrival &arrival,
                            lldb::SBFrame &frame) {
  std::optional<uint64_t> value = session.process().memory().readWord(
      arrival.fp + static_cast<uint64_t>(int64_t(each.frameOffset)));
  if (!value)
    return llvm::make_error<EngineError>("can't read a frame slot");
  return writeRegister(frame, registerName(each.dwarfRegister), *value);
}

llvm::Error LLDBRun::poisonReturnValue(lldb::SBFrame &frame) {
  uint64_t word = poisonWord(poison);
  for (const char *name : {"rax", "rdx"})
    if (llvm::Error error = writeRegister(frame, name, word))
      return error;
  for (const char *name : {"xmm0", "xmm1"})
    if (llvm::Error error = writeVectorRegister(frame, name, word))
      return error;
  return llvm::Error::success();
}

void LLDBRun::poisonBytes(uint64_t begin, uint32_t size) {
  uint64_t word = poisonWord(poison);
  std::vector<uint8_t> bytes(size);
  for (uint32_t i = 0; i < size; ++i)
    bytes[i] = static_cast<uint8_t>(word >> 8 * ((begin + i) % 8));
  // A failed write is ignored: if a frame lies beyond the end of the stack, the
  // program itself will crash in that frame.
  (void)session.process().memory().write(begin, bytes);
}
