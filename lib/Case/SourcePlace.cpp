// Parses places in the source, as users write them, and finds the statements
// there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Case/SourcePlace.h"
#include "pinstripe/Program/GluedUnits.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NearNames.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace pinstripe;

bool pinstripe::endsWithComponent(llvm::StringRef whole, llvm::StringRef part,
                                  llvm::StringRef separator) {
  return whole == part ||
         (whole.consume_back(part) && whole.ends_with(separator));
}

/// Takes a `:` and a number from the beginning of `rest`, if a `:`, a `#` or
/// the end of the text follows. Stores the number and returns true. Otherwise
/// leaves `rest` as it is and returns false.
static bool takeNumber(llvm::StringRef &rest, uint32_t &number) {
  llvm::StringRef after = rest;
  bool isNumber = after.consume_front(":") &&
                  !after.consumeInteger(10, number) && number != 0 &&
                  (after.empty() || after[0] == ':' || after[0] == '#');
  if (isNumber)
    rest = after;
  return isNumber;
}

/// Parses `[:EXPRESSION][#K]`, the end of a place in the source as users write
/// it.
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
  // The name of a file may contain colons. So the loop tries each colon as the
  // end of the name.
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

bool pinstripe::beginsAt(const UnitTable &table, const StatementUnit &unit,
                         const SourcePlace &place) {
  return unit.range.line == place.line &&
         (place.column == 0 || unit.range.column == place.column) &&
         table.isNamed(unit.range.file, place.file);
}

UnitSet pinstripe::unitsAt(const UnitTable &table, const UnitSet &among,
                           const SourcePlace &place) {
  UnitSet beginning(table.units.size()), covering(table.units.size());
  for (UnitId id : among) {
    const StatementUnit &unit = table.unit(id);
    beginning.assign(id, beginsAt(table, unit, place));
    covering.assign(id, place.column == 0 && unit.range.line <= place.line &&
                            place.line <= unit.range.endLine &&
                            table.isNamed(unit.range.file, place.file));
  }
  return beginning.any() ? beginning : covering;
}

std::string pinstripe::explainMissing(const UnitTable &table,
                                      const UnitSet &among,
                                      const SourcePlace &place,
                                      const MissingPlace &words) {
  std::set<std::string> files;
  NearNames near;
  for (UnitId unit : among) {
    const SourceRange &range = table.unit(unit).range;
    std::string name = table.displayPath(range.file);
    files.insert(name);
    if (!table.isNamed(range.file, place.file))
      continue;
    name += ":" + std::to_string(range.line);
    if (place.column != 0)
      name += ":" + std::to_string(range.column);
    near.insert({llvm::AbsoluteDifference(range.line, place.line), name});
  }
  if (near.empty())
    return (words.noFile + place.file + "; ").str() +
           describeNear(place.file, files, words.fileHint);
  return words.noStatement.str() + "; " + describeNearest(near);
}

/// A glued statement is one that can only be executed or skipped together with
/// another statement. If a statement at `place` is glued to an executed one,
/// returns a text which says that the two go together. Otherwise returns an
/// empty text.
static std::string explainGlued(const UnitTable &table, const UnitSet &executed,
                                const SourcePlace &place) {
  std::map<UnitId, UnitId> hosts = gluedUnits(table);
  UnitSet glued(table.units.size());
  for (auto [unit, host] : hosts)
    glued.assign(unit, executed.contains(host));
  for (UnitId unit : unitsAt(table, glued, place))
    return "line " + std::to_string(table.unit(unit).range.line) +
           " goes with line " +
           std::to_string(table.unit(hosts[unit]).range.line) +
           ": there is no place between them where control could enter; name "
           "that line";
  return "";
}

llvm::Expected<UnitSet> pinstripe::executedUnitsAt(const UnitTable &table,
                                                   const Trace &trace,
                                                   const SourcePlace &place,
                                                   llvm::StringRef option,
                                                   llvm::StringRef word) {
  constexpr MissingPlace missing = {"nothing was executed in a file ",
                                    "`pinstripe show` has the files that are",
                                    "no statement that was executed is there"};
  UnitSet executed(table.units.size());
  std::vector<uint32_t> executions(table.units.size());
  for (Event event : trace.allEvents()) {
    UnitId unit = table.entry(event.entry).unit;
    executed.insert(unit);
    ++executions[static_cast<size_t>(unit)];
  }
  auto refuse = [&](const llvm::Twine &why) {
    return llvm::make_error<UsageError>(option + " " + word + ": " + why);
  };
  UnitSet result = unitsAt(table, executed, place);
  if (result.none()) {
    std::string glued = explainGlued(table, executed, place);
    return refuse(glued.empty()
                      ? explainMissing(table, executed, place, missing)
                      : glued);
  }
  uint32_t instances = 0;
  for (UnitId unit : result)
    instances = std::max(instances, executions[static_cast<size_t>(unit)]);
  if (place.instance > instances)
    return refuse("this was executed " + counted(instances, "time") +
                  ", so that #1 to #" + llvm::Twine(instances) + " are there");
  return std::move(result);
}
