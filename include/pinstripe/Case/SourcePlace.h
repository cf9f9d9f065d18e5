// Parses places in the source, as users write them, and finds the statements
// there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_SOURCEPLACE_H
#define PINSTRIPE_CASE_SOURCEPLACE_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// A place that a user names: `FILE:LINE[:COLUMN][:EXPRESSION][#K]`, such as
/// `sample.c:13`, `sample.c:13:5`, `sample.c:13#2`, `sample.c:13:total#2`.
struct SourcePlace {
  llvm::StringRef file;
  uint32_t line = 0;
  uint32_t column = 0; ///< The column of the place; 0 if the user names none.
  /// K in `#K`, which stands for the K-th execution of the statement; 0 if the
  /// user names none.
  uint32_t instance = 0;
  /// The expression that follows the line or column; empty if the user names
  /// none.
  llvm::StringRef expression = {};
};

/// Parses a place that a user has written. The result refers to the characters
/// of `word`, so `word` must outlive the result. Returns nullopt if `word` is
/// not a place.
std::optional<SourcePlace> parsePlace(llvm::StringRef word);

/// Returns true if `part` is equal to `whole` or to its last components. For
/// example, `h` and `g::h` are last components of `f::g::h` with the separator
/// `::`.
bool endsWithComponent(llvm::StringRef whole, llvm::StringRef part,
                       llvm::StringRef separator);
/// Returns true if the statement begins in the file and on the line of `place`.
/// If `place` has a column, the statement must also begin in this column.
bool beginsAt(const UnitTable &table, const StatementUnit &unit,
              const SourcePlace &place);
/// Returns those statements in `among` that begin at the place. If there are
/// none and the place has no column, returns those that contain the line.
UnitSet unitsAt(const UnitTable &table, const UnitSet &among,
                const SourcePlace &place);

/// The words of an error message for the case that no statement is at the place
/// that the user has named. Each command has words of its own.
struct MissingPlace {
  /// The beginning of the message about an unknown file; the name of the file
  /// follows.
  llvm::StringLiteral noFile;
  /// The end of the message about an unknown file. It tells where the user
  /// finds the names of the known files.
  llvm::StringLiteral fileHint;
  llvm::StringLiteral noStatement;
};
/// Returns a message for the user which says that none of the statements in
/// `among` is at the place. The message also names statements or files near the
/// place.
std::string explainMissing(const UnitTable &table, const UnitSet &among,
                           const SourcePlace &place, const MissingPlace &words);

/// Returns those statements at `place` that the run has executed. Returns a
/// UsageError if there are none, or if `place` asks for the K-th instance
/// (`#K`) and none of them was executed K times. The error message has
/// `option`, the name of the option, and `word`, the place as the user has
/// written it.
llvm::Expected<UnitSet> executedUnitsAt(const UnitTable &table,
                                        const Trace &trace,
                                        const SourcePlace &place,
                                        llvm::StringRef option,
                                        llvm::StringRef word);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_SOURCEPLACE_H
