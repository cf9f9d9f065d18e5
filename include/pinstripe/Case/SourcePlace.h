// Places in the source, as users write them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_SOURCEPLACE_H
#define PINSTRIPE_CASE_SOURCEPLACE_H

#include "pinstripe/Trace/InstanceTable.h"
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

/// Finds what was executed at a place. Errors are UsageErrors that name the
/// option and the word.
class PlaceResolver {
public:
  PlaceResolver(const UnitTable &table, const Trace &trace,
                llvm::StringRef option);

  /// Returns the executed units that begin at the place, otherwise those that
  /// contain it.
  llvm::Expected<UnitSet> executedUnitsAt(llvm::StringRef word,
                                          const SourcePlace &place) const;
  /// Returns an error unless one of the units has that instance.
  llvm::Error checkInstance(llvm::StringRef word, const SourcePlace &place,
                            const UnitSet &units,
                            const InstanceTable &instances) const;

private:
  llvm::Error noSuchFile(llvm::StringRef word, llvm::StringRef file) const;
  llvm::Error noSuchLine(llvm::StringRef word, const SourcePlace &place) const;

  const UnitTable &table;
  std::string option;
  UnitSet executedUnits;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_SOURCEPLACE_H
