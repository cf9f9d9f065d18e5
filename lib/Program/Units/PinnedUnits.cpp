// Finds the statement units that must always be executed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Units/PinnedUnits.h"
#include "llvm/ADT/STLExtras.h"

namespace pinstripe {

/// Returns why statements that call the function `callee` must always be
/// executed, as for setjmp and fork. Returns an empty string for other
/// functions, whose calls may be skipped.
static llvm::StringRef pinReasonOfCall(llvm::StringRef callee) {
  static constexpr const char *jumps[] = {
      "setjmp",  "_setjmp",    "sigsetjmp", "__sigsetjmp",
      "longjmp", "siglongjmp", "_longjmp",  "__longjmp_chk"};
  static constexpr const char *processes[] = {
      "fork",        "vfork",        "_Fork",  "clone", "clone3",
      "posix_spawn", "posix_spawnp", "system", "popen"};
  if (llvm::is_contained(jumps, callee))
    return "setjmp or longjmp";
  if (llvm::is_contained(processes, callee))
    return "creates a process";
  if (callee == "__cxa_throw" || callee == "__cxa_rethrow")
    return "throws an exception";
  if (callee == "__cxa_end_catch" || callee == "__cxa_begin_catch")
    return "enters or ends a catch block";
  if (callee.starts_with("__cxa_guard_"))
    return "guards a static initialisation";
  return "";
}

void pinUnits(const FunctionCode &code, llvm::ArrayRef<CodeOwner> owners,
              UnitTable &table) {
  for (uint32_t i = 0; i < code.size(); ++i) {
    if (!owners[i].isUnit())
      continue;
    llvm::StringRef reason = pinReasonOfCall(code.callee[i]);
    const Instruction &instruction = code.instructions[i];
    if (!instruction.stackChange && !instruction.stackFromFrame)
      reason = "allocates or frees stack space";
    StatementUnit &unit = table.units[size_t(owners[i].unit)];
    if (!reason.empty() && unit.pinReason.empty())
      unit.pinReason = reason.str();
  }
}

} // namespace pinstripe
