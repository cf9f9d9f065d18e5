// Describes how the native engine would patch one module of a program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_PATCHSUMMARY_H
#define PINSTRIPE_RESULT_PATCHSUMMARY_H

#include "pinstripe/Instrumentation/ModulePatcher.h"
#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// A module that was patched for a preview: its hooks contain no code. Which
/// instructions of the program have to be moved does not depend on that.
struct PatchSummary {
  ModuleId module{};
  uint64_t textSize = 0;
  std::vector<HookSite> sites; ///< Hooks at addresses in the module's file.
  PatchedModule patched;
  std::vector<std::string> findings; ///< Defects seen by the verifier.
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_PATCHSUMMARY_H
