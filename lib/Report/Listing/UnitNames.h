// Finds functions by the name that the user gave, and names the kinds of
// remarks on statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_UNITNAMES_H
#define PINSTRIPE_LIB_REPORT_UNITNAMES_H

#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Report/TextStyle.h"
#include <map>

namespace pinstripe {

/// The statement units of one function. Each unit is listed with its entries in
/// this function, which are the addresses at which the unit begins.
struct FunctionUnits {
  FunctionId id{};
  std::map<UnitId, std::vector<const UnitEntry *>> entries;
  /// The units of the function, in the order of the source.
  std::vector<UnitId> order;
};
FunctionUnits unitsOf(const UnitTable &table, FunctionId id);

/// Returns true if `name` is the full name of the function, the last part of
/// the full name (`area` for `Shape::area`), or the function's name in the
/// symbol table. Returns true for all functions if `name` is empty.
bool isNamed(const TracedFunction &function, llvm::StringRef name);
/// Returns all functions that `name` stands for (see isNamed).
std::vector<FunctionId> functionsNamed(const UnitTable &table,
                                       llvm::StringRef name);

/// Returns the links between a declaration and the clean-up that destroys the
/// declared objects, for the code of `functions` only. The unit table has the
/// links of all functions.
std::vector<CleanupLink>
cleanupLinksOf(const UnitTable &table,
               const std::vector<FunctionId> &functions);

/// Returns the name of a kind of note: "merged", "glued" and so on. A note is a
/// remark on how code was divided into statement units.
llvm::StringRef noteKindName(ModelNote::Kind kind);

/// Writes an empty line, and after it a heading.
void writeHeading(llvm::raw_ostream &stream, TextStyle style,
                  llvm::StringRef text);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_UNITNAMES_H
