// Declares the functions that the parts of the runtime share, inside the
// process under test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's code uses no libc, no vector registers, and no relocations: it
// is linked for the address at which it runs.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_RUNTIME_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_RUNTIME_H

#include "Layout.h"
#include "pinstripe/Program/Registers.h"

namespace pinstripe::native {

/// The registers of the program at a hook, as Stubs.S has stored them. If they
/// are changed, the program continues with the new values, at `registers.pc`.
struct HookFrame {
  GeneralRegisters registers;
  /// If not 0, xmm0 and xmm1 are set to the value `poison`.
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

/// Returns the first index in [low, high) at which `isBefore` is false for the
/// element of the table; `high` if there is none. After that index, `isBefore`
/// must be false for all elements.
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
inline LiveState &liveState() { return at<LiveState>(liveStateAddress); }
inline const Setup &setup() { return at<const Setup>(setupAddress); }
inline ServerControl &serverSlot(uint32_t slot) {
  return at<ServerControl>(serverSlotsAddress + slot * 2 * pageSize);
}
inline uint64_t runStateOfSlot(uint32_t slot) {
  return serverSlotsAddress + (slot * 2 + 1) * pageSize;
}

/// Returns the eight bytes of poison (the pattern for memory that nothing has
/// set) for an address, which need not be aligned. The same address always gets
/// the same bytes.
inline uint64_t poisonAt(uint64_t address) {
  unsigned shift = address % 8 * 8;
  uint64_t word = setup().poison;
  return shift == 0 ? word : word >> shift | word << (64 - shift);
}
/// Sends control to a statement: the program will continue at this entry of the
/// statement, with the register values that the code there needs.
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
/// Ends the process. The tool finds the reason in the RunState.
[[noreturn]] void end(EndKind kind, uint64_t detail = 0);
[[noreturn]] void diverge(DivergeReason reason, uint32_t function);
/// Ends the process if control has come to `function` in another thread than
/// the one that started the run.
void checkThread(uint32_t function);

/// The functions that set the RunState and the ProcessState to the start of a
/// run. There is one for runs that execute a given set of events, one for
/// recordings, and one for live flow, where the program runs by itself except
/// for a few changes.
void startDispatching();
void startRecording();
void startLive();
/// Records in the raw trace (the log of a recording) that a traced function was
/// entered.
void recordEntry(const HookRecord &hook, uint32_t index, uint64_t sp,
                 uint64_t fp);
void recordExitFunction(const HookFrame &frame);
/// Adds a record with these words to the raw trace, the log of a recording.
void recordWords(RawMark mark, const uint64_t *words, uint32_t count);
/// Records in the raw trace that an event has begun, or that control has come
/// to a function's exit. Except in live flow, hooks do that by themselves.
void recordArrival(uint32_t index, uint64_t fp);
void dispatchEntry(HookFrame &frame, const HookRecord &hook);
/// Handles a call in the simplest case: the recorded run made the call, too,
/// and this run executes the call's first event. Returns the address at which
/// to continue. In all other cases returns 0 and changes nothing.
uint64_t dispatchQuickly(const HookRecord &hook, uint64_t sp, uint64_t fp,
                         uint64_t firstArgument);
void dispatchExitFunction(const HookFrame &frame);
/// Called by the hook at a function's entry in live flow, where the program
/// runs by itself except for a few changes. Records the call, or fills its
/// frame with poison.
void enterLive(const HookRecord &hook, uint32_t index, uint64_t sp,
               uint64_t fp);

/// Returns the page of commands and replies of this server or, if this process
/// is a run, of the server that has forked it.
inline ServerControl &currentServer() {
  return serverSlot(processState().slot);
}
/// Returns whether a system call was successful. Stores the errno of the first
/// one that failed, so that the tool can report it.
bool succeeded(long result, long call);
/// Turns this process into the server with the number `slot`. Returns only in
/// the children that the server forks, once in each.
void serveAsCheckpoint(uint32_t slot);

extern "C" {
void arriveAtHook(HookFrame *frame, uint32_t hook);
void arriveAtEntry(HookFrame *frame, uint32_t hook);
/// Handles the entry of a function in the simple cases, and returns the address
/// at which to continue. Returns 0 if nothing was done; the hook then calls
/// arriveAtEntry.
uint64_t enterQuickly(uint32_t hook, uint64_t sp, uint64_t fp,
                      uint64_t firstArgument);
void arriveWithoutRoom(HookFrame *frame, uint32_t hook);
void arriveInLiveFlow(HookFrame *frame, uint32_t hook);
void arriveAtOperand(HookFrame *frame, uint32_t hook);
/// Continues the program after the hook of an operand of `&&`, `||` or `?`,
/// with the processor flags that the operand's jump is to see.
void resumeWithFlags();
void arriveInThread(HookFrame *frame, uint32_t hook);
void arriveAtChunkEnd(HookFrame *frame, uint32_t hook);
void arriveAtLibraryCall(HookFrame *frame, uint32_t hook);
void arriveFromLibrary(HookFrame *frame, uint32_t hook);
[[noreturn]] void bootstrap(Setup *setup);
void poisonStores(uint64_t *begin, uint64_t words, uint64_t word);
/// Fills `size` bytes with poison, the pattern for memory that nothing has set.
/// If the memory is not writable, returns without an error, as poisonStores
/// does.
void poisonBytes(uint64_t begin, uint64_t size, uint64_t word);
/// Copies bytes. Returns 0 if successful, another number if the memory is not
/// accessible.
uint64_t copyBytes(void *to, uint64_t from, uint64_t size);
void announceCheckpoint();
[[noreturn]] void resumeProgram(const GeneralRegisters *registers);
}

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_RUNTIME_H
