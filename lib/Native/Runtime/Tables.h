// Declares the tables that the tool writes for the runtime.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime is the part of the tool that is executed inside the process under
// test, which maps the tables read-only.

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
  /// The hook is at an operand of `&&`, `||` or `?`, whose index is in `entry`.
  /// Such hooks exist in live flow, where the values of operands can be forced.
  hookIsOperand = 128,
  /// The hook has no code of its own. It makes the patch of the next hook begin
  /// earlier, so that there is room for the jump to that hook.
  hookIsEmpty = 256,
  hookIsLibc = hookIsExitFunction | hookIsVFork | hookIsGetRandom,
};

/// A hook: code that a patched instruction of the program jumps to. All
/// addresses are run-time addresses, those in the running process.
struct HookRecord {
  uint64_t start; ///< address at which the hook's code begins
  /// Address of the instruction that was moved to make room for the patch: it
  /// comes after the hook.
  uint64_t body;
  uint64_t address; ///< address that the moved instruction had before patching
  uint32_t function;
  /// Index of the statement entry, or of the operand, at which the hook is;
  /// none if it is at neither.
  uint32_t entry;
  uint32_t flags;
  uint32_t libraryCall; ///< index of the hook's LibraryCallRecord, or none
};

/// An operand of `&&`, `||` or `?` whose value can be forced. One instruction
/// decides about the operand, by the processor flags (see ConditionFlags.h).
struct OperandRecord {
  uint32_t hook;
  uint8_t condition;
  uint8_t holdsWhenTrue;
  uint8_t unused[2];
};
/// Size in bytes of the jump with which the hook of an operand (of `&&`, `||`
/// or `?`) begins. The code after that jump calls the runtime, so control goes
/// there if the operand's value is forced.
constexpr uint32_t operandJumpSize = 7;

/// How a function returns its result. The values are those of
/// pinstripe::ReturnClass.
enum class Returns : uint32_t { None, Register, Memory };

/// The places in a function's code to which the runtime can send control, as
/// run-time addresses. 0 means that the function has no such place.
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
  /// Whether the statement at this entry computes the value of a `return`.
  uint8_t isReturn;
  /// Whether the statement at this entry is a condition, which in guarded flow
  /// must decide as in the recorded run.
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
/// entry. If guarded flow skips the statement, these bytes are poisoned (filled
/// with a pattern).
struct StoreRecord {
  /// Where the bytes are: the distance from rbp if `isInFrame` is true,
  /// otherwise the address.
  uint64_t place;
  uint32_t size;
  uint32_t isInFrame;
};

/// One recorded call of a traced function (an invocation). Each event has a
/// position: the events of one call have contiguous positions, in order of
/// time. Two more records end the table. The first one ends the last call's
/// events, and has the call groups of all calls without a traced caller. The
/// second one ends these groups.
struct InvocationRecord {
  uint32_t function;
  uint32_t firstEvent;
  uint32_t firstGroup;
  /// Whether a `return` statement was executed in this call and computed the
  /// call's result.
  uint32_t hasReturn;
};

/// Number of positions (of events) in a block. With two tables, the runtime
/// poisons what a whole block of skipped events would have written at once. One
/// table lists, block after block, the statement entries with stores that occur
/// in the block; the other one says where in this list each block begins.
constexpr uint32_t storeBlockSize = 1024;

/// A computed store: a store whose address only a recording of instructions has
/// found. The fields are those of pinstripe::ComputedStore, but addresses are
/// run-time addresses. The table first has the stores of each event, sorted by
/// position, and then what whole blocks of positions write, level by level.
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

/// A call group: all calls of one function that one event of the recorded run
/// made, in order of time.
struct CallGroup {
  /// Position of the event that made the calls, plus 1; 0 if they were made
  /// before the caller's first event.
  uint32_t parent;
  uint32_t function;
  /// Index of the group's first call in the table of callees (at
  /// calleesAddress). The group's calls end where those of the next group
  /// begin.
  uint32_t firstCallee;
};

/// A call instruction that leads, or may lead, to a library function: a
/// function whose own instructions are not recorded.
struct LibraryCallRecord {
  uint64_t resume; ///< address at which the program goes on after the hook
  /// Index of the hook at the return address of the call; none if the call
  /// never returns.
  uint32_t returnHook;
  uint32_t model; ///< index of the function's ModelRecord, or none
  /// Whether the call is indirect, so that only the run tells which function is
  /// called.
  uint32_t isIndirect;
  uint32_t unused;
};

/// The model of a library function, which tells what a call does to memory: the
/// EffectRecords with an index in [firstEffect, firstEffect + effects).
struct ModelRecord {
  uint32_t firstEffect, effects;
  uint32_t mayPrint; ///< whether the function may print to stdout
  /// How many general and how many vector registers hold arguments of a call.
  /// The variable arguments of a variadic function do not count.
  uint32_t integers, vectors;
};

enum class EffectKind : uint8_t {
  Read,
  Write,
  Update,   ///< the call reads a range of memory and then writes it
  Allocate, ///< the call allocates a block, to which its result points
  Release,
  Print, ///< the call prints by a format string and its arguments
  /// The call prints by a format string and a va_list, which is argument number
  /// `extra`.
  PrintList,
  Scan,
  ScanList,
  /// The call uses an input stream (FILE or istream). The position of the
  /// stream counts as memory that the call reads and writes.
  InputStream,
  /// The call uses an output stream (FILE or ostream). The stream counts as
  /// memory that the call writes but does not read, so that no output depends
  /// on an earlier one.
  OutputStream,
  StandardInput,
  /// The call prints to stdout. No memory counts as read or written by that.
  StandardOutput,
  /// The call may make the kernel end the process at an unexpected system call
  /// later, as prctl with seccomp does. This is so if the call's first argument
  /// is the number `first`.
  Restriction,
  HiddenState, ///< the call uses state whose address is unknown, as rand() does
};

enum class SizeKind : uint8_t {
  Constant, ///< the range of memory has `first` bytes
  Argument, ///< the range's size in bytes is argument number `first`
  /// The range's size in bytes is argument number `first` times argument number
  /// `second`.
  Product,
  /// The range's size in bytes is argument number `first` times the constant
  /// `second`.
  Scaled,
  /// The range's size in bytes is the distance from the address in argument
  /// number `second` to that in argument number `first`.
  Between,
  Result,
  /// The range's size in bytes is the call's result times argument number
  /// `first`.
  ResultTimes,
  String, ///< the range is a string with its final zero
  /// The range is a string with its final zero, but has at most as many bytes
  /// as argument number `first` says.
  BoundedString,
  /// The range is a std::string object, with its characters from the index on
  /// that argument number `second` gives.
  StringObject,
  /// The range's size in bytes is that of the heap block, as malloc has noted
  /// it, but at most argument number `first`.
  HeapBlock,
  /// The range's size in bytes is that of the heap block, as malloc has noted
  /// it, but at most argument number `first` times argument number `second`.
  HeapArray,
  /// The range ends where the call's result points to. If the result is null,
  /// the range's size in bytes is argument number `first`.
  ToResult,
};

struct EffectRecord {
  EffectKind kind;
  /// Number of the argument that points to the memory; resultPointer if the
  /// call's result does.
  uint8_t pointer;
  /// Whether the pointer that the call passes or returns points to another
  /// pointer, and only that one to the memory.
  uint8_t isIndirect;
  uint8_t extra;
  SizeKind size;
  uint8_t unused[3];
  uint32_t first, second;
};
constexpr uint8_t resultPointer = 0xff;
constexpr uint32_t noArgument = ~uint32_t(0);

/// A library function with a model, which tells what a call does to memory. The
/// table of these records is sorted by run-time address.
struct TargetRecord {
  uint64_t address;
  uint32_t model;
  uint32_t unused;
};

/// The run-time addresses [begin, end) of a function whose instructions are
/// recorded. The table of these records is sorted by address.
struct RangeRecord {
  uint64_t begin, end;
};

// Watched values

/// Tells the runtime to read a watched value (one that `--watch` compares) when
/// an event begins or ends. The key says when: it is a statement entry, which
/// means all its events, or made of a position by watchKeyOf, which means one
/// event. The table first has all records for entries, sorted by key, and then
/// those for positions, sorted by key.
struct WatchRecord {
  uint64_t key;
  /// Number of the execution of the statement at which the value is read, from
  /// 1 on; 0 means the last execution.
  uint64_t instance;
  /// Offset of the value's bytes in the buffer of watched values.
  uint64_t bytes;
  uint32_t slot;
  uint32_t firstStep, steps;
  LocationExtent extent;
  uint32_t size; ///< maximum number of bytes of the value
  /// Number of this place among the places at which the watched value is read.
  /// Each place has WatchRecords of its own.
  uint32_t place;
};

constexpr uint64_t watchKeyOf(uint32_t position, bool isAfter) {
  return uint64_t(position) * 2 + isAfter;
}

/// A watched expression (one that `--watch` compares) with the value that was
/// read last.
struct WatchSlot {
  uint64_t executions;
  /// Offset of the value's bytes in the buffer of watched values, see
  /// WatchRecord::bytes.
  uint64_t bytes;
  uint32_t size;
  /// Number of the place (WatchRecord::place) at which the value was read, plus
  /// 1; 0 if no value could be read.
  uint32_t knownPlace;
};

/// An int3 with which the tool has replaced an instruction, and the code to
/// which the server, as the tracer, sends control instead. The table of these
/// records is sorted by run-time address.
struct TrapRecord {
  uint64_t address;
  uint64_t trampoline;
};

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TABLES_H
