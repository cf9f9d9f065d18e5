// Tests the annotated source in the terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Baseline.h"
#include "TestSummary.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Report/TextReports.h"

using namespace pinstripe;

static std::string terminalReport(const ReductionSummary &summary,
                                  TextStyle style = {}) {
  return written([&](llvm::raw_ostream &stream) {
    writeReduction(summary, style, stream);
  });
}

/// Returns the table of a function of `lines` lines: each line but the first
/// and the last has one statement, which was executed once.
static UnitTable longTable(const std::string &file, uint32_t lines) {
  UnitTable table = paperTable(file);
  table.units.clear();
  table.entries.clear();
  table.functions[0].range = {FileId(0), 1, 1, lines, 2};
  for (uint32_t line = 2; line != lines; ++line) {
    StatementUnit unit;
    unit.range = {FileId(0), line, 1, line, 5};
    unit.text = "x++";
    UnitEntry entry;
    entry.unit = UnitId(table.units.size());
    table.units.push_back(unit);
    table.entries.push_back(entry);
  }
  return table;
}

static Trace straightTrace(size_t events) {
  std::vector<Event> result;
  for (size_t i = 0; i != events; ++i)
    result.push_back({EntryId(i), InvocationId(0)});
  return Trace(result, {Invocation()});
}

namespace {

/// The paper's first result, with the source that its report shows.
struct PaperResult {
  SourceFile source{paperSource};
  UnitTable table = paperTable(source.path());
  Trace trace = paperTrace();
  ReductionSummary summary = paperSummary(table, trace);
};

} // namespace

TEST_CASE_METHOD(PaperResult,
                 "The terminal shows the paper's result as annotated source",
                 "[report][terminal]") {
  CHECK_BASELINE(terminalReport(summary), "paper.txt");
}

TEST_CASE_METHOD(PaperResult,
                 "The headline names the lanes if there were several",
                 "[report][terminal]") {
  std::string alone = terminalReport(summary);
  CHECK(alone.find("lane") == std::string::npos);
  summary.time.lanes = 4;
  std::string several = terminalReport(summary);
  size_t place = several.find(" on 4 lanes\n");
  REQUIRE(place != std::string::npos);
  CHECK(place < several.find('\n'));
  several.erase(place, std::string(" on 4 lanes").size());
  CHECK(several == alone);
}

TEST_CASE_METHOD(PaperResult, "A result says by what it is 1-minimal",
                 "[report][terminal]") {
  auto isSaid = [&](Granularity granularity, Minimality minimality,
                    const char *expected) {
    summary.certificate = {minimality, granularity};
    return terminalReport(summary).find(expected) != std::string::npos;
  };
  CHECK(isSaid(Granularity::Statement, Minimality::OneMinimal,
               "15 critical (1-minimal by statement), "));
  CHECK(isSaid(Granularity::Iteration, Minimality::OneMinimal,
               "15 critical (1-minimal by iteration), "));
  CHECK(isSaid(Granularity::Iteration, Minimality::OneMinimal,
               "skip any one of these, in a loop the whole body of an "
               "iteration, and the output"));
  CHECK(isSaid(Granularity::Invocation, Minimality::OneMinimal,
               "skip any one of these invocations, with all it executed "
               "itself, and the output"));
  CHECK(isSaid(Granularity::Invocation, Minimality::None,
               "15 kept (not certified minimal), "));
}

TEST_CASE_METHOD(PaperResult, "Guards are counted, marked and explained",
                 "[report][terminal]") {
  summary.guards = EventSet(trace.size());
  CHECK(terminalReport(summary).find("guard") == std::string::npos);
  CHECK(terminalReport(summary).find("◆") == std::string::npos);
  summary.guards.insert(*summary.kept.begin());
  summary.tests.decidedOtherwise = 7;
  std::string text = terminalReport(summary);
  CHECK(text.find("1-minimal), 1 guard among them, ") != std::string::npos);
  CHECK(text.find("\n  ◆ #1 of 1") != std::string::npos);
  CHECK(text.find("\n◆ guard: a kept condition") != std::string::npos);
  CHECK(text.find(", 7 decided otherwise") != std::string::npos);
}

TEST_CASE("Colours change no character", "[report][terminal]") {
  SourceFile source(paperSource);
  UnitTable table = paperTable(source.path());
  Trace trace = paperTrace();
  std::string coloured =
      terminalReport(paperSummary(table, trace), {.colour = true, .width = 0});
  REQUIRE(coloured.find("\033[1;31m") != std::string::npos);
  std::string plain;
  for (size_t i = 0; i != coloured.size(); ++i) {
    if (coloured[i] == '\033')
      i = coloured.find('m', i);
    else
      plain += coloured[i];
  }
  CHECK_BASELINE(plain, "paper.txt");
}

TEST_CASE("Several statements on a line get a row of carets each",
          "[report][terminal]") {
  SourceFile source("int f(int n)\n"
                    "{\n"
                    "\tfor (int i = 0; i < n; i++) sum += i;\n"
                    "\treturn sum;\n"
                    "}\n");
  UnitTable table = paperTable(source.path());
  table.units.resize(5);
  table.entries.resize(5);
  table.functions[0].range = {FileId(0), 1, 1, 5, 2};
  table.functions[0].name = "f";
  table.units[0].range = {FileId(0), 3, 11, 3, 16};
  table.units[1].range = {FileId(0), 3, 18, 3, 23};
  table.units[2].range = {FileId(0), 3, 30, 3, 38};
  table.units[3].range = {FileId(0), 3, 25, 3, 28};
  table.units[4].range = {FileId(0), 4, 2, 4, 12};
  std::vector<Event> events;
  for (uint32_t unit : {0, 1, 2, 3, 1, 2, 3, 1, 4})
    events.push_back({EntryId(unit), InvocationId(0)});
  Trace trace(events, {Invocation()});
  ReductionSummary summary = paperSummary(table, trace);
  summary.kept = EventSet(9);
  for (unsigned index : {0, 3, 5, 8})
    summary.kept.insert(EventIndex(index));
  CHECK_BASELINE(terminalReport(summary), "one-line-loop.txt");
}

TEST_CASE("Long stretches without critical statements are folded",
          "[report][terminal]") {
  std::string text = "void f()\n";
  for (int i = 0; i != 28; ++i)
    text += "x++;\n";
  SourceFile source(text + "}\n");
  UnitTable table = longTable(source.path(), 30);
  Trace trace = straightTrace(28);
  ReductionSummary summary = paperSummary(table, trace);
  summary.kept = EventSet(28);
  summary.kept.insert(EventIndex(13));
  CHECK_BASELINE(terminalReport(summary), "folded.txt");
}

TEST_CASE("A fold leaves no end of a statement without its beginning",
          "[report][terminal]") {
  std::string text = "void f()\n";
  for (int i = 0; i != 28; ++i)
    text += "x++;\n";
  SourceFile source(text + "}\n");
  UnitTable table = longTable(source.path(), 30);
  // The statement of line 10 is four lines long and ends before line 14.
  table.units[8].range.endLine = 13;
  table.units.erase(table.units.begin() + 9, table.units.begin() + 12);
  table.entries.clear();
  for (size_t i = 0; i != table.units.size(); ++i)
    table.entries.push_back({0, UnitId(i)});
  Trace trace = straightTrace(25);
  ReductionSummary summary = paperSummary(table, trace);
  summary.kept = EventSet(25);
  summary.kept.insert(EventIndex(10)); // Line 15.
  std::string report = terminalReport(summary);
  CHECK(report.find("┆") == std::string::npos);
  CHECK(report.find("⋮ 12 lines, 9 instances, none critical") !=
        std::string::npos);
  CHECK(report.find("  14 │ x++;") != std::string::npos);
  // If the beginning of a statement is shown, the whole statement is shown.
  summary.kept.insert(EventIndex(6)); // Line 8.
  report = terminalReport(summary);
  CHECK(report.find("┆           12 │ x++;") != std::string::npos);
}

TEST_CASE("Pinned statements are shown where they are counted",
          "[report][terminal]") {
  SourceFile source("void f()\n{\n" + std::string(26, '\n') + "}\n");
  UnitTable table = longTable(source.path(), 30);
  for (size_t unit : {3, 24})
    table.units[unit].pinReason = "calls setjmp";
  Trace trace = straightTrace(28);
  ReductionSummary summary = paperSummary(table, trace);
  summary.kept = EventSet(28);
  for (unsigned event : {3, 13})
    summary.kept.insert(EventIndex(event));
  std::string report = terminalReport(summary);
  CHECK(report.find(" 1 critical (1-minimal), 1 pinned,") != std::string::npos);
  CHECK(report.find("○ pinned, 1    5 │") != std::string::npos);
  // The other pinned statement was not executed, since the call around it was
  // skipped.
  CHECK(report.find(" 26 │") == std::string::npos);
  // Line 27 is kept, so line 26 is shown too.
  summary.kept.insert(EventIndex(25));
  report = terminalReport(summary);
  CHECK(report.find("· 0 of 1      26 │") != std::string::npos);
}

TEST_CASE("Without the source the recorded text stands in for it",
          "[report][terminal]") {
  UnitTable table = paperTable("/nowhere/sample.c");
  Trace trace = paperTrace();
  CHECK_BASELINE(terminalReport(paperSummary(table, trace)),
                 "source-missing.txt");
}

TEST_CASE("Pinned, interrupted and poison-sensitive results say so",
          "[report][terminal]") {
  SourceFile source(paperSource);
  UnitTable table = paperTable(source.path());
  table.units[0].pinReason = "alloca";
  Trace trace = paperTrace();
  ReductionSummary summary = paperSummary(table, trace);
  summary.interrupted = true;
  summary.certificate = {};
  summary.poisonFinding = PoisonFinding{true, {}};
  std::string text = terminalReport(summary);
  CHECK(text.find("14 kept (interrupted, not yet minimal), 1 pinned") !=
        std::string::npos);
  CHECK(text.find("  ○ pinned, 1") != std::string::npos);
  CHECK(text.find("sensitive to poison") != std::string::npos);
  CHECK(text.find("critical: skip") == std::string::npos);
}

TEST_CASE_METHOD(PaperResult,
                 "What was kept on request is counted and marked apart",
                 "[report][terminal]") {
  // The only instance of line 6 and the first instance of line 13 are kept, and
  // none of line 8.
  summary.userPinned = EventSet(trace.size());
  for (unsigned event : {1, 2, 7})
    summary.userPinned.insert(EventIndex(event));
  for (unsigned event : {1, 7})
    summary.kept.insert(EventIndex(event));
  CHECK_BASELINE(terminalReport(summary), "user-pinned.txt");
}

TEST_CASE("No row of source is wider than the terminal", "[report][terminal]") {
  SourceFile source("void f()\n" + std::string(300, 'x') + ";\n}\n");
  UnitTable table = longTable(source.path(), 3);
  table.units[0].range.endColumn = 301;
  Trace trace = straightTrace(1);
  ReductionSummary summary = paperSummary(table, trace);
  summary.kept = EventSet(1, true);
  std::string text = terminalReport(summary, {.colour = false, .width = 60});
  CHECK(text.find("│ " + std::string(40, 'x') + "…\n") != std::string::npos);
}

TEST_CASE_METHOD(PaperResult,
                 "What another poison shows to be needed is marked and listed",
                 "[report][terminal]") {
  summary.poisonFinding = PoisonFinding{true, EventSet(trace.size())};
  for (unsigned i = 0, n = 0; n != 7; ++i)
    if (!summary.kept.contains(EventIndex(i))) {
      summary.poisonFinding->missing.insert(EventIndex(i));
      ++n;
    }
  std::string text = terminalReport(summary);
  CHECK(text.find("  ~ 0 of 1       6 │   int mul = 1;") != std::string::npos);
  CHECK(text.find("without 7 more instances, which initialise what they") !=
        std::string::npos);
  CHECK(text.find("  ~ sample.c:6 #1 of 1 mul = 1\n") != std::string::npos);
  CHECK(text.find("  and 2 more\n") != std::string::npos);
  CHECK(text.find("~ not needed only because") != std::string::npos);
}

TEST_CASE_METHOD(PaperResult,
                 "A result that ended early says what it has proved",
                 "[report][terminal]") {
  summary.exhausted = BudgetLimit::Time;
  summary.certificate = {};
  summary.elements = 15;
  summary.provenNeeded = 4;
  const Certificate byStatement = {Minimality::OneMinimal,
                                   Granularity::Statement};
  summary.provenBefore = {byStatement, 20};
  std::string text = terminalReport(summary);
  auto has = [&](llvm::StringRef part) {
    return llvm::StringRef(text).contains(part);
  };
  CHECK(has("15 kept (ended by --max-time, not yet minimal)"));
  CHECK(has("proven so far: 4 of 15 instances left can't go alone\n"));
  CHECK(has("before that: 1-minimal by unit, with 20 instances\n"));
  summary.certificate = byStatement;
  text = terminalReport(summary);
  CHECK(has("15 critical (1-minimal by statement, then ended by --max-time)"));
  summary.exhausted.reset();
  summary.isFixpoint = true;
  summary.rounds = 2;
  text = terminalReport(summary);
  CHECK(has("(1-minimal by statement, at a fixpoint after 2 rounds)"));
}

TEST_CASE_METHOD(PaperResult, "Values of kept events are shown side by side",
                 "[report][terminal]") {
  CHECK(terminalReport(summary).find("values in") == std::string::npos);
  std::vector<uint32_t> kept;
  for (EventIndex event : summary.kept)
    kept.push_back(static_cast<uint32_t>(event));
  summary.values[kept[0]] = {{}, {{"a", "0"}}, ""};
  CHECK(terminalReport(summary).find("values in") == std::string::npos);
  summary.values[kept[1]] = {{}, {{"a", "1"}}, "-> a = 1"};
  summary.values[kept[2]] = {{{"a", "1"}}, {{"a", "2"}}, "1 + 1 -> 2"};
  std::string text = terminalReport(summary);
  size_t heading = text.find("\nvalues in the recorded run:\n");
  REQUIRE(heading != std::string::npos);
  size_t first = text.find("    -> a = 1\n", heading);
  size_t second = text.find("    1 + 1 -> 2\n", heading);
  REQUIRE(first < second);
  REQUIRE(second != std::string::npos);
  // One column.
  auto columnOf = [&](size_t at) { return at - text.rfind('\n', at); };
  CHECK(columnOf(first) == columnOf(second));
  CHECK(text.find("earlier event") == std::string::npos);
}

TEST_CASE_METHOD(PaperResult,
                 "Of many values those before the output are shown",
                 "[report][terminal]") {
  // The paper's run has fewer events than the report has rows for.
  std::vector<Event> events;
  for (size_t i = 0; i != 4; ++i)
    for (Event event : trace.allEvents())
      events.push_back(event);
  trace = Trace(std::move(events), trace.allInvocations());
  summary.kept = EventSet(trace.size(), true);
  for (uint32_t i = 0; i != trace.size(); ++i)
    summary.values[i] = {{}, {}, "value " + std::to_string(i) + "."};
  std::string text = terminalReport(summary);
  size_t last = trace.size() - 1;
  CHECK(text.find("value " + std::to_string(last) + ".") != std::string::npos);
  CHECK(text.find("value " + std::to_string(last - 39) + ".") !=
        std::string::npos);
  CHECK(text.find("value " + std::to_string(last - 40) + ".") ==
        std::string::npos);
  CHECK(text.find("\n  " + std::to_string(last - 39) +
                  " earlier events; `pinstripe show --kept` has them\n") !=
        std::string::npos);
}

TEST_CASE_METHOD(PaperResult, "Uses of unset memory come below the headline",
                 "[report][terminal]") {
  UninitialisedUse use{UninitialisedUse::Kind::Variable, FunctionId(0)};
  use.line = {FileId(0), 13};
  use.variable = "sum";
  use.origin = {FileId(0), 5};
  summary.uninitialised.emplace().uses = {use};
  summary.theCase.poison = "stale";
  auto says = [&](llvm::StringRef text) {
    return llvm::StringRef(terminalReport(summary)).contains(text);
  };
  CHECK(says("\nthe output depends on memory that nothing has set; all runs "
             "leave such memory as it is (--poison stale):\n"));
  CHECK(says(":13 main  reads `sum`, which nothing has set (declared at "));
  SECTION("several instances are counted") {
    summary.uninitialised->uses[0].instances = 3;
    CHECK(says(":5), 3 times\n"));
  }
  SECTION("a missing return has a headline of its own") {
    summary.uninitialised->uses[0].kind = UninitialisedUse::Kind::MissingReturn;
    CHECK(says("\na function that has a result ended without `return`:\n"));
    CHECK(says("main  ends without `return`, and its result is used (called "
               "at "));
  }
  SECTION("more than five uses are counted only") {
    summary.uninitialised->uses.resize(7, use);
    CHECK(says("\n  and 2 more\n"));
  }
  SECTION("if the places are not known, the reason is told") {
    summary.uninitialised->uses.clear();
    summary.uninitialised->omitted = "too long";
    CHECK(says("\n  where it is read is not known: too long\n"));
  }
}
