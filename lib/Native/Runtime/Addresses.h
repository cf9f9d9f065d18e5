// Says at which addresses in the process under test each table and state lies.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All addresses are fixed and far from where Linux puts programs, libraries,
// heaps and stacks when address randomisation is off, so the program has the
// same layout as without Pinstripe.
//
// Code in hooks uses absolute 32-bit addresses, so what hooks use is below 2
// GiB.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_ADDRESSES_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_ADDRESSES_H

#include "pinstripe/Support/SteadyNumbers.h"
#include <cstdint>

namespace pinstripe::native {

/// Where the code and constants of the runtime (this folder's part of the tool,
/// inside the process under test) are.
constexpr uint64_t runtimeBase = 0x70000000;
/// The ProcessState: private memory. In processes that the program forks, the
/// kernel fills it with zeros.
constexpr uint64_t processStateAddress = 0x70100000;
/// The RunState, which says how far a run is, in memory that is shared with the
/// tool.
constexpr uint64_t runStateAddress = 0x70200000;
/// The LiveState, in the same page as the RunState: how far a run is in live
/// flow, where the program runs by itself except for a few changes.
constexpr uint64_t liveStateAddress = runStateAddress + 1024;
/// Two pages for each server, shared with the tool: its ServerControl (commands
/// and replies), and the RunState of its children, which is mapped at
/// runStateAddress as well.
constexpr uint64_t serverSlotsAddress = 0x70210000;
constexpr uint32_t serverSlots = 16;
/// A copy of the stack of a child that a signal has stopped, for the tool.
constexpr uint64_t crashStackAddress = 0x70240000;
constexpr uint64_t crashStackSize = 0x10000;
/// The runtime's stack grows down from runtimeStackAddress + runtimeStackSize.
constexpr uint64_t runtimeStackAddress = 0x70300000;
constexpr uint64_t runtimeStackSize = 0x40000;
constexpr uint64_t activationsAddress = 0x70400000;
constexpr uint32_t maxActivations = 1u << 20;
constexpr uint64_t pageSize = 4096;

/// Each table has a window of addresses above those that a program uses without
/// Pinstripe. Only as much of a window is mapped as the table needs.
constexpr uint64_t unitsAddress = 0x108000000000; ///< uint32_t[]
/// Address of the table of InvocationRecords.
constexpr uint64_t invocationsAddress = 0x110000000000;
constexpr uint64_t callGroupsAddress = 0x120000000000; ///< CallGroup[]
constexpr uint64_t calleesAddress = 0x130000000000;    ///< uint32_t[]
constexpr uint64_t includedAddress = 0x140000000000;   ///< uint64_t[]
constexpr uint64_t prefixAddress = 0x150000000000;     ///< uint64_t[]
constexpr uint64_t hooksAddress = 0x160000000000;      ///< HookRecord[]
/// Address of the table of FunctionRecords.
constexpr uint64_t functionsAddress = 0x170000000000;
constexpr uint64_t entriesAddress = 0x180000000000; ///< EntryRecord[]
constexpr uint64_t reloadsAddress = 0x190000000000; ///< ReloadRecord[]
constexpr uint64_t trapsAddress = 0x1a0000000000;   ///< TrapRecord[]
constexpr uint64_t setupAddress = 0x1b0000000000;   ///< Setup
/// Counters of calls, one for each call group (Calls.h), in private memory.
constexpr uint64_t callCountsAddress = 0x1c0000000000;
/// Address of the ring buffer that holds the raw trace, the log of a recording.
constexpr uint64_t ringAddress = 0x1d0000000000;
constexpr uint64_t storesAddress = 0x1e0000000000; ///< StoreRecord[]
/// Tables that tell which memory skipped events would have written. They are
/// mapped in guarded flow only, where that memory is filled with poison.
constexpr uint64_t treeEndsAddress = 0x1f0000000000;    ///< uint32_t[]
constexpr uint64_t storeBlocksAddress = 0x200000000000; ///< uint32_t[]
constexpr uint64_t writersAddress = 0x210000000000;     ///< uint32_t[]
/// For each statement entry, the number of the last poisoning pass that has
/// handled its stores, so that no pass handles them twice. Private memory.
constexpr uint64_t stampsAddress = 0x220000000000;
/// Tables about calls of library functions; mapped only in recordings of
/// instructions.
constexpr uint64_t libraryCallsAddress = 0x230000000000;
constexpr uint64_t modelsAddress = 0x240000000000;       ///< ModelRecord[]
constexpr uint64_t effectsAddress = 0x250000000000;      ///< EffectRecord[]
constexpr uint64_t targetsAddress = 0x260000000000;      ///< TargetRecord[]
constexpr uint64_t codeRangesAddress = 0x270000000000;   ///< RangeRecord[]
constexpr uint64_t libraryStateAddress = 0x280000000000; ///< LibraryState
constexpr uint64_t libraryStateSize = 0x80000;
/// In processes that the program forks, hooks write their records here, so that
/// these don't get into the raw trace (the log of a recording). The address is
/// low enough for the code of hooks.
constexpr uint64_t scratchAddress = 0x7e000000;
/// For live flow: an array with an element for each operand of `&&`, `||` or
/// `?` in the program. The element is the address at which the operand's hook
/// goes on: the program, or the runtime if the operand's value is forced. The
/// memory is private, and its address is low enough for the code of hooks.
constexpr uint64_t operandCellsAddress = 0x7d000000;
constexpr uint64_t maxOperands =
    (scratchAddress - operandCellsAddress) / sizeof(uint64_t);
constexpr uint64_t operandsAddress = 0x2e0000000000; ///< OperandRecord[]
/// The tables of watched values: which values to read, when, and how to find
/// them.
constexpr uint64_t watchedAddress = 0x290000000000;      ///< uint64_t[]
constexpr uint64_t watchRecordsAddress = 0x2a0000000000; ///< WatchRecord[]
constexpr uint64_t watchStepsAddress = 0x2b0000000000;   ///< LocationStep[]
/// Two buffers for the watched values that were read. Each has a WatchSlot for
/// each value, and then the bytes of the values. The first buffer is the
/// program's own, and is copied when the program forks; the second one is
/// shared with the tool.
constexpr uint64_t watchStateAddress = 0x2c0000000000;
constexpr uint64_t watchResultsAddress = 0x2d0000000000;
/// The tables of computed stores, whose addresses only a recording could find
/// out; mapped in guarded flow, if a recording has found these stores. In that
/// case the bit array of the included events (at includedAddress) is one word
/// longer: ComputedStores::heapLimit comes last.
constexpr uint64_t computedRangesAddress = 0x2e0000000000; ///< ComputedRange[]
constexpr uint64_t computedPositionsAddress = 0x2e8000000000; ///< uint32_t[]
constexpr uint64_t computedStartsAddress = 0x2f0000000000;    ///< uint32_t[]

constexpr uint32_t none = ~uint32_t(0);

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_ADDRESSES_H
