// Tests statements that a program model easily loses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each statement here has led to a defect of a prototype. Users do not notice
// that a statement has no unit, since such a statement is just never skipped.

#include "BuiltTable.h"

using namespace pinstripe;
using namespace pinstripe::test;

TEST_CASE("the test of an endless-looking while has a unit",
          "[program][units][trap]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
int n = 3;
int step(void) { return --n; }
int main(void) {
  while (step())
    ;
  while (n)
    n--;
  return n;
}
)");
  UnitTable table = tableOf(program);
  CHECK(unitsIn(table, "main") == Lines{"condition while (step())",
                                        "condition while (n)", "expression n--",
                                        "return return n"});
}

TEST_CASE("a macro of several statements is one unit",
          "[program][units][trap]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
#define SWAP(x, y) do { int t = x; x = y; y = t; } while (0)
int main(void) {
  int a = 1, b = 2;
  SWAP(a, b);
  return a - b;
}
)");
  UnitTable table = tableOf(program);
  CHECK(unitsIn(table, "main") ==
        Lines{"declaration a = 1", "declaration b = 2", "expression SWAP(a, b)",
              "return return a - b"});
  CHECK(llvm::any_of(table.notes, [](const ModelNote &note) {
    return note.kind == ModelNote::Kind::Merged;
  }));
}

TEST_CASE("statements after a division and a test keep their units",
          "[program][units][trap]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
void note(int x) {}
int f(int a, int b) {
  int r = 0;
  if (a % b == 0)
    note(r);
  r = a / b;
  note(r);
  return r;
}
int main(void) { return f(6, 3); }
)");
  UnitTable table = tableOf(program);
  CHECK(unitsIn(table, "f") ==
        Lines{"declaration r = 0", "condition if (a % b == 0)",
              "expression note(r)", "expression r = a / b",
              "expression note(r)", "return return r"});
}

TEST_CASE("a conversion to floating point starts a clean statement",
          "[program][units][trap]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
double half(double x) { return x / 2; }
double f(int n) {
  double d = n;
  float s = d;
  d = n;
  d += half(s);
  return half(d);
}
int main(void) { return (int)f(3); }
)");
  UnitTable table = tableOf(program);
  CHECK(unitsIn(table, "f") ==
        Lines{"declaration d = n", "declaration s = d", "expression d = n",
              "expression d += half(s)", "return return half(d)"});
  CHECK(unitsIn(table, "half") == Lines{"return return x / 2"});
}

TEST_CASE("variables in registers do not hide statements",
          "[program][units][trap]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
int f(register int n) {
  register int i, sum = 0;
  for (i = 0; i < n; i++)
    sum += i;
  return sum;
}
int main(void) { return f(4); }
)");
  UnitTable table = tableOf(program);
  CHECK(unitsIn(table, "f") == Lines{"declaration sum = 0", "loop init i = 0",
                                     "condition i < n", "loop increment i++",
                                     "expression sum += i",
                                     "return return sum"});
}

TEST_CASE("code after a call that never returns is not part of the call",
          "[program][units][trap]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
#include <stdlib.h>
int total;
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    switch (argv[i][0]) {
    case 'a':
      total++;
      break;
    default:
      exit(1);
      break;
    }
  if (total) {
    exit(2);
  }
  return 0;
}
)");
  UnitTable table = tableOf(program);
  for (const char *text : {"exit(1)", "exit(2)", "total++"}) {
    INFO(text);
    CHECK(llvm::count_if(table.entries, [&](const UnitEntry &entry) {
            return table.unit(entry.unit).text == text;
          }) == 1);
  }
}

TEST_CASE("a function without a unit is not traced", "[program][units][trap]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
void nothing(void) {}
void onlyJumps(int n) {
again:
  goto out;
  goto again;
out:;
}
int main(void) {
  nothing();
  onlyJumps(1);
  return 0;
}
)");
  UnitTable table = tableOf(program);
  CHECK(unitsIn(table, "nothing").empty());
  CHECK(unitsIn(table, "onlyJumps").empty());
  CHECK(llvm::count_if(table.refused, [](const RefusedFunction &function) {
          return function.reason == "has no statement with code of its own";
        }) == 2);
}

TEST_CASE("stores through this are units although this stays in a register",
          "[program][units][trap]") {
  auto compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  TestProgram program(compiler, Language::Cxx, R"(
struct S {
  int a, b, c;
  void set(int v) {
    a = v;
    b = 2;
    c = a;
  }
};
int main() { S s; s.set(1); return s.c; }
)");
  UnitTable table = tableOf(program);
  CHECK(unitsIn(table, "S::set") ==
        Lines{"expression a = v", "expression b = 2", "expression c = a"});
}
