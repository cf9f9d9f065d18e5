// Holds the recorded run of the example in Cleve and Zeller's paper.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program is samples/01-sum-mul, run with the input 0 and 5. The run has 13
// units and 34 events, as a recording of it would have.

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_PAPERPROGRAM_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_PAPERPROGRAM_H

#include "pinstripe/Trace/Trace.h"

namespace pinstripe {

/// The statements of the program in the order of the source. The value of each
/// enumerator is the index of the statement's unit.
enum class PaperStatement : uint32_t {
  SumIsZero,
  MulIsOne,
  AskA,
  ReadA,
  AskB,
  ReadB,
  Condition,
  AddToSum,
  MultiplyMul,
  IncrementA,
  PrintSum,
  PrintMul,
  Return,
};

inline constexpr const char *paperSource = R"(#include <stdio.h>

int main(void)
{
  int sum = 0;
  int mul = 1;
  int a, b;
  printf("a? ");
  scanf("%d", &a);
  printf("b? ");
  scanf("%d", &b);
  while (a <= b) {
    sum = sum + a;
    mul = mul * a;
    a = a + 1;
  }
  printf("sum = %d\n", sum);
  printf("mul = %d\n", mul);
  return 0;
}
)";

/// Returns the unit table. Reports read the source text from `sourceFile`.
inline UnitTable paperTable(const std::string &sourceFile) {
  struct Place {
    uint32_t line, column;
    UnitKind kind;
    const char *text;
  };
  const Place places[] = {
      {5, 7, UnitKind::Declaration, "sum = 0"},
      {6, 7, UnitKind::Declaration, "mul = 1"},
      {8, 3, UnitKind::Expression, "printf(\"a? \")"},
      {9, 3, UnitKind::Expression, "scanf(\"%d\", &a)"},
      {10, 3, UnitKind::Expression, "printf(\"b? \")"},
      {11, 3, UnitKind::Expression, "scanf(\"%d\", &b)"},
      {12, 10, UnitKind::Condition, "a <= b"},
      {13, 5, UnitKind::Expression, "sum = sum + a"},
      {14, 5, UnitKind::Expression, "mul = mul * a"},
      {15, 5, UnitKind::Expression, "a = a + 1"},
      {17, 3, UnitKind::Expression, "printf(\"sum = %d\\n\", sum)"},
      {18, 3, UnitKind::Expression, "printf(\"mul = %d\\n\", mul)"},
      {19, 10, UnitKind::Return, "0"},
  };
  UnitTable table;
  table.modules = {{"/src/sample", "0123456789abcdef", 0}};
  table.files = {sourceFile};
  table.sourceRoot = sourceFile.substr(0, sourceFile.rfind('/'));
  table.userFolder = table.sourceRoot;
  TracedFunction main;
  main.name = main.linkageName = "main";
  main.range = {FileId(0), 3, 1, 20, 2};
  main.low = 0x1139;
  main.high = 0x1200;
  main.bodyStart = 0x1141;
  main.exit = main.tearDown = 0x11fe;
  main.ret = 0x11ff;
  table.functions.push_back(main);
  for (const Place &place : places) {
    StatementUnit unit;
    unit.text = place.text;
    unit.kind = place.kind;
    uint32_t end = place.column + unit.text.size();
    unit.range = {FileId(0), place.line, place.column, place.line, end};
    UnitEntry entry;
    entry.address = main.bodyStart + 8 * table.units.size();
    entry.unit = UnitId(table.units.size());
    table.units.push_back(unit);
    table.entries.push_back(entry);
  }
  return table;
}

inline Trace paperTrace() {
  using enum PaperStatement;
  std::vector<PaperStatement> run{SumIsZero, MulIsOne, AskA,
                                  ReadA,     AskB,     ReadB};
  constexpr unsigned iterations = 6;
  for (unsigned i = 0; i != iterations; ++i)
    run.insert(run.end(), {Condition, AddToSum, MultiplyMul, IncrementA});
  run.insert(run.end(), {Condition, PrintSum, PrintMul, Return});
  std::vector<Event> events;
  for (PaperStatement statement : run)
    events.push_back({EntryId(statement), InvocationId(0)});
  return Trace(std::move(events), {Invocation()});
}

/// Returns the 15 events of figure 6 of the paper, "reduced trace".
inline EventSet paperReducedTrace() {
  EventSet kept(34);
  kept.insert(EventIndex(0)); // sum = 0
  kept.insert(EventIndex(3)); // reading a
  kept.insert(EventIndex(8)); // this is the first execution of mul = mul * a
  for (unsigned i = 0; i != 5; ++i) {
    // these are the executions 1 to 5 of a = a + 1
    kept.insert(EventIndex(9 + 4 * i));
    // these are the executions 2 to 6 of sum = sum + a
    kept.insert(EventIndex(11 + 4 * i));
  }
  kept.insert(EventIndex(31)); // both outputs
  kept.insert(EventIndex(32));
  return kept;
}

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_PAPERPROGRAM_H
