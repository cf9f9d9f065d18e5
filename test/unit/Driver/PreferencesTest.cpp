// Tests of the options that name events to keep or to reduce.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Driver/Reduce/Preferences.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

namespace {

/// Makes units, each with an entry of the same number.
enum PlannedStatement : uint32_t {
  Begin,
  Loop,
  Call,
  End,
  Add,
  Return,
  Log,
  Unused
};

/// Makes a table with four functions: main in src/bug.c with the lines 3, 4, 5
/// and 6 to 8; Sums::add in src/sums.c with two statements on line 20; write in
/// src/log.c with line 30; and unused in src/log.c.
UnitTable programTable() {
  UnitTable table;
  table.modules = {{"/home/bug", "", 0}};
  table.userFolder = "/home/src";
  table.files = {"/home/src/bug.c", "/home/src/sums.c", "/home/src/log.c"};
  for (const char *name : {"main", "Sums::add", "write", "unused"}) {
    table.functions.emplace_back();
    table.functions.back().name = name;
  }
  auto add = [&](uint32_t file, uint32_t function, SourceRange range) {
    range.file = FileId(file);
    table.units.emplace_back();
    table.units.back().range = range;
    UnitEntry entry;
    entry.unit = UnitId(table.units.size() - 1);
    entry.function = FunctionId(function);
    table.entries.push_back(entry);
  };
  add(0, 0, {FileId(), 3, 3, 3, 9});
  add(0, 0, {FileId(), 4, 3, 4, 9});
  add(0, 0, {FileId(), 5, 3, 5, 9});
  add(0, 0, {FileId(), 6, 3, 8, 9});
  add(1, 1, {FileId(), 20, 3, 20, 9});
  add(1, 1, {FileId(), 20, 12, 20, 18});
  add(2, 2, {FileId(), 30, 3, 30, 9});
  add(2, 3, {FileId(), 40, 3, 40, 9});
  return table;
}

/// Makes a trace in which main calls Sums::add twice, which calls write:
///   1 begin  2 loop  3 call  4 add  5 log  6 return
///            7 loop  8 call  9 add 10 log 11 return  12 loop  13 end
Trace programTrace() {
  std::vector<Event> events;
  std::vector<Invocation> invocations(1);
  auto add = [&](PlannedStatement statement, size_t invocation) {
    events.push_back({EntryId(statement), InvocationId(invocation)});
  };
  auto call = [&](uint32_t function, size_t caller) {
    Invocation invocation;
    invocation.function = FunctionId(function);
    invocation.caller = InvocationId(caller);
    invocation.parent = EventIndex(events.size() - 1);
    invocations.push_back(invocation);
    return invocations.size() - 1;
  };
  add(Begin, 0);
  for (int round = 0; round != 2; ++round) {
    add(Loop, 0);
    add(Call, 0);
    size_t sum = call(1, 0);
    add(Add, sum);
    add(Log, call(2, sum));
    add(Return, sum);
  }
  add(Loop, 0);
  add(End, 0);
  return Trace(events, invocations);
}

using Numbers = std::vector<uint32_t>;

/// Returns the numbers of events as users count them, from 1.
Numbers pinnedBy(const Preferences &preferences) {
  UnitTable table = programTable();
  Trace trace = programTrace();
  llvm::Expected<EventSet> events = userPinnedEvents(preferences, table, trace);
  REQUIRE(static_cast<bool>(events));
  Numbers result;
  for (EventIndex event : *events)
    result.push_back(static_cast<uint32_t>(event) + 1);
  return result;
}

std::string refusalOf(const Preferences &preferences) {
  UnitTable table = programTable();
  Trace trace = programTrace();
  llvm::Expected<EventSet> events = userPinnedEvents(preferences, table, trace);
  if (events)
    return "";
  llvm::Error error = events.takeError();
  CHECK(error.isA<UsageError>());
  return llvm::toString(std::move(error));
}

Numbers keptBy(std::vector<std::string> words) {
  return pinnedBy({.keptEvents = std::move(words)});
}

} // namespace

TEST_CASE("Without wishes nothing is pinned", "[driver][preferences]") {
  CHECK(pinnedBy({}).empty());
}

TEST_CASE("Events are kept by number", "[driver][preferences]") {
  CHECK(keptBy({"1,13", "7"}) == Numbers{1, 7, 13});
}

TEST_CASE("Keeping an event keeps the calls that lead to it",
          "[driver][preferences]") {
  CHECK(keptBy({"10"}) == Numbers{8, 9, 10});
}

TEST_CASE("Events are kept by the place of their statement",
          "[driver][preferences]") {
  CHECK(keptBy({"bug.c:4"}) == Numbers{2, 7, 12});
  CHECK(keptBy({"src/bug.c:4#2"}) == Numbers{7});
  CHECK(keptBy({"/home/src/bug.c:4:3#3"}) == Numbers{12});
  // Both statements of the line are kept, and the call.
  CHECK(keptBy({"sums.c:20#1"}) == Numbers{3, 4, 6});
  CHECK(keptBy({"sums.c:20:12#1"}) == Numbers{3, 6});
}

TEST_CASE("If no statement begins on a line, the one around the line is kept",
          "[driver][preferences]") {
  CHECK(keptBy({"bug.c:7"}) == Numbers{13});
}

TEST_CASE(
    "A reduction can be restricted to the statements of a file or function",
    "[driver][preferences]") {
  CHECK(pinnedBy({.only = {"main"}}) == Numbers{4, 5, 6, 9, 10, 11});
  CHECK(pinnedBy({.only = {"bug.c", "log.c"}}) == Numbers{4, 6, 9, 11});
  CHECK(pinnedBy({.only = {"Sums::add"}}) == pinnedBy({.only = {"add"}}));
}

TEST_CASE("A reduction can leave out the statements of a function",
          "[driver][preferences]") {
  CHECK(pinnedBy({.skipped = {"write"}}) == Numbers{5, 10});
  CHECK(pinnedBy({.skipped = {"sums.c", "write"}}) ==
        Numbers{4, 5, 6, 9, 10, 11});
  CHECK(pinnedBy({.skipped = {"unused"}}).empty());
}

TEST_CASE("Several wishes hold together", "[driver][preferences]") {
  CHECK(pinnedBy({.keptEvents = {"1"},
                  .only = {"main", "add"},
                  .skipped = {"add"}}) == Numbers{1, 4, 5, 6, 9, 10, 11});
}

TEST_CASE("A number out of range is refused with the range",
          "[driver][preferences]") {
  for (const char *word : {"0", "14", "3,99999999999999999999", "3,"})
    CHECK_THAT(refusalOf({.keptEvents = {word}}),
               Catch::Contains(word) && Catch::Contains("1 to 13"));
  CHECK_THAT(refusalOf({.keptEvents = {"bug.c:4#4"}}),
             Catch::Contains("3 times") && Catch::Contains("#1 to #3"));
}

TEST_CASE("A place without statements is refused with those near it",
          "[driver][preferences]") {
  CHECK_THAT(refusalOf({.keptEvents = {"bug.c:2"}}),
             Catch::Contains("near: bug.c:3, bug.c:4, bug.c:5"));
  CHECK_THAT(refusalOf({.keptEvents = {"sums.c:20:5"}}),
             Catch::Contains("near: sums.c:20:12, sums.c:20:3"));
  CHECK_THAT(refusalOf({.keptEvents = {"bgu.c:3"}}),
             Catch::Contains("near: bug.c"));
  CHECK_THAT(refusalOf({.keptEvents = {"main"}}),
             Catch::Contains("bug.c:13#2"));
}

TEST_CASE("An unknown name is refused with those near it",
          "[driver][preferences]") {
  CHECK_THAT(refusalOf({.only = {"mian"}}),
             Catch::Contains("--only mian") && Catch::Contains("near: main"));
  CHECK_THAT(refusalOf({.skipped = {"ad"}}),
             Catch::Contains("near: Sums::add"));
  CHECK_THAT(refusalOf({.skipped = {"lgo.c"}}), Catch::Contains("near: log.c"));
  CHECK_THAT(refusalOf({.skipped = {"somethingElse"}}),
             Catch::Contains("pinstripe units"));
}

TEST_CASE("Wishes that leave nothing are refused", "[driver][preferences]") {
  CHECK_THAT(refusalOf({.only = {"unused"}}),
             Catch::Contains("nothing is left"));
  CHECK_THAT(refusalOf({.only = {"main"}, .skipped = {"bug.c"}}),
             Catch::Contains("13 recorded statement instances"));
}
