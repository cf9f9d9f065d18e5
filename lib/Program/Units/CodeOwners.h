// Assigns each instruction of a function to a statement unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An instruction belongs to the innermost unit whose source range holds the
// position of its line table row. Other code is prologue, epilogue, unwinding,
// or glue: code that runs whenever control passes.

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_CODEOWNERS_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_CODEOWNERS_H

#include "Code/FrameLayout.h"
#include "Code/FunctionCode.h"
#include "Units/UnitCatalog.h"

namespace pinstripe {

/// A unit, or one of the kinds of code outside of units.
struct CodeOwner {
  enum class Kind : uint8_t { Unit, Glue, Prologue, Epilogue, Unwinding };
  Kind kind = Kind::Glue;
  UnitId unit{};
  bool isUnit() const { return kind == Kind::Unit; }
  bool operator==(const CodeOwner &) const = default;
};

struct CodeOwners {
  std::vector<CodeOwner> owners; ///< The owner of each instruction.
  /// Index of the first instruction that can be skipped: after the prologue and
  /// the code without a unit that follows it, such as the store of a vtable
  /// pointer.
  uint32_t bodyStart = 0;
  /// Index at which the epilogue starts, with the reload of the return value.
  std::optional<uint32_t> exit;
  /// Index of the start of the code that moves the value of an executed return
  /// from a callee-saved register and goes on to the exit; equal to `exit` if
  /// there is no such code.
  std::optional<uint32_t> resultReload;
  /// Registers that may be live at an entry, because they hold variables or are
  /// set only by code that always runs.
  RegisterSet steadyRegisters = 0;
  std::string fallbackReason;
};

CodeOwners assignOwners(const DebugFunction &function, const FunctionCode &code,
                        const FrameLayout &frame, const SourceScope &scope,
                        UnitCatalog &catalog, UnitTable &table);

/// Returns true if at most steady registers are live before an instruction and
/// rsp is where it is between statements.
bool isClean(const FunctionCode &code, const FrameLayout &frame,
             RegisterSet steadyRegisters, uint32_t index);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_CODEOWNERS_H
