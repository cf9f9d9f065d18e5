// Reads the log of a recording whose threads pass hooks by themselves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Traced/InnerRecorder.h"
#include "pinstripe/Support/Error.h"
#include <algorithm>

using namespace pinstripe;
using native::RecordTag;

llvm::Expected<std::unique_ptr<InnerRecorder>>
InnerRecorder::create(RecordingSession &session, uint32_t mutation) {
  std::unique_ptr<InnerRecorder> made(new InnerRecorder(session, mutation));
  if (llvm::Error error = made->open())
    return error;
  made->begin();
  return made;
}

/// Empties the log of the last run, and tells the runtime which mutation is in
/// force.
void InnerRecorder::begin() {
  std::ranges::fill(log, 0);
  native::ChangeRecord change{};
  change.kind = native::ChangeKind::Mutate;
  change.entry = native::none;
  change.mutation = mutation;
  control->changes[0] = change;
  control->changeCount = mutation != 0;
}

/// Returns whether the hook is at the entry of a function in whose place the
/// run executes a recompiled one.
bool InnerRecorder::isExchanged(const native::HookRecord &hook) const {
  auto index = static_cast<uint32_t>(&hook - program().hooks.data());
  return mutation != 0 &&
         std::ranges::any_of(session.recompiled().exchanges,
                             [&](const native::ExchangeRecord &each) {
                               return each.hook == index &&
                                      each.firstNumber <= mutation &&
                                      mutation < each.endNumber;
                             });
}

static llvm::Error entered(bool isEntered) {
  if (isEntered)
    return llvm::Error::success();
  return llvm::make_error<EngineError>(
      "can't write to the memory of the program");
}

/// Lets the thread pass the hook by itself: the hook leads to the recompiled
/// function.
llvm::Error InnerRecorder::enterExchanged(TracedThread &thread,
                                          bool isForOneHook) {
  using native::HookPass;
  return entered(poke(PROCESS_ADDRESS(pass),
                      isForOneHook ? HookPass::OnlyNext : HookPass::Next) &&
                 own(thread, isForOneHook));
}

llvm::Error InnerRecorder::enter(TracedThread &thread, uint64_t target,
                                 const std::optional<TurnLimits> &limits) {
  const native::HookRecord *hook = hookAt(thread.readPC());
  std::ranges::fill(log.take_front(taken), 0);
  taken = 0;
  stackPointer = thread.readRegister(RSP);
  // At the entry of a function, rbp may hold anything.
  bool isEntry = hook && (hook->flags & native::hookIsFunctionEntry) != 0;
  noteFrame(isEntry ? stackPointer - sizeof(uint64_t)
                    : thread.readRegister(RBP));
  uint64_t room = log.size() * sizeof(uint64_t) - native::chunkSlack;
  if (limits && limits->arrivals)
    room =
        std::min(room / sizeof(uint64_t), *limits->arrivals) * sizeof(uint64_t);
  bool isReady = hook && poke(PROCESS_ADDRESS(cursor), native::ringAddress) &&
                 poke(PROCESS_ADDRESS(chunkEnd), native::ringAddress + room);
  if (isReady && isExchanged(*hook))
    return enterExchanged(thread, /*isForOneHook=*/!limits);
  bool isEntered = isReady && own(thread, /*isForOneHook=*/false) &&
                   goOn(thread, *hook, target);
  if (isEntered && !limits)
    leave();
  return entered(isEntered);
}

/// Lets the thread, which is at `hook`, go on at `target`; see `enter`.
bool InnerRecorder::goOn(TracedThread &thread, const native::HookRecord &hook,
                         uint64_t target) {
  if (target == 0 || target == hook.address)
    return thread.goTo(hook.body) &&
           (hook.entry == native::none ||
            reload(thread, program().entries[hook.entry]));
  auto there =
      std::ranges::find(program().hooks, target, &native::HookRecord::address);
  return there != program().hooks.end() && thread.goTo(there->body);
}

/// Restores the registers that the hook has changed, if the code of the
/// statement uses them.
bool InnerRecorder::reload(TracedThread &thread,
                           const native::EntryRecord &entry) {
  auto reloads =
      llvm::ArrayRef(program().reloads).slice(entry.firstReload, entry.reloads);
  for (const native::ReloadRecord &each : reloads) {
    auto number = GeneralRegister(
        machineNumber(static_cast<uint8_t>(each.dwarfRegister)));
    std::optional<uint64_t> value =
        process->readWord(thread.readRegister(RBP) +
                          static_cast<uint64_t>(int64_t(each.frameOffset)));
    if (native::isChangedByHooks(number) &&
        (!value || !thread.writeRegister(number, *value)))
      return false;
  }
  return true;
}

/// A record has only the lower half of a frame address. Returns the known
/// address with this half, or else the one that is nearest to the stack pointer
/// of the thread.
uint64_t InnerRecorder::frameAddress(uint64_t record) const {
  auto known = frames.find(static_cast<uint32_t>(record));
  if (known != frames.end())
    return known->second;
  auto distance = static_cast<int32_t>(static_cast<uint32_t>(record) -
                                       static_cast<uint32_t>(stackPointer));
  return stackPointer + static_cast<uint64_t>(int64_t(distance));
}

TurnProgress InnerRecorder::takeProgress(bool, PassedHookListener listener) {
  constexpr uint32_t indexMask = (uint32_t(1) << 30) - 1;
  TurnProgress progress;
  // The tag of a record is written last, and is never 0.
  while (taken + 3 <= log.size() && native::tagOf(log[taken]) != 0) {
    uint64_t record = log[taken];
    uint32_t tag = native::tagOf(record), index = (tag & indexMask) - 1;
    progress.hasMoved = true;
    switch (static_cast<RecordTag>(tag & ~indexMask)) {
    case RecordTag::Other: // The program has called libc's exit.
      listener({nullptr, log[taken + 1], 0});
      taken += 2;
      continue;
    case RecordTag::Enter:
      noteFrame(log[taken + 1] - sizeof(uint64_t));
      if (index < program().points.size())
        listener({&program().points[index], log[taken + 1], log[taken + 2]});
      taken += 3;
      continue;
    case RecordTag::Unit:
    case RecordTag::Exit:
      break;
    }
    ++taken;
    // The program can overwrite the log.
    if (index >= program().points.size())
      continue;
    const HookPoint &point = program().points[index];
    progress.arrivals += point.entry.has_value();
    listener({&point, 0, frameAddress(record)});
  }
  return progress;
}
