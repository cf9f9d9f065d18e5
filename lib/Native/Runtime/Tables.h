// Declares the tables that the tool writes for the runtime in the process under
// test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The process maps them read-only.

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
  hookIsExitFunction = 8, ///< the hook is in libc's exit()
  hookIsVFork = 16,       ///< the hook is in libc's vfork
  hookIsGetRandom = 32,   ///< the hook is in libc's getrandom
  hookIsOfBlock = 64, ///< the hook records instructions, but is not at an event
  /// The hook is at an operand of `&&`, `||` or `?`; `entry` is the operand's
  /// index. Such hooks exist in live flow, where operands can be forced.
  hookIsOperand = 128,
  /// The hook has no code. It makes the patch of the next hook begin earlier,
  /// so that there is room for a jump.
  hookIsEmpty = 256,
  hookIsLibc = hookIsExitFunction | hookIsVFork | hookIsGetRandom,
};

/// A hook: code that a patched instruction of the program jumps to. All
/// addresses are run-time addresses.
struct HookRecord {
  uint64_t start; ///< address at which the hook's code begins
  /// Address of the moved instruction, which comes after the hook.
  uint64_t body;
  uint64_t address; ///< address at which that instruction was before patching
  uint32_t function;
  /// Index of the statement entry or operand at the hook, or none.
  uint32_t entry;
  uint32_t flags;
  uint32_t libraryCall; ///< index of the hook's LibraryCallRecord, or none
};

/// An operand of `&&`, `||` or `?`: one instruction decides about it, by the
/// processor flags (see ConditionFlags.h).
struct OperandRecord {
  uint32_t hook;
  uint8_t condition;
  uint8_t holdsWhenTrue;
  uint8_t unused[2];
};
/// Size of the jump with which the hook of an operand begins. The code after
/// that jump calls the runtime, so a forced operand is sent there.
constexpr uint32_t operandJumpSize = 7;

/// How a function returns its result. The values are those of
/// pinstripe::ReturnClass.
enum class Returns : uint32_t { None, Register, Memory };

/// The places of a function to which control can be sent, as run-time
/// addresses. 0 means that the function has no such place.
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
  /// Whether the statement computes the value of a `return`.
  uint8_t isReturn;
  /// Whether the statement is a condition, which in guarded flow must decide as
  /// in the recorded run.
  uint8_t isCondition;
  uint8_t unused[2];
  uint32_t function;
};

/// A register that must be loaded from the stack frame when control is sent to
/// an entry of a statement. The register is given by its DWARF number.
struct ReloadRecord {
  uint32_t dwarfRegister;
  int32_t frameOffset;
};

/// Bytes that a statement writes each time control enters it at a certain
/// entry. So they must be poisoned if that event is skipped.
struct StoreRecord {
  uint64_t place; ///< address, or the distance from rbp if isInFrame
  uint32_t size;
  uint32_t isInFrame;
};

/// One recorded call of a traced function (an invocation). Events have
/// positions: those of the same call are contiguous and in order of time. Two
/// more records end the table. The first one ends the last call's events, and
/// has call groups that stand for calls without a traced caller. The second one
/// ends these groups.
struct InvocationRecord {
  uint32_t function;
  uint32_t firstEvent;
  uint32_t firstGroup;
  /// Whether a return statement was executed in the call and computed its
  /// result.
  uint32_t hasReturn;
};

/// Number of positions (of events) in a block. Two tables let a whole block be
/// poisoned at once: one lists, block after block, the statement entries with
/// stores that occur in the block; the other one says where in this list each
/// block begins.
constexpr uint32_t storeBlockSize = 1024;

/// A store whose address is not in the program's code; a recording of
/// instructions has found it (see pinstripe::ComputedStore). Here with run-time
/// addresses. The table first has the stores of each event, by position, and
/// then what whole blocks of positions write, level by level.
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

/// A call group: all calls of one function that one event has made, in order.
struct CallGroup {
  /// Position of the calling event, plus 1; 0 for calls before the first event.
  uint32_t parent;
  uint32_t function;
  /// Index of the group's first call in the table of callees (at
  /// calleesAddress). The group's calls end where those of the next group
  /// begin.
  uint32_t firstCallee;
};

/// A call instruction that leads, or may lead, to a function whose instructions
/// are not recorded.
struct LibraryCallRecord {
  uint64_t resume; ///< where the program goes on after the hook
  /// Index of the hook at the return address of the call; none if the call
  /// never returns.
  uint32_t returnHook;
  uint32_t model; ///< index of the function's ModelRecord, or none
  /// Whether the called function becomes known only in the run.
  uint32_t isIndirect;
  uint32_t unused;
};

/// The model of a library function: its effects on memory are the EffectRecords
/// with an index in [firstEffect, firstEffect + effects).
struct ModelRecord {
  uint32_t firstEffect, effects;
  uint32_t mayPrint; ///< whether the function may print to stdout
  /// Numbers of general and of vector registers that hold arguments, not
  /// counting the variable arguments of a variadic function.
  uint32_t integers, vectors;
};

enum class EffectKind : uint8_t {
  Read,
  Write,
  Update,   ///< the call reads a range of memory and then writes it
  Allocate, ///< the call allocates a block, to which its result points
  Release,
  Print, ///< the call prints by a format and variable arguments
  /// The call prints by a format and the va_list in argument `extra`.
  PrintList,
  Scan,
  ScanList,
  /// The call uses a FILE or istream. Its position counts as memory that the
  /// call reads and writes.
  InputStream,
  OutputStream, ///< the call uses a FILE or ostream, on which no output depends
  StandardInput,
  /// The call prints to stdout; its effects on memory are left out.
  StandardOutput,
  /// The call may make the kernel end the process at an unexpected system call
  /// later (as prctl with seccomp does), if its first argument is `first`.
  Restriction,
  HiddenState, ///< the call uses state of unknown address, such as rand()
};

enum class SizeKind : uint8_t {
  Constant, ///< the size in bytes is the number `first`
  Argument, ///< the size in bytes is argument number `first`
  Product,  ///< size in bytes: argument `first` times argument `second`
  Scaled,   ///< size in bytes: argument `first` times the number `second`
  Between,  ///< size in bytes: distance from argument `second` to `first`
  Result,
  /// The size in bytes is the call's result times argument `first`.
  ResultTimes,
  String, ///< size in bytes: that of a string with its final zero
  /// Size in bytes: that of a string with its final zero, but at most argument
  /// `first`.
  BoundedString,
  /// The range is a std::string object and its characters from argument
  /// `second` on.
  StringObject,
  HeapBlock, ///< size in bytes that malloc noted, at most argument `first`
  HeapArray, ///< size in bytes that malloc noted, at most `first` * `second`
  /// The range ends where the result points to. If the result is null, argument
  /// `first` is the size in bytes.
  ToResult,
};

struct EffectRecord {
  EffectKind kind;
  /// Which argument points to the memory; resultPointer if the call's result
  /// does.
  uint8_t pointer;
  /// Whether the argument points to a pointer to the memory, not to the memory
  /// itself.
  uint8_t isIndirect;
  uint8_t extra;
  SizeKind size;
  uint8_t unused[3];
  uint32_t first, second;
};
constexpr uint8_t resultPointer = 0xff;
constexpr uint32_t noArgument = ~uint32_t(0);

/// A library function whose effects are known (its model). The table is sorted
/// by run-time address.
struct TargetRecord {
  uint64_t address;
  uint32_t model;
  uint32_t unused;
};

/// The run-time addresses [begin, end) of a function whose instructions are
/// recorded. The table is sorted by address.
struct RangeRecord {
  uint64_t begin, end;
};

// Watched values

/// A value to be read when an event begins or ends. The key is an entry of a
/// statement or a position: the table first has all records for entries, sorted
/// by key, and then those for positions, sorted by key.
struct WatchRecord {
  uint64_t key;
  /// Which execution of the statement counts, from 1 on; 0 means the last one.
  uint64_t instance;
  uint64_t bytes; ///< where the value goes: offset in the buffer of values
  uint32_t slot;
  uint32_t firstStep, steps;
  LocationExtent extent;
  uint32_t size; ///< maximum number of bytes of the value
  /// A watched value may have to be read at different places, each with its own
  /// WatchRecords; the number of this place.
  uint32_t place;
};

constexpr uint64_t watchKeyOf(uint32_t position, bool isAfter) {
  return uint64_t(position) * 2 + isAfter;
}

/// The value that was read last for a watched expression.
struct WatchSlot {
  uint64_t executions;
  uint64_t bytes; ///< where the value's bytes are, see WatchRecord::bytes
  uint32_t size;
  /// Number of the place (WatchRecord::place) whose value was read, plus 1; 0
  /// if no value was read.
  uint32_t knownPlace;
};

/// An int3 that replaces an instruction, and the code to which the server sends
/// control instead. The table is sorted by run-time address.
struct TrapRecord {
  uint64_t address;
  uint64_t trampoline;
};

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TABLES_H
