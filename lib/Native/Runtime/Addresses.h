// Says at which addresses of the target each table and state lies.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All addresses are fixed and far from where Linux puts programs, libraries,
// heaps and stacks when address randomisation is off, so the target has the
// layout of a plain run.
//
// Code in hooks uses absolute 32-bit addresses, so what hooks use is below 2
// GiB.

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_ADDRESSES_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_ADDRESSES_H

#include <cstdint>

namespace pinstripe::native {

constexpr uint64_t runtimeBase = 0x70000000; ///< the image, not writable
/// The ProcessState: private memory, which the kernel zeroes in children that
/// the program forks.
constexpr uint64_t processStateAddress = 0x70100000;
/// The RunState, in memory that is shared with the tool.
constexpr uint64_t runStateAddress = 0x70200000;
/// The LiveState, in the same page as the RunState.
constexpr uint64_t liveStateAddress = runStateAddress + 1024;
/// Two pages for each server, shared with the tool: the ServerControl, and the
/// RunState of the server's children, which is also mapped at runStateAddress.
constexpr uint64_t serverSlotsAddress = 0x70210000;
constexpr uint32_t serverSlots = 16;
/// The runtime's stack grows down from runtimeStackAddress + runtimeStackSize.
constexpr uint64_t runtimeStackAddress = 0x70300000;
constexpr uint64_t runtimeStackSize = 0x40000;
constexpr uint64_t activationsAddress = 0x70400000;
constexpr uint32_t maxActivations = 1u << 20;
constexpr uint64_t pageSize = 4096;

/// Tables have windows of their own above the address space of a plain run.
/// Only as much of a window is mapped as its table needs.
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
constexpr uint64_t callCountsAddress = 0x1c0000000000;  ///< uint32_t[], private
constexpr uint64_t ringAddress = 0x1d0000000000;   ///< chunks of the raw trace
constexpr uint64_t storesAddress = 0x1e0000000000; ///< StoreRecord[]
/// The tables about skipped events are mapped in guarded flow only.
constexpr uint64_t treeEndsAddress = 0x1f0000000000;    ///< uint32_t[]
constexpr uint64_t storeBlocksAddress = 0x200000000000; ///< uint32_t[]
constexpr uint64_t writersAddress = 0x210000000000;     ///< uint32_t[]
constexpr uint64_t stampsAddress = 0x220000000000;      ///< uint32_t[], private
/// The tables of library calls are mapped in recordings of instructions only.
constexpr uint64_t libraryCallsAddress =
    0x230000000000;                                    ///< LibraryCallRecord[]
constexpr uint64_t modelsAddress = 0x240000000000;     ///< ModelRecord[]
constexpr uint64_t effectsAddress = 0x250000000000;    ///< EffectRecord[]
constexpr uint64_t targetsAddress = 0x260000000000;    ///< TargetRecord[]
constexpr uint64_t codeRangesAddress = 0x270000000000; ///< RangeRecord[]
constexpr uint64_t libraryStateAddress = 0x280000000000; ///< LibraryState
constexpr uint64_t libraryStateSize = 0x80000;
/// Hooks in children that the program forks write their records to this memory
/// instead of into the raw trace. Code in hooks reaches the address.
constexpr uint64_t scratchAddress = 0x7e000000;
/// In live flow: for each operand, the address at which its hook continues. The
/// memory is private, and code in hooks reaches it.
constexpr uint64_t operandCellsAddress = 0x7d000000;
constexpr uint64_t maxOperands =
    (scratchAddress - operandCellsAddress) / sizeof(uint64_t);
constexpr uint64_t operandsAddress = 0x2e0000000000; ///< OperandRecord[]
/// The tables for watched values.
constexpr uint64_t watchedAddress = 0x290000000000;      ///< uint64_t[]
constexpr uint64_t watchRecordsAddress = 0x2a0000000000; ///< WatchRecord[]
constexpr uint64_t watchStepsAddress = 0x2b0000000000;   ///< LocationStep[]
/// The values that were read: WatchSlot[], then bytes. The first copy is
/// private to the program, the second one shared with the tool.
constexpr uint64_t watchStateAddress = 0x2c0000000000;
constexpr uint64_t watchResultsAddress = 0x2d0000000000;
/// The computed stores are mapped in guarded flow, if a recording says which
/// event wrote to which address. The bits of the included events are then
/// followed by one more word: ComputedStores::heapLimit.
constexpr uint64_t computedRangesAddress = 0x2e0000000000; ///< ComputedRange[]
constexpr uint64_t computedPositionsAddress = 0x2e8000000000; ///< uint32_t[]
constexpr uint64_t computedStartsAddress = 0x2f0000000000;    ///< uint32_t[]

constexpr uint32_t none = ~uint32_t(0);

/// The number by which malloc recognises freed blocks. Every run gets this
/// number; without Pinstripe it would be random.
constexpr uint64_t mallocKey = 0x9d3c5be7a1f04826;

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_ADDRESSES_H
