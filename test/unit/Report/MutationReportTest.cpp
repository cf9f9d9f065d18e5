// Tests of the report of mutations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Baseline.h"
#include "TestSupport/Catch.h"
#include "TestSupport/PaperProgram.h"
#include "pinstripe/Report/JSONReports.h"
#include "pinstripe/Report/TextReports.h"

using namespace pinstripe;

static Mutation relational() {
  Mutation mutation;
  mutation.kind = MutationOperator::Relational;
  mutation.file = "/nowhere/sample.c";
  mutation.line = mutation.changedLine = 12;
  mutation.column = 10;
  mutation.before = "while (a <= b) {";
  mutation.after = "while (a < b) {";
  return mutation;
}

static Mutation insertion() {
  Mutation mutation = relational();
  mutation.kind = MutationOperator::AssignmentInserted;
  mutation.after = "b = 4;";
  mutation.isInsertion = true;
  return mutation;
}

static MutationSummary summaryOf(const UnitTable &table, const Trace &trace) {
  MutationSummary summary{{"0.1.0", {}, {"native", ""}, table, trace}};
  MutatedUnit unit;
  unit.unit = UnitId(PaperStatement::Condition);
  unit.instances = 7;
  unit.best = Effect::ExpectedOutput;
  unit.tests[static_cast<size_t>(Effect::ExpectedOutput)] = 2;
  unit.tests[static_cast<size_t>(Effect::Same)] = 9;
  unit.mutations = {{relational(), Effect::ExpectedOutput, 20, {}},
                    {insertion(), Effect::ExpectedOutput, 20, {13, 14}}};
  unit.operators = 2;
  unit.rank = 1;
  summary.units = {unit};
  summary.executedUnits = 13;
  summary.functions = 1;
  summary.listed = 12;
  summary.rejected = 1;
  summary.tests[static_cast<size_t>(Effect::ExpectedOutput)] = 2;
  summary.tests[static_cast<size_t>(Effect::Same)] = 9;
  summary.unmutated = {
      {"twice", "/nowhere/other.c", 7, "it has a label table"}};
  return summary;
}

TEST_CASE("a mutation is shown as a difference of lines", "[report][mutate]") {
  UnitTable table = paperTable("/nowhere/sample.c");
  Trace trace = paperTrace();
  MutationSummary summary = summaryOf(table, trace);
  llvm::StringRef expected =
      R"(13 executed statements, 1 function compiled again, 11 mutants run, 0 ms

the expected output comes out if this were written:
  sample.c:12 main  a <= b
      - while (a <= b) {
      + while (a < b) {
      + b = 4;    before line 12
        or before line 13, 14
      rank 1; 2 of 11 mutants, by 2 operators; executed 7 times

hints, not verdicts: a change that mends this run need not be right in others; --passing FILE takes them into account
not mutated:
  other.c twice: it has a label table
12 mutations, of which 1 can't be tried; 11 mutants: 2 expected output, 9 same
)";
  std::string text = written([&](llvm::raw_ostream &stream) {
    writeMutations(summary, {}, 10, stream);
  });
  CHECK(text == expected);
}

TEST_CASE("without a mutation that helps, the report says so",
          "[report][mutate]") {
  UnitTable table = paperTable("/nowhere/sample.c");
  Trace trace = paperTrace();
  MutationSummary summary = summaryOf(table, trace);
  summary.units.clear();
  auto text = [&] {
    return written([&](llvm::raw_ostream &stream) {
      writeMutations(summary, {}, 10, stream);
    });
  };
  CHECK(llvm::StringRef(text()).contains(
      "none of these changes makes the output right"));
  summary.isAboutCrash = true;
  CHECK(llvm::StringRef(text()).contains("does the crash go away"));
}

TEST_CASE("the JSON has all mutations of a statement", "[report][mutate]") {
  UnitTable table = paperTable("/nowhere/sample.c");
  Trace trace = paperTrace();
  MutationSummary summary = summaryOf(table, trace);
  std::string json = written(
      [&](llvm::raw_ostream &stream) { writeMutationsJSON(summary, stream); });
  auto has = [&](llvm::StringRef part) {
    return llvm::StringRef(json).contains(part);
  };
  CHECK(has("\"operator\": \"relational\""));
  CHECK(has("\"operator\": \"assignment-inserted\""));
  CHECK(has("\"after\": \"while (a < b) {\""));
  CHECK(has("\"executed_statements\": 13"));
  CHECK(has("\"reason\": \"it has a label table\""));
}
