// Records which memory is read and written by calls of library functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This code is compiled twice. One copy runs in the process under test; the
// other copy is part of the tool, and observes a process from outside. The
// functions that differ between the copies are declared below as
// LibraryEnvironment.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_LIBRARY_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_LIBRARY_H

#include "Runtime.h"
#include <csignal>

namespace pinstripe::native {

/// Holds what was known before a call of a library function that reads from a
/// std::istream and may leave memory as it was (EffectRecord::mayBeOmitted).
struct OldState {
  uint64_t bytes; ///< the first bytes of this memory
  uint32_t streamState;
};

/// A call of a library function that has not returned yet.
struct PendingCall {
  /// The stack pointer just before the call. When it has this value again at
  /// the return address, the call has returned.
  uint64_t stackPointer;
  /// Values of rdi, rsi, rdx, rcx, r8 and r9 before the call.
  uint64_t arguments[6];
  uint64_t result;
  uint32_t hook, returnHook;
  uint32_t model; ///< index of the called function's ModelRecord, or `none`
  /// How many general registers and how many vector registers hold arguments of
  /// the call.
  uint32_t integers, vectors;
  union {
    uint64_t list[3]; ///< a copy of the call's va_list, made before the call
    OldState old;     ///< for calls without a va_list
  };
  /// The first of the copies of memory that were made for this call.
  /// `firstSnapshot` is its index, and `firstByte` is the index of its first
  /// byte in LibraryState::bytes.
  uint32_t firstSnapshot;
  uint64_t firstByte;
};

constexpr uint32_t maxPendingCalls = 256;
constexpr uint32_t maxRanges = 120;
constexpr uint32_t maxSnapshots = 256;
constexpr uint64_t snapshotBytes = 1 << 17;

/// A copy of memory as it was before a call of a library function. The bytes of
/// the copy begin at index `place` of LibraryState::bytes.
struct Snapshot {
  uint64_t address, size, place;
};

/// Holds what a recording of instructions must remember about library calls:
/// the calls that have not returned yet, and copies of memory from before these
/// calls.
struct LibraryState {
  uint64_t output; ///< how many bytes were written to stdout so far
  /// Not 0 if the program may have set a filter that forbids system calls. The
  /// tool's code in the process then makes no system call to find the file
  /// position of stdout.
  uint32_t isRestricted;
  /// Number of copies of memory that exist now, for all calls that have not
  /// returned.
  uint32_t snapshots;
  uint64_t snapshotBytesUsed;
  /// `holdsSignals` is not 0 while the tool's code in the process keeps signals
  /// from being delivered. `signalMask` is then the mask that the program had
  /// before. The server that traces the process reads and changes both
  /// variables.
  uint64_t holdsSignals, signalMask;
  Snapshot snapshot[maxSnapshots];
  uint8_t bytes[snapshotBytes];
  /// Number of elements of `calls` that are in use: the calls that have not
  /// returned, innermost last.
  uint32_t pending;
  uint32_t ranges;
  PendingCall calls[maxPendingCalls];
  /// The record that is being put together for the raw trace (the log of a
  /// recording).
  uint64_t words[3 + 2 * maxRanges];
};

static_assert(sizeof(LibraryState) <= libraryStateSize);

/// The tables that describe library functions, the calls of these functions,
/// and their effects on memory.
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
  /// Addresses in glibc: of the object that `stdin` points to, and of the
  /// pointer to the first of all open streams. 0 if the program does not use
  /// glibc.
  uint64_t standardInput, openStreams;
};

// The functions from here to releaseSignals are called LibraryEnvironment. They
// have two definitions: one for the process under test, one for the tool.

LibraryTables libraryTables();
LibraryState &libraryState();
/// Copies up to `size` bytes from the program's memory. Stops at the first byte
/// that can't be read. Returns the number of bytes copied.
extern "C" uint64_t copyGuarded(void *to, uint64_t from, uint64_t size);
/// Returns how many bytes the program has written to its standard output;
/// negative if that is unknown. Bytes that are still in a buffer don't count.
int64_t outputSize();
/// Returns whether a descriptor of the program is open for the same file as
/// standard output.
bool isStandardOutput(int32_t descriptor);
/// Appends a record to the raw trace, the log of a recording.
void recordLibraryWords(RawMark mark, const uint64_t *words, uint32_t count);
/// Stores which hook is at the address to which the innermost library call will
/// return. `hook` is the index of the hook plus 1; 0 means that no library call
/// is in progress.
void setPendingReturn(uint32_t hook);
/// The signals that holdSignals blocks. These are all signals except the
/// signals of faults, such as SIGSEGV. Faults are handled by the server that
/// traces the process.
constexpr uint64_t signalsHeld =
    ~(uint64_t(1) << (SIGSEGV - 1) | uint64_t(1) << (SIGBUS - 1) |
      uint64_t(1) << (SIGTRAP - 1));
/// Keeps signals from being delivered to the program until `releaseSignals` is
/// called.
void holdSignals();
void releaseSignals();

// Calls

/// Called by the hook before a call instruction. Notes that the program is
/// about to call a library function. `indirectTarget` is the called address if
/// the call is indirect, that is, if only the run tells which function is
/// called.
void beginLibraryCall(const GeneralRegisters &registers, uint32_t hook,
                      uint64_t indirectTarget);
/// Called by a hook at an address to which a library call may return. If the
/// innermost library call has returned there, records its end. `place` is an
/// address in the code of the hook.
void endLibraryCall(const GeneralRegisters &registers, uint64_t place);

void addRange(RangeKind kind, uint64_t address, uint64_t size);

/// These two functions add memory ranges to the record of a call: addReads
/// those that the call reads, and addWrites those that it writes. The called
/// function must have a model, which describes the ranges.
void addReads(PendingCall &call);
void addWrites(const PendingCall &call);
/// These two functions add memory ranges to the record of a call whose effects
/// on memory are not known in advance. observeBefore is executed before the
/// call. It adds the memory that the call may read, and copies this memory.
/// observeAfter is executed after the call. It compares the memory with the
/// copy, and adds the bytes that differ as written bytes. `frame` is the value
/// of rbp.
void observeBefore(PendingCall &call, uint64_t frame);
void observeAfter(const PendingCall &call);
/// Returns how many bytes the program has written to its standard output,
/// including those that are still in buffers of glibc; 0 if that is unknown.
uint64_t outputSoFar();
/// These two functions add memory ranges to the record of a call of the printf
/// or scanf family: addFormatReads those that the call reads, and
/// addFormatWrites those that it writes. The format string and the arguments
/// determine the ranges.
void addFormatReads(PendingCall &call, const EffectRecord &effect);
void addFormatWrites(const PendingCall &call, const EffectRecord &effect);

/// Reads a value from the program's memory. Returns false if that memory is not
/// readable.
template <typename T> bool read(uint64_t address, T &value) {
  return copyGuarded(&value, address, sizeof(T)) == sizeof(T);
}

/// Returns argument `number` of a call. The first argument has number 0.
/// Returns 0 if the argument is on the stack and can't be read.
inline uint64_t argument(const PendingCall &call, unsigned number) {
  if (number < 6)
    return call.arguments[number];
  uint64_t value = 0;
  bool isThere = read(call.stackPointer + 8 * (uint64_t(number) - 6), value);
  return isThere ? value : 0;
}

/// Returns the size of the string at `address`, at most `maxSize`. The size
/// includes the final zero if that is not beyond `maxSize`.
uint64_t stringSize(uint64_t address, uint64_t maxSize);
/// Returns the size of a heap block, as glibc's malloc has noted it before the
/// block. If there is no block at `address`, the result is an arbitrary number.
uint64_t heapBlockSize(uint64_t address);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_LIBRARY_H
