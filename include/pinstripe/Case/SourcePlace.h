// Parses and resolves places in the source, as users write them.
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
  uint32_t column = 0;             ///< Column; 0 if any is meant.
  uint32_t instance = 0;           ///< The instance K; 0 if the place has none.
  llvm::StringRef expression = {}; ///< Empty if the place has no expression.
};

/// Parses a place that a user wrote. The result refers to the characters of
/// `word`, which must outlive the result. Returns nullopt if `word` is not a
/// place.
std::optional<SourcePlace> parsePlace(llvm::StringRef word);

/// Returns true if `part` has the last components of `whole`: `h` and `g::h`
/// name the function `f::g::h`.
bool endsWithComponent(llvm::StringRef whole, llvm::StringRef part,
                       llvm::StringRef separator);
/// Returns true if the unit begins on the line of `place`, and in its column if
/// `place` has one.
bool beginsAt(const UnitTable &table, const StatementUnit &unit,
              const SourcePlace &place);
/// Returns the units of `among` that begin at the place, otherwise those that
/// contain it.
UnitSet unitsAt(const UnitTable &table, const UnitSet &among,
                const SourcePlace &place);

/// The parts of a message that says that no unit is at a place.
struct MissingPlace {
  llvm::StringLiteral noFile; ///< Begins the message; the file's name follows.
  llvm::StringLiteral fileHint; ///< Where the user finds the right names.
  llvm::StringLiteral noStatement;
};
/// Explains why none of the units is at the place, and what is near.
std::string explainMissing(const UnitTable &table, const UnitSet &among,
                           const SourcePlace &place, const MissingPlace &words);

/// Returns the executed units at the place, which the user wrote as `word`
/// after `option`. Returns a UsageError that names both if there are none, or
/// none with the instance of the place.
llvm::Expected<UnitSet> executedUnitsAt(const UnitTable &table,
                                        const Trace &trace,
                                        const SourcePlace &place,
                                        llvm::StringRef option,
                                        llvm::StringRef word);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_SOURCEPLACE_H
