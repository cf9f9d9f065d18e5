// Tests of the reports of changed runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Baseline.h"
#include "TestSupport/Catch.h"
#include "TestSupport/PaperProgram.h"
#include "pinstripe/Report/JSONReports.h"
#include "pinstripe/Report/TextReports.h"

using namespace pinstripe;

static bool has(llvm::StringRef text, llvm::StringRef part) {
  return text.contains(part);
}

static std::string textOf(const ChangeSummary &summary) {
  return written([&](llvm::raw_ostream &stream) {
    writeChanges(summary, {}, 10, stream);
  });
}

/// The paper's program, where the loop's condition has a second entry, through
/// which the last four of its seven instances were entered.
namespace {
struct TwoEntries {
  TwoEntries() : table(paperTable("/nowhere/sample.c")) {
    constexpr EntryId condition{uint32_t(PaperStatement::Condition)};
    table.entries.push_back(table.entry(condition));
    second = EntryId(table.entries.size() - 1);
    std::vector<Event> events;
    const Trace recorded = paperTrace();
    for (Event event : recorded.allEvents()) {
      bool isLate = event.entry == condition && ++executed > 3;
      events.push_back({isLate ? second : event.entry, event.invocation});
    }
    trace = Trace(events, {Invocation()});
  }

  UnitTable table;
  Trace trace;
  EntryId second{};
  unsigned executed = 0;
};
} // namespace

TEST_CASE("instance numbers never exceed the count beside them",
          "[report][changes]") {
  TwoEntries program;
  ChangeSummary summary{
      {"0.1.0", {}, {"native", ""}, program.table, program.trace}};
  ChangedUnit changed;
  changed.entry = program.second;
  changed.instances = 4;
  changed.tests = {1};
  changed.best = Effect::ExpectedOutput;
  changed.event = EventIndex(30); // The last instance, which is the seventh.
  summary.units = {changed};
  CHECK(has(textOf(summary), "      #7 of 7: to the end"));
  std::string json = written(
      [&](llvm::raw_ostream &stream) { writeChangesJSON(summary, stream); });
  CHECK(has(json, "\"instance\": 7"));
  CHECK(has(json, "\"instances\": 7"));
  CHECK(has(json, "\"changeable\": 4"));
  summary.units[0].form = ChangeForm::Constant;
  CHECK(has(textOf(summary), "each time of 4 (7 in all): to the end"));
}
