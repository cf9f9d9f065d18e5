// Computes the patches and tables for a program that is loaded but has not run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The patches lead control through the hooks. The tables tell the runtime what
// each hook means.

#ifndef PINSTRIPE_LIB_NATIVE_PATCH_INSTRUMENTEDPROGRAM_H
#define PINSTRIPE_LIB_NATIVE_PATCH_INSTRUMENTEDPROGRAM_H

#include "Patch/DetailedSites.h"
#include "Runtime/Layout.h"
#include "pinstripe/Execution/Hooks.h"
#include "pinstripe/Program/DataCode.h"
#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

struct InstrumentationRequest {
  const UnitTable &table;
  const HookMap &hooks;
  std::vector<uint64_t> addresses; ///< Sorted table addresses of hooks.
  native::RunMode mode = native::RunMode::Recording;
  bool trapsOnly = false;
  /// Mappings of the process at its entry point.
  std::vector<Mapping> mappings;
  uint64_t entryPoint = 0;
  const DataCode *code = nullptr; ///< Null except in a detailed recording.
  /// Nothing is patched, since a tracer stops the program at the addresses
  /// themselves.
  bool isStepped = false;
};

class InstrumentedProgram {
public:
  /// Fails with a NativeRefusal if hooks can't be placed in this program.
  static llvm::Expected<InstrumentedProgram>
  create(const InstrumentationRequest &request, ModuleCache &cache);

  /// Points by hook. The hooks in libc come last and have no point.
  std::vector<HookPoint> points;
  std::vector<native::HookRecord> hooks;
  std::vector<native::FunctionRecord> functions; ///< Indexed as the unit table.
  std::vector<native::EntryRecord> entries;      ///< Indexed as the unit table.
  std::vector<native::ReloadRecord> reloads;
  std::vector<native::StoreRecord> stores;
  std::vector<native::OperandRecord> operands; ///< Filled in live flow only.
  std::vector<uint64_t> operandCells;          ///< By operand.
  std::vector<native::TrapRecord> traps;       ///< Sorted.
  std::vector<native::PatchRecord> patches;    ///< Sorted.
  std::vector<PlacedModule> modules;
  std::vector<Mapping> mappings; ///< Of the process at its entry point.
  uint64_t flush = 0;            ///< Run-time address of fflush; 0 if none.

  // These are filled in a detailed recording only:
  std::vector<DetailedSite> detailedHooks; ///< By hook.
  std::vector<native::LibraryCallRecord> libraryCalls;
  std::vector<native::TargetRecord> targets;   ///< Sorted.
  std::vector<native::RangeRecord> codeRanges; ///< Sorted.
  /// Run-time addresses of glibc's FILE objects; 0 if there are none.
  uint64_t standardInput = 0, standardOutput = 0;

  /// Returns the table address of the original instruction for the code at
  /// `pc`, which may be moved code in a trampoline. Returns the address in the
  /// file of a module that is not traced, and `pc` itself outside of all
  /// modules.
  uint64_t originOf(uint64_t pc) const;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_INSTRUMENTEDPROGRAM_H
