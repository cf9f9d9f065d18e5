// Tests the units and clean entries of real programs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BuiltTable.h"

using namespace pinstripe;
using namespace pinstripe::test;

TEST_CASE("the paper's program has a unit for each statement",
          "[program][units]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(#include <stdio.h>
int main(void) {
  int a, b;
  int sum = 0;
  int mul = 1;
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
)");
  UnitTable table = tableOf(program);
  CHECK(unitsIn(table, "main") ==
        Lines{"declaration sum = 0", "declaration mul = 1",
              "expression printf(\"a? \")", "expression scanf(\"%d\", &a)",
              "expression printf(\"b? \")", "expression scanf(\"%d\", &b)",
              "condition while (a <= b)", "expression sum = sum + a",
              "expression mul = mul * a", "expression a = a + 1",
              "expression printf(\"sum = %d\\n\", sum)",
              "expression printf(\"mul = %d\\n\", mul)", "return return 0"});
  CHECK(llvm::all_of(table.notes, [](const ModelNote &note) {
    return note.kind == ModelNote::Kind::Moved;
  }));
}

TEST_CASE("each part of a loop's head is a unit", "[program][units]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
int f(int n) {
  int r = 0;
  for (int i = 0; i < n; i++) { r += i; if (r > 10) break; }
  while (r > 3 && n != 7) r--;
  do { r++; } while (r < 5);
  switch (r) { case 1: r = 2; break; default: r = n > 1 ? 3 : 4; }
  return r;
}
int main(void) { return f(3) != 3; }
)");
  UnitTable table = tableOf(program);
  CHECK(unitsIn(table, "f") ==
        Lines{"declaration r = 0", "loop init int i = 0", "condition i < n",
              "loop increment i++", "expression r += i",
              "condition if (r > 10)", "condition while (r > 3 && n != 7)",
              "expression r--", "expression r++", "condition while (r < 5)",
              "condition switch (r)", "expression r = 2",
              "expression r = n > 1 ? 3 : 4", "return return r"});
}

TEST_CASE("stack allocation, setjmp and process creation are pinned",
          "[program][units]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
#include <alloca.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>
jmp_buf place;
int main(int argc, char **argv) {
  char v[argc + 1];
  char *p = alloca(argc);
  v[0] = *p = 1;
  if (setjmp(place) == 0)
    longjmp(place, 1);
  if (argc > 5)
    system("true");
  return 0;
}
)");
  UnitTable table = tableOf(program);
  for (const char *text :
       {"v[argc + 1]", "p = alloca(argc)", "if (setjmp(place) == 0)",
        "longjmp(place, 1)", "system(\"true\")"}) {
    INFO(text);
    const StatementUnit *unit = findUnit(table, text);
    REQUIRE(unit);
    CHECK(unit->isPinned());
  }
  const StatementUnit *unit = findUnit(table, "if (argc > 5)");
  REQUIRE(unit);
  CHECK_FALSE(unit->isPinned());
}

TEST_CASE("instances of a template share their units", "[program][units]") {
  auto compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  TestProgram program(compiler, Language::Cxx, R"(
template <class T> T twice(T x) {
  x = x + x;
  return x;
}
int main() { return twice(2) + (int)twice(1.5); }
)");
  UnitTable table = tableOf(program);
  CHECK(llvm::count_if(table.functions, [](const TracedFunction &function) {
          return function.name == "twice";
        }) == 2);
  CHECK(llvm::count_if(table.units, [](const StatementUnit &unit) {
          return unit.text == "x = x + x";
        }) == 1);
}

TEST_CASE("a declaration is linked with the cleanup that destroys it",
          "[program][units]") {
  auto compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  TestProgram program(compiler, Language::Cxx, R"(
int live = 0;
struct Guard {
  Guard(int n) : n(n) { live += n; }
  ~Guard() { live -= n; }
  int n;
};
int f(int k) {
  int r = 0;
  {
    Guard guard(k);
    r = live;
  }
  return r;
}
int main() { return f(3); }
)");
  UnitTable table = tableOf(program);
  CHECK(unitsIn(table, "f") ==
        Lines{"declaration r = 0", "declaration guard(k)",
              "expression r = live", "cleanup ~guard", "return return r"});
  REQUIRE(table.cleanupLinks.size() == 1);
  CHECK(table.unit(table.cleanupLinks[0].declaration).text == "guard(k)");
  CHECK(table.unit(table.cleanupLinks[0].cleanup).kind == UnitKind::Cleanup);
  CHECK(unitsIn(table, "Guard::Guard") ==
        Lines{"initializer n(n)", "expression live += n"});
}

TEST_CASE("code between a landing pad and its catch block has no entries",
          "[program][units]") {
  auto compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  TestProgram program(compiler, Language::Cxx, R"(
int live = 0;
struct Guard {
  Guard() { ++live; }
  ~Guard() { --live; }
};
int f(int k) {
  Guard guard;
  if (k > 2)
    throw k;
  return k;
}
int main() {
  int r = 0;
  try {
    r = f(5);
  } catch (int k) {
    r = k;
  }
  return r;
}
)");
  UnitTable table = tableOf(program);
  // gcc keeps the result in rbx while the destructor runs.
  CHECK(unitsIn(table, "f") ==
        Lines{"declaration guard", "condition if (k > 2)", "expression throw k",
              "return return k", "cleanup ~guard"});
  const StatementUnit *thrown = findUnit(table, "throw k");
  REQUIRE(thrown);
  CHECK(thrown->isPinned());
  CHECK(findUnit(table, "r = k"));
}

TEST_CASE("a function without source falls back to the line table",
          "[program][units]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
int main(void) {
  int a = 1;
  a += 2;
  return a;
}
)");
  REQUIRE(!llvm::sys::fs::remove(program.sourcePath));
  UnitTable table = tableOf(program);
  REQUIRE(table.functions.size() == 1);
  CHECK(table.functions[0].isFallback());
  CHECK(unitsIn(table, "main").size() == 3);
}

TEST_CASE("a function whose source has changed falls back to the line table",
          "[program][units]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
int main(void) {
  int a = 1;
  a += 2;
  a *= 3;
  return a;
}
)");
  std::ofstream(program.sourcePath) << "int main(void) {\n\n\n\n\n\n\n"
                                       "                   return 0; }\n";
  UnitTable table = tableOf(program);
  REQUIRE(table.functions.size() == 1);
  CHECK(table.functions[0].isFallback());
}

TEST_CASE("programs that can't be used are refused with the remedy",
          "[program][units]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  const char *source = R"(
int g(int n) { int r = 0; for (int i = 0; i < n; i++) r += i * n; return r; }
int main(int argc, char **argv) { int x = g(argc); return x + g(x); }
)";
  SECTION("optimised") {
    TestProgram program(compiler, Language::C, source, {"-g", "-O2"});
    CHECK(llvm::StringRef(refusalOf(program)).contains("-O0"));
  }
  SECTION("without debug information") {
    TestProgram program(compiler, Language::C, source, {"-O0"});
    CHECK(llvm::StringRef(refusalOf(program)).contains("-g -O0"));
  }
  SECTION("stripped") {
    TestProgram program(compiler, Language::C, source, {"-g", "-O0", "-s"});
    CHECK(llvm::StringRef(refusalOf(program)).contains("stripped"));
  }
  SECTION("not linked") {
    TestProgram program(compiler, Language::C, source, {"-g", "-O0", "-c"});
    CHECK(llvm::StringRef(refusalOf(program)).contains("link"));
  }
}

TEST_CASE("a table that is no longer wanted is not built", "[program][units]") {
  TestProgram program(compilers(Language::C).front(), Language::C,
                      "int main(void) { return 0; }\n", {"-g", "-O0"});
  const std::atomic<bool> stop = true;
  ModelOptions options;
  options.stop = &stop;
  llvm::Expected<UnitTable> table = buildUnitTable(program.path, options);
  CHECK(table.errorIsA<InterruptedError>());
  llvm::consumeError(table.takeError());
}
