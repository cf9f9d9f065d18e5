//===- Addresses.h - Where everything lies in the target --------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All addresses are fixed, far from where the system puts programs, libraries,
// heaps and stacks when address randomisation is off, so that the layout of the
// target is that of a plain run.
//
// Code in hooks reaches what it needs by absolute 32-bit addresses, from
// wherever it stands: those parts are below 2 GiB.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_RUNTIME_ADDRESSES_H
#define PINSTRIPE_LIB_NATIVE_RUNTIME_ADDRESSES_H

#include <cstdint>

namespace pinstripe::native {

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

} // namespace pinstripe::native

#endif // PINSTRIPE_LIB_NATIVE_RUNTIME_ADDRESSES_H
