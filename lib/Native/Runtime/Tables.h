//===- Tables.h - What the tool tells the runtime ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read-only for the target.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_TABLES_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_TABLES_H

#include "Addresses.h"
#include <cstdint>

namespace pinstripe::native {

enum HookFlags : uint32_t {
  hookIsFunctionEntry = 1,
  hookIsExit = 2,
  hookIsReturnUnit = 4,
  hookIsExitFunction = 8, ///< libc's exit
  hookIsVFork = 16,       ///< libc's vfork
  hookIsGetRandom = 32,   ///< libc's getrandom
  hookIsOfBlock = 64,     ///< of a detailed recording only
  hookIsOperand = 128,    ///< in live flow only; its operand is `entry`
  hookIsEmpty = 256,      ///< makes room for the one behind it, in the same run
  hookIsLibc = hookIsExitFunction | hookIsVFork | hookIsGetRandom,
};

/// One address at which control is taken; all addresses are run-time ones.
struct HookRecord {
  uint64_t start;   ///< of the hook's code
  uint64_t body;    ///< behind it: the displaced instruction
  uint64_t address; ///< run-time address of the original instruction
  uint32_t function;
  uint32_t entry; ///< or none
  uint32_t flags;
  uint32_t libraryCall; ///< or none
};

/// An instruction that decides by the flags, see ConditionFlags.h.
struct OperandRecord {
  uint32_t hook;
  uint8_t condition;
  uint8_t holdsWhenTrue;
  uint8_t unused[2];
};
/// What is in front of the way to the runtime in an operand's hook.
constexpr uint32_t operandJumpSize = 7;

enum class Returns : uint32_t { None, Register, Memory };

/// Run-time landing addresses; 0 where there is none.
struct FunctionRecord {
  uint64_t exit, tearDown, resultReload;
  uint32_t frameSize;
  Returns returns;
  uint32_t canReturn;
  uint32_t isMain;
};

struct EntryRecord {
  uint64_t landing;
  uint32_t firstReload, reloads;
  uint32_t firstStore, stores;
  uint8_t isReturn;    ///< the unit is a return's value
  uint8_t isCondition; ///< in guarded flow: it must decide as recorded
  uint8_t unused[2];
  uint32_t function;
};

/// Register numbers as in DWARF.
struct ReloadRecord {
  uint32_t dwarfRegister;
  int32_t frameOffset;
};

/// Bytes that an entry's code writes wherever it is executed.
struct StoreRecord {
  uint64_t place; ///< a run-time address, or what to add to rbp
  uint32_t size;
  uint32_t isInFrame;
};

/// Positions number events by invocation, in order of time within one; an
/// invocation's events are contiguous. The record behind the last invocation
/// bounds its ranges; the one behind that stands for the code without caller,
/// and has call groups only.
struct InvocationRecord {
  uint32_t function;
  uint32_t firstEvent;
  uint32_t firstGroup;
  uint32_t hasReturn; ///< some event computes a return's value
};

/// The entries with stores are known for each so many positions: element b of
/// the blocks is the index of the first of block b among the writers.
constexpr uint32_t storeBlockSize = 1024;

/// As pinstripe::ComputedStore, but with run-time addresses: first the stores
/// by position, then what whole blocks of positions write, level by level.
struct ComputedRange {
  uint64_t place;
  uint32_t size;
  uint32_t baseAndNumber;
};
enum class ComputedBase : uint32_t { Fixed, Heap, Frame };
constexpr uint32_t computedBaseShift = 30;
constexpr uint32_t computedLevels = 4;
constexpr uint32_t computedBlockSize(uint32_t level) {
  return 64u << 5 * level;
}

/// The calls of one function during one event, in order.
struct CallGroup {
  uint32_t parent; ///< position of the event + 1; 0: before any
  uint32_t function;
  uint32_t firstCallee; ///< into the callees; the next group's ends it
};

/// A call instruction that calls, or may call, code without blocks.
struct LibraryCallRecord {
  uint64_t resume;     ///< behind the hook's part for it
  uint32_t returnHook; ///< at the address that it returns to; none: it does not
  uint32_t model;      ///< or none
  uint32_t isIndirect; ///< the target says what it is
  uint32_t unused;
};

/// What a library function does with memory: effects [firstEffect, + effects).
struct ModelRecord {
  uint32_t firstEffect, effects;
  uint32_t mayPrint;          ///< on stdout
  uint32_t integers, vectors; ///< arguments in registers; variadic: the fixed
};

enum class EffectKind : uint8_t {
  Read,
  Write,
  Update,   ///< read, then written
  Allocate, ///< the result, and that many bytes
  Release,
  Print,     ///< by a format; the arguments follow those that are named
  PrintList, ///< by a format, with a va_list in argument `extra`
  Scan,
  ScanList,
  InputStream,  ///< a FILE or istream, whose position is data
  OutputStream, ///< a FILE or ostream, which no output depends on
  StandardInput,
  StandardOutput, ///< no memory that counts
  /// If the first argument is `first`, the kernel may end the process for any
  /// system call that it does not expect.
  Restriction,
  HiddenState, ///< such as that of rand
};

enum class SizeKind : uint8_t {
  Constant, ///< `first`
  Argument, ///< that with number `first`
  Product,  ///< of the arguments `first` and `second`
  Scaled,   ///< argument `first`, times `second`
  Between,  ///< from where argument `second` points to where `first` does
  Result,
  ResultTimes,   ///< argument `first`
  String,        ///< with its end
  BoundedString, ///< of at most as many bytes as argument `first` says
  /// std::string: itself and its characters, those from argument `second` on.
  StringObject,
  HeapBlock, ///< by malloc's bookkeeping, at most argument `first`
  HeapArray, ///< the same, at most argument `first` times argument `second`
  ToResult,  ///< as far as the result points; null: argument `first`
};

struct EffectRecord {
  EffectKind kind;
  uint8_t pointer;    ///< number of the argument, or resultPointer
  uint8_t isIndirect; ///< the argument points to the pointer
  uint8_t extra;
  SizeKind size;
  uint8_t unused[3];
  uint32_t first, second;
};
constexpr uint8_t resultPointer = 0xff;
constexpr uint32_t noArgument = ~uint32_t(0);

/// A library function by its run-time address, sorted.
struct TargetRecord {
  uint64_t address;
  uint32_t model;
  uint32_t unused;
};

/// Run-time addresses [begin, end) of a function that has blocks, sorted.
struct RangeRecord {
  uint64_t begin, end;
};

//===----------------------------------------------------------------------===//
// Watched values
//===----------------------------------------------------------------------===//

/// As pinstripe::LocationStep::Kind, but with run-time addresses.
enum class WatchStepKind : uint32_t {
  Frame,
  Load,
  LoadSigned,
  Add,
  AddScaled,
  Push
};
struct WatchStep {
  WatchStepKind kind;
  uint32_t size;
  uint64_t number;
};
constexpr uint32_t watchStackSize = 16;

/// As pinstripe::LocationProgram::Extent.
enum class WatchExtent : uint32_t { Fixed, Word, Terminated, Pointed, Counted };

/// What is to be read when the event begins or ends that is the key: first come
/// those of entries, by entry, then those of positions.
struct WatchRecord {
  uint64_t key;
  uint64_t instance; ///< 0: the last one
  uint64_t bytes;    ///< where they go, from the start of the region
  uint32_t slot;
  uint32_t firstStep, steps;
  WatchExtent extent;
  uint32_t size;  ///< at most
  uint32_t place; ///< which of the watch
};

constexpr uint64_t watchKeyOf(uint32_t position, bool isAfter) {
  return uint64_t(position) * 2 + isAfter;
}

/// Of each watch what was read.
struct WatchSlot {
  uint64_t executions;
  uint64_t bytes; ///< as in the record
  uint32_t size;
  uint32_t knownPlace; ///< at which of its places, + 1; 0: not known
};

/// An int3 and where its trampoline is; run-time addresses, sorted.
struct TrapRecord {
  uint64_t address;
  uint64_t trampoline;
};

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TABLES_H
