// Places in the source, as users write them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_SOURCEPLACE_H
#define PINSTRIPE_CASE_SOURCEPLACE_H

#include "pinstripe/Trace/Trace.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// `FILE:LINE[:COLUMN][:EXPRESSION][#K]`: `sample.c:13`, `sample.c:13:5`,
/// `sample.c:13#2`, `sample.c:13:total#2`.
struct SourcePlace {
  llvm::StringRef file;
  uint32_t line = 0;
  uint32_t column = 0;             ///< 0 for any column.
  uint32_t instance = 0;           ///< 0 if none is given.
  llvm::StringRef expression = {}; ///< Empty if none is given.
};

/// Parses a place, which refers to the word. Returns nullopt if the word is not
/// a place.
std::optional<SourcePlace> parsePlace(llvm::StringRef word);

/// Returns true if `part` is the end of `whole`: `h` and `g::h` name the
/// function `f::g::h`.
bool endsWithComponent(llvm::StringRef whole, llvm::StringRef part,
                       llvm::StringRef separator);
bool isInFile(const UnitTable &table, const StatementUnit &unit,
              llvm::StringRef file);
/// Returns true if the unit begins on the line, and in the column if one is
/// given.
bool beginsAt(const UnitTable &table, const StatementUnit &unit,
              const SourcePlace &place);
/// Returns the units of `among` that begin at the place, otherwise those that
/// contain it.
UnitSet unitsAt(const UnitTable &table, const UnitSet &among,
                const SourcePlace &place);

/// What to say of a place without units.
struct MissingPlace {
  llvm::StringLiteral noFile;   ///< Ends before the name of the file.
  llvm::StringLiteral fileHint; ///< Where the user finds the right names.
  llvm::StringLiteral noStatement;
};
/// Explains why none of the units is at the place, and what is near.
std::string explainMissing(const UnitTable &table, const UnitSet &among,
                           const SourcePlace &place, const MissingPlace &words);

/// Finds what was executed at a place.
class PlaceResolver {
public:
  PlaceResolver(const UnitTable &table, const Trace &trace,
                llvm::StringRef option);

  /// Returns the executed units at the place, which is written as `word`.
  /// Returns a UsageError that names option and word if there are none, or none
  /// with the instance of the place.
  llvm::Expected<UnitSet> executedUnitsAt(llvm::StringRef word,
                                          const SourcePlace &place) const;

private:
  const UnitTable &table;
  std::string option;
  std::vector<uint32_t> executions; ///< By unit.
  UnitSet executedUnits;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_SOURCEPLACE_H
