// Declares how calls of functions without recorded instructions are recorded.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This code is used in two places: in the process under test, and in the tool
// if the tool looks at the process from outside. What differs between the two
// is declared below as LibraryEnvironment.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_LIBRARY_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_LIBRARY_H

#include "Runtime.h"
#include <csignal>

namespace pinstripe::native {

/// A call of a library function that has not returned yet.
struct PendingCall {
  /// The stack pointer just before the call. A call is known to have returned
  /// when the stack pointer has this value again.
  uint64_t stackPointer;
  /// Values of rdi, rsi, rdx, rcx, r8 and r9 before the call.
  uint64_t arguments[6];
  uint64_t result;
  uint32_t hook, returnHook;
  uint32_t model; ///< index of the function's ModelRecord, or none
  /// How many general and how many vector registers hold arguments.
  uint32_t integers, vectors;
  uint64_t list[3]; ///< a copy of the call's va_list, made before the call
  /// The copies of memory that were made for this call: the index of the first
  /// one, and where in LibraryState::bytes its bytes begin.
  uint32_t firstSnapshot;
  uint64_t firstByte;
};

constexpr uint32_t maxPendingCalls = 256;
constexpr uint32_t maxRanges = 120;
constexpr uint32_t maxSnapshots = 256;
constexpr uint64_t snapshotBytes = 1 << 17;

/// A copy of memory as it was before a call of a library function. The bytes
/// are at `place` in LibraryState::bytes.
struct Snapshot {
  uint64_t address, size, place;
};

/// The state that a recording of instructions keeps about library calls.
struct LibraryState {
  uint64_t output; ///< how many bytes were written to stdout so far
  /// Not 0 if the program may have forbidden itself system calls, so that the
  /// runtime can't ask for the position of stdout.
  uint32_t isRestricted;
  /// How many copies of memory exist now, for all calls that have not returned.
  uint32_t snapshots;
  uint64_t snapshotBytesUsed;
  /// `holdsSignals` is not 0 while the runtime keeps signals from being
  /// delivered; `signalMask` is the mask that the program had before. The
  /// server that traces the process reads and changes both.
  uint64_t holdsSignals, signalMask;
  Snapshot snapshot[maxSnapshots];
  uint8_t bytes[snapshotBytes];
  uint32_t pending; ///< number of calls that have not returned, innermost last
  uint32_t ranges;
  PendingCall calls[maxPendingCalls];
  /// The record for the raw trace that is being put together.
  uint64_t words[3 + 2 * maxRanges];
};

static_assert(sizeof(LibraryState) <= libraryStateSize);

/// The tables that describe library calls and what they do to memory.
struct LibraryTables {
  const HookRecord *hooks;
  const LibraryCallRecord *calls;
  const ModelRecord *models;
  const EffectRecord *effects;
  /// Library functions whose effects on memory are known (by a model), sorted
  /// by address.
  const TargetRecord *targets;
  /// Functions whose own instructions are recorded, sorted by address.
  const RangeRecord *codeRanges;
  uint32_t targetCount, codeRangeCount;
  /// Addresses of glibc's variables stdin and stdout; 0 if the program has
  /// none.
  uint64_t standardInput, standardOutput;
};

// The functions up to releaseSignals are called LibraryEnvironment. They are
// defined twice: for the process under test and for the tool.

LibraryTables libraryTables();
LibraryState &libraryState();
/// Copies up to `size` bytes from the program's memory. Stops at the first byte
/// that can't be read. Returns the number of bytes copied.
extern "C" uint64_t copyGuarded(void *to, uint64_t from, uint64_t size);
/// Returns how many bytes the program has written to its standard output;
/// negative if that is unknown. Bytes that are still in a buffer don't count.
int64_t outputPosition();
/// Appends a record to the raw trace, the target's log of what happens.
void recordLibraryWords(RawMark mark, const uint64_t *words, uint32_t count);
/// Notes at which hook the innermost library call will return. `hook` is the
/// hook's index plus 1, or 0 if no library call is going on.
void setPendingReturn(uint32_t hook);
/// The signals that holdSignals blocks: all but those that faults raise, since
/// the server that traces the process handles faults.
constexpr uint64_t signalsHeld =
    ~(uint64_t(1) << (SIGSEGV - 1) | uint64_t(1) << (SIGBUS - 1) |
      uint64_t(1) << (SIGTRAP - 1));
/// Keeps signals from being delivered to the program until `releaseSignals` is
/// called.
void holdSignals();
void releaseSignals();

// Calls

/// Notes that a library call is about to be made; the hook before the call
/// instruction calls this. `indirectTarget` is the address that is called, if
/// it was not known beforehand.
void beginLibraryCall(const GeneralRegisters &registers, uint32_t hook,
                      uint64_t indirectTarget);
/// Records the end of a library call; the hook at an address to which such a
/// call may return calls this. `place` is an address in that hook.
void endLibraryCall(const GeneralRegisters &registers, uint64_t place);

void addRange(RangeKind kind, uint64_t address, uint64_t size);

/// Adds to the record being made the ranges of memory that a call reads or
/// writes, as the model of its function says.
void addReads(PendingCall &call);
void addWrites(const PendingCall &call);
/// Adds to the record being made the ranges of memory that a call of a function
/// without a model reads or writes. They are found by comparing memory before
/// and after the call. `frame` is the value of rbp.
void observeBefore(PendingCall &call, uint64_t frame);
void observeAfter(const PendingCall &call);
/// Returns how many bytes the program has written to stdout, with those that
/// are still in glibc's buffer; 0 if that is unknown.
uint64_t outputSoFar();
/// Adds to the record being made the ranges of memory that a call of the printf
/// or scanf family reads or writes, as its format and its arguments say.
void addFormatReads(PendingCall &call, const EffectRecord &effect);
void addFormatWrites(const PendingCall &call, const EffectRecord &effect);

/// Reads a value from the program's memory. Returns false if that memory is not
/// readable.
template <typename T> bool read(uint64_t address, T &value) {
  return copyGuarded(&value, address, sizeof(T)) == sizeof(T);
}

/// Returns the argument of a call with this number. If it is on the stack and
/// can't be read, returns 0.
inline uint64_t argument(const PendingCall &call, unsigned number) {
  if (number < 6)
    return call.arguments[number];
  uint64_t value = 0;
  bool isThere = read(call.stackPointer + 8 * (uint64_t(number) - 6), value);
  return isThere ? value : 0;
}

/// Returns the size of the string at `address`, at most `maxSize`. The final
/// zero counts if it is among these bytes.
uint64_t stringSize(uint64_t address, uint64_t maxSize);
/// Returns the size of a heap block, as glibc's malloc has noted it before the
/// block. If there is no block at `address`, the result is an arbitrary number.
uint64_t heapBlockSize(uint64_t address);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_LIBRARY_H
