//===- Preferences.cpp - What a user wants of a reduction -----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/Preferences.h"
#include "NearNames.h"
#include "pinstripe/Report/InstanceTable.h"
#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace pinstripe;

namespace {

/// `sample.c:13`, `sample.c:13:5`, `sample.c:13#2`.
struct Place {
  llvm::StringRef file;
  uint32_t line = 0;
  uint32_t column = 0;   ///< 0: any
  uint32_t instance = 0; ///< 0: all
};

/// Turns the words of a user into events.
class WishResolver {
public:
  WishResolver(const UnitTable &table, const Trace &trace);

  llvm::Expected<EventSet> run(const Preferences &preferences);

private:
  llvm::Error keep(llvm::StringRef word);
  llvm::Error keepNumbers(llvm::StringRef word);
  llvm::Error keepPlace(llvm::StringRef word, const Place &place);
  void keepWithCalls(EventIndex event);

  llvm::Error addRegion(llvm::StringRef option, llvm::StringRef word,
                        llvm::BitVector &entries) const;
  llvm::Error noSuchFile(llvm::StringRef word, llvm::StringRef file) const;
  llvm::Error noSuchLine(llvm::StringRef word, const Place &place) const;
  llvm::BitVector executedUnitsAt(const Place &place) const;
  bool isInFile(const StatementUnit &unit, llvm::StringRef file) const;

  const UnitTable &table;
  const Trace &trace;
  llvm::BitVector executedUnits;
  std::optional<InstanceTable> instances; ///< once a word needs it
  EventSet pinned;
};

} // namespace

/// `c.c` and `b/c.c` name the file `a/b/c.c`, `h` and `g::h` the function
/// `f::g::h`.
static bool endsWithComponent(llvm::StringRef whole, llvm::StringRef part,
                              llvm::StringRef separator) {
  return whole == part ||
         (whole.consume_back(part) && whole.ends_with(separator));
}

static bool isNamed(const UnitTable &table, const TracedFunction &function,
                    llvm::StringRef name) {
  return endsWithComponent(function.name, name, "::") ||
         function.linkageName == name || table.displayName(function) == name;
}

/// Takes `:13` or `#2` from the end of the word.
static bool consumeNumber(llvm::StringRef &word, char mark, uint32_t &number) {
  size_t at = word.rfind(mark);
  if (at == llvm::StringRef::npos ||
      word.drop_front(at + 1).getAsInteger(10, number) || number == 0)
    return false;
  word = word.take_front(at);
  return true;
}

static std::optional<Place> parsePlace(llvm::StringRef word) {
  Place place;
  consumeNumber(word, '#', place.instance);
  if (!consumeNumber(word, ':', place.line))
    return std::nullopt;
  uint32_t line = 0;
  if (consumeNumber(word, ':', line))
    place.column = std::exchange(place.line, line);
  place.file = word;
  return word.empty() ? std::nullopt : std::optional<Place>(place);
}

WishResolver::WishResolver(const UnitTable &table, const Trace &trace)
    : table(table), trace(trace), executedUnits(table.units.size()),
      pinned(trace.size()) {
  for (const Event &event : trace.allEvents())
    executedUnits.set(static_cast<unsigned>(table.entry(event.entry).unit));
}

llvm::Error WishResolver::keep(llvm::StringRef word) {
  if (word.find_first_not_of("0123456789,") == llvm::StringRef::npos)
    return keepNumbers(word);
  if (std::optional<Place> place = parsePlace(word))
    return keepPlace(word, *place);
  return llvm::make_error<UsageError>(
      "--keep-event " + word +
      ": write numbers of events, such as 7,12, or a place, such as bug.c:13 "
      "or bug.c:13#2 for its second instance");
}

llvm::Error WishResolver::keepNumbers(llvm::StringRef word) {
  for (llvm::StringRef part : llvm::split(word, ',')) {
    uint64_t number = 0;
    if (part.getAsInteger(10, number) || number == 0 || number > trace.size())
      return llvm::make_error<UsageError>(
          "--keep-event " + word + ": '" + part +
          "' is no event of the recorded run, which has 1 to " +
          llvm::Twine(trace.size()) + "; `pinstripe show` lists them");
    keepWithCalls(EventIndex(number - 1));
  }
  return llvm::Error::success();
}

/// An event happens only if the calls do that lead to it.
void WishResolver::keepWithCalls(EventIndex event) {
  std::optional<EventIndex> next = event;
  while (next && !pinned.test(static_cast<unsigned>(*next))) {
    pinned.set(static_cast<unsigned>(*next));
    std::optional<InvocationId> id = trace.event(*next).invocation;
    next = std::nullopt;
    for (; id && !next; id = trace.invocation(*id).caller)
      next = trace.invocation(*id).parent;
  }
}

bool WishResolver::isInFile(const StatementUnit &unit,
                            llvm::StringRef file) const {
  return endsWithComponent(table.file(unit.range.file), file, "/");
}

/// Those that begin there, else those that the place lies in.
llvm::BitVector WishResolver::executedUnitsAt(const Place &place) const {
  auto unitsIf = [&](auto isThere) {
    llvm::BitVector result(table.units.size());
    for (unsigned unit : executedUnits.set_bits())
      if (isInFile(table.units[unit], place.file) &&
          isThere(table.units[unit].range))
        result.set(unit);
    return result;
  };
  llvm::BitVector result = unitsIf([&](const SourceRange &range) {
    return range.line == place.line &&
           (place.column == 0 || range.column == place.column);
  });
  if (result.any() || place.column != 0)
    return result;
  return unitsIf([&](const SourceRange &range) {
    return range.line <= place.line && place.line <= range.endLine;
  });
}

llvm::Error WishResolver::keepPlace(llvm::StringRef word, const Place &place) {
  llvm::BitVector units = executedUnitsAt(place);
  if (units.none())
    return noSuchLine(word, place);
  if (!instances)
    instances.emplace(table, trace);
  uint32_t most = 0;
  for (unsigned unit : units.set_bits())
    most = std::max(most, instances->executions(UnitId{unit}));
  if (place.instance > most)
    return llvm::make_error<UsageError>(
        "--keep-event " + word + ": this was executed " +
        counted(most, "time") + ", so that #1 to #" + llvm::Twine(most) +
        " are there");
  for (uint32_t i = 0; i != trace.size(); ++i) {
    EventIndex event{i};
    if (units.test(static_cast<unsigned>(instances->unitOf(event))) &&
        (place.instance == 0 || place.instance == instances->instanceOf(event)))
      keepWithCalls(event);
  }
  return llvm::Error::success();
}

llvm::Error WishResolver::noSuchFile(llvm::StringRef word,
                                     llvm::StringRef file) const {
  std::set<std::string> names;
  for (unsigned unit : executedUnits.set_bits())
    names.insert(table.displayPath(table.units[unit].range.file));
  return llvm::make_error<UsageError>(
      "--keep-event " + word + ": nothing was executed in a file " + file +
      "; " +
      describeNear(file, names, "`pinstripe show` has the files that are"));
}

llvm::Error WishResolver::noSuchLine(llvm::StringRef word,
                                     const Place &place) const {
  std::set<std::pair<uint32_t, std::string>> near; // by distance
  for (unsigned unit : executedUnits.set_bits()) {
    const SourceRange &range = table.units[unit].range;
    if (!isInFile(table.units[unit], place.file))
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
  std::vector<std::string> names;
  for (const auto &[distance, name] : near)
    if (names.size() != mostNearNames)
      names.push_back(name);
  return llvm::make_error<UsageError>(
      "--keep-event " + word + ": no statement that was executed is there; " +
      "near: " + llvm::join(names, ", "));
}

/// Adds the entries in the file or the function, whichever the word names.
llvm::Error WishResolver::addRegion(llvm::StringRef option,
                                    llvm::StringRef word,
                                    llvm::BitVector &entries) const {
  llvm::BitVector isWanted(table.functions.size());
  for (unsigned i = 0; i != table.functions.size(); ++i)
    isWanted[i] = isNamed(table, table.functions[i], word);
  bool isKnown = isWanted.any();
  for (unsigned i = 0; i != table.entries.size(); ++i) {
    const UnitEntry &entry = table.entries[i];
    if (isWanted[static_cast<unsigned>(entry.function)] ||
        isInFile(table.unit(entry.unit), word)) {
      isKnown = true;
      entries.set(i);
    }
  }
  if (isKnown)
    return llvm::Error::success();
  std::set<std::string> names;
  for (const TracedFunction &function : table.functions)
    names.insert(function.name);
  for (const StatementUnit &unit : table.units)
    names.insert(table.displayPath(unit.range.file));
  return llvm::make_error<UsageError>(
      option + " " + word +
      ": no function or source file that can be skipped "
      "has this name; " +
      describeNear(word, names, "`pinstripe units` has those that have one"));
}

llvm::Expected<EventSet> WishResolver::run(const Preferences &preferences) {
  llvm::BitVector only(table.entries.size(), preferences.only.empty());
  for (const std::string &word : preferences.only)
    if (llvm::Error error = addRegion("--only", word, only))
      return error;
  llvm::BitVector skipped(table.entries.size());
  for (const std::string &word : preferences.skipped)
    if (llvm::Error error = addRegion("--skip", word, skipped))
      return error;
  for (const std::string &word : preferences.keptEvents)
    if (llvm::Error error = keep(word))
      return error;
  only.reset(skipped);
  for (unsigned i = 0; i != trace.size(); ++i)
    if (!only.test(static_cast<unsigned>(trace.event(EventIndex{i}).entry)))
      pinned.set(i);
  if (!pinned.all())
    return std::move(pinned);
  return llvm::make_error<UsageError>(
      "nothing is left to be reduced: by --keep-event, --only and --skip all " +
      counted(trace.size(), "recorded statement instance") +
      " are always executed");
}

llvm::Expected<EventSet>
pinstripe::userPinnedEvents(const Preferences &preferences,
                            const UnitTable &table, const Trace &trace) {
  if (preferences.keptEvents.empty() && preferences.only.empty() &&
      preferences.skipped.empty())
    return EventSet();
  return WishResolver(table, trace).run(preferences);
}
