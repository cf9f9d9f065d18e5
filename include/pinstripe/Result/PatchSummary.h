// Describes how the native engine would patch one module of a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_PATCHSUMMARY_H
#define PINSTRIPE_RESULT_PATCHSUMMARY_H

#include "pinstripe/Instrumentation/ModulePatcher.h"
#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// Describes how the native engine would patch a module, so that the program
/// calls hooks (code that the engine inserts). The hooks are empty here: the
/// code of a hook does not influence how many instructions a patch must move.
struct PatchSummary {
  ModuleId module{};
  uint64_t textSize = 0;
  /// The places of the hooks, as addresses in the module's file.
  std::vector<HookSite> sites;
  PatchedModule patched;
  /// Descriptions of the defects that the verifier has found in the patches.
  std::vector<std::string> findings;
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_PATCHSUMMARY_H
