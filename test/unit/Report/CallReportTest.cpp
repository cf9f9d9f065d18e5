// Tests of the report of a call with reduced arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Baseline.h"
#include "TestSupport/Catch.h"
#include "TestSupport/PaperProgram.h"
#include "pinstripe/Report/JSONReports.h"
#include "pinstripe/Report/TextReports.h"

using namespace pinstripe;

static CallSummary callSummaryOf(const UnitTable &table, const Trace &trace) {
  CallSummary summary{{"0.1.0", {}, {"native", ""}, table, trace}};
  summary.function = "check";
  summary.number = 2;
  summary.calls = 3;
  summary.algorithm = "halving";
  summary.original = "check(\"second\", {1, -3}, 2, 5, &node)";
  summary.failing = "check(\"\", {-3}, 1, 5, &node)";
  ChangedArgument name{"name", "text", "\"second\"", "\"\"", ""};
  name.elements = 6;
  name.tests = 1;
  ChangedArgument items{"items", "array", "{1, -3}", "{-3}", ""};
  items.elements = 2;
  items.failingElements = 1;
  items.tests = 4;
  ChangedArgument limit{"limit", "number", "5", "5", ""};
  limit.tests = 3;
  summary.arguments = {name, items, limit};
  summary.fixed = {{"node", "pointers are not changed"}};
  summary.counts = {5, 3, 1, 2};
  summary.causes = {{"hang", 1}};
  summary.minimality = Minimality::OneMinimal;
  summary.repeated = summary.reproduced = 3;
  return summary;
}

namespace {

struct ReportedCall {
  std::string text() const {
    return written(
        [&](llvm::raw_ostream &stream) { writeCall(summary, {}, stream); });
  }
  std::string json() const {
    return written(
        [&](llvm::raw_ostream &stream) { writeCallJSON(summary, stream); });
  }

  UnitTable table = paperTable("/nowhere/sample.c");
  Trace trace = paperTrace();
  CallSummary summary = callSummaryOf(table, trace);
};

} // namespace

TEST_CASE("a reduced call is shown before and after", "[report][call]") {
  llvm::StringRef expected = R"(call 2 of 3 of check, 1-minimal, 9 tests, 0 ms

as it was:
    check("second", {1, -3}, 2, 5, &node)

still fails:
    check("", {-3}, 1, 5, &node)

  name: 0 of 6 characters, 1 test
  items: 1 of 2 elements, 4 tests
  limit: as it was, 3 tests
  node: not changed: pointers are not changed

9 tests: 3 fail, 5 pass, 1 unresolved (1 by hang)
)";
  CHECK(ReportedCall().text() == expected);
}

TEST_CASE("the largest values that pass are shown by argument",
          "[report][call]") {
  ReportedCall call;
  call.summary.form = SearchForm::Maximise;
  call.summary.minimality = Minimality::OneMaximal;
  call.summary.failing.clear();
  call.summary.arguments.resize(2);
  for (ChangedArgument &each : call.summary.arguments) {
    each.failing.clear();
    each.failingElements = 0;
  }
  call.summary.arguments[1].passing = "{1}";
  call.summary.arguments[1].passingElements = 1;
  llvm::StringRef expected = R"(call 2 of 3 of check, 1-maximal, 9 tests, 0 ms

as it was:
    check("second", {1, -3}, 2, 5, &node)

  name: no value was found with which the call passes, 1 test
  items: passes with {1}, 4 tests
  node: not changed: pointers are not changed

9 tests: 3 fail, 5 pass, 1 unresolved (1 by hang)
)";
  CHECK(call.text() == expected);
}

TEST_CASE("an isolated difference is shown as a call that passes and one that "
          "fails",
          "[report][call]") {
  ReportedCall call;
  call.summary.form = SearchForm::Isolate;
  call.summary.minimality = Minimality::OneMinimalDifference;
  call.summary.passing = "check(\"\", {}, 0, 6, &node)";
  for (ChangedArgument &each : call.summary.arguments)
    each.passing = each.failing;
  call.summary.arguments[1].passing = "{}";
  call.summary.arguments[2].passing = "6";
  std::string text = call.text();
  CHECK(llvm::StringRef(text).contains("1-minimal difference, 9 tests"));
  CHECK(llvm::StringRef(text).contains(R"(
passes:
    check("", {}, 0, 6, &node)

fails:
    check("", {-3}, 1, 5, &node)

  name: the same in both calls, 1 test
  items: passes with 0, fails with 1 element, 4 tests
  limit: 6 passes, 5 fails, 3 tests
)"));
}

TEST_CASE("a result that does not fail again is named", "[report][call]") {
  ReportedCall call;
  call.summary.reproduced = 1;
  CHECK(llvm::StringRef(call.text())
            .contains("the result failed in 1 of 3 further runs only: the "
                      "program is not deterministic"));
}

TEST_CASE("tests of earlier searches are counted and named", "[report][call]") {
  ReportedCall call;
  call.summary.stored = 6;
  CHECK(llvm::StringRef(call.text())
            .contains("; earlier searches made 6 of them\n"));
}

TEST_CASE("a search that ended early says why", "[report][call]") {
  ReportedCall call;
  call.summary.minimality = Minimality::None;
  call.summary.exhausted = BudgetLimit::Tests;
  CHECK(llvm::StringRef(call.text()).contains("ended by --max-tests"));
  CHECK(llvm::StringRef(call.json()).contains("\"ended_by\": \"--max-tests\""));
  call.summary.exhausted.reset();
  call.summary.interrupted = true;
  CHECK(llvm::StringRef(call.text()).contains("interrupted"));
  CHECK(llvm::StringRef(call.json()).contains("\"interrupted\": true"));
}

TEST_CASE("the JSON of a call has all that the text has", "[report][call]") {
  CHECK_BASELINE(ReportedCall().json(), "call.json");
}
