// Declares the functions that the parts of the runtime share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime is the part of the tool that is executed inside the process under
// test. The code of the runtime uses no libc and no vector registers. It needs
// no relocations, since it is linked for the address at which it runs.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_RUNTIME_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_RUNTIME_H

#include "Layout.h"
#include "pinstripe/Program/Registers.h"

namespace pinstripe::native {

/// The registers of the program at a hook, as Stubs.S has stored them. The
/// runtime may change them. Then the program continues with the new values, at
/// the address `registers.pc`.
struct HookFrame {
  GeneralRegisters registers;
  /// If `poisonVectors` is not 0, xmm0 and xmm1 get the value `poison` when the
  /// program continues.
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

/// Finds the first index in [low, high) for which `isBefore(table[index])` is
/// false, by a binary search; returns `high` if there is none. `isBefore` must
/// be true for all earlier elements and false for all later ones.
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
inline const ImageHeader &image() { return at<const ImageHeader>(runtimeBase); }
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

/// Returns the eight bytes of poison that belong at `address`, which need not
/// be aligned. Poison is a pattern that fills memory which nothing has set. The
/// same address always gets the same bytes.
inline uint64_t poisonAt(uint64_t address) {
  unsigned shift = address % 8 * 8;
  uint64_t word = setup().poison;
  return shift == 0 ? word : word >> shift | word << (64 - shift);
}
/// Loads a register that the code of a statement expects to hold a value from
/// the frame.
inline void loadRegister(HookFrame &frame, const ReloadRecord &reload) {
  uint64_t place = frame.registers.value[RBP] +
                   static_cast<uint64_t>(int64_t(reload.frameOffset));
  frame.registers.value[machineNumber(reload.dwarfRegister & 15)] =
      at<uint64_t>(place);
}
/// Makes the program continue after `hook`, the hook of a statement or of a
/// function's exit. Restores r10 and r11, which hooks change, if the statement
/// uses them.
inline void goToBody(HookFrame &frame, const HookRecord &hook) {
  frame.registers.pc = hook.body;
  if (hook.entry == none)
    return;
  const EntryRecord &entry = tableAt<EntryRecord>(entriesAddress)[hook.entry];
  const ReloadRecord *reloads =
      tableAt<ReloadRecord>(reloadsAddress) + entry.firstReload;
  for (uint32_t i = 0; i < entry.reloads; ++i)
    if (isChangedByHooks(machineNumber(reloads[i].dwarfRegister & 15)))
      loadRegister(frame, reloads[i]);
}
/// Makes the program continue at the statement entry `entry`, an address at
/// which a statement can begin. Also loads the registers that the code at this
/// address uses.
inline void goToEntry(HookFrame &frame, const EntryRecord &entry) {
  frame.registers.pc = entry.landing;
  const ReloadRecord *reloads =
      tableAt<ReloadRecord>(reloadsAddress) + entry.firstReload;
  for (uint32_t i = 0; i < entry.reloads; ++i)
    loadRegister(frame, reloads[i]);
}
/// Fills the frame of a function that has just been entered with poison. The
/// frame is [sp - size, sp). Poison is a pattern that fills memory which
/// nothing has set.
void poisonFrame(uint64_t sp, uint32_t size);
/// Ends the process. The reason is stored in the RunState, where the tool finds
/// it.
[[noreturn]] void end(EndKind kind, uint64_t detail = 0);
[[noreturn]] void diverge(DivergeReason reason, uint32_t function);
/// Called when control has come to a hook at which the runtime does the work.
/// Returns whether the tool has let the thread pass this hook, and forgets
/// that. Used only if threads take turns; otherwise returns false.
bool takePass();
/// If threads take turns: stops the thread, which is at the hook with this
/// index, so that the tool decides how it goes on.
inline void askForTurn(HookFrame &frame, uint32_t index) {
  frame.registers.pc = image().turn;
  frame.registers.value[R11] = index;
}
/// If threads take turns and the log of the recording has no room, stops the
/// thread and returns true. The tool then reads the log. Otherwise returns
/// false.
bool asksForRoom(HookFrame &frame, uint32_t index);
/// Ends the process if more than one thread has executed hooks. `function` is
/// the function of the current hook. Does nothing if threads take turns: then
/// the hooks themselves compare the threads.
void checkThread(uint32_t function);

/// These three functions prepare the RunState and the ProcessState for a run:
/// startDispatching for a run that executes a given set of events,
/// startRecording for a recording, and startLive for live flow. In live flow,
/// the program runs normally except for a few changes.
void startDispatching();
void startRecording();
void startLive();
/// Records in the raw trace, the log of a recording, that a function was
/// entered whose statements are recorded.
void recordEntry(const HookRecord &hook, uint32_t index, uint64_t sp,
                 uint64_t fp);
void recordExitFunction(const HookFrame &frame);
/// Adds a record that consists of `words` to the raw trace, the log of a
/// recording.
void recordWords(RawMark mark, const uint64_t *words, uint32_t count);
/// Writes a record to the raw trace (the log of a recording): an event has
/// begun, or control has come to a function's exit. Used only in live flow, in
/// which the program runs normally except for a few changes. In other
/// recordings, the hooks write these records themselves.
void recordArrival(uint32_t index, uint64_t fp);
void dispatchEntry(HookFrame &frame, const HookRecord &hook);
/// Handles the entry of a called function in the simplest case: the recorded
/// run made the call, too, and this run executes the call's first event.
/// Returns the address at which the program continues. In all other cases,
/// changes nothing and returns 0.
uint64_t dispatchQuickly(const HookRecord &hook, uint64_t sp, uint64_t fp,
                         uint64_t firstArgument);
void dispatchExitFunction(const HookFrame &frame);
/// Called by the hook at the entry of a function of the program, in live flow
/// only. In live flow, the program runs normally except for a few changes.
/// Fills the frame of the entered function with poison (a pattern), and returns
/// the address at which the program continues. Also records the call if the run
/// is recorded. But a call of a recompiled function is not recorded, since
/// recompiled statements have no hooks.
uint64_t enterLive(const HookRecord &hook, uint32_t index, uint64_t sp,
                   uint64_t fp);
/// Puts in force the mutation (small change of the source) that the tool has
/// chosen for this run. If the tool has chosen none, the run executes no
/// recompiled function.
void chooseMutation();
/// Returns the record of the recompiled function that this run executes in
/// place of a function of the program. Returns null if the run executes the
/// original function. The function is identified by the hook at its entry.
const ExchangeRecord *exchangeOf(const HookRecord &hook, uint32_t index);

/// Returns the page that this server and the tool use to exchange commands and
/// replies. If this process is a run, returns the page of the server that has
/// forked it.
inline ServerControl &currentServer() {
  return serverSlot(processState().slot);
}
/// Returns whether the system call `call`, which has returned `result`, was
/// successful. Stores the errno of the first call that failed, so that the tool
/// can report it.
bool succeeded(long result, long call);
/// Makes this process the checkpoint number `slot`: a server that forks runs
/// which begin at this point. In each of these runs, the function returns. In
/// the server itself, it returns only if the process can't become a checkpoint.
void serveAsCheckpoint(uint32_t slot);

extern "C" {
void arriveAtHook(HookFrame *frame, uint32_t hook);
void arriveAtEntry(HookFrame *frame, uint32_t hook);
/// Called by the hook at a function's entry. In simple cases, does everything
/// that is needed and returns the address at which the program continues. In
/// all other cases, does nothing and returns 0, and then arriveAtEntry is
/// called.
uint64_t enterQuickly(uint32_t hook, uint64_t sp, uint64_t fp,
                      uint64_t firstArgument);
void arriveWithoutRoom(HookFrame *frame, uint32_t hook);
void arriveInLiveFlow(HookFrame *frame, uint32_t hook);
void arriveAtOperand(HookFrame *frame, uint32_t hook);
/// Continues the program after the hook of an operand of `&&`, `||` or `?`.
/// Restores the processor flags that decide whether the operand's jump is
/// taken.
void resumeWithFlags();
void arriveInThread(HookFrame *frame, uint32_t hook);
void arriveAtChunkEnd(HookFrame *frame, uint32_t hook);
void arriveAtLibraryCall(HookFrame *frame, uint32_t hook);
void arriveFromLibrary(HookFrame *frame, uint32_t hook);
[[noreturn]] void bootstrap(Setup *setup);
void poisonStores(uint64_t *begin, uint64_t words, uint64_t word);
/// Fills `size` bytes from `begin` on with poison. Poison is a pattern that
/// fills memory which nothing has set. If the memory is not writable, returns
/// early, without an error.
void poisonBytes(uint64_t begin, uint64_t size, uint64_t word);
/// Copies `size` bytes of memory that may be inaccessible. Returns 0 if
/// successful, another number if the memory is not accessible.
uint64_t copyBytes(void *to, uint64_t from, uint64_t size);
void announceCheckpoint();
[[noreturn]] void resumeProgram(const GeneralRegisters *registers);
}

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_RUNTIME_H
