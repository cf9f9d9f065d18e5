// What the unit listings share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_UNITNAMES_H
#define PINSTRIPE_LIB_REPORT_UNITNAMES_H

#include "pinstripe/Program/UnitTable.h"
#include <map>

namespace pinstripe {

/// The units of one function with their entries there, in source order.
struct FunctionUnits {
  FunctionId id{};
  std::map<UnitId, std::vector<const UnitEntry *>> entries;
  std::vector<UnitId> order;
};
FunctionUnits unitsOf(const UnitTable &table, FunctionId id);

/// Functions of that name, last component or linkage name; empty: all.
std::vector<FunctionId> functionsNamed(const UnitTable &table,
                                       llvm::StringRef name);

/// "merged", "glued", ...
llvm::StringRef noteKindName(ModelNote::Kind kind);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_UNITNAMES_H
