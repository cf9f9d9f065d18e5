// Computes the patches and tables for a program that is loaded but has not run
// yet.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The patches make control pass through the hooks. The tables tell the runtime
// what each hook means.

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
  /// The sorted addresses at which functions, statements and exits get hooks.
  /// They are addresses before loading, as in the unit table, the list of the
  /// program's statements.
  std::vector<uint64_t> addresses;
  native::RunMode mode = native::RunMode::Recording;
  bool trapsOnly = false;
  /// The memory mappings of the process, which has stopped at its entry point.
  std::vector<Mapping> mappings;
  uint64_t entryPoint = 0;
  /// The code of the program as basic blocks, for a recording of instructions;
  /// otherwise null.
  const DataCode *code = nullptr;
  /// True if nothing is to be patched. Then a tracer stops the program at each
  /// place that would otherwise get a hook.
  bool isStepped = false;
};

class InstrumentedProgram {
public:
  /// Returns a NativeRefusal if no hooks can be placed in this program.
  static llvm::Expected<InstrumentedProgram>
  create(const InstrumentationRequest &request, ModuleCache &cache);

  /// For each hook, what is at its address: the entry of a function, the start
  /// of a statement, an exit, or an operand of `&&`, `||` or `?`. The HookPoint
  /// is empty if the hook is in libc or only records instructions.
  std::vector<HookPoint> points;
  std::vector<native::HookRecord> hooks;
  /// The traced functions, and the entries (addresses at which statements can
  /// begin), with the same numbers as in the unit table.
  std::vector<native::FunctionRecord> functions;
  std::vector<native::EntryRecord> entries;
  std::vector<native::ReloadRecord> reloads;
  std::vector<native::StoreRecord> stores;
  /// The operands of `&&`, `||` and `?`. Empty unless this is live flow, in
  /// which the program runs by itself except for a few changes.
  std::vector<native::OperandRecord> operands;
  /// For each operand of `&&`, `||` and `?`, the address after its hook. The
  /// hook jumps there unless the operand's value is forced.
  std::vector<uint64_t> operandCells;
  /// For each patch that is an int3 instruction, its address and the address of
  /// the trampoline (the code to which control must go instead). The list is
  /// sorted by address.
  std::vector<native::TrapRecord> traps;
  /// All patches of the program's code, sorted by address.
  std::vector<native::PatchRecord> patches;
  std::vector<PlacedModule> modules;
  /// The memory mappings of the process, which has stopped at its entry point.
  std::vector<Mapping> mappings;
  /// Run-time address of libc's fflush, which is called after a crash, so that
  /// no output is lost; 0 if fflush was not found.
  uint64_t flush = 0;

  /// The run-time addresses of functions that were recompiled, each with the
  /// address of the original function in the unit table.
  std::map<uint64_t, uint64_t> recompiled;

  // The following members are empty unless this is a recording of instructions.

  /// For each hook, what it has to do to record instructions.
  std::vector<DetailedSite> detailedHooks;
  std::vector<native::LibraryCallRecord> libraryCalls;
  /// Library functions that may be called through pointers and that have a
  /// model (a description of what they read and write); sorted by address.
  std::vector<native::TargetRecord> targets;
  /// The functions whose instructions are recorded, sorted by address.
  std::vector<native::RangeRecord> codeRanges;
  /// Run-time addresses of the objects of glibc for the streams stdin and
  /// stdout, which functions such as puts() use; 0 if there are none.
  uint64_t standardInput = 0, standardOutput = 0;

  /// Returns where the code at the run-time address `pc` came from. `pc` may be
  /// in a trampoline, to which instructions were moved, or in a recompiled
  /// function.
  ///
  /// The result in a traced module is an address of the unit table, before
  /// loading; in a recompiled function it is that of the original function. The
  /// result in any other module is a run-time address. Outside of all modules,
  /// the result is `pc` itself.
  uint64_t originOf(uint64_t pc) const;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_INSTRUMENTEDPROGRAM_H
