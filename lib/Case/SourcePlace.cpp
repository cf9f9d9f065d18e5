// Places in the source, as users write them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/SourcePlace.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NearNames.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace pinstripe;

bool pinstripe::endsWithComponent(llvm::StringRef whole, llvm::StringRef part,
                                  llvm::StringRef separator) {
  return whole == part ||
         (whole.consume_back(part) && whole.ends_with(separator));
}

bool pinstripe::isInFile(const UnitTable &table, const StatementUnit &unit,
                         llvm::StringRef file) {
  return table.isNamed(unit.range.file, file);
}

/// Takes a number between the `:` at the start of `rest` and the end, `:` or
/// `#`.
static bool takeNumber(llvm::StringRef &rest, uint32_t &number) {
  llvm::StringRef after = rest;
  bool isNumber = after.consume_front(":") &&
                  !after.consumeInteger(10, number) && number != 0 &&
                  (after.empty() || after[0] == ':' || after[0] == '#');
  if (isNumber)
    rest = after;
  return isNumber;
}

/// Parses `[:EXPRESSION][#K]`.
static bool takeRest(llvm::StringRef rest, SourcePlace &place) {
  auto [before, instance] = rest.rsplit('#');
  if (before.size() != rest.size() &&
      (instance.getAsInteger(10, place.instance) || place.instance == 0))
    return false;
  bool hasExpression = before.consume_front(":");
  place.expression = before.trim();
  return hasExpression != place.expression.empty();
}

std::optional<SourcePlace> pinstripe::parsePlace(llvm::StringRef word) {
  // The name of a file may have colons, too.
  for (size_t at = word.find(':'); at != llvm::StringRef::npos;
       at = word.find(':', at + 1)) {
    SourcePlace place;
    llvm::StringRef rest = word.drop_front(at);
    if (at == 0 || !takeNumber(rest, place.line))
      continue;
    uint32_t column = 0;
    if (takeNumber(rest, column))
      place.column = column;
    place.file = word.take_front(at);
    return takeRest(rest, place) ? std::optional(place) : std::nullopt;
  }
  return std::nullopt;
}

PlaceResolver::PlaceResolver(const UnitTable &table, const Trace &trace,
                             llvm::StringRef option)
    : table(table), option(option), executedUnits(table.units.size()) {
  for (const Event &event : trace.allEvents())
    executedUnits.insert(table.entry(event.entry).unit);
}

llvm::Expected<UnitSet>
PlaceResolver::executedUnitsAt(llvm::StringRef word,
                               const SourcePlace &place) const {
  auto unitsIf = [&](auto isThere) {
    UnitSet result(table.units.size());
    for (UnitId unit : executedUnits)
      if (isInFile(table, table.unit(unit), place.file) &&
          isThere(table.unit(unit).range))
        result.insert(unit);
    return result;
  };
  UnitSet result = unitsIf([&](const SourceRange &range) {
    return range.line == place.line &&
           (place.column == 0 || range.column == place.column);
  });
  if (result.none() && place.column == 0)
    result = unitsIf([&](const SourceRange &range) {
      return range.line <= place.line && place.line <= range.endLine;
    });
  if (result.none())
    return noSuchLine(word, place);
  return std::move(result);
}

llvm::Error PlaceResolver::checkInstance(llvm::StringRef word,
                                         const SourcePlace &place,
                                         const UnitSet &units,
                                         const InstanceTable &instances) const {
  uint32_t most = 0;
  for (UnitId unit : units)
    most = std::max(most, instances.executions(unit));
  if (place.instance <= most)
    return llvm::Error::success();
  return llvm::make_error<UsageError>(
      option + " " + word + ": this was executed " + counted(most, "time") +
      ", so that #1 to #" + llvm::Twine(most) + " are there");
}

llvm::Error PlaceResolver::noSuchFile(llvm::StringRef word,
                                      llvm::StringRef file) const {
  std::set<std::string> names;
  for (UnitId unit : executedUnits)
    names.insert(table.displayPath(table.unit(unit).range.file));
  return llvm::make_error<UsageError>(
      option + " " + word + ": nothing was executed in a file " + file + "; " +
      describeNear(file, names, "`pinstripe show` has the files that are"));
}

llvm::Error PlaceResolver::noSuchLine(llvm::StringRef word,
                                      const SourcePlace &place) const {
  NearNames near;
  for (UnitId unit : executedUnits) {
    const SourceRange &range = table.unit(unit).range;
    if (!isInFile(table, table.unit(unit), place.file))
      continue;
    uint32_t distance =
        std::max(range.line, place.line) - std::min(range.line, place.line);
    std::string name =
        table.displayPath(range.file) + ":" + std::to_string(range.line);
    if (place.column != 0)
      name += ":" + std::to_string(range.column);
    near.insert({distance, name});
  }
  if (near.empty())
    return noSuchFile(word, place.file);
  return llvm::make_error<UsageError>(
      option + " " + word + ": no statement that was executed is there; " +
      describeNearest(near));
}
