// Makes a case for tests of exports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_REPORT_TESTCASE_H
#define PINSTRIPE_TEST_UNIT_REPORT_TESTCASE_H

#include "TestSupport/PaperProgram.h"
#include "pinstripe/Result/CaseReport.h"

namespace pinstripe {

/// Returns the data dependences of the paper's run. The uses of what `scanf`
/// writes are dependences on addresses.
inline EventDependences paperDependences(const Trace &trace) {
  using enum PaperStatement;
  std::map<PaperStatement, EventIndex> last;
  EventDependences result;
  auto add = [&](PaperStatement on, bool isAddress = false) {
    if (last.count(on))
      result.all.push_back({last.at(on), isAddress});
  };
  for (size_t i = 0; i != trace.size(); ++i) {
    auto statement = PaperStatement(trace.event(EventIndex(i)).entry);
    result.first.push_back(result.all.size());
    switch (statement) {
    case Condition:
      add(ReadB);
      add(last.count(IncrementA) ? IncrementA : ReadA);
      break;
    case AddToSum:
      add(last.count(AddToSum) ? AddToSum : SumIsZero);
      add(last.count(IncrementA) ? IncrementA : ReadA);
      break;
    case MultiplyMul:
      add(last.count(MultiplyMul) ? MultiplyMul : MulIsOne);
      add(last.count(IncrementA) ? IncrementA : ReadA);
      break;
    case IncrementA:
      add(last.count(IncrementA) ? IncrementA : ReadA);
      break;
    case ReadB:
      add(ReadA, /*isAddress=*/true);
      break;
    case PrintSum:
      add(AddToSum);
      break;
    case PrintMul:
      add(MultiplyMul);
      break;
    default:
      break;
    }
    last[statement] = EventIndex(i);
  }
  result.first.push_back(result.all.size());
  return result;
}

/// Returns the control parents: for each event in the loop, the execution of
/// the condition that decided about the event.
inline std::vector<std::optional<EventIndex>>
paperControlParents(const Trace &trace) {
  using enum PaperStatement;
  std::vector<std::optional<EventIndex>> parents;
  std::optional<EventIndex> condition;
  for (size_t i = 0; i != trace.size(); ++i) {
    auto statement = PaperStatement(trace.event(EventIndex(i)).entry);
    bool isInLoop = statement >= Condition && statement <= IncrementA;
    parents.push_back(isInLoop ? condition : std::nullopt);
    if (statement == Condition)
      condition = EventIndex(i);
  }
  return parents;
}

/// Returns a case of the paper's run with its first result, without values and
/// tests.
inline CaseReport paperCase(const UnitTable &table, const Trace &trace) {
  CaseReport report{{"0.1.0", {}, {"native", ""}, table, trace}};
  report.command =
      "pinstripe reduce --stdin in.txt --keep 'sum = .*' -- ./sample";
  report.ending = "exit status 0";
  report.theCase.program = "./sample";
  report.theCase.standardInput = "in.txt";
  report.theCase.predicates = {"--keep 'sum = .*|mul = .*'"};
  report.theCase.caseDirectory = ".pinstripe";
  report.standardOutput = {"a? b? sum = 15\nmul = 0\n", 23};
  report.sources = {std::string(paperSource)};
  report.reduction.emplace();
  report.reduction->kept = paperReducedTrace();
  report.reduction->certificate.minimality = Minimality::OneMinimal;
  report.reduction->reasons[0].text = "`sum = 85` in place of `sum = 15`";
  report.values[0] = {{}, {{"sum", "0"}}, ""};
  report.values[11] = {
      {{"sum", "0"}, {"a", "1"}}, {{"sum", "1"}}, "0 + 1 -> 1"};
  report.dependences = paperDependences(trace);
  report.controlParents = paperControlParents(trace);
  report.fullSlice = report.dataSlice = paperReducedTrace();
  return report;
}

/// Adds two tests, of which the second one crashed.
inline void addTests(CaseReport &report) {
  ReportedTest whole;
  whole.number = 1;
  whole.outcome = Outcome::Fail;
  whole.ending = "exit status 0";
  whole.seconds = 0.25;
  whole.executed = report.trace.size();
  ReportedTest crashed = whole;
  crashed.number = 2;
  crashed.outcome = Outcome::Unresolved;
  crashed.cause = "crash";
  crashed.ending = "SIGSEGV";
  crashed.executed = 3;
  report.tests = {whole, crashed};
}

/// Adds what `locate` would store if the loop had one iteration too many.
inline void addRanking(CaseReport &report) {
  report.documents.insert({"locate", llvm::cantFail(llvm::json::parse(R"json({
    "wrong": {"line": 1, "printed": "a? b? sum = 15",
              "expected": "a? b? sum = 10", "missing": false},
    "ranked": [
      {"file": "sample.c", "line": 12, "end_line": 12, "function": "main",
       "text": "a <= b", "executed": 7, "score": 2.5, "evidence": [
         {"kind": "switch",
          "text": "taken the other way at #6: the expected output comes out (1 of 9 trials)",
          "effect": "expected-output", "rank": 1,
          "index": 27, "instance": 6, "form": "single", "trials": 9, "hits": 1},
         {"kind": "mutate",
          "text": "written as `while (a < b) {`: the expected output comes out (4 of 61 mutants)",
          "effect": "expected-output", "rank": 1,
          "trials": 61, "hits": 4, "operators": 2, "operator": "relational",
          "changed_line": 12, "before": "while (a <= b) {",
          "after": "while (a < b) {", "inserted": false},
         {"kind": "slice",
          "text": "the wrong line depends on it, by a decision or an address",
          "wrong_lines": 1, "by_value": false,
          "right_lines": 0, "distance": 2}]},
      {"file": "sample.c", "line": 13, "end_line": 13, "function": "main",
       "text": "sum = sum + a", "executed": 6, "score": 1.25, "evidence": [
         {"kind": "omit",
          "text": "left out at #6: the first wrong line comes out right (1 of 7 trials)",
          "effect": "partly", "rank": 1, "index": 28,
          "instance": 6, "form": "single", "trials": 7, "hits": 1},
         {"kind": "replace",
          "text": "0 instead of 5 for a at #6: the first wrong line comes out right (2 of 5 trials)",
          "effect": "partly", "rank": 1, "index": 28,
          "instance": 6, "form": "single", "trials": 5, "hits": 2,
          "replaced": {"operand": "a", "when": "before", "recorded": "5",
                       "instead": "0"}},
         {"kind": "mutate",
          "text": "with `if (a == 5) break;` before it: the expected output comes out (1 of 40 mutants)",
          "effect": "expected-output", "rank": 2,
          "trials": 40, "hits": 1, "operators": 1,
          "operator": "jump-inserted", "changed_line": 13,
          "before": "sum = sum + a;", "after": "if (a == 5) break;",
          "inserted": true},
         {"kind": "kept", "text": "the wrong line needs it: 5 of 6 instances",
          "kept": 5, "executed": 6, "guard": false},
         {"kind": "slice",
          "text": "its value goes into the wrong line and 1 of 1 right line",
          "wrong_lines": 1, "by_value": true,
          "right_lines": 1, "distance": 1}]},
      {"file": "sample.c", "line": 19, "end_line": 19, "function": "main",
       "text": "0", "executed": 1, "score": 0, "evidence": []}]
})json"))});
}

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_REPORT_TESTCASE_H
