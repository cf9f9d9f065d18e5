// Finds the executed statements that the user wants a reduction to keep.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/Preferences.h"
#include "Reduce/RunStructure.h"
#include "pinstripe/Case/SourcePlace.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/NearNames.h"
#include "pinstripe/Trace/InstanceTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace pinstripe;

namespace {

/// Finds the events that must be executed because of the options
/// `--keep-event`, `--only` and `--skip`.
class WishResolver {
public:
  WishResolver(const UnitTable &table, const Trace &trace);

  llvm::Expected<EventSet> run(const Preferences &preferences);

private:
  llvm::Error keep(llvm::StringRef word);
  llvm::Error keepNumbers(llvm::StringRef word);
  llvm::Error keepPlace(llvm::StringRef word, const SourcePlace &place);
  void keepWithCalls(EventIndex event);

  llvm::Error addRegion(llvm::StringRef option, llvm::StringRef word,
                        EntrySet &entries) const;

  const UnitTable &table;
  const Trace &trace;
  /// The instances of each statement. This table is made when it is first
  /// needed.
  std::optional<InstanceTable> instances;
  EventSet pinned;
};

} // namespace

static bool isNamed(const UnitTable &table, const TracedFunction &function,
                    llvm::StringRef name) {
  return endsWithComponent(function.name, name, "::") ||
         function.linkageName == name || table.displayName(function) == name;
}

WishResolver::WishResolver(const UnitTable &table, const Trace &trace)
    : table(table), trace(trace), pinned(trace.size()) {}

llvm::Error WishResolver::keep(llvm::StringRef word) {
  if (word.find_first_not_of("0123456789,") == llvm::StringRef::npos)
    return keepNumbers(word);
  std::optional<SourcePlace> place = parsePlace(word);
  if (place && place->expression.empty())
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
          "' is not an event of the recorded run, which has 1 to " +
          llvm::Twine(trace.size()) + "; `pinstripe show` lists them");
    keepWithCalls(EventIndex(number - 1));
  }
  return llvm::Error::success();
}

/// Pins an event, together with the calls that lead to it: without these calls
/// the event would not happen.
void WishResolver::keepWithCalls(EventIndex event) {
  for (std::optional<EventIndex> next = event; next && !pinned.contains(*next);
       next = callOf(trace, *next))
    pinned.insert(*next);
}

llvm::Error WishResolver::keepPlace(llvm::StringRef word,
                                    const SourcePlace &place) {
  llvm::Expected<UnitSet> units =
      executedUnitsAt(table, trace, place, "--keep-event", word);
  if (!units)
    return units.takeError();
  if (!instances)
    instances.emplace(table, trace);
  for (uint32_t i = 0; i != trace.size(); ++i) {
    EventIndex event{i};
    if (units->contains(instances->unitOf(event)) &&
        (place.instance == 0 || place.instance == instances->instanceOf(event)))
      keepWithCalls(event);
  }
  return llvm::Error::success();
}

/// Adds to `entries` the entries of all statements in the file or function that
/// has the name `word`. An entry is an address at which control can enter a
/// statement.
llvm::Error WishResolver::addRegion(llvm::StringRef option,
                                    llvm::StringRef word,
                                    EntrySet &entries) const {
  FunctionSet wanted(table.functions.size());
  for (unsigned i = 0; i != table.functions.size(); ++i)
    wanted.assign(FunctionId{i}, isNamed(table, table.functions[i], word));
  bool isKnown = wanted.any();
  for (unsigned i = 0; i != table.entries.size(); ++i) {
    const UnitEntry &entry = table.entries[i];
    if (wanted.contains(entry.function) ||
        table.isNamed(table.unit(entry.unit).range.file, word)) {
      isKnown = true;
      entries.insert(EntryId{i});
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
  EntrySet only(table.entries.size(), preferences.only.empty());
  for (const std::string &word : preferences.only)
    if (llvm::Error error = addRegion("--only", word, only))
      return error;
  EntrySet skipped(table.entries.size());
  for (const std::string &word : preferences.skipped)
    if (llvm::Error error = addRegion("--skip", word, skipped))
      return error;
  for (const std::string &word : preferences.keptEvents)
    if (llvm::Error error = keep(word))
      return error;
  only -= skipped;
  for (unsigned i = 0; i != trace.size(); ++i)
    if (!only.contains(trace.entryOf(EventIndex{i})))
      pinned.insert(EventIndex{i});
  if (!pinned.isFull())
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
