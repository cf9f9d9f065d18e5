//===- Library.h - Calls of code without blocks -----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the parts that tell the effects of library calls share. They run in the
// target, and in the tool for a process that is looked at from outside: what
// differs is declared as LibraryEnvironment.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_LIBRARY_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_LIBRARY_H

#include "Runtime.h"
#include <csignal>

namespace pinstripe::native {

/// A call that is under way.
struct PendingCall {
  uint64_t stackPointer; ///< before it, and behind
  uint64_t arguments[6]; ///< rdi, rsi, rdx, rcx, r8, r9
  uint64_t result;
  uint32_t hook, returnHook;
  uint32_t model;             ///< or none
  uint32_t integers, vectors; ///< arguments in registers
  uint64_t list[3];           ///< the va_list as it was
  /// Its snapshots begin here.
  uint32_t firstSnapshot;
  uint64_t firstByte;
};

constexpr uint32_t mostPendingCalls = 256;
constexpr uint32_t mostRanges = 120;
constexpr uint32_t mostSnapshots = 256;
constexpr uint64_t snapshotBytes = 1 << 17;

/// Memory as it was before a call: `place` in LibraryState::bytes.
struct Snapshot {
  uint64_t address, size, place;
};

/// Private memory of whoever tells.
struct LibraryState {
  uint64_t output; ///< bytes on stdout so far
  /// The runtime must make no system calls: there is no telling of output any
  /// more.
  uint32_t isRestricted;
  /// Of the calls under way, as a stack.
  uint32_t snapshots;
  uint64_t snapshotBytesUsed;
  /// While no signal is to come in between: not 0, and what is blocked
  /// otherwise. Also for the tracer.
  uint64_t holdsSignals, signalMask;
  Snapshot snapshot[mostSnapshots];
  uint8_t bytes[snapshotBytes];
  uint32_t pending; ///< calls under way, the innermost last
  uint32_t ranges;
  PendingCall calls[mostPendingCalls];
  uint64_t words[3 + 2 * mostRanges]; ///< of the record that is being made
};

static_assert(sizeof(LibraryState) <= libraryStateSize);

/// The tables that say what calls do.
struct LibraryTables {
  const HookRecord *hooks;
  const LibraryCallRecord *calls;
  const ModelRecord *models;
  const EffectRecord *effects;
  const TargetRecord *targets;   ///< sorted
  const RangeRecord *codeRanges; ///< sorted
  uint32_t targetCount, codeRangeCount;
  uint64_t standardInput, standardOutput; ///< FILE objects of glibc; 0: none
};

//===----------------------------------------------------------------------===//
// LibraryEnvironment: of the target, or of the tool
//===----------------------------------------------------------------------===//

LibraryTables libraryTables();
LibraryState &libraryState();
/// Copies up to `size` bytes of the program until it would fault; returns how
/// many.
extern "C" uint64_t copyGuarded(void *to, uint64_t from, uint64_t size);
/// Where the program is on its standard output; negative: nobody knows.
int64_t outputPosition();
/// Adds a record to the raw trace.
void recordLibraryWords(RawMark mark, const uint64_t *words, uint32_t count);
/// The hook at which the innermost call returns, + 1; 0: none.
void setPendingReturn(uint32_t hook);
/// All but those that stand for faults, which are the tracer's own business.
constexpr uint64_t signalsHeld =
    ~(uint64_t(1) << (SIGSEGV - 1) | uint64_t(1) << (SIGBUS - 1) |
      uint64_t(1) << (SIGTRAP - 1));
/// None of these comes in between, from one to the other.
void holdSignals();
void releaseSignals();

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// In front of a call instruction. `indirectTarget`: where the call leads, if
/// its record says that it is indirect.
void beginLibraryCall(const GeneralRegisters &registers, uint32_t hook,
                      uint64_t indirectTarget);
/// Where a call may have returned to: `place` is in a hook.
void endLibraryCall(const GeneralRegisters &registers, uint64_t place);

void addRange(RangeKind kind, uint64_t address, uint64_t size);

/// The ranges that a model reads before the call, or writes during it.
void addReads(PendingCall &call);
void addWrites(const PendingCall &call);
/// The same for a function without a model. `frame`: rbp.
void observeBefore(PendingCall &call, uint64_t frame);
void observeBehind(const PendingCall &call);
/// How many bytes of stdout there are, those that wait in its buffer too; 0:
/// not known.
uint64_t outputSoFar();
/// By a format, with the arguments where the calling convention has them.
void addFormatReads(PendingCall &call, const EffectRecord &effect);
void addFormatWrites(const PendingCall &call, const EffectRecord &effect);

/// False if it can't be read.
template <typename T> bool read(uint64_t address, T &value) {
  return copyGuarded(&value, address, sizeof(T)) == sizeof(T);
}

/// 0 if it is on a stack that can't be read.
inline uint64_t argument(const PendingCall &call, unsigned number) {
  if (number < 6)
    return call.arguments[number];
  uint64_t value = 0;
  bool isThere = read(call.stackPointer + 8 * (uint64_t(number) - 6), value);
  return isThere ? value : 0;
}

/// Bytes of the string there, its end included if it is among the first
/// `most`.
uint64_t stringSize(uint64_t address, uint64_t most);
/// What glibc's malloc notes before a block; any number if there is none.
uint64_t heapBlockSize(uint64_t address);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_LIBRARY_H
