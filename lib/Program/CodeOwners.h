//===- CodeOwners.h - Which unit each instruction belongs to -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Program. A row of the line table belongs to the innermost unit
// whose source range holds its position. What remains is prologue, epilogue,
// unwinding, or glue: code that runs whenever control comes by.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_PROGRAM_CODEOWNERS_H
#define PINSTRIPE_LIB_PROGRAM_CODEOWNERS_H

#include "FrameLayout.h"
#include "FunctionCode.h"
#include "UnitCatalog.h"

namespace pinstripe {

/// A unit, or one of the kinds of code that is no unit.
struct CodeOwner {
  enum class Kind : uint8_t { Unit, Glue, Prologue, Epilogue, Unwinding };
  Kind kind = Kind::Glue;
  UnitId unit{};
  bool isUnit() const { return kind == Kind::Unit; }
  bool operator==(const CodeOwner &) const = default;
};

struct CodeOwners {
  std::vector<CodeOwner> owners; ///< per instruction
  /// Where dispatch begins: behind the prologue and what follows it without
  /// a unit, such as the store of a virtual table.
  uint32_t bodyStart = 0;
  /// Start of the epilogue, reload of the return value included.
  std::optional<uint32_t> exit;
  /// Start of code that moves an executed return's value from a callee-saved
  /// register and goes on to the exit; equal to `exit` without such code.
  std::optional<uint32_t> resultReload;
  /// Registers that may be live at an entry: they hold variables, or are set
  /// only where code always runs.
  RegisterSet steadyRegisters = 0;
  std::string fallbackReason;
};

CodeOwners assignOwners(const DebugFunction &function, const FunctionCode &code,
                        const FrameLayout &frame, const SourceScope &scope,
                        UnitCatalog &catalog, UnitTable &table);

/// No register is live but steady ones, and rsp has its base depth.
bool isClean(const FunctionCode &code, const FrameLayout &frame,
             RegisterSet steadyRegisters, uint32_t index);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_CODEOWNERS_H
