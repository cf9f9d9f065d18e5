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
  /// Addresses of the hooks as in the unit table, sorted.
  std::vector<uint64_t> addresses;
  native::RunMode mode = native::RunMode::Recording;
  bool trapsOnly = false;
  /// Memory mappings of the process while it is stopped at its entry point.
  std::vector<Mapping> mappings;
  uint64_t entryPoint = 0;
  /// The code whose instructions are to be recorded; null if none are.
  const DataCode *code = nullptr;
  /// Nothing is patched, since a tracer stops the program at the addresses of
  /// the hooks.
  bool isStepped = false;
};

class InstrumentedProgram {
public:
  /// Fails with a NativeRefusal if hooks can't be placed in this program.
  static llvm::Expected<InstrumentedProgram>
  create(const InstrumentationRequest &request, ModuleCache &cache);

  /// The HookPoint of each hook. The hooks in libc come last and have no point.
  std::vector<HookPoint> points;
  std::vector<native::HookRecord> hooks;
  /// Functions and entries, indexed as in the unit table.
  std::vector<native::FunctionRecord> functions;
  std::vector<native::EntryRecord> entries;
  std::vector<native::ReloadRecord> reloads;
  std::vector<native::StoreRecord> stores;
  /// Operands of conditions; filled in live flow only.
  std::vector<native::OperandRecord> operands;
  std::vector<uint64_t> operandCells;    ///< Address after each operand's hook.
  std::vector<native::TrapRecord> traps; ///< Int3 patches, sorted by address.
  std::vector<native::PatchRecord> patches; ///< All patches, sorted by address.
  std::vector<PlacedModule> modules;
  /// Memory mappings of the process while it is stopped at its entry point.
  std::vector<Mapping> mappings;
  uint64_t flush = 0; ///< Run-time address of fflush; 0 if there is no fflush.

  // The following members are filled in a recording of instructions only.
  std::vector<DetailedSite> detailedHooks; ///< Sites, indexed by hook.
  std::vector<native::LibraryCallRecord> libraryCalls;
  /// Library functions with a model, sorted by address.
  std::vector<native::TargetRecord> targets;
  /// Functions whose instructions are recorded, sorted by address.
  std::vector<native::RangeRecord> codeRanges;
  /// Run-time addresses of glibc's stdin and stdout, or 0.
  uint64_t standardInput = 0, standardOutput = 0;

  /// Returns where the code at the run-time address `pc`, which may lie in a
  /// trampoline, was originally. The result is an address as in the unit table.
  /// For a module that is not traced it is a run-time address, and outside of
  /// all modules it is `pc` itself.
  uint64_t originOf(uint64_t pc) const;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_INSTRUMENTEDPROGRAM_H
