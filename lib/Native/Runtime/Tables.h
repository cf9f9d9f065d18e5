// Declares the tables that the tool writes for the runtime.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The target maps them read-only.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_TABLES_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_TABLES_H

#include "Addresses.h"
#include "pinstripe/Program/LocationReader.h"
#include <cstdint>

namespace pinstripe::native {

enum HookFlags : uint32_t {
  hookIsFunctionEntry = 1,
  hookIsExit = 2,
  hookIsReturnUnit = 4,
  hookIsExitFunction = 8, ///< the hook in libc's exit()
  hookIsVFork = 16,       ///< the hook in libc's vfork
  hookIsGetRandom = 32,   ///< the hook in libc's getrandom
  hookIsOfBlock = 64,     ///< a hook that records instructions, but no event
  hookIsOperand = 128,    ///< operand in live flow; `entry` is its index
  hookIsEmpty = 256,      ///< a hook without code; makes room for the next one
  hookIsLibc = hookIsExitFunction | hookIsVFork | hookIsGetRandom,
};

/// One hook. All addresses are run-time addresses.
struct HookRecord {
  uint64_t start;   ///< start of the hook's code
  uint64_t body;    ///< address of the moved instruction, after the code
  uint64_t address; ///< run-time address of the original instruction
  uint32_t function;
  uint32_t entry; ///< the hook's entry or operand, or none
  uint32_t flags;
  uint32_t libraryCall; ///< index of the hook's LibraryCallRecord, or none
};

/// An operand: an instruction that decides by the processor's flags, as
/// ConditionFlags.h describes.
struct OperandRecord {
  uint32_t hook;
  uint8_t condition;
  uint8_t holdsWhenTrue;
  uint8_t unused[2];
};
/// Size of the jump that an operand's hook begins with. The code that calls the
/// runtime comes after it.
constexpr uint32_t operandJumpSize = 7;

/// How a function returns its result: the values of pinstripe::ReturnClass.
enum class Returns : uint32_t { None, Register, Memory };

/// Places of a function to which control can be sent, as run-time addresses; 0
/// means that the function has no such place.
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
  uint8_t isReturn;    ///< whether the unit computes the value of a return
  uint8_t isCondition; ///< guarded flow: the unit must decide as recorded
  uint8_t unused[2];
  uint32_t function;
};

/// A register that the code at an entry needs, to be loaded from the frame. The
/// register has its DWARF number.
struct ReloadRecord {
  uint32_t dwarfRegister;
  int32_t frameOffset;
};

/// Bytes that the code of an entry writes at every execution.
struct StoreRecord {
  uint64_t place; ///< a run-time address, or if isInFrame the distance from rbp
  uint32_t size;
  uint32_t isInFrame;
};

/// An invocation. Positions number events by invocation, and by time within an
/// invocation, so the events of an invocation are contiguous. The record after
/// the last invocation ends its ranges and stands for code without a traced
/// caller, which has call groups only. One more record ends these groups.
struct InvocationRecord {
  uint32_t function;
  uint32_t firstEvent;
  uint32_t firstGroup;
  uint32_t hasReturn; ///< whether an event computes the value of a return
};

/// Number of positions in a block, for which a table lists the entries with
/// stores: element b of the table of blocks is the index of block b's first
/// entry.
constexpr uint32_t storeBlockSize = 1024;

/// A computed store: a pinstripe::ComputedStore with run-time addresses. The
/// table holds the stores of events, ordered by position, then what whole
/// blocks of positions write, level by level.
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

/// A call group: the calls of one function during one event, in order.
struct CallGroup {
  uint32_t parent; ///< the event's position, plus 1; 0: before any event
  uint32_t function;
  /// Index of the group's first callee; that of the next group ends the range.
  uint32_t firstCallee;
};

/// A call instruction that leads to a function without recorded instructions,
/// or may do so.
struct LibraryCallRecord {
  uint64_t resume; ///< address after the code of the hook before the call
  /// Hook at the call's return address; none if the call never returns.
  uint32_t returnHook;
  uint32_t model;      ///< index of the callee's model, or none
  uint32_t isIndirect; ///< whether the callee is known at run time only
  uint32_t unused;
};

/// The effects of a library function on memory: those with an index in
/// [firstEffect, firstEffect + effects).
struct ModelRecord {
  uint32_t firstEffect, effects;
  uint32_t mayPrint; ///< whether the function may print on stdout
  /// Number of general and vector registers that hold arguments; the variable
  /// arguments of a variadic function don't count.
  uint32_t integers, vectors;
};

enum class EffectKind : uint8_t {
  Read,
  Write,
  Update,   ///< the range is read, then written
  Allocate, ///< allocates a block; the result points to it
  Release,
  Print,     ///< prints by a format, with the call's variable arguments
  PrintList, ///< prints by a format, with a va_list in argument `extra`
  Scan,
  ScanList,
  InputStream,  ///< a FILE or istream, whose position is data
  OutputStream, ///< a FILE or ostream, on which no output depends
  StandardInput,
  StandardOutput, ///< prints on stdout; affects no memory that counts
  /// If the first argument is `first`, the kernel may from now on end the
  /// process for an unexpected system call.
  Restriction,
  HiddenState, ///< uses state without an address, such as that of rand()
};

enum class SizeKind : uint8_t {
  Constant, ///< the size is the number `first`
  Argument, ///< the size is argument `first`
  Product,  ///< the size is argument `first` times argument `second`
  Scaled,   ///< the size is argument `first` times the number `second`
  Between,  ///< the distance from argument `second` to argument `first`
  Result,
  ResultTimes,   ///< the size is the result times argument `first`
  String,        ///< the size of the range's string, with its final zero
  BoundedString, ///< the size of the range's string, at most argument `first`
  /// The range is a std::string object and its characters, from argument
  /// `second` on.
  StringObject,
  HeapBlock, ///< the size that malloc noted, at most argument `first`
  HeapArray, ///< the size that malloc noted, at most `first` times `second`
  /// The range ends where the result points. If the result is null, the size is
  /// argument `first`.
  ToResult,
};

struct EffectRecord {
  EffectKind kind;
  uint8_t pointer;    ///< number of the pointer argument, or resultPointer
  uint8_t isIndirect; ///< whether the argument points to the pointer
  uint8_t extra;
  SizeKind size;
  uint8_t unused[3];
  uint32_t first, second;
};
constexpr uint8_t resultPointer = 0xff;
constexpr uint32_t noArgument = ~uint32_t(0);

/// A library function with its model. The table is sorted by run-time address.
struct TargetRecord {
  uint64_t address;
  uint32_t model;
  uint32_t unused;
};

/// Run-time addresses [begin, end) of a function whose instructions are
/// recorded. The table is sorted by address.
struct RangeRecord {
  uint64_t begin, end;
};

// Watched values

/// A value to read when an event begins or ends. The key is an entry or a
/// position: the table has the records of entries first, sorted, then those of
/// positions.
struct WatchRecord {
  uint64_t key;
  uint64_t instance; ///< number of the execution to read; 0: the last one
  uint64_t bytes; ///< offset of the value's bytes in the region of the values
  uint32_t slot;
  uint32_t firstStep, steps;
  LocationExtent extent;
  uint32_t size;  ///< maximum number of bytes
  uint32_t place; ///< which of the watch's places this is
};

constexpr uint64_t watchKeyOf(uint32_t position, bool isAfter) {
  return uint64_t(position) * 2 + isAfter;
}

/// The value that was read for one watch.
struct WatchSlot {
  uint64_t executions;
  uint64_t bytes; ///< offset of the value, see WatchRecord::bytes
  uint32_t size;
  /// Number of the place that was read, plus 1; 0 if no value was read.
  uint32_t knownPlace;
};

/// An int3 and its trampoline. The table is sorted by run-time address.
struct TrapRecord {
  uint64_t address;
  uint64_t trampoline;
};

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TABLES_H
