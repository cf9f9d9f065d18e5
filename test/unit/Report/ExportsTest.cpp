// Tests the export of a case in the formats of other tools.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/Exports.h"
#include "Baseline.h"
#include "TestCase.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

static std::string exported(const CaseReport &report, llvm::StringRef format) {
  ExportFormat found = llvm::cantFail(findExportFormat(format));
  return written(
      [&](llvm::raw_ostream &stream) { found.write(report, stream); });
}

static std::string refusal(const CaseReport &report, llvm::StringRef format) {
  return llvm::toString(
      checkExport(report, llvm::cantFail(findExportFormat(format))));
}

/// Reads each line of a text as a JSON object.
static std::vector<llvm::json::Object> rowsOf(llvm::StringRef text) {
  std::vector<llvm::json::Object> rows;
  llvm::SmallVector<llvm::StringRef> lines;
  text.trim().split(lines, '\n');
  for (llvm::StringRef line : lines)
    rows.push_back(*llvm::cantFail(llvm::json::parse(line)).getAsObject());
  return rows;
}

TEST_CASE("The paper's result is exported in all formats", "[report][export]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  CaseReport report = paperCase(table, trace);
  addTests(report);
  CHECK_BASELINE(exported(report, "sarif"), "export/critical.sarif");
  CHECK_BASELINE(exported(report, "markdown"), "export/critical.md");
  CHECK_BASELINE(exported(report, "lcov"), "export/executed.info");
  CHECK_BASELINE(exported(report, "lcov-kept"), "export/kept.info");
  CHECK_BASELINE(exported(report, "dot"), "export/kept.dot");
  CHECK_BASELINE(exported(report, "graphml"), "export/kept.graphml");
  CHECK_BASELINE(exported(report, "chrome-trace"), "export/trace.json");
  CHECK_BASELINE(exported(report, "ndjson"), "export/events.ndjson");
  CHECK_BASELINE(exported(report, "ndjson-tests"), "export/tests.ndjson");
}

TEST_CASE("Ranked lines are exported with their evidence", "[report][export]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  CaseReport report = paperCase(table, trace);
  addRanking(report);
  CHECK_BASELINE(exported(report, "sarif"), "export/ranked.sarif");
  CHECK_BASELINE(exported(report, "markdown"), "export/ranked.md");
  report.expectedOutput = {"a? b? sum = 10\nmul = 0\n", 23};
  CHECK_BASELINE(exported(report, "markdown"), "export/difference.md");
}

TEST_CASE("A difference has only lines that are known to differ",
          "[report][export]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  CaseReport report = paperCase(table, trace);
  auto outputPart = [&](ReportedText printed, ReportedText expected) {
    report.standardOutput = std::move(printed);
    report.expectedOutput = std::move(expected);
    std::string text = exported(report, "markdown");
    size_t begin = text.find("**Output**");
    return text.substr(begin, text.find("**Critical") - begin);
  };
  CHECK(outputPart({"a\n", 2}, {"a\n", 2}) ==
        "**Output** (exit status 0), as expected:\n\n```text\na\n```\n\n");
  CHECK(outputPart({"a", 1}, {"a\n", 2}) ==
        "**Output** (exit status 0), as expected but for the newline at the "
        "end, which is missing:\n\n```text\na\n```\n\n");
  CHECK(outputPart({"a\n", 2}, {"a", 1}) ==
        "**Output** (exit status 0), as expected but for a newline too many at "
        "the end:\n\n```text\na\n```\n\n");
  CHECK(outputPart({"a\nb", 99}, {"a\nbb\nc\n", 7}) ==
        "**Output** (exit status 0), of which the beginning is as expected:\n\n"
        "```text\na\nb\n...\n```\n\n");
  CHECK(outputPart({"a\nx\nc", 99}, {"a\nb\nc\nd\n", 8}) ==
        "**Output** from line 2 on (`-` expected, `+` printed; only the "
        "beginning was compared):\n\n```diff\n a\n-b\n+x\n```\n\n");
  CHECK(outputPart({"a\nb\nc\n", 99}, {"a\n", 2}) ==
        "**Output** from line 2 on (`-` expected, `+` printed; only the "
        "beginning was compared):\n\n```diff\n a\n+b\n```\n\n");
}

TEST_CASE("An export without what it shows names the verb that makes it",
          "[report][export]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  CaseReport report = paperCase(table, trace);
  report.reduction.reset();
  CHECK(refusal(report, "lcov").empty());
  CHECK(refusal(report, "ndjson").empty());
  CHECK(refusal(report, "dot") ==
        ".pinstripe: dot shows the events that a reduction has kept, and this "
        "case has none; run `pinstripe reduce` first");
  CHECK(refusal(report, "ndjson-tests") ==
        ".pinstripe: ndjson-tests shows the tests of a reduction, and this "
        "case has none; run `pinstripe reduce` first");
  CHECK(refusal(report, "sarif") ==
        ".pinstripe: sarif shows the lines that `locate` has ranked or a "
        "reduction has kept, and this case has none; run `pinstripe locate` "
        "first");
  addRanking(report);
  CHECK(refusal(report, "sarif").empty());
  CHECK(refusal(report, "markdown").empty());
  CHECK(llvm::toString(findExportFormat("pdf").takeError()) ==
        "'pdf' is not a format; the formats are sarif, markdown, lcov, "
        "lcov-kept, dot, graphml, chrome-trace, ndjson, ndjson-tests");
}

TEST_CASE("Formats that need no reduction are written without one",
          "[report][export]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  CaseReport report{{"0.1.0", {}, {"native", ""}, table, trace}};
  std::vector<llvm::json::Object> rows = rowsOf(exported(report, "ndjson"));
  REQUIRE(rows.size() == trace.size());
  CHECK(*rows[0].get("kept") == llvm::json::Value(nullptr));
  CHECK(*rows[0].get("control_event") == llvm::json::Value(nullptr));
  auto trace1 =
      llvm::cantFail(llvm::json::parse(exported(report, "chrome-trace")));
  // The entries are two names, the call of main, and all events.
  CHECK(trace1.getAsObject()->getArray("traceEvents")->size() ==
        3 + trace.size());
}

TEST_CASE("All rows of NDJSON have the same fields and types",
          "[report][export]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  CaseReport report = paperCase(table, trace);
  auto shape = [](const llvm::json::Object &row) {
    std::map<std::string, llvm::json::Value::Kind> kinds;
    for (const auto &[name, value] : row)
      kinds[name.str()] = value.kind();
    return kinds;
  };
  std::vector<llvm::json::Object> rows = rowsOf(exported(report, "ndjson"));
  REQUIRE(rows.size() == trace.size());
  for (const llvm::json::Object &row : rows)
    CHECK(shape(row) == shape(rows.front()));
}

TEST_CASE("Text of the program can't break the formats", "[report][export]") {
  UnitTable table = paperTable("/src/a \"b\" &<c>.c");
  table.units[0].text = "s = \"\\\"\xe4\" \"]](x) @me #1 `|` -->\"";
  table.functions[0].name = "operator<\"x\">";
  Trace trace = paperTrace();
  CaseReport report = paperCase(table, trace);
  report.sources = {std::string("\n\n\n\n") + table.units[0].text + "\n"};
  report.theCase.program = "./a`b";
  report.standardOutput = {"```\n\x1b[31m\xff\n", 9};
  CHECK_BASELINE(exported(report, "markdown"), "export/escaped.md");
  CHECK_BASELINE(exported(report, "dot"), "export/escaped.dot");
  for (const char *format : {"sarif", "chrome-trace"}) {
    auto value = llvm::json::parse(exported(report, format));
    CHECK(static_cast<bool>(value));
    llvm::consumeError(value.takeError());
  }
  CHECK(llvm::StringRef(exported(report, "graphml"))
            .contains("s = &quot;\\&quot;"));
  CHECK(llvm::StringRef(exported(report, "sarif"))
            .contains("a%20%22b%22%20%26%3Cc%3E.c"));
}

TEST_CASE("A damaged ranking is no ranking", "[report][export]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  for (const char *document :
       {"[]", "3", "{}", R"({"ranked": 3})", R"({"ranked": [3, {}]})",
        R"({"ranked": [{"line": -1, "score": 1}], "wrong": []})"}) {
    CaseReport report = paperCase(table, trace);
    report.reduction.reset();
    report.documents.insert(
        {"locate", llvm::cantFail(llvm::json::parse(document))});
    CHECK(!refusal(report, "sarif").empty());
  }
  CaseReport report = paperCase(table, trace);
  report.documents.insert(
      {"locate", llvm::cantFail(llvm::json::parse(
                     R"({"ranked": [{"line": 99, "score": 1, "file": "x.c",
                         "evidence": [{"kind": "switch", "index": 99},
                                      {"kind": "uninitialised", "use": 7},
                                      {"kind": "mutate"}]}]})"))});
  auto value = llvm::json::parse(exported(report, "sarif"));
  REQUIRE(static_cast<bool>(value));
  CHECK(llvm::StringRef(exported(report, "markdown")).contains("`x.c:99`"));
}

namespace {

/// A run that calls a function this many times in a loop, with two events for
/// each call.
struct LongRun {
  explicit LongRun(size_t calls) : table(paperTable("/src/sample.c")) {
    table.functions.push_back(table.functions[0]);
    table.functions[1].name = "callee";
    table.entries[8].function = FunctionId(1);
    std::vector<Event> events;
    std::vector<Invocation> invocations{{}};
    for (size_t i = 0; i != calls; ++i) {
      auto caller = EventIndex(events.size());
      events.push_back({EntryId(7), InvocationId(0)});
      events.push_back({EntryId(8), InvocationId(invocations.size())});
      invocations.push_back({FunctionId(1), InvocationId(0), caller});
    }
    trace = Trace(std::move(events), std::move(invocations));
  }

  UnitTable table;
  Trace trace;
};

} // namespace

TEST_CASE("A large graph has a node for each statement", "[report][export]") {
  LongRun run(1000);
  CaseReport report{{"0.1.0", {}, {"native", ""}, run.table, run.trace}};
  report.reduction.emplace();
  report.reduction->kept = EventSet(run.trace.size(), true);
  report.withoutDependences = "the run is too long";
  for (size_t i = 0; i != run.trace.size(); ++i)
    report.controlParents.push_back(
        i % 2 == 0 ? std::nullopt : std::optional(EventIndex(i - 1)));
  CHECK_BASELINE(exported(report, "dot"), "export/large.dot");
}

TEST_CASE("In a long trace only calls and kept events have slices",
          "[report][export]") {
  LongRun run(150000);
  CaseReport report{{"0.1.0", {}, {"native", ""}, run.table, run.trace}};
  report.reduction.emplace();
  report.reduction->kept = EventSet(run.trace.size());
  report.reduction->kept.insert(EventIndex(7));
  auto value =
      llvm::cantFail(llvm::json::parse(exported(report, "chrome-trace")));
  const llvm::json::Array &entries =
      *value.getAsObject()->getArray("traceEvents");
  // The entries are two names, the call of main, all calls in it, and the kept
  // event.
  CHECK(entries.size() == 3 + 150000 + 1);
}

TEST_CASE("Slices of calls enclose those of what they call",
          "[report][export]") {
  LongRun run(2);
  CaseReport report{{"0.1.0", {}, {"native", ""}, run.table, run.trace}};
  auto value =
      llvm::cantFail(llvm::json::parse(exported(report, "chrome-trace")));
  std::vector<std::string> slices;
  for (const llvm::json::Value &each :
       *value.getAsObject()->getArray("traceEvents"))
    if (const llvm::json::Object &entry = *each.getAsObject();
        entry.getString("ph") == "X")
      slices.push_back(entry.getString("name")->str() + " " +
                       std::to_string(*entry.getInteger("ts")) + "+" +
                       std::to_string(*entry.getInteger("dur")));
  CHECK(slices ==
        std::vector<std::string>{"main 1+4", "sample.c:13  sum = sum + a 1+2",
                                 "callee 2+1", "sample.c:14  mul = mul * a 2+1",
                                 "sample.c:13  sum = sum + a 3+2", "callee 4+1",
                                 "sample.c:14  mul = mul * a 4+1"});
}

TEST_CASE("GraphML has the last hundred thousand events", "[report][export]") {
  LongRun run(60000);
  CaseReport report{{"0.1.0", {}, {"native", ""}, run.table, run.trace}};
  report.reduction.emplace();
  report.reduction->kept = EventSet(run.trace.size(), true);
  for (size_t i = 0; i != run.trace.size(); ++i)
    report.controlParents.push_back(i == 0 ? std::nullopt
                                           : std::optional(EventIndex(i - 1)));
  std::string text = exported(report, "graphml");
  llvm::StringRef graph = text;
  CHECK(graph.contains("20000 earlier events left out"));
  CHECK(graph.count("<node ") == 100000);
  CHECK(graph.count("<edge ") == 100000 - 1);
  CHECK(!graph.contains("\"e20000\""));
  CHECK(graph.contains("<node id=\"e20001\">"));
}
