// Tests which instructions decide for operands.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ForcedOperandTest forces the operands that are found and so tests what they
// decide.

#include "BuiltTable.h"
#include "TestSupport/Catch.h"
#include "Units/ModuleUnits.h"

using namespace pinstripe;
using namespace pinstripe::test;

static const char *const statements = R"(
int same(int v) { return v; }
int conditions(int a, int b, int c) {
  if (a && b > 0 || !c)
    return 1;
  while (a && same(b))
    a--;
  if (a)
    a = !b;
  return a || same(c > b && b);
}
int unclear(int a, int b, int c) {
  int x = (a && b) + (b || c);
  x = ({ a && b; }) || c;
  return x;
}
)";

static Lines operandsIn(const UnitTable &table, llvm::StringRef function) {
  std::vector<const ConditionOperand *> found;
  for (const ConditionOperand &operand : table.operands)
    if (table.function(operand.function).name == function)
      found.push_back(&operand);
  llvm::sort(found, [](const auto *a, const auto *b) {
    return std::pair(a->range.line, a->range.column) <
           std::pair(b->range.line, b->range.column);
  });
  Lines lines;
  for (const ConditionOperand *operand : found)
    lines.push_back(std::to_string(operand->range.line) + ":" +
                    std::to_string(operand->range.column) + " " +
                    operand->text);
  return lines;
}

TEST_CASE("operands are found in the code of both compilers", "[operands]") {
  Language language = GENERATE(Language::C, Language::Cxx);
  std::string compiler = GENERATE_COPY(from_range(compilers(language)));
  INFO(compiler);
  TestProgram program(compiler, language,
                      std::string(statements) + "int main(void) {"
                                                "  return unclear(1, 2, 3);"
                                                "}");
  UnitTable table = tableOf(program);
  CHECK(operandsIn(table, "conditions") ==
        Lines{"4:7 a", "4:12 b > 0", "4:21 !c", "6:10 a", "6:15 same(b)",
              "10:10 a", "10:15 same(c > b && b)", "10:20 c > b", "10:29 b"});
  // For the operands in `unclear` the order of evaluation is undefined or not
  // known.
  CHECK(operandsIn(table, "unclear").empty());
  for (size_t i = 1; i < table.operands.size(); ++i)
    CHECK(table.operands[i - 1].address < table.operands[i].address);
}

TEST_CASE("an instruction decides for at most one operand", "[operands]") {
  UnitTable table;
  for (uint64_t address : {0x30, 0x10, 0x20, 0x10}) {
    ConditionOperand operand;
    operand.address = address;
    table.operands.push_back(operand);
  }
  finishTable({}, {}, table);
  REQUIRE(table.operands.size() == 2);
  CHECK(table.operands[0].address == 0x20);
  CHECK(table.operands[1].address == 0x30);
}

static const char *const readers = R"(
void use(int v) {}
int final(int a) {
  if (a != 10)
    return 1;
  for (int i = 0; i < a; i++)
    use(i);
  while (a)
    a--;
  return a;
}
int inner(int a, int b) {
  if (a != 10 && b)
    use(a);
  use(a == b);
  use(a < 3 ? a : b);
  return a > b;
}
double fraction(double d) {
  if (d != 1.5)
    use(1);
  return d;
}
)";

TEST_CASE("readers of flags are found inside statements only", "[operands]") {
  std::string compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C,
                      std::string(readers) + "int main(void) {"
                                             "  return inner(final(1), 2);"
                                             "}");
  UnitTable table = tableOf(program);
  std::map<std::string, unsigned> counts;
  for (const FlagReader &reader : table.flagReaders) {
    const TracedFunction &function = table.function(reader.function);
    CHECK(reader.address >= function.bodyStart);
    CHECK(reader.address < function.high);
    CHECK((reader.comparison < reader.address));
    ++counts[function.name];
  }
  // A whole condition ends its statement, so no reader is inside.
  CHECK(counts["final"] == 0);
  // `a != 10`, `a == b`, `a < 3` and `a > b`. Control goes from `b` to the next
  // statement.
  CHECK(counts["inner"] == 4);
  // Two jumps read the flags of a comparison that may be with NaN. gcc repeats
  // the comparison between them.
  CHECK(counts["fraction"] == 1);
  for (size_t i = 1; i < table.flagReaders.size(); ++i)
    CHECK(table.flagReaders[i - 1].address < table.flagReaders[i].address);
}
