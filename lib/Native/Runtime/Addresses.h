// Defines the addresses of the runtime's tables and states in the process under
// test.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All addresses are fixed. They are far from all memory that Linux gives to
// programs, libraries, heaps and stacks if address randomisation is off. So the
// memory of the program has the same addresses as without Pinstripe.
//
// The code of hooks uses absolute 32-bit addresses, so everything that hooks
// use is below 2 GiB.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_ADDRESSES_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_ADDRESSES_H

#include "pinstripe/Support/SteadyNumbers.h"
#include <cstdint>

namespace pinstripe::native {

/// Address of the code and constants of the runtime: the part of the tool that
/// is executed inside the process under test.
constexpr uint64_t runtimeBase = 0x70000000;
/// Address of the ProcessState, in private memory. If the program forks, the
/// kernel fills this memory with zeros in the new process.
constexpr uint64_t processStateAddress = 0x70100000;
/// Address of the MutationState, in private memory. It tells which mutation
/// (small change of the source) the run executes. If the program forks, the new
/// process has a copy, so that the same mutation stays in force there.
constexpr uint64_t mutationStateAddress = 0x70110000;
/// Address of the RunState, in memory that is shared with the tool. The
/// RunState says how many events the run has executed, and which event comes
/// next. An event is one execution of a statement.
constexpr uint64_t runStateAddress = 0x70200000;
/// Address of the LiveState, which is in the same page as the RunState. In live
/// flow, the LiveState counts the executed events, while the RunState says how
/// the run has ended. Live flow means that the program runs normally except for
/// a few changes.
constexpr uint64_t liveStateAddress = runStateAddress + 1024;
/// Address of the pages that the servers share with the tool. Each server has
/// two pages. One is its ServerControl, with commands and replies. The other is
/// the RunState of its children, which is mapped at runStateAddress as well.
constexpr uint64_t serverSlotsAddress = 0x70210000;
constexpr uint32_t serverSlots = 16;
/// Address of a copy of the stack of a child, which is a process forked for a
/// run. The copy is made when a signal has stopped the child. The tool reads
/// the copy if the child has crashed.
constexpr uint64_t crashStackAddress = 0x70240000;
constexpr uint64_t crashStackSize = 0x10000;
/// Address of the stack of Pinstripe's runtime. The stack grows down from its
/// end.
constexpr uint64_t runtimeStackAddress = 0x70300000;
constexpr uint64_t runtimeStackSize = 0x40000;
constexpr uint64_t activationsAddress = 0x70400000;
constexpr uint32_t maxActivations = 1u << 20;
constexpr uint64_t pageSize = 4096;
/// If threads take turns, each thread but the first has a stack of Activations
/// of its own. This is the address of the stack of the second thread; the
/// stacks of the following threads come after it.
constexpr uint64_t threadActivationsAddress = 0x300000000000;
constexpr uint32_t maxThreadActivations = 1u << 16;
constexpr uint32_t maxThreads = 1u << 8;
/// Address of the table with the number of each recorded event in order of
/// time. Mapped only if threads take turns.
constexpr uint64_t eventNumbersAddress = 0x10c000000000; ///< uint32_t[]

/// The following tables have a range of addresses each, which programs do not
/// use. Only as much of a range is mapped as the table needs. operandsAddress
/// and computedRangesAddress have the same range, since no run uses both
/// tables: the first one is for live flow, the second one for guarded flow.
///
/// Address of the table with the statement entry of each recorded event (the
/// address at which the executed statement began). An element takes
/// `entryWidth` bytes.
constexpr uint64_t unitsAddress = 0x108000000000;
/// Address of the table of InvocationRecords, which describe the recorded
/// calls.
constexpr uint64_t invocationsAddress = 0x110000000000;
constexpr uint64_t callGroupsAddress = 0x120000000000; ///< CallGroup[]
constexpr uint64_t calleesAddress = 0x130000000000;    ///< uint32_t[]
constexpr uint64_t includedAddress = 0x140000000000;   ///< uint64_t[]
constexpr uint64_t prefixAddress = 0x150000000000;     ///< uint64_t[]
constexpr uint64_t hooksAddress = 0x160000000000;      ///< HookRecord[]
/// Address of the table of FunctionRecords, which describe the functions whose
/// statements are recorded.
constexpr uint64_t functionsAddress = 0x170000000000;
constexpr uint64_t entriesAddress = 0x180000000000; ///< EntryRecord[]
constexpr uint64_t reloadsAddress = 0x190000000000; ///< ReloadRecord[]
constexpr uint64_t trapsAddress = 0x1a0000000000;   ///< TrapRecord[]
constexpr uint64_t setupAddress = 0x1b0000000000;   ///< Setup
/// Address of counters of calls, in private memory. There is one counter for
/// each call group. A call group is all calls of one function by one recorded
/// event.
constexpr uint64_t callCountsAddress = 0x1c0000000000;
/// Address of the ring buffer that holds the raw trace, the log of a recording.
constexpr uint64_t ringAddress = 0x1d0000000000;
constexpr uint64_t storesAddress = 0x1e0000000000; ///< StoreRecord[]
/// Addresses of the tables that tell which memory skipped events would have
/// written. The tables are mapped only in guarded flow, where each condition
/// must decide as in the recorded run. In guarded flow, Pinstripe's runtime
/// fills this memory with a pattern, the poison.
constexpr uint64_t treeEndsAddress = 0x1f0000000000;    ///< uint32_t[]
constexpr uint64_t storeBlocksAddress = 0x200000000000; ///< uint32_t[]
constexpr uint64_t writersAddress = 0x210000000000;     ///< uint32_t[]
/// Address of a table in private memory, with a number for each statement entry
/// (an address at which a statement can begin).
///
/// For each range of skipped events, Pinstripe's runtime makes a pass, which
/// fills with poison (a pattern) the memory that the events would have written.
/// The passes are numbered. The table has the number of the last pass that has
/// handled the entry, so that no pass handles an entry twice.
constexpr uint64_t stampsAddress = 0x220000000000;
/// Addresses of the tables about calls of library functions. They are mapped
/// only in recordings of instructions.
constexpr uint64_t libraryCallsAddress = 0x230000000000;
constexpr uint64_t modelsAddress = 0x240000000000;       ///< ModelRecord[]
constexpr uint64_t effectsAddress = 0x250000000000;      ///< EffectRecord[]
constexpr uint64_t targetsAddress = 0x260000000000;      ///< TargetRecord[]
constexpr uint64_t codeRangesAddress = 0x270000000000;   ///< RangeRecord[]
constexpr uint64_t libraryStateAddress = 0x280000000000; ///< LibraryState
constexpr uint64_t libraryStateSize = 0x80000;
/// In processes that the program has forked, hooks write their records to this
/// address, not into the raw trace (the log of a recording). The address is
/// below 2 GiB, so that the code of hooks can contain it.
constexpr uint64_t scratchAddress = 0x7e000000;
/// Address of an array with a code address for each operand of `&&`, `||` or
/// `?`. In live flow, the operand's hook jumps to this code address. The code
/// is in Pinstripe's runtime if the operand's value is forced, and in the
/// program otherwise. Live flow means that the program runs normally except for
/// a few changes.
///
/// The array is in private memory. Its address is below 2 GiB, so that the code
/// of hooks can contain it.
constexpr uint64_t operandCellsAddress = 0x7d000000;
constexpr uint64_t maxOperands =
    (scratchAddress - operandCellsAddress) / sizeof(uint64_t);
constexpr uint64_t operandsAddress = 0x2e0000000000; ///< OperandRecord[]
/// Addresses of the tables for `--watch`, an option that compares values of two
/// runs. The tables tell which values to read, when to read them, and how to
/// find them.
constexpr uint64_t watchedAddress = 0x290000000000;      ///< uint64_t[]
constexpr uint64_t watchRecordsAddress = 0x2a0000000000; ///< WatchRecord[]
constexpr uint64_t watchStepsAddress = 0x2b0000000000;   ///< LocationStep[]
/// Addresses of two buffers for the values that `--watch` has read. Each buffer
/// begins with a WatchSlot for each value, and goes on with the bytes of the
/// values. The first buffer is private memory, so each forked process has a
/// copy of its own. The second one is shared with the tool.
constexpr uint64_t watchStateAddress = 0x2c0000000000;
constexpr uint64_t watchResultsAddress = 0x2d0000000000;
/// Addresses of the tables of computed stores. A computed store writes to an
/// address that only a recording of instructions can find out. The tables are
/// mapped only if there are such stores, and only in guarded flow, where each
/// condition must decide as in the recorded run.
///
/// If the tables are mapped, one more word follows the bits at includedAddress.
/// This word (ComputedStores::heapLimit) tells which heap blocks are at the
/// same addresses as in the recorded run.
constexpr uint64_t computedRangesAddress = 0x2e0000000000; ///< ComputedRange[]
constexpr uint64_t computedPositionsAddress = 0x2e8000000000; ///< uint32_t[]
constexpr uint64_t computedStartsAddress = 0x2f0000000000;    ///< uint32_t[]
/// Address of the table of ExchangeRecords. Each record describes a recompiled
/// function that can replace a function of the program.
constexpr uint64_t exchangesAddress = 0x2f8000000000;
/// Address of a list of pointers to the exception tables (.eh_frame) of
/// recompiled functions, with a null pointer at its end.
constexpr uint64_t frameTablesAddress = 0x2fc000000000;
/// Address of the table of OverwriteRecords, which say what a run in live flow
/// (in which the program runs normally except for a few changes) stores in
/// memory. The stored bytes come after the table. The table is shared with the
/// tool, which writes it before a run.
constexpr uint64_t overwritesAddress = 0x2fe000000000;
constexpr uint64_t maxOverwrites = 4096;
constexpr uint64_t overwrittenBytes = 1 << 19;

constexpr uint32_t none = ~uint32_t(0);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_ADDRESSES_H
