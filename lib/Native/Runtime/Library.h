// Declares how calls of functions without recorded instructions are recorded.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These parts run in the target, and in the tool for a process that the tool
// looks at from outside. What differs between the two is declared as
// LibraryEnvironment.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_LIBRARY_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_LIBRARY_H

#include "Runtime.h"
#include <csignal>

namespace pinstripe::native {

/// A call of a library function that has not returned yet.
struct PendingCall {
  uint64_t stackPointer; ///< rsp before the call, and after its return
  uint64_t arguments[6]; ///< registers rdi, rsi, rdx, rcx, r8, r9
  uint64_t result;
  uint32_t hook, returnHook;
  uint32_t model;             ///< index of the function's model, or none
  uint32_t integers, vectors; ///< number of arguments in registers
  uint64_t list[3];           ///< copy of the va_list before the call
  /// The call's first snapshot: index, and place in LibraryState::bytes.
  uint32_t firstSnapshot;
  uint64_t firstByte;
};

constexpr uint32_t maxPendingCalls = 256;
constexpr uint32_t maxRanges = 120;
constexpr uint32_t maxSnapshots = 256;
constexpr uint64_t snapshotBytes = 1 << 17;

/// A copy of memory as it was before a call, at `place` in LibraryState::bytes.
struct Snapshot {
  uint64_t address, size, place;
};

/// The state of library calls in a recording of instructions.
struct LibraryState {
  uint64_t output; ///< number of bytes written to stdout so far
  /// Not 0 if the program may make almost no system calls any more, so that the
  /// runtime can't ask for the position of stdout.
  uint32_t isRestricted;
  /// Number of snapshots that all pending calls have on the stack of snapshots.
  uint32_t snapshots;
  uint64_t snapshotBytesUsed;
  /// While the runtime holds signals: not 0, and the signal mask that the
  /// program had. The tracer reads and changes both.
  uint64_t holdsSignals, signalMask;
  Snapshot snapshot[maxSnapshots];
  uint8_t bytes[snapshotBytes];
  uint32_t pending; ///< number of pending calls; the innermost is the last
  uint32_t ranges;
  PendingCall calls[maxPendingCalls];
  uint64_t words[3 + 2 * maxRanges]; ///< the raw-trace record being made
};

static_assert(sizeof(LibraryState) <= libraryStateSize);

/// The tables that describe calls and their effects.
struct LibraryTables {
  const HookRecord *hooks;
  const LibraryCallRecord *calls;
  const ModelRecord *models;
  const EffectRecord *effects;
  const TargetRecord *targets;   ///< functions, sorted by address
  const RangeRecord *codeRanges; ///< code, sorted by address
  uint32_t targetCount, codeRangeCount;
  /// Addresses of stdin and stdout; 0 if unknown.
  uint64_t standardInput, standardOutput;
};

// The LibraryEnvironment, defined once for the target and once for the tool

LibraryTables libraryTables();
LibraryState &libraryState();
/// Copies up to `size` bytes from the program's memory. Stops at the first byte
/// that can't be read, and returns the number of bytes copied.
extern "C" uint64_t copyGuarded(void *to, uint64_t from, uint64_t size);
/// Returns the program's position in its standard output; negative if unknown.
int64_t outputPosition();
/// Adds a record to the raw trace.
void recordLibraryWords(RawMark mark, const uint64_t *words, uint32_t count);
/// Sets the hook at which the innermost pending call returns. `hook` is its
/// index plus 1, or 0 if no call is pending.
void setPendingReturn(uint32_t hook);
/// Signals that holdSignals blocks: all but faults, which the tracer handles.
constexpr uint64_t signalsHeld =
    ~(uint64_t(1) << (SIGSEGV - 1) | uint64_t(1) << (SIGBUS - 1) |
      uint64_t(1) << (SIGTRAP - 1));
/// Between calls of holdSignals and releaseSignals no signal is delivered.
void holdSignals();
void releaseSignals();

// Calls

/// Called by the hook before a call instruction. `indirectTarget` is the
/// address that is called, if the call's record says that it is indirect.
void beginLibraryCall(const GeneralRegisters &registers, uint32_t hook,
                      uint64_t indirectTarget);
/// Called by the hook at an address to which a call may have returned. `place`
/// is an address in that hook.
void endLibraryCall(const GeneralRegisters &registers, uint64_t place);

void addRange(RangeKind kind, uint64_t address, uint64_t size);

/// Adds the ranges that a call reads or writes according to its model.
void addReads(PendingCall &call);
void addWrites(const PendingCall &call);
/// Adds the ranges that a call of a function without a model reads or writes.
/// `frame` is the value of rbp.
void observeBefore(PendingCall &call, uint64_t frame);
void observeAfter(const PendingCall &call);
/// Returns how many bytes the program has written to stdout, including those
/// that wait in glibc's buffer; 0 if the number is unknown.
uint64_t outputSoFar();
/// Adds the ranges that printf or scanf read or write, by walking their format
/// and arguments.
void addFormatReads(PendingCall &call, const EffectRecord &effect);
void addFormatWrites(const PendingCall &call, const EffectRecord &effect);

/// Reads a value from the program's memory. Returns false if it is not
/// readable.
template <typename T> bool read(uint64_t address, T &value) {
  return copyGuarded(&value, address, sizeof(T)) == sizeof(T);
}

/// Returns an argument of the call; 0 if it is on the stack and can't be read.
inline uint64_t argument(const PendingCall &call, unsigned number) {
  if (number < 6)
    return call.arguments[number];
  uint64_t value = 0;
  bool isThere = read(call.stackPointer + 8 * (uint64_t(number) - 6), value);
  return isThere ? value : 0;
}

/// Returns the size of the string at `address`. Its final zero counts if it is
/// among the first `maxSize` bytes.
uint64_t stringSize(uint64_t address, uint64_t maxSize);
/// Returns the size that glibc's malloc noted before a block; an arbitrary
/// number if there is no block at `address`.
uint64_t heapBlockSize(uint64_t address);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_LIBRARY_H
