// Declares what the parts of the runtime share, inside of the target process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime is freestanding: no libc, no vector registers, and no
// relocations, since it is linked at the address where it runs.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_RUNTIME_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_RUNTIME_H

#include "Layout.h"
#include "pinstripe/Program/Registers.h"

namespace pinstripe::native {

/// The registers at a hook, as Stubs.S stores them. Changes to them take effect
/// when control goes back to the program, at `registers.pc`.
struct HookFrame {
  GeneralRegisters registers;
  uint64_t poisonVectors; ///< whether to fill xmm0 and xmm1 with `poison`
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

/// Returns where the elements begin for which `isBefore` is false. In the part
/// [low, high) of the table they come after all others.
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

/// Returns the eight bytes of poison at an address, aligned or not. They depend
/// on the address alone.
inline uint64_t poisonAt(uint64_t address) {
  unsigned shift = address % 8 * 8;
  uint64_t word = setup().poison;
  return shift == 0 ? word : word >> shift | word << (64 - shift);
}
/// Sends control to the code of a unit.
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
/// Poisons the fresh frame [sp - size, sp).
void poisonFrame(uint64_t sp, uint32_t size);
/// Ends the process. The tool reads the reason in the RunState.
[[noreturn]] void end(EndKind kind, uint64_t detail = 0);
[[noreturn]] void diverge(DivergeReason reason, uint32_t function);
/// Ends the process if this is not the thread with which the run started.
void checkThread(uint32_t function);

/// Prepares the fast paths of hooks in the process under test.
void startDispatching();
void startRecording();
void startLive();
/// Records a function entry.
void recordEntry(const HookRecord &hook, uint32_t index, uint64_t sp,
                 uint64_t fp);
void recordExitFunction(const HookFrame &frame);
/// Adds a record with these words to the raw trace.
void recordWords(RawMark mark, const uint64_t *words, uint32_t count);
/// Records a unit or an exit in live flow, whose hooks leave that to the
/// runtime.
void recordArrival(uint32_t index, uint64_t fp);
void dispatchEntry(HookFrame &frame, const HookRecord &hook);
/// Dispatches a plain call of an invocation whose first event is included, and
/// returns the address at which to continue. For any other call changes nothing
/// and returns 0.
uint64_t dispatchQuickly(const HookRecord &hook, uint64_t sp, uint64_t fp,
                         uint64_t firstArgument);
void dispatchExitFunction(const HookFrame &frame);
/// Called by the hooks at function entries in live flow.
void enterLive(const HookRecord &hook, uint32_t index, uint64_t sp,
               uint64_t fp);

/// Returns the control page of this server or, in a run, of the server that
/// forked it.
inline ServerControl &currentServer() {
  return serverSlot(processState().slot);
}
/// Returns whether a system call succeeded. Notes the first failure, so that
/// the tool can report it.
bool succeeded(long result, long call);
/// Turns the process under test into the server with this slot. Returns in each
/// child that the server forks.
void serveAsCheckpoint(uint32_t slot);

extern "C" {
void arriveAtHook(HookFrame *frame, uint32_t hook);
void arriveAtEntry(HookFrame *frame, uint32_t hook);
/// Handles a function entry, and returns the address at which to continue. If
/// it returns 0, nothing has changed, and arriveAtEntry is called next.
uint64_t enterQuickly(uint32_t hook, uint64_t sp, uint64_t fp,
                      uint64_t firstArgument);
void arriveWithoutRoom(HookFrame *frame, uint32_t hook);
void arriveInLiveFlow(HookFrame *frame, uint32_t hook);
void arriveAtOperand(HookFrame *frame, uint32_t hook);
/// Continues after an operand's hook, with the flags that the operand reads.
void resumeWithFlags();
void arriveInThread(HookFrame *frame, uint32_t hook);
void arriveAtChunkEnd(HookFrame *frame, uint32_t hook);
void arriveAtLibraryCall(HookFrame *frame, uint32_t hook);
void arriveFromLibrary(HookFrame *frame, uint32_t hook);
[[noreturn]] void bootstrap(Setup *setup);
void poisonStores(uint64_t *begin, uint64_t words, uint64_t word);
/// Fills a few bytes with poison; like poisonStores, it survives a fault.
void poisonBytes(uint64_t begin, uint64_t size, uint64_t word);
/// Copies bytes. Returns 0, or another number if they are not accessible.
uint64_t copyBytes(void *to, uint64_t from, uint64_t size);
void announceCheckpoint();
[[noreturn]] void resumeProgram(const GeneralRegisters *registers);
}

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_RUNTIME_H
