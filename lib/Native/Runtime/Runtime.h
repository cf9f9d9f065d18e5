// Declares the functions that the parts of the runtime share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime is the part of the tool that is executed inside the process under
// test. Its code uses no libc, no vector registers, and no relocations: it is
// linked for the address at which it runs.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_RUNTIME_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_RUNTIME_H

#include "Layout.h"
#include "pinstripe/Program/Registers.h"

namespace pinstripe::native {

/// The registers of the program at a hook, as Stubs.S has stored them. If the
/// runtime (the tool's code in the process) changes them, the program continues
/// with the new values; `registers.pc` is the address at which it continues.
struct HookFrame {
  GeneralRegisters registers;
  /// If not 0, the registers xmm0 and xmm1 get the value `poison`, a pattern,
  /// when the program continues.
  uint64_t poisonVectors;
  uint64_t poison;
  uint64_t unused;
};

template <typename T> T &at(uint64_t address) {
  return *reinterpret_cast<T *>(address);
}
template <typename T> T *tableAt(uint64_t address) {
  return reinterpret_cast<T *>(address);
}

template <typename T> T smaller(T a, T b) { return a < b ? a : b; }
template <typename T> T larger(T a, T b) { return a > b ? a : b; }

/// Returns the first index in [low, high) for which `isBefore(table[index])` is
/// false; `high` if there is none. This is a binary search, so `isBefore` must
/// be false for all elements after that index, too.
template <typename T, typename Predicate>
uint32_t partitionPoint(const T *table, uint32_t low, uint32_t high,
                        Predicate isBefore) {
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (isBefore(table[middle]))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

inline ProcessState &processState() {
  return at<ProcessState>(processStateAddress);
}
inline RunState &runState() { return at<RunState>(runStateAddress); }
inline MutationState &mutationState() {
  return at<MutationState>(mutationStateAddress);
}
inline LiveState &liveState() { return at<LiveState>(liveStateAddress); }
inline const Setup &setup() { return at<const Setup>(setupAddress); }
inline ServerControl &serverSlot(uint32_t slot) {
  return at<ServerControl>(serverSlotsAddress + slot * 2 * pageSize);
}
inline uint64_t runStateOfSlot(uint32_t slot) {
  return serverSlotsAddress + (slot * 2 + 1) * pageSize;
}

/// Returns the eight bytes of poison (the pattern for memory that nothing has
/// set) that belong at `address`, which need not be aligned. The same address
/// always gets the same bytes.
inline uint64_t poisonAt(uint64_t address) {
  unsigned shift = address % 8 * 8;
  uint64_t word = setup().poison;
  return shift == 0 ? word : word >> shift | word << (64 - shift);
}
/// Sends control to the statement entry `entry`, an address at which a
/// statement can begin. Loads the registers that the code there expects to be
/// loaded.
inline void goToEntry(HookFrame &frame, const EntryRecord &entry) {
  frame.registers.pc = entry.landing;
  const ReloadRecord *reloads =
      tableAt<ReloadRecord>(reloadsAddress) + entry.firstReload;
  uint64_t base = frame.registers.value[RBP];
  for (uint32_t i = 0; i < entry.reloads; ++i)
    frame.registers.value[machineNumber(reloads[i].dwarfRegister & 15)] =
        at<uint64_t>(base + static_cast<uint64_t>(
                                static_cast<int64_t>(reloads[i].frameOffset)));
}
/// Fills the frame of a function that has just been entered, [sp - size, sp),
/// with poison, the pattern for memory that nothing has set.
void poisonFrame(uint64_t sp, uint32_t size);
/// Ends the process. The reason is stored in the RunState, where the tool finds
/// it.
[[noreturn]] void end(EndKind kind, uint64_t detail = 0);
[[noreturn]] void diverge(DivergeReason reason, uint32_t function);
/// Ends the process if another thread than the current one has executed hooks
/// before. `function` is the function to which the current hook belongs.
void checkThread(uint32_t function);

/// Prepare the RunState and the ProcessState, the runtime's own data, for a
/// run. startDispatching is for a run that executes a given set of events,
/// startRecording is for a recording, and startLive is for live flow, where the
/// program runs by itself except for a few changes.
void startDispatching();
void startRecording();
void startLive();
/// Records in the raw trace (the log of a recording) that a traced function was
/// entered.
void recordEntry(const HookRecord &hook, uint32_t index, uint64_t sp,
                 uint64_t fp);
void recordExitFunction(const HookFrame &frame);
/// Adds a record that consists of `words` to the raw trace, the log of a
/// recording.
void recordWords(RawMark mark, const uint64_t *words, uint32_t count);
/// Records in the raw trace (the log of a recording) that an event has begun,
/// or that control has come to a function's exit. This is used only in live
/// flow, where the program runs by itself except for a few changes. In other
/// recordings, hooks write these records by themselves.
void recordArrival(uint32_t index, uint64_t fp);
void dispatchEntry(HookFrame &frame, const HookRecord &hook);
/// Handles the entry of a called function in the simplest case: the recorded
/// run made the call, too, and this run executes the call's first event.
/// Returns the address at which to continue. In all other cases returns 0 and
/// changes nothing.
uint64_t dispatchQuickly(const HookRecord &hook, uint64_t sp, uint64_t fp,
                         uint64_t firstArgument);
void dispatchExitFunction(const HookFrame &frame);
/// Called by the hook at a function's entry in live flow, where the program
/// runs by itself except for a few changes. Fills the function's frame with
/// poison (a pattern), and returns the address at which the program continues.
/// If the run is recorded, records the call. But a call of a recompiled
/// function is not recorded, since recompiled statements have no hooks.
uint64_t enterLive(const HookRecord &hook, uint32_t index, uint64_t sp,
                   uint64_t fp);
/// Returns the record of the recompiled function that this run executes in
/// place of a function of the program; null if it executes the original. The
/// function is given by the hook at its entry.
const ExchangeRecord *exchangeOf(const HookRecord &hook, uint32_t index);

/// Returns the page by which this server and the tool exchange commands and
/// replies. If this process is a run, returns the page of the server that has
/// forked it.
inline ServerControl &currentServer() {
  return serverSlot(processState().slot);
}
/// Returns whether the system call `call`, which has returned `result`, was
/// successful. Stores the errno of the first call that failed, so that the tool
/// can report it.
bool succeeded(long result, long call);
/// Turns this process into a checkpoint: into the server number `slot`, which
/// from now on forks runs that begin here. The function returns in each of
/// these runs. In this process itself it returns only if the process can't
/// become a checkpoint.
void serveAsCheckpoint(uint32_t slot);

extern "C" {
void arriveAtHook(HookFrame *frame, uint32_t hook);
void arriveAtEntry(HookFrame *frame, uint32_t hook);
/// Called by the hook at a function's entry. Handles the simple cases, and
/// returns the address at which to continue. Returns 0 if it has done nothing;
/// then arriveAtEntry is called.
uint64_t enterQuickly(uint32_t hook, uint64_t sp, uint64_t fp,
                      uint64_t firstArgument);
void arriveWithoutRoom(HookFrame *frame, uint32_t hook);
void arriveInLiveFlow(HookFrame *frame, uint32_t hook);
void arriveAtOperand(HookFrame *frame, uint32_t hook);
/// Continues the program after the hook of an operand of `&&`, `||` or `?`,
/// with the processor flags by which the operand's jump decides.
void resumeWithFlags();
void arriveInThread(HookFrame *frame, uint32_t hook);
void arriveAtChunkEnd(HookFrame *frame, uint32_t hook);
void arriveAtLibraryCall(HookFrame *frame, uint32_t hook);
void arriveFromLibrary(HookFrame *frame, uint32_t hook);
[[noreturn]] void bootstrap(Setup *setup);
void poisonStores(uint64_t *begin, uint64_t words, uint64_t word);
/// Fills `size` bytes from the address `begin` on with poison, the pattern for
/// memory that nothing has set. If the memory is not writable, returns early,
/// without an error.
void poisonBytes(uint64_t begin, uint64_t size, uint64_t word);
/// Copies `size` bytes of memory that may be inaccessible. Returns 0 if
/// successful, another number if the memory is not accessible.
uint64_t copyBytes(void *to, uint64_t from, uint64_t size);
void announceCheckpoint();
[[noreturn]] void resumeProgram(const GeneralRegisters *registers);
}

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_RUNTIME_H
