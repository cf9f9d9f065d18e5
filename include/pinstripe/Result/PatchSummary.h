// Describes how the native engine would patch one module of a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_PATCHSUMMARY_H
#define PINSTRIPE_RESULT_PATCHSUMMARY_H

#include "pinstripe/Instrumentation/ModulePatcher.h"
#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// A module that was patched with hooks of length 0. Which code has to be
/// moved, and where to, does not depend on the code of the hooks.
struct PatchSummary {
  ModuleId module{};
  uint64_t textSize = 0;
  std::vector<HookSite> sites; ///< Hooks at addresses of the module's file.
  PatchedModule patched;
  std::vector<std::string> findings; ///< Complaints of the patch verifier.
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_PATCHSUMMARY_H
