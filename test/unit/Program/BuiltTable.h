// Builds unit tables of programs in tests.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_PROGRAM_BUILTTABLE_H
#define PINSTRIPE_TEST_UNIT_PROGRAM_BUILTTABLE_H

#include "TestSupport/Programs.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "pinstripe/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace pinstripe::test {

inline UnitTable tableOf(const TestProgram &program) {
  return orFail(buildUnitTable(program.path, {}));
}

inline std::string refusalOf(const TestProgram &program) {
  auto table = buildUnitTable(program.path, {});
  REQUIRE_FALSE(bool(table));
  llvm::Error error = table.takeError();
  CHECK(error.isA<TargetError>());
  return llvm::toString(std::move(error));
}

inline bool isIn(const UnitTable &table, const UnitEntry &entry,
                 llvm::StringRef function) {
  return table.function(entry.function).name == function;
}

/// Returns "kind text" for each unit with code in a function, in source order.
inline std::vector<std::string> unitsIn(const UnitTable &table,
                                        llvm::StringRef function) {
  std::vector<UnitId> ids;
  for (const UnitEntry &entry : table.entries)
    if (isIn(table, entry, function) && !llvm::is_contained(ids, entry.unit))
      ids.push_back(entry.unit);
  llvm::sort(ids, [&](UnitId a, UnitId b) {
    const SourceRange &left = table.unit(a).range;
    const SourceRange &right = table.unit(b).range;
    return std::pair(left.line, left.column) <
           std::pair(right.line, right.column);
  });
  std::vector<std::string> result;
  for (UnitId id : ids)
    result.push_back(unitKindName(table.unit(id).kind).str() + " " +
                     table.unit(id).text);
  return result;
}

inline const StatementUnit *findUnit(const UnitTable &table,
                                     llvm::StringRef text) {
  for (const StatementUnit &unit : table.units)
    if (unit.text == text)
      return &unit;
  return nullptr;
}

using Lines = std::vector<std::string>;

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_PROGRAM_BUILTTABLE_H
