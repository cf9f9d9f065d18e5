// Finds functions by the name that the user gave, and names the kinds of
// remarks on statements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "UnitNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <set>
#include <tuple>

using namespace pinstripe;

llvm::StringRef pinstripe::noteKindName(ModelNote::Kind kind) {
  switch (kind) {
  case ModelNote::Kind::Merged:
    return "merged";
  case ModelNote::Kind::Glued:
    return "glued";
  case ModelNote::Kind::Dropped:
    return "dropped";
  case ModelNote::Kind::Moved:
    return "moved";
  }
  llvm_unreachable("not a kind of note");
}

void pinstripe::writeHeading(llvm::raw_ostream &stream, TextStyle style,
                             llvm::StringRef text) {
  stream << '\n';
  writeStyled(stream, style, Emphasis::Heading, text);
  stream << '\n';
}

bool pinstripe::isNamed(const TracedFunction &function, llvm::StringRef name) {
  llvm::StringRef whole = function.name;
  return name.empty() || whole == name || function.linkageName == name ||
         (whole.consume_back(name) && whole.ends_with("::"));
}

std::vector<FunctionId> pinstripe::functionsNamed(const UnitTable &table,
                                                  llvm::StringRef name) {
  std::vector<FunctionId> result;
  for (size_t i = 0; i != table.functions.size(); ++i)
    if (isNamed(table.functions[i], name))
      result.push_back(FunctionId(i));
  return result;
}

FunctionUnits pinstripe::unitsOf(const UnitTable &table, FunctionId id) {
  FunctionUnits result;
  result.id = id;
  // The unit table sorts entries, the addresses at which statements begin, by
  // address. So all entries of a function lie between the function's lowest and
  // its highest address.
  auto first =
      llvm::partition_point(table.entries, [&](const UnitEntry &entry) {
        return entry.address < table.function(id).low;
      });
  for (;
       first != table.entries.end() && first->address < table.function(id).high;
       ++first)
    if (first->function == id)
      result.entries[first->unit].push_back(&*first);
  for (const auto &[unit, entries] : result.entries)
    result.order.push_back(unit);
  llvm::sort(result.order, [&](UnitId left, UnitId right) {
    const SourceRange &a = table.unit(left).range;
    const SourceRange &b = table.unit(right).range;
    return std::tie(a.file, a.line, a.column, left) <
           std::tie(b.file, b.line, b.column, right);
  });
  return result;
}

std::vector<CleanupLink>
pinstripe::cleanupLinksOf(const UnitTable &table,
                          const std::vector<FunctionId> &functions) {
  std::set<FunctionId> wanted(functions.begin(), functions.end());
  std::set<UnitId> units;
  for (const UnitEntry &entry : table.entries)
    if (wanted.contains(entry.function))
      units.insert(entry.unit);
  std::vector<CleanupLink> result;
  llvm::copy_if(table.cleanupLinks, std::back_inserter(result),
                [&](const CleanupLink &link) {
                  return units.contains(link.declaration) ||
                         units.contains(link.cleanup);
                });
  return result;
}
