// Converts the report of a case to the data that its HTML page contains.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This file makes the columns, which are arrays of numbers. PageMeta.cpp makes
// the rest of the data, a JSON document.

#include "Page/PageData.h"
#include "pinstripe/Result/TestTally.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

/// For each test, the page has a row of bits that say which events the test was
/// to execute. If the run has at most this many events, the row has one bit for
/// each event.
static constexpr size_t maxBitsOfTest = 4096;
/// The number of bits in the row of a test if the run has too many events for
/// one bit each. Each bit then stands for several events.
static constexpr size_t bucketsOfTest = 1024;

namespace {

/// The kept events of a reduction.
struct KeptSets {
  EventSet kept;
  /// The clean-ups (calls of destructors) that were kept only because the
  /// construction of their object was kept. They are not counted as critical.
  EventSet cleanups;
};

} // namespace

/// Reads which events a reduction with guarded flow kept, from the JSON
/// document that `compare` wrote. There, each event has attributes that say
/// whether it is kept as critical or as a clean-up. Returns nullopt if the
/// document does not list all events of the run, or does not have these
/// attributes.
static std::optional<KeptSets> guardedInComparison(const CaseReport &report) {
  auto found = report.documents.find("compare");
  const llvm::json::Object *whole =
      found == report.documents.end() ? nullptr : found->second.getAsObject();
  const llvm::json::Array *instances =
      whole ? whole->getArray("instances") : nullptr;
  size_t events = report.trace.size();
  if (!instances || instances->size() != events)
    return std::nullopt;
  KeptSets sets{EventSet(events), EventSet(events)};
  for (size_t i = 0; i != events; ++i) {
    const llvm::json::Object *event = (*instances)[i].getAsObject();
    auto isCritical = event ? event->getBoolean("guarded") : std::nullopt;
    if (!isCritical)
      return std::nullopt;
    bool isCleanup = event->getBoolean("guarded_cleanups").value_or(false);
    sets.kept.assign(EventIndex(i), *isCritical || isCleanup);
    sets.cleanups.assign(EventIndex(i), isCleanup);
  }
  return sets;
}

/// Adds the kept events of a reduction to the sets of the page. The set of
/// clean-ups is only added if it has events.
static void addKept(std::vector<PageSet> &sets, llvm::StringRef name,
                    llvm::StringRef cleanupsName, KeptSets kept) {
  sets.push_back({name.str(), std::move(kept.kept)});
  if (kept.cleanups.any())
    sets.push_back({cleanupsName.str(), std::move(kept.cleanups)});
}

std::vector<PageSet> pinstripe::pageSets(const CaseReport &report) {
  std::vector<PageSet> sets;
  std::optional<KeptSets> kept, guarded;
  if (report.reduction)
    kept = {report.reduction->kept, report.reduction->cleanups};
  guarded = kept && report.theCase.flow == "guarded"
                ? kept
                : guardedInComparison(report);
  if (kept)
    addKept(sets, "kept", "cleanups", std::move(*kept));
  if (report.fullSlice)
    sets.push_back({"full", *report.fullSlice});
  if (report.dataSlice)
    sets.push_back({"data", *report.dataSlice});
  if (guarded)
    addKept(sets, "guarded", "guarded-cleanups", std::move(*guarded));
  EventSet pinned(report.trace.size());
  for (uint32_t i = 0; i != report.trace.size(); ++i)
    if (report.table.unitOf(report.trace.entryOf(EventIndex(i))).isPinned())
      pinned.insert(EventIndex(i));
  if (report.reduction && !report.reduction->userPinned.isUnset())
    pinned |= report.reduction->userPinned;
  if (pinned.any())
    sets.push_back({"pinned", std::move(pinned)});
  return sets;
}

PageTests pinstripe::pageTests(const CaseReport &report) {
  PageTests tests;
  for (size_t i = 0; i != report.tests.size(); ++i)
    if (!report.tests[i].events.isUnset())
      tests.shown.push_back(i);
  size_t events = report.trace.size();
  tests.width = events <= maxBitsOfTest ? events : bucketsOfTest;
  return tests;
}

static void addTrace(PageColumns &columns, const CaseReport &report) {
  std::vector<uint32_t> units, invocations;
  for (Event event : report.trace.allEvents()) {
    units.push_back(
        static_cast<uint32_t>(report.table.entry(event.entry).unit));
    invocations.push_back(static_cast<uint32_t>(event.invocation));
  }
  columns.unsignedNumbers("event.unit", units);
  columns.unsignedNumbers("event.invocation", invocations);
  std::vector<uint32_t> functions;
  std::vector<int32_t> callers, parents;
  auto numberOf = [](auto id) { return id ? static_cast<int32_t>(*id) : -1; };
  for (const Invocation &call : report.trace.allInvocations()) {
    functions.push_back(static_cast<uint32_t>(call.function));
    callers.push_back(numberOf(call.caller));
    parents.push_back(numberOf(call.parent));
  }
  columns.unsignedNumbers("invocation.function", functions);
  columns.signedNumbers("invocation.caller", callers);
  columns.signedNumbers("invocation.parent", parents);
  std::vector<int32_t> control;
  for (std::optional<EventIndex> parent : report.controlParents)
    control.push_back(numberOf(parent));
  if (!control.empty())
    columns.signedNumbers("event.control", control);
}

/// Returns the bits of a set as bytes: event i has bit i % 8 of byte i / 8.
static llvm::ArrayRef<uint8_t> bitsOf(const EventSet &set) {
  llvm::ArrayRef<uintptr_t> words = set.words();
  return {reinterpret_cast<const uint8_t *>(words.data()),
          (set.universe() + 7) / 8};
}

static void addDependences(PageColumns &columns,
                           const EventDependences &dependences) {
  std::vector<uint32_t> first(dependences.first.begin(),
                              dependences.first.end());
  // Each number in the column is the index of an event minus the index of the
  // event on which it depends. It is negative if an event uses the result of a
  // call that it makes itself: the events of the call come later.
  std::vector<int32_t> on;
  std::vector<uint8_t> kinds;
  on.reserve(dependences.all.size());
  kinds.reserve(dependences.all.size());
  for (uint32_t i = 0; i + 1 < first.size(); ++i)
    for (const EventDependence &each : dependences.of(EventIndex(i))) {
      on.push_back(static_cast<int32_t>(i - static_cast<uint32_t>(each.on)));
      kinds.push_back(each.isAddress);
    }
  columns.unsignedNumbers("dependence.first", first);
  columns.signedNumbers("dependence.on", on);
  columns.bytes("dependence.kind", kinds);
}

static uint8_t causeNumber(const ReportedTest &test) {
  if (test.outcome != Outcome::Unresolved)
    return 0;
  switch (causeNamed(test.cause).kind) {
  case UnresolvedCause::Kind::Crash:
    return 1;
  case UnresolvedCause::Kind::Hang:
    return 2;
  case UnresolvedCause::Kind::Divergence:
    return 3;
  case UnresolvedCause::Kind::Limit:
    return 4;
  case UnresolvedCause::Kind::DecidedOtherwise:
    return 5;
  case UnresolvedCause::Kind::Undecided:
    return 6;
  }
  llvm_unreachable("not a cause");
}

/// Appends the row of a test. The row has `width` bits. Each bit stands for one
/// event or for several consecutive ones, and is set if the test was to execute
/// at least one of them.
static void appendRow(std::vector<uint8_t> &rows, const EventSet &events,
                      size_t width) {
  size_t begin = rows.size();
  rows.resize(begin + (width + 7) / 8);
  size_t count = events.universe();
  events.forEachRun([&](size_t first, size_t end) {
    for (size_t bit = first * width / count; bit <= (end - 1) * width / count;
         ++bit)
      rows[begin + bit / 8] |= uint8_t(1) << bit % 8;
  });
}

static void addTests(PageColumns &columns, const CaseReport &report,
                     const PageTests &tests) {
  std::vector<uint8_t> outcomes, causes, rows;
  std::vector<float> seconds;
  std::vector<uint32_t> executed;
  for (size_t index : tests.shown) {
    const ReportedTest &test = report.tests[index];
    outcomes.push_back(static_cast<uint8_t>(test.outcome));
    causes.push_back(causeNumber(test));
    seconds.push_back(static_cast<float>(test.seconds));
    executed.push_back(static_cast<uint32_t>(test.executed));
    appendRow(rows, test.events, tests.width);
  }
  columns.bytes("test.outcome", outcomes);
  columns.bytes("test.cause", causes);
  columns.floats("test.seconds", seconds);
  columns.unsignedNumbers("test.executed", executed);
  columns.bytes("test.bits", rows);
}

PageColumns pinstripe::pageColumns(const CaseReport &report,
                                   llvm::ArrayRef<PageSet> sets,
                                   const PageTests &tests) {
  PageColumns columns;
  addTrace(columns, report);
  for (const PageSet &set : sets)
    columns.bytes("set." + set.name, bitsOf(set.events));
  if (report.dependences)
    addDependences(columns, *report.dependences);
  if (!tests.shown.empty())
    addTests(columns, report, tests);
  return columns;
}
