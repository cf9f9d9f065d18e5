// Reads values of a stopped program in the notation of reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_LLDB_PRESENTVALUES_H
#define PINSTRIPE_TOOLS_LLDB_PRESENTVALUES_H

#include "LLDB/LLDBSession.h"
#include "pinstripe/Program/ExpressionCompiler.h"

namespace pinstripe {

/// Reads values of a stopped program. Values of the recorded run are shown
/// beside them, so both are written in the same notation, which is not LLDB's.
class PresentValues {
public:
  /// Makes a reader for the program that `table` describes. `table` must
  /// outlive the reader.
  explicit PresentValues(const UnitTable &table) : compiler(table) {}

  /// Returns the value of an expression in a frame of the process of `session`.
  /// Returns nullopt if the value can't be found, for example because the
  /// variable is in a register.
  std::optional<std::string> read(LLDBSession &session, lldb::SBFrame &frame,
                                  llvm::StringRef expression);

private:
  ExpressionCompiler compiler;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_LLDB_PRESENTVALUES_H
