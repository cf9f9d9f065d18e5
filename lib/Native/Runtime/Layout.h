//===- Layout.h - What tool and target agree on -----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime is a flat, freestanding image that lives in the target process.
// It shares memory with the tool; this file is the layout of that memory. All
// addresses are fixed, far from where the system puts programs, libraries,
// heaps and stacks when address randomisation is off, so that the layout of
// the target is that of a plain run.
//
// Code in hooks reaches what it needs by absolute 32-bit addresses, from
// wherever it stands: those parts are below 2 GiB.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_LAYOUT_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_LAYOUT_H

#include <cstddef>
#include <cstdint>

namespace pinstripe::native {

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

constexpr uint64_t runtimeBase = 0x70000000; ///< the image: read, execute
constexpr uint64_t runtimeMaximum = 0x100000;
/// ProcessState: private, zeroed in children that the program forks.
constexpr uint64_t processStateAddress = 0x70100000;
/// RunState: shared with the tool.
constexpr uint64_t runStateAddress = 0x70200000;
/// LiveState: in the same page.
constexpr uint64_t liveStateAddress = runStateAddress + 1024;
/// Two pages for each server, shared with the tool: its ServerControl and the
/// RunState of its children, which is mapped at runStateAddress too.
constexpr uint64_t serverSlotsAddress = 0x70210000;
constexpr uint32_t serverSlots = 16;
/// Grows down from its end.
constexpr uint64_t runtimeStackAddress = 0x70300000;
constexpr uint64_t runtimeStackSize = 0x40000;
constexpr uint64_t activationsAddress = 0x70400000;
constexpr uint32_t maximumActivations = 1u << 20;
constexpr uint64_t pageSize = 4096;

/// Windows above; what is mapped there is as long as it has to be.
constexpr uint64_t unitsAddress = 0x108000000000;       ///< uint32_t[]
constexpr uint64_t invocationsAddress = 0x110000000000; ///< InvocationRecord[]
constexpr uint64_t callGroupsAddress = 0x120000000000;  ///< CallGroup[]
constexpr uint64_t calleesAddress = 0x130000000000;     ///< uint32_t[]
constexpr uint64_t includedAddress = 0x140000000000;    ///< uint64_t[]
constexpr uint64_t prefixAddress = 0x150000000000;      ///< uint64_t[]
constexpr uint64_t hooksAddress = 0x160000000000;       ///< HookRecord[]
constexpr uint64_t functionsAddress = 0x170000000000;   ///< FunctionRecord[]
constexpr uint64_t entriesAddress = 0x180000000000;     ///< EntryRecord[]
constexpr uint64_t reloadsAddress = 0x190000000000;     ///< ReloadRecord[]
constexpr uint64_t trapsAddress = 0x1a0000000000;       ///< TrapRecord[]
constexpr uint64_t setupAddress = 0x1b0000000000;       ///< Setup
constexpr uint64_t callCountsAddress = 0x1c0000000000;  ///< private uint32_t[]
constexpr uint64_t ringAddress = 0x1d0000000000;        ///< the raw trace
constexpr uint64_t storesAddress = 0x1e0000000000;      ///< StoreRecord[]
/// In guarded flow only, as all that tells what is skipped.
constexpr uint64_t treeEndsAddress = 0x1f0000000000;    ///< uint32_t[]
constexpr uint64_t storeBlocksAddress = 0x200000000000; ///< uint32_t[]
constexpr uint64_t writersAddress = 0x210000000000;     ///< uint32_t[]
constexpr uint64_t stampsAddress = 0x220000000000;      ///< private uint32_t[]
/// In detailed recordings only.
constexpr uint64_t libraryCallsAddress =
    0x230000000000;                                    ///< LibraryCallRecord[]
constexpr uint64_t modelsAddress = 0x240000000000;     ///< ModelRecord[]
constexpr uint64_t effectsAddress = 0x250000000000;    ///< EffectRecord[]
constexpr uint64_t targetsAddress = 0x260000000000;    ///< TargetRecord[]
constexpr uint64_t codeRangesAddress = 0x270000000000; ///< RangeRecord[]
constexpr uint64_t libraryStateAddress = 0x280000000000; ///< LibraryState
constexpr uint64_t libraryStateSize = 0x80000;
/// What forked children write instead of a raw trace, reached from hooks.
constexpr uint64_t scratchAddress = 0x7e000000;
/// In live flow: by operand where its hook goes on, private; reached from
/// hooks.
constexpr uint64_t operandCellsAddress = 0x7d000000;
constexpr uint64_t maximumOperands =
    (scratchAddress - operandCellsAddress) / sizeof(uint64_t);
constexpr uint64_t operandsAddress = 0x2e0000000000; ///< OperandRecord[]
/// Where values are watched.
constexpr uint64_t watchedAddress = 0x290000000000;      ///< uint64_t[]
constexpr uint64_t watchRecordsAddress = 0x2a0000000000; ///< WatchRecord[]
constexpr uint64_t watchStepsAddress = 0x2b0000000000;   ///< WatchStep[]
/// WatchSlot[], then bytes; private, and what is shared with the tool.
constexpr uint64_t watchStateAddress = 0x2c0000000000;
constexpr uint64_t watchResultsAddress = 0x2d0000000000;
/// In guarded flow, where a recording says who wrote where; the words of what
/// is included have one more at their end then: ComputedStores::heapLimit.
constexpr uint64_t computedRangesAddress = 0x2e0000000000; ///< ComputedRange[]
constexpr uint64_t computedPositionsAddress = 0x2e8000000000; ///< uint32_t[]
constexpr uint64_t computedStartsAddress = 0x2f0000000000;    ///< uint32_t[]

constexpr uint32_t none = ~uint32_t(0);

/// With what malloc marks what is free, in every run; else it is random.
constexpr uint64_t mallocKey = 0x9d3c5be7a1f04826;

//===----------------------------------------------------------------------===//
// The image
//===----------------------------------------------------------------------===//

/// At the start of the image, which is linked at runtimeBase. Absolute
/// addresses; hook code jumps through these cells.
struct ImageHeader {
  uint64_t magic;
  uint64_t end;          ///< of code and constants
  uint64_t bootstrap;    ///< entered once, by the injector; does not return
  uint64_t dispatch;     ///< slow path of hooks; r10d: hook
  uint64_t enter;        ///< function entries and libc's exit; r11d: hook
  uint64_t record;       ///< no room in the chunk; r10d: hook
  uint64_t replaceVFork; ///< in place of libc's vfork; r11d: hook
  uint64_t poisonBegin, poisonEnd; ///< stores that may run off the stack
  uint64_t poisonRecovery;         ///< where to go on then
  uint64_t checkpointReached;      ///< behind the int3 of a new server
  uint64_t live;        ///< slow path of hooks in live flow; r10d: hook
  uint64_t lastWords;   ///< where the last call of a crashed process returns to
  uint64_t wordsSpoken; ///< behind the int3 there
  /// Detailed recording; r10: where to go on.
  uint64_t makeRoom;      ///< no room in the chunk; sets r11 to the cursor
  uint64_t libraryReturn; ///< back from the library call of `pendingReturn`
  uint64_t libraryCall;   ///< r10d: hook, r11: what an indirect call calls
  uint64_t compareThread; ///< another thread, or the first one
  uint64_t operand;       ///< an operand that is forced; r10d: hook
};
constexpr uint64_t imageMagic = 0x31656e6972747350; // "Pstrine1"

//===----------------------------------------------------------------------===//
// State of the process under test
//===----------------------------------------------------------------------===//

enum class RunMode : uint32_t {
  Execution,
  Recording,
  Live,
  DetailedRecording,
  LiveRecording ///< live flow of which every event is recorded
};

/// Without changes.
constexpr bool isRecording(RunMode mode) {
  return mode == RunMode::Recording || mode == RunMode::DetailedRecording;
}

/// Private. All zero in a forked child of the program: no fast path then
/// succeeds, and the slow paths let it pass.
struct ProcessState {
  /// rbp of the top activation; 0 if no fast path. In live flow: where the
  /// next arrival is sent elsewhere; 0: nowhere.
  uint64_t frame;
  uint64_t cursor;   ///< recording: where the next record goes
  uint64_t chunkEnd; ///< recording: cursor must be below
  uint64_t isLive;   ///< 1 in the process under test
  uint64_t savedStackPointer;
  uint64_t threadPointer; ///< fs base of the one thread that may run
  uint64_t target;        ///< where the slow path goes on
  /// Kept during vfork.
  uint64_t vforkHook, vforkFrame, vforkChunkEnd, vforkCountdown;
  /// Live flow: what lies between `strayCountdown` and the countdown that
  /// hooks use. 0 in forked children, whose events count for nothing.
  uint64_t countdownOffset;
  uint64_t vforkCursor; ///< as the others above
  /// At a forced operand: the flags, and where to go on.
  uint64_t flags, resume;
  uint64_t strayCountdown;
  uint64_t topActivation; ///< address of an Activation; 0: none
  uint64_t chunk;         ///< recording: index of the current chunk
  RunMode mode;
  uint32_t everyEntry; ///< live flow: its hooks come here each time; entry + 1
  uint32_t pendingFunction; ///< live flow: that of `frame`
  /// Of the server that this process is, or was forked by.
  uint32_t slot;
  /// While a checkpoint is made: the slot of the new server; else 0.
  uint32_t checkpointSlot;
  /// Processes that became servers, by slot; 0: none.
  uint32_t checkpoints[serverSlots];
  uint32_t lastStamp;     ///< of the entries whose stores were poisoned
  uint32_t pendingChange; ///< live flow: which of them `frame` waits for
  uint64_t replacedWord;  ///< what was there before a ReplaceBefore
  uint32_t hasReplaced;   ///< replacedWord is known
  /// Detailed recording: what hooks in the middle of anything put aside.
  uint64_t savedRAX, savedR10, savedR11;
  /// The hook at which the innermost library call returns, + 1; 0: none.
  uint32_t pendingReturn;
};

enum class EndKind : uint32_t {
  None,
  Diverged,
  DecidedOtherwise,
  EventLimit,
  Failed
};
/// As Diverged::Reason.
enum class DivergeReason : uint32_t {
  UnrecordedCall,
  NoWayOut,
  SecondThread,
  FrameLost,
  NotAsRecorded
};

/// Shared, so that it survives the process. `executed` and `last` are as of
/// `mark`: since then position - mark events were executed. No two neighbours
/// are read together: what hooks have just stored can't be forwarded then.
struct RunState {
  uint32_t position; ///< of the next event of the top activation
  uint8_t returnExecuted;
  uint8_t unused[3];
  uint32_t runEnd; ///< events [position, runEnd) are all included
  uint32_t mark;
  uint64_t executed;
  uint32_t last; ///< position of the last event executed, or none
  EndKind end;
  DivergeReason reason;
  uint32_t function; ///< with which it diverged
  uint64_t detail;   ///< of Failed: for the message
  /// Of DecidedOtherwise: the position of the condition, and the entry at which
  /// control arrived; none: the exit.
  uint32_t condition, arrived;
};

/// Live flow; shared, as RunState. goal - countdown events were executed.
struct LiveState {
  uint64_t countdown; ///< events up to the next one that matters
  uint64_t goal;      ///< the number of that one
  /// What an operand was last forced to come to, + 1; 0: none was.
  uint32_t forcedValue;
};
static_assert(sizeof(RunState) <= liveStateAddress - runStateAddress);

/// As LiveChange::Kind.
enum class ChangeKind : uint8_t {
  Switch,
  Omit,
  Force,
  ReplaceBefore,
  ReplaceAfter
};
/// As pinstripe::LiveChange::Value.
enum class ForcedValue : uint32_t { False, True, Other };

/// As pinstripe::LiveChange, whose targets are entries; none: the end of the
/// function.
struct ChangeRecord {
  ChangeKind kind;
  uint8_t hasInverse;
  uint8_t isOfOneEvent;
  uint8_t size; ///< of a MemoryValue: bytes
  uint32_t entry;
  uint32_t event;
  uint32_t isInFrame; ///< of a MemoryValue, as those that follow
  uint64_t place;
  union {
    struct {
      uint32_t target, inverse;
    };
    struct {
      uint32_t operand;
      ForcedValue forced;
    };
    uint64_t value;
  };
};
constexpr uint32_t maximumChanges = 40;

//===----------------------------------------------------------------------===//
// Tables, read-only for the target
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// The raw trace
//===----------------------------------------------------------------------===//

/// The ring consists of chunks. A record is 8 bytes: the low half of rbp, then
/// its tag; that of a function entry is followed by rsp and rbp, 8 bytes each.
/// The tag is written last and never 0; the tool zeroes what it has read
/// before it hands the chunk back.
constexpr uint32_t chunkSize = 1u << 16;
constexpr uint32_t chunkSlack = 64;
enum class RecordTag : uint32_t {
  Unit = 0u << 30,  ///< + hook index + 1
  Exit = 1u << 30,  ///< + hook index + 1
  Enter = 2u << 30, ///< + hook index + 1; 24 bytes
  Other = 3u << 30, ///< + RawMark
};
enum class RawMark : uint32_t {
  ChunkEnd = 1,     ///< go on at the next chunk
  ExitFunction = 2, ///< libc's exit was called; rsp follows, 16 bytes
  /// In detailed recordings. The low half is the number of words that follow:
  /// a LibraryWord, the target of an indirect call or where the output begins
  /// and ends, then two for each range of memory.
  LibraryBegin = 3,
  LibraryEnd = 4,
};

/// In detailed recordings units, exits and starts of blocks have a record of
/// the first kind, and the address of an operand is a word by itself: with
/// this added, its first byte is none that a record has.
constexpr uint64_t operandBias = uint64_t(0xe0) << 56;
/// A block's first record makes sure that as many words have room; where it
/// needs more, one of them does again.
constexpr uint32_t wordsPerCheck = 256;
/// As chunkSlack: a signal handler may come in between.
constexpr uint32_t detailedChunkSlack = 64 + 2 * 8 * (wordsPerCheck + 4);

/// The first word of LibraryBegin and LibraryEnd.
struct LibraryWord {
  uint32_t hook;
  uint16_t model;   ///< or 0xffff
  uint8_t integers; ///< arguments in registers that are used
  uint8_t vectors;
};
static_assert(sizeof(LibraryWord) == 8);

/// The kind is in the uppermost byte of the size.
enum class RangeKind : uint8_t { Read, Write, Allocate, Release };
struct RangeWords {
  uint64_t address;
  uint64_t sizeAndKind;
};

//===----------------------------------------------------------------------===//
// Setup and commands
//===----------------------------------------------------------------------===//

struct MappingRequest {
  uint64_t address, size;
  uint64_t offset;     ///< into the memory file
  uint32_t protection; ///< PROT_*
  uint32_t kind;       ///< 0 shared file, 1 private file, 2 private anonymous
};

/// Bytes to put over code. The pages are made writable and back.
struct PatchRecord {
  uint64_t address;
  uint8_t size;
  uint8_t bytes[15];
};

/// In the order of x86 encoding: rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8...
struct GeneralRegisters {
  uint64_t value[16];
  uint64_t pc;
};

/// At the start of the memory file. The injector maps it, and the image, and
/// enters `bootstrap`, which does the rest.
struct Setup {
  uint32_t memoryFile; ///< descriptor in the target, closed by bootstrap
  uint32_t mappings;   ///< MappingRequest[], at `mappingsOffset` from here
  uint32_t mappingsOffset;
  uint32_t patches; ///< PatchRecord[], at `patchesOffset` from here
  uint32_t patchesOffset;
  uint32_t traps;
  uint32_t invocations;
  uint32_t events;
  RunMode mode;
  uint32_t chunks;          ///< of the ring
  uint32_t hooks;           ///< HookRecords
  uint64_t threadIdAddress; ///< set_tid_address of the target, or 0
  uint64_t poison;          ///< the word, if poisonFrames
  uint32_t poisonFrames;
  uint32_t unrecorded; ///< 0 diverge, 1 skip, 2 run
  uint32_t isGuarded;
  uint32_t poisonSkipped;  ///< what skipped events would have written
  uint32_t poisonComputed; ///< with the tables of computed stores
  /// By level: where its blocks begin among the starts.
  uint32_t computedStarts[computedLevels];
  /// In live flow: libc's fflush, for a program that crashes; 0: none.
  uint64_t flush;
  /// Of detailed recordings.
  uint32_t targets, codeRanges;
  /// The FILE objects of glibc; 0: there are none.
  uint64_t standardInput, standardOutput;
  uint32_t watchSlots;   ///< 0: nothing is watched
  uint32_t watchRecords; ///< all of them
  uint32_t entryWatches; ///< of them, those whose key is an entry
  /// Of the program's entry point, to be restored in each child.
  GeneralRegisters registers;
};

enum class Command : uint32_t { None, Run, MakeCheckpoint, Quit };

/// Commands go through `command` (a futex; the tool counts it up), answers
/// through `reply`. While a child runs, `child` is its pid.
struct ServerControl {
  uint32_t command;
  uint32_t reply;
  Command operation;
  uint32_t slot; ///< of MakeCheckpoint: the new server's
  uint32_t child;
  uint32_t status;                ///< wait status of the child
  uint64_t crashPC;               ///< where the last fatal signal arose
  uint64_t processorMicroseconds; ///< spent by the child
  uint32_t failure; ///< errno of a system call of the server, 0: none
  uint32_t failedCall;
  uint64_t eventLimit; ///< 0: none
  uint64_t outputLimit;
  uint32_t go;       ///< the child may start: it is being traced
  uint32_t isServer; ///< of a checkpoint: ready
  /// Recording: chunks written so far, and read so far.
  uint64_t chunksWritten, chunksRead;
  ChangeRecord changes[maximumChanges]; ///< of runs in live flow
  uint32_t changeCount;
  /// Of MakeCheckpoint in live flow: the events before it.
  uint64_t checkpointEvent;
  char workingDirectory[1024];
  char standardInput[512];
  char standardOutput[512];
  char standardError[512];
};
static_assert(sizeof(ServerControl) <= pageSize);
static_assert(liveStateAddress + sizeof(LiveState) <=
              runStateAddress + pageSize);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_LAYOUT_H
