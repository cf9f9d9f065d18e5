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

/// Returns how many bytes the number of a statement entry (an address at which
/// a statement can begin) takes in the table at `unitsAddress`: 1, 2 or 4.
/// `entries` is how many entries the program has. The table has an element for
/// each event of a run, of which there can be 10^9.
constexpr uint32_t entryWidth(uint64_t entries) {
  return entries <= 0x100 ? 1 : entries <= 0x10000 ? 2 : 4;
}

enum HookFlags : uint32_t {
  hookIsFunctionEntry = 1,
  hookIsExit = 2,
  hookIsReturnUnit = 4,
  /// The hook is in libc's exit(). The functions of the program that exit()
  /// calls, such as atexit handlers, have no caller in the program. This hook
  /// tells Pinstripe's runtime that they are about to run.
  hookIsExitFunction = 8,
  /// The hook is in libc's vfork. The child of vfork uses the memory of its
  /// parent. So this hook turns off all other hooks until the child has ended
  /// or executes another program.
  hookIsVFork = 16,
  /// The hook is in libc's getrandom. From getrandom, malloc gets the number
  /// that marks free blocks. The hook returns the same number in each run. So a
  /// run that reads freed memory always does the same.
  hookIsGetRandom = 32,
  /// The hook only records instructions. No statement begins at its address.
  hookIsOfBlock = 64,
  /// The hook is at an operand of `&&`, `||` or `?`, and `entry` holds the
  /// index of the operand. Such hooks exist only in live flow, to force the
  /// operand's value. In live flow the program runs normally, except for a few
  /// changes.
  hookIsOperand = 128,
  /// The hook has no code. It only makes room for the hook at the next
  /// instruction, which is often too short to be replaced by a jump: the two
  /// instructions are replaced together.
  hookIsEmpty = 256,
  /// The hook is at the entry of a recompiled function. The recompiled code
  /// contains mutations, which are small changes of the source. In live flow,
  /// in which the program runs normally except for a few changes, control can
  /// go from the hook to the recompiled code.
  hookIsExchangeable = 512,
  /// The hook is at an instruction that reads the processor flags inside a
  /// statement; see FlagReader. Such hooks exist only in guarded flow, in which
  /// conditions must decide as recorded.
  hookReadsFlags = 1024,
  hookIsLibc = hookIsExitFunction | hookIsVFork | hookIsGetRandom,
};

/// Describes a hook: code to which a patched instruction of the program jumps.
/// All addresses in it are run-time addresses.
struct HookRecord {
  uint64_t start; ///< address at which the hook's code begins
  /// The address after the hook's own code. The program's instruction that the
  /// patch has replaced was moved to this address.
  uint64_t body;
  uint64_t address; ///< the address of the patched instruction in the program
  uint32_t function;
  /// The index of the statement entry (the address at which a statement begins)
  /// if the hook is at the start of a statement. The index of the operand if
  /// the hook is at an operand of `&&`, `||` or `?`. Otherwise the constant
  /// `none`.
  uint32_t entry;
  uint32_t flags;
  /// Index of the LibraryCallRecord of this hook; the constant `none` if it has
  /// no such record.
  uint32_t libraryCall;
};

/// An operand of `&&`, `||` or `?` whose value can be forced. One instruction
/// of the program decides about the operand by testing the processor flags, as
/// a conditional jump does. See ConditionFlags.h.
struct OperandRecord {
  uint32_t hook;
  uint8_t condition;
  uint8_t holdsWhenTrue;
  uint8_t unused[2];
};
/// Size in bytes of the jump at the start of the hook of an operand of `&&`,
/// `||` or `?`. The target of the jump is stored in memory. Normally the target
/// is the program's own code. To force the operand's value, the target is set
/// to the code after the jump, which calls Pinstripe's runtime.
constexpr uint32_t operandJumpSize = 7;

/// A function that was recompiled with mutations, which are small changes of
/// its source. The hook at the function's entry sends control to the recompiled
/// code if the number of the chosen mutation is in [firstNumber, endNumber). A
/// function that exists more than once in the machine code, such as a
/// constructor, has a record for each copy. The table of these records is
/// sorted by `firstNumber`.
struct ExchangeRecord {
  uint64_t code; ///< run-time address of the recompiled code
  uint32_t hook;
  uint32_t firstNumber, endNumber;
  /// Size in bytes of the larger one of two stack frames: that of the original
  /// function and that of the recompiled function. The return address is not
  /// included.
  uint32_t frameSize;
};

/// How a function returns its result. The values are the same as in
/// pinstripe::ReturnClass.
enum class Returns : uint32_t { None, Register, Memory };

/// A traced function (one whose statements are recorded). `exit`, `tearDown`
/// and `resultReload` are run-time addresses of places in its code. To make the
/// program leave the function, Pinstripe's runtime sends control to one of
/// them. An address is 0 if the code has no such place.
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
  /// True if the statement computes the value of a `return`.
  uint8_t isReturn;
  /// True if the statement is a condition. This matters in guarded flow, where
  /// each executed condition must decide as in the recorded run.
  uint8_t isCondition;
  /// True if the statement is a condition that decides by the processor flags;
  /// see pinstripe::EntryFlow.
  uint8_t decidesByFlags;
  uint8_t unused;
  uint32_t function;
};

/// A register that the code of a statement expects to hold a value from the
/// stack frame. The runtime loads the register when it sends control to the
/// start of the statement. `dwarfRegister` is the DWARF number of the register,
/// `frameOffset` is the distance of the value from rbp.
struct ReloadRecord {
  uint32_t dwarfRegister;
  int32_t frameOffset;
};
/// Returns true for the registers that hooks change. A hook of a statement
/// loads them again if the code of the statement expects values in them.
constexpr bool isChangedByHooks(uint8_t machineNumber) {
  return machineNumber == 10 || machineNumber == 11;
}

/// Bytes that a statement may write if control enters it at a certain entry (an
/// address at which it can begin). If the statement is skipped in guarded flow,
/// the bytes are filled with poison, which is a pattern, even if the recorded
/// run did not write them. In guarded flow, each condition must decide as in
/// the recorded run.
struct StoreRecord {
  /// If `isInFrame` is not 0, the distance of the bytes from rbp. Otherwise the
  /// address of the bytes.
  uint64_t place;
  uint32_t size;
  uint32_t isInFrame;
};

/// One recorded call (invocation) of a traced function, one whose statements
/// are recorded. The events of a call have consecutive positions, in order of
/// time. A call group is all calls of one function that one event makes.
///
/// A record tells only where its events and call groups begin. They end where
/// those of the next record begin. So the table has two more records at its
/// end. The first of them has the groups of calls without a traced caller. The
/// second one tells where these groups end.
struct InvocationRecord {
  uint32_t function;
  uint32_t firstEvent;
  uint32_t firstGroup;
  /// True if the recorded call has executed a `return` statement that computed
  /// the call's result.
  uint32_t hasReturn;
};

/// Number of consecutive events in a block. A table lists, for each block of
/// events, the statements in the block that write memory. If long ranges of
/// events are skipped, Pinstripe's runtime finds in these lists what the events
/// would have written. It fills that memory with poison, which is a pattern.
constexpr uint32_t storeBlockSize = 1024;

/// Memory that a store of the recorded run has written, at an address that the
/// program computes. Only a recording of instructions can find such an address.
/// The fields are the same as in pinstripe::ComputedStore, except that fixed
/// addresses are run-time addresses.
///
/// The table has the stores of single events first, sorted by position. Then it
/// has the memory that whole blocks of consecutive events wrote: first for the
/// smallest size of blocks, then for larger and larger sizes.
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
/// has made, in order of time. An event is one execution of a statement.
struct CallGroup {
  /// The event that made the calls, as its index in EventsByCall (the events
  /// sorted by call) plus 1. It is 0 if the calls were made before the caller's
  /// first event.
  uint32_t parent;
  uint32_t function;
  /// The first call of the group, as an index in the table at calleesAddress.
  /// That table has the calls of all groups, one group after the other.
  uint32_t firstCallee;
};

/// A call instruction that leads, or may lead, to a library function. The
/// instructions of library functions are not recorded.
struct LibraryCallRecord {
  uint64_t resume; ///< the address at which the program goes on after the hook
  /// Index of the hook at the return address of the call; the constant `none`
  /// if the call never returns.
  uint32_t returnHook;
  uint32_t model; ///< index of the ModelRecord of the called function, or none
  /// True if the call is indirect: only the run tells which function is called.
  uint32_t isIndirect;
  uint32_t unused;
};

/// The model of a library function, which tells what a call of the function
/// does to memory. Each EffectRecord with an index in [firstEffect, firstEffect
/// + effects) is one effect.
struct ModelRecord {
  uint32_t firstEffect, effects;
  uint32_t mayPrint; ///< True if a call of the function may print to stdout.
  /// The numbers of general registers and of vector registers that hold
  /// arguments of a call. The variable arguments of a variadic function are not
  /// included.
  uint32_t integers, vectors;
};

enum class EffectKind : uint8_t {
  Read,
  Write,
  Update,   ///< the call reads a range of memory and then writes it
  Allocate, ///< the call allocates a block of memory and returns its address
  Release,
  Print, ///< the call prints its arguments by a format, like printf
  /// The call prints by a format, like vprintf; its argument number
  /// EffectRecord::extra is the va_list.
  PrintList,
  Scan,
  ScanList,
  /// The call uses an input stream (FILE). The position in the stream counts as
  /// memory that the call reads and writes.
  InputStream,
  /// The call uses an output stream (FILE). The stream counts as memory that
  /// the call writes, but not as memory that it reads. Otherwise each output
  /// would depend on all earlier ones.
  OutputStream,
  StandardInput,
  /// The call prints to stdout. That does not count as reading or writing
  /// memory.
  StandardOutput,
  /// The call can forbid the program some system calls, as prctl does with
  /// seccomp. That happens only if the call's first argument is equal to
  /// EffectRecord::first. From then on, a system call that the tool makes in
  /// the process can end the process.
  Restriction,
  HiddenState, ///< the call uses state whose address is unknown, as rand() does
  /// The call uses a std::istream. It reads and writes the position in the
  /// stream and the stream's state, and reads its format flags.
  CxxInputStream,
  /// The call uses a std::ostream. It reads those of the stream's format
  /// settings that matter to what is printed (see FormatUse). Earlier outputs
  /// don't matter, except in a stream that keeps them, such as a
  /// std::ostringstream.
  CxxOutputStream,
  /// The call changes a format setting of a C++ stream. EffectRecord::first is
  /// the distance of the setting from the begin of the std::ios_base.
  CxxFormat,
};

/// Values of EffectRecord::first for EffectKind::CxxOutputStream: the settings
/// that say how a value is printed if the stream's width is 0.
enum class FormatUse : uint32_t { None, Flags, FlagsAndPrecision };

enum class SizeKind : uint8_t {
  /// The number of bytes that a library call reads or writes is the constant
  /// EffectRecord::first.
  Constant,
  /// The number of bytes that a library call reads or writes is the value of
  /// one of its arguments. EffectRecord::first is the number of that argument.
  Argument,
  /// The number of bytes that a library call reads or writes is the product of
  /// two of its arguments, as for fwrite. EffectRecord::first and
  /// EffectRecord::second are the numbers of these arguments.
  Product,
  /// The number of bytes that a library call reads or writes is one of its
  /// arguments times a constant. EffectRecord::first is the number of the
  /// argument, and EffectRecord::second is the constant.
  Scaled,
  /// The number of bytes that a library call reads or writes is the difference
  /// between two addresses. Both addresses are arguments of the call.
  /// EffectRecord::first is the number of the argument that holds the larger
  /// address, and EffectRecord::second is the number of the other argument.
  Between,
  Result,
  /// The number of bytes that a library call reads or writes is its result
  /// times its argument number EffectRecord::first, as for fread.
  ResultTimes,
  String, ///< the call reads or writes a string with its final zero
  /// The library call reads or writes a string with its final zero, but at most
  /// as many bytes as its argument number EffectRecord::first says. An example
  /// is strnlen.
  BoundedString,
  /// The library call reads or writes a std::string object and its characters,
  /// but not the characters before a certain index. The call's argument number
  /// EffectRecord::second is that index.
  StringObject,
  /// The library call accesses a heap block. The number of bytes is the size
  /// that malloc has noted for the block, but at most argument number
  /// EffectRecord::first. An example is realloc.
  HeapBlock,
  /// The library call reads or writes a heap block: as many bytes as malloc has
  /// noted for the block, but at most the product of two of its arguments.
  /// EffectRecord::first and EffectRecord::second are the numbers of these
  /// arguments. An example is reallocarray.
  HeapArray,
  /// The library call accesses memory from the address in its argument up to
  /// the address that it returns. If the call returns null, it accesses as many
  /// bytes as its argument number EffectRecord::first says. An example is
  /// memccpy.
  ToResult,
};

struct EffectRecord {
  EffectKind kind;
  /// Number of the call's argument that points to the memory; the constant
  /// resultPointer if the call's result points to it.
  uint8_t pointer;
  /// True if the argument (or the result) points to another pointer, which
  /// points to the memory. An example is the last argument of strtok_r.
  uint8_t isIndirect;
  uint8_t extra;
  SizeKind size;
  /// True if a call that fails may leave the memory as it was. The first effect
  /// of the function tells how to see that a call has failed: if it is
  /// EffectKind::CxxInputStream, by the state of the stream; otherwise, by a
  /// negative result.
  uint8_t mayBeOmitted;
  uint8_t unused[2];
  uint32_t first, second;
};
constexpr uint8_t resultPointer = 0xff;
constexpr uint32_t noArgument = ~uint32_t(0);

/// A library function, with the model that tells what a call does to memory.
/// The runtime looks up the target of an indirect call in the table of these
/// records, which is sorted by run-time address.
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

/// Tells Pinstripe's runtime when to read a value that `--watch` compares.
/// `key` is either the number of a statement entry, which stands for all events
/// that begin there, or a result of watchKeyOf, which stands for one event. The
/// table has the records of statement entries first, then those of events. Both
/// parts are sorted by key.
struct WatchRecord {
  uint64_t key;
  /// Says at which execution of the statement the value is read. Executions are
  /// counted from 1. 0 means the last execution.
  uint64_t instance;
  /// The offset of the value's bytes in a buffer that holds all values that
  /// `--watch` compares.
  uint64_t bytes;
  uint32_t slot;
  uint32_t firstStep, steps;
  LocationExtent extent;
  uint32_t size; ///< maximum number of bytes of the watched value
  /// The number of the place (a statement) at which this record makes
  /// Pinstripe's runtime read the value. `--watch` may name several places for
  /// one value, and each place has a WatchRecord.
  uint32_t place;
};

constexpr uint64_t watchKeyOf(uint32_t position, bool isAfter) {
  return uint64_t(position) * 2 + isAfter;
}

/// An expression whose value `--watch` compares. The record describes the value
/// that was read last.
struct WatchSlot {
  uint64_t executions;
  /// The offset of the value's bytes, as in WatchRecord::bytes.
  uint64_t bytes;
  uint32_t size;
  /// The place (a statement) at which the value was read: WatchRecord::place
  /// plus 1. It is 0 if no value could be read.
  uint32_t knownPlace;
};

/// An instruction that the tool has replaced by an int3. When a process stops
/// at the int3, the server that traces the process sends control to
/// `trampoline`, the address of the code that replaces the instruction. The
/// table of these records is sorted by run-time address.
struct TrapRecord {
  uint64_t address;
  uint64_t trampoline;
};

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_TABLES_H
