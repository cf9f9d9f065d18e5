// Computes the patches that make a loaded program execute hooks, and the tables
// that describe the hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The patches make control pass through the hooks. The tables tell the runtime
// (the tool's code in the process) what each hook means.

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
  /// The addresses at which functions, statements and exits get hooks. The
  /// addresses are sorted. They are addresses in the unit table (the list of
  /// the program's statements), before the program is loaded.
  std::vector<uint64_t> addresses;
  native::RunMode mode = native::RunMode::Recording;
  /// The functions that occur in the recorded run; null unless the hooks are
  /// for guarded flow, a kind of partial execution in which conditions must
  /// decide as recorded. The hooks of these functions also read the processor
  /// flags with which conditions decide.
  const FunctionSet *guarded = nullptr;
  bool trapsOnly = false;
  /// The memory mappings of the process, which has stopped at its entry point.
  std::vector<Mapping> mappings;
  uint64_t entryPoint = 0;
  /// The code of the program as basic blocks if instructions are recorded;
  /// otherwise null.
  const DataCode *code = nullptr;
  /// True if no hooks are written into the program. A tracer then stops the
  /// program at each place where a hook would be.
  bool isStepped = false;
  /// True if the threads of the program take turns: hooks ask the tool if
  /// another thread than the one that has the turn executes them.
  bool takesTurns = false;
};

class InstrumentedProgram {
public:
  /// Places the hooks and computes the patches. Returns a NativeRefusal if no
  /// hooks can be placed in this program.
  static llvm::Expected<InstrumentedProgram>
  create(const InstrumentationRequest &request, ModuleCache &cache);

  /// For each hook, what is at its address: the entry of a function, the start
  /// of a statement, the exit of a function, an operand of `&&`, `||` or `?`,
  /// or an instruction that reads processor flags. The HookPoint is empty for a
  /// hook in libc, and for a hook that only records instructions.
  std::vector<HookPoint> points;
  std::vector<native::HookRecord> hooks;
  /// The traced functions (those whose statements are recorded) and the
  /// statement entries (addresses at which statements can begin). They have the
  /// same numbers as in the unit table.
  std::vector<native::FunctionRecord> functions;
  std::vector<native::EntryRecord> entries;
  std::vector<native::ReloadRecord> reloads;
  std::vector<native::StoreRecord> stores;
  /// The operands of `&&`, `||` and `?`. The list is empty unless the hooks are
  /// for live flow, in which the program runs normally except for a few
  /// changes.
  std::vector<native::OperandRecord> operands;
  /// For each operand of `&&`, `||` or `?`: the run-time address at which the
  /// program goes on after the operand's hook. The hook jumps to this address
  /// unless the operand's value is forced.
  std::vector<uint64_t> operandCells;
  /// For each patch that is an int3 instruction, its address and the address of
  /// its trampoline, the code that is executed in its place. Sorted by address.
  std::vector<native::TrapRecord> traps;
  /// All patches of the program's code, sorted by address.
  std::vector<native::PatchRecord> patches;
  std::vector<PlacedModule> modules;
  /// The memory mappings of the process. They were read while the process was
  /// stopped at its entry point.
  std::vector<Mapping> mappings;
  /// Run-time address of libc's fflush; 0 if fflush was not found. fflush is
  /// called after a crash, so that no output is lost.
  uint64_t flush = 0;

  /// For each recompiled function: its run-time address, and the address of the
  /// original function in the unit table (the list of the program's
  /// statements).
  std::map<uint64_t, uint64_t> recompiled;

  // The following members are empty unless the hooks are for a recording of
  // instructions.

  /// For each hook: what the hook has to record about instructions.
  std::vector<DetailedSite> detailedHooks;
  std::vector<native::LibraryCallRecord> libraryCalls;
  /// Library functions that have a model and may be called through pointers,
  /// sorted by address. A model describes what a function reads and writes.
  std::vector<native::TargetRecord> targets;
  /// The functions whose instructions are recorded, sorted by address.
  std::vector<native::RangeRecord> codeRanges;
  /// Run-time addresses of glibc's object for the stream stdin, and of glibc's
  /// pointer to the first of all open streams. 0 if there are none.
  uint64_t standardInput = 0, openStreams = 0;

  /// Returns the origin of the code at the run-time address `pc`. If `pc` is in
  /// a trampoline, the code was moved there from another place. If `pc` is in a
  /// recompiled function, the code comes from the original function.
  ///
  /// In a traced module, the result is a table address: the address in the
  /// module's file plus a constant for each module (see UnitTable). In a
  /// recompiled function, the result is the table address of the original
  /// function. In any other module, the result is a run-time address. Outside
  /// of all modules, the result is `pc` itself.
  uint64_t originOf(uint64_t pc) const;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_INSTRUMENTEDPROGRAM_H
