//===- InstrumentedProgram.h - Patches for a loaded program -----*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What has to be changed in the memory of a program that is loaded but has
// not started, so that control passes through the hooks, and the tables that
// tell the runtime what a hook is.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_INSTRUMENTEDPROGRAM_H
#define PINSTRIPE_LIB_NATIVE_INSTRUMENTEDPROGRAM_H

#include "DetailedSites.h"
#include "Runtime/Layout.h"
#include "pinstripe/Execution/Hooks.h"
#include "pinstripe/Program/DataCode.h"
#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

struct InstrumentationRequest {
  const UnitTable &table;
  const HookMap &hooks;
  std::vector<uint64_t> addresses; ///< sorted table addresses
  native::RunMode mode = native::RunMode::Recording;
  bool trapsOnly = false;
  /// Of the process at its entry point.
  std::vector<Mapping> mappings;
  uint64_t entryPoint = 0;
  const DataCode *code = nullptr; ///< of a detailed recording
  /// Nothing is patched: hooks are the addresses themselves, at which a tracer
  /// stops the program.
  bool isStepped = false;
};

class InstrumentedProgram {
public:
  /// A NativeRefusal if something is not where it has to be.
  static llvm::Expected<InstrumentedProgram>
  create(const InstrumentationRequest &request, ModuleCache &cache);

  /// By index of the hook. The last ones are those of libc's functions and
  /// have no point.
  std::vector<HookPoint> points;
  std::vector<native::HookRecord> hooks;
  std::vector<native::FunctionRecord> functions; ///< as in the unit table
  std::vector<native::EntryRecord> entries;      ///< as in the unit table
  std::vector<native::ReloadRecord> reloads;
  std::vector<native::StoreRecord> stores;
  std::vector<native::OperandRecord> operands; ///< in live flow only
  std::vector<uint64_t> operandCells;          ///< by operand
  std::vector<native::TrapRecord> traps;       ///< sorted
  std::vector<native::PatchRecord> patches;    ///< sorted
  std::vector<PlacedModule> modules;
  std::vector<Mapping> mappings; ///< of the process at its entry point
  uint64_t flush = 0;            ///< run-time address of libc's fflush; 0: none

  // Of a detailed recording:
  std::vector<DetailedSite> detailedHooks; ///< by index of the hook
  std::vector<native::LibraryCallRecord> libraryCalls;
  std::vector<native::TargetRecord> targets;   ///< sorted
  std::vector<native::RangeRecord> codeRanges; ///< sorted
  /// Run-time addresses of glibc's FILE objects; 0: none.
  uint64_t standardInput = 0, standardOutput = 0;

  /// The table address of what the program executed at `pc`, code that was
  /// moved included; `pc` itself if that is in no traced module.
  uint64_t originOf(uint64_t pc) const;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_INSTRUMENTEDPROGRAM_H
