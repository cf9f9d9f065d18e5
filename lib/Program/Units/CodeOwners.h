// Assigns each instruction of a function to a statement unit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An instruction belongs to the innermost unit whose source range holds the
// instruction's position in the line table. Code that belongs to no unit is
// prologue, epilogue, unwinding, or glue: code that is executed whenever
// control passes through it.

#ifndef PINSTRIPE_LIB_PROGRAM_UNITS_CODEOWNERS_H
#define PINSTRIPE_LIB_PROGRAM_UNITS_CODEOWNERS_H

#include "Code/FrameLayout.h"
#include "Code/FunctionCode.h"
#include "Units/UnitCatalog.h"

namespace pinstripe {

/// The owner of an instruction: a statement unit, or a kind of code that
/// belongs to no unit.
struct CodeOwner {
  enum class Kind : uint8_t { Unit, Glue, Prologue, Epilogue, Unwinding };
  Kind kind = Kind::Glue;
  UnitId unit{};
  bool isUnit() const { return kind == Kind::Unit; }
  bool operator==(const CodeOwner &) const = default;
};

struct CodeOwners {
  /// For each instruction of the function, its owner: a statement unit, or a
  /// kind of code that belongs to no unit.
  std::vector<CodeOwner> owners;
  /// Index of the first instruction that can be skipped. It lies after the
  /// prologue, and after code that follows the prologue and belongs to no unit,
  /// such as the store of a vtable pointer.
  uint32_t bodyStart = 0;
  /// Index of the first instruction of the epilogue, which begins with the
  /// reload of the return value, if there is a reload. The index is nullopt if
  /// the frame is never torn down.
  std::optional<uint32_t> exit;
  /// Index of the first instruction of the code that loads a returned value
  /// from a callee-saved register, before control comes to the epilogue. If
  /// there is no such code, equal to `exit`, where the epilogue begins.
  std::optional<uint32_t> resultReload;
  /// The steady registers: those whose values are right wherever control comes
  /// from, even if statements were skipped. They are the registers that hold
  /// variables, and the callee-saved registers that are set only by code that
  /// is always executed.
  RegisterSet steadyRegisters = 0;
  std::string fallbackReason;
};

CodeOwners assignOwners(const DebugFunction &function, const FunctionCode &code,
                        const FrameLayout &frame, const SourceScope &scope,
                        UnitCatalog &catalog, UnitTable &table);

/// Returns true if control may be sent to an instruction from elsewhere. This
/// is so if rsp has the value that it has between statements, and if no
/// register holds a value that is needed later. Steady registers may hold such
/// values, since their values are right wherever control comes from.
bool isClean(const FunctionCode &code, const FrameLayout &frame,
             RegisterSet steadyRegisters, uint32_t index);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_UNITS_CODEOWNERS_H
