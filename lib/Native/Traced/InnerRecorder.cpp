// Reads the log of a recording whose threads pass hooks by themselves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Traced/InnerRecorder.h"
#include "pinstripe/Support/Error.h"
#include <algorithm>

using namespace pinstripe;
using native::RecordTag;

llvm::Expected<std::unique_ptr<InnerRecorder>>
InnerRecorder::create(std::unique_ptr<RecordingSession> session) {
  std::unique_ptr<InnerRecorder> made(new InnerRecorder(std::move(session)));
  if (llvm::Error error = made->open())
    return error;
  return made;
}

llvm::Error InnerRecorder::enter(TracedThread &thread,
                                 const std::optional<TurnLimits> &limits) {
  const native::HookRecord *hook = hookAt(thread.readPC());
  std::ranges::fill(log.take_front(taken), 0);
  taken = 0;
  stackPointer = thread.readRegister(RSP);
  uint64_t room = log.size() * sizeof(uint64_t) - native::chunkSlack;
  if (limits && limits->arrivals)
    room =
        std::min(room / sizeof(uint64_t), *limits->arrivals) * sizeof(uint64_t);
  bool isEntered =
      hook && poke(PROCESS_ADDRESS(cursor), native::ringAddress) &&
      poke(PROCESS_ADDRESS(chunkEnd), native::ringAddress + room) &&
      own(thread, /*isForOneHook=*/false) && thread.goTo(hook->body);
  if (isEntered && hook->entry != native::none)
    isEntered = reload(thread, program().entries[hook->entry]);
  if (!isEntered)
    return llvm::make_error<EngineError>(
        "can't write to the memory of the program");
  if (!limits)
    leave();
  return llvm::Error::success();
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

/// A record has only the lower half of a frame address. Returns the address
/// with this half that is nearest to the stack pointer of the thread.
uint64_t InnerRecorder::frameAddress(uint64_t record) const {
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
