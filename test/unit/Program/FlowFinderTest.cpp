// Tests where control can go from each entry.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each compiler lays out code in its own way, but between statements control
// goes as the source says.

#include "BuiltTable.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// The entries of one function in the order of the source.
class FunctionFlow {
public:
  FunctionFlow(const UnitTable &table, llvm::StringRef function)
      : table(table) {
    for (size_t i = 0; i < table.entries.size(); ++i)
      if (isIn(table, table.entries[i], function))
        entries.push_back(EntryId(i));
    sortBySource(entries);
  }

  /// Returns a line for each entry: its line in the source and where control
  /// goes from there, such as "6 if (a) -> 7 b = 1, leaves".
  Lines lines() const {
    Lines result;
    for (EntryId entry : entries)
      result.push_back(describe(entry) + " -> " +
                       llvm::join(successors(entry), ", "));
    return result;
  }

private:
  std::string describe(EntryId entry) const {
    const StatementUnit &unit = table.unitOf(entry);
    return std::to_string(unit.range.line) + " " + unit.text;
  }
  void sortBySource(std::vector<EntryId> &ids) const {
    llvm::sort(ids, [this](EntryId a, EntryId b) {
      const SourceRange &left = table.unitOf(a).range;
      const SourceRange &right = table.unitOf(b).range;
      return std::tuple(left.line, left.column, a) <
             std::tuple(right.line, right.column, b);
    });
  }
  Lines successors(EntryId entry) const {
    const EntryFlow &flow = table.entry(entry).flow;
    CHECK(llvm::is_sorted(flow.successors));
    std::vector<EntryId> ids;
    for (uint64_t address : flow.successors) {
      auto id = table.entryAt(address);
      REQUIRE(id);
      ids.push_back(*id);
    }
    sortBySource(ids);
    Lines result;
    for (EntryId id : ids)
      result.push_back(describe(id));
    if (flow.mayLeave)
      result.push_back("leaves");
    return result;
  }

  const UnitTable &table;
  std::vector<EntryId> entries;
};

/// Returns the flow of `f` in C code; the first line of `source` is line 1.
Lines flowOf(const std::string &compiler, llvm::StringRef source,
             std::vector<std::string> flags = {"-g", "-O0"}) {
  bool isCxx = llvm::StringRef(compiler).contains("++");
  TestProgram program(compiler, isCxx ? Language::Cxx : Language::C,
                      source.ltrim('\n').str() +
                          "int main(void) { f(1); return 0; }\n",
                      std::move(flags));
  UnitTable table = tableOf(program);
  return FunctionFlow(table, "f").lines();
}

} // namespace

TEST_CASE("both branches of an if meet after it", "[program][flow]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g;
void f(int a) {
  if (a > 1)
    g = 1;
  else
    g = 2;
  if (a)
    g = 3;
}
)") == Lines{"3 if (a > 1) -> 4 g = 1, 6 g = 2", "4 g = 1 -> 7 if (a)",
             "6 g = 2 -> 7 if (a)", "7 if (a) -> 8 g = 3, leaves",
             "8 g = 3 -> leaves"});
}

TEST_CASE("control comes back to the test of a loop", "[program][flow]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g;
void f(int n) {
  while (n > 3)
    n--;
  for (int i = 0; i < n; i++)
    g += i;
  do {
    g--;
  } while (g);
  g = 1;
}
)") == Lines{"3 while (n > 3) -> 4 n--, 5 int i = 0",
             "4 n-- -> 3 while (n > 3)", "5 int i = 0 -> 5 i < n",
             "5 i < n -> 6 g += i, 8 g--", "5 i++ -> 5 i < n",
             "6 g += i -> 5 i++", "8 g-- -> 9 while (g)",
             "9 while (g) -> 8 g--, 10 g = 1", "10 g = 1 -> leaves"});
}

TEST_CASE("each test of a loop with an empty body is an instance",
          "[program][flow][trap]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g;
void f(int n) {
  while (n-- > 0)
    ;
  for (; g-- > 0;)
    ;
  do
    ;
  while (n++ < 3);
  g = n;
}
)") == Lines{"3 while (n-- > 0) -> 3 while (n-- > 0), 5 g-- > 0",
             "5 g-- > 0 -> 5 g-- > 0, 9 while (n++ < 3)",
             "9 while (n++ < 3) -> 9 while (n++ < 3), 10 g = n",
             "10 g = n -> leaves"});
}

TEST_CASE("a for without a body is entered through its test only",
          "[program][flow][trap]") {
  // gcc attributes the jump to the loop's test to the increment.
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g;
void f(int n) {
  for (int i = 0; i < n; i++)
    ;
  g = n;
}
)") == Lines{"3 int i = 0 -> 3 i < n", "3 i < n -> 3 i++, 5 g = n",
             "3 i++ -> 3 i < n", "5 g = n -> leaves"});
}

TEST_CASE("a loop inside a condition is part of one instance",
          "[program][flow]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  Lines flow = flowOf(compiler, R"(
int g;
void f(int n) {
  if (({ int i = 0; do i++; while (i < n); i > 2; }))
    g = 2;
  if (({ int i = 0; for (; i < n; i++) g = i; i > 2; }))
    g = 3;
}
)");
  CHECK(flow.size() == 4);
}

TEST_CASE("a loop after a branch is entered at its test",
          "[program][flow][trap]") {
  // clang marks such a `while` by a row of the line table that only jumps to
  // the test.
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g;
void f(int n) {
  while (n > 3)
    n--;
  while (n) {
    while (n > 5)
      n--;
    n--;
  }
  if (g)
    for (; n < 3;)
      n++;
}
)") == Lines{"3 while (n > 3) -> 4 n--, 5 while (n)",
             "4 n-- -> 3 while (n > 3)",
             "5 while (n) -> 6 while (n > 5), 10 if (g)",
             "6 while (n > 5) -> 7 n--, 8 n--", "7 n-- -> 6 while (n > 5)",
             "8 n-- -> 5 while (n)", "10 if (g) -> 11 n < 3, leaves",
             "11 n < 3 -> 12 n++, leaves", "12 n++ -> 11 n < 3"});
}

TEST_CASE("a do without braces has a test of its own",
          "[program][flow][trap]") {
  // clang attributes the jump back, and all code of a short test, to the last
  // statement.
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g, h;
void note(void) { g--; }
void f(double n) {
  do g--; while (g);
  do
    if (h)
      note();
  while (g > 2);
  do
    while (h > 5)
      h--;
  while (h < 3);
  do n--; while (n != 2);
  do do note(); while (g); while (--h);
  do do { note(); } while (g); while (--h);
  g = 1;
}
)") == Lines{"4 g-- -> 4 while (g)", "4 while (g) -> 4 g--, 6 if (h)",
             "6 if (h) -> 7 note(), 8 while (g > 2)",
             "7 note() -> 8 while (g > 2)",
             "8 while (g > 2) -> 6 if (h), 10 while (h > 5)",
             "10 while (h > 5) -> 11 h--, 12 while (h < 3)",
             "11 h-- -> 10 while (h > 5)",
             "12 while (h < 3) -> 10 while (h > 5), 13 n--",
             "13 n-- -> 13 while (n != 2)",
             "13 while (n != 2) -> 13 n--, 14 note()",
             "14 note() -> 14 while (g)",
             "14 while (g) -> 14 note(), 14 while (--h)",
             "14 while (--h) -> 14 note(), 15 note()",
             "15 note() -> 15 while (g)",
             "15 while (g) -> 15 note(), 15 while (--h)",
             "15 while (--h) -> 15 note(), 16 g = 1", "16 g = 1 -> leaves"});
}

TEST_CASE("a switch leads to all its cases", "[program][flow]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  std::string place = GENERATE("-pie", "-no-pie");
  std::string code = place == "-pie" ? "-fPIE" : "-fno-pie";
  INFO(compiler << " " << place);
  CHECK(flowOf(compiler, R"(
int g;
void f(int n) {
  switch (n) {
  case 0: g = 0; break;
  case 1: g = 1;
  case 2: g = 2; break;
  case 3:
  case 4: g = 4; break;
  case 5: g = 5; return;
  case 6: g = 6; break;
  default: g = 7;
  }
  switch (g) {
  case 1: g = 8; break;
  case 1000: g = 9; break;
  }
  g++;
}
)",
               {"-g", "-O0", code, place}) ==
        Lines{"3 switch (n) -> 4 g = 0, 5 g = 1, 6 g = 2, 8 g = 4, 9 g = 5, "
              "10 g = 6, 11 g = 7",
              "4 g = 0 -> 13 switch (g)", "5 g = 1 -> 6 g = 2",
              "6 g = 2 -> 13 switch (g)", "8 g = 4 -> 13 switch (g)",
              "9 g = 5 -> leaves", "10 g = 6 -> 13 switch (g)",
              "11 g = 7 -> 13 switch (g)",
              "13 switch (g) -> 14 g = 8, 15 g = 9, 17 g++",
              "14 g = 8 -> 17 g++", "15 g = 9 -> 17 g++", "17 g++ -> leaves"});
}

TEST_CASE("an expression with decisions has one entry", "[program][flow]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g, h;
int f(int a) {
  if (a && (g || h))
    h = 1;
  int x = a ? h : g;
  a && (h = x);
  while (a > 2 || g > 2)
    a--, g--;
  return x ? a || h : h;
}
)") == Lines{"3 if (a && (g || h)) -> 4 h = 1, 5 x = a ? h : g",
             "4 h = 1 -> 5 x = a ? h : g", "5 x = a ? h : g -> 6 a && (h = x)",
             "6 a && (h = x) -> 7 while (a > 2 || g > 2)",
             "7 while (a > 2 || g > 2) -> 8 a--, g--, 9 return x ? a || h : h",
             "8 a--, g-- -> 7 while (a > 2 || g > 2)",
             "9 return x ? a || h : h -> leaves"});
}

TEST_CASE("a goto leads to its label", "[program][flow]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g;
void f(int n) {
again:
  n++;
  if (n < 3)
    goto again;
  if (n < 5)
    goto out;
  g = n;
out:
  g = 2;
}
)") == Lines{"4 n++ -> 5 if (n < 3)", "5 if (n < 3) -> 4 n++, 7 if (n < 5)",
             "7 if (n < 5) -> 9 g = n, 11 g = 2", "9 g = n -> 11 g = 2",
             "11 g = 2 -> leaves"});
}

TEST_CASE("a computed goto leads to every label whose address is taken",
          "[program][flow]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  std::string place = GENERATE("-pie", "-no-pie");
  std::string code = place == "-pie" ? "-fPIE" : "-fno-pie";
  INFO(compiler << " " << place);
  CHECK(flowOf(compiler, R"(
int g;
int f(int n) {
  static void *places[] = {&&first, &&second, &&third};
  goto *places[n];
first:
  g = 1;
  return 1;
second:
  g = 2;
third:
  g = 3;
  goto last;
last:
  return 3;
}
)",
               {"-g", "-O0", code, place}) ==
        Lines{"4 goto *places[n] -> 6 g = 1, 9 g = 2, 11 g = 3",
              "6 g = 1 -> 7 return 1", "7 return 1 -> leaves",
              "9 g = 2 -> 11 g = 3", "11 g = 3 -> 14 return 3",
              "14 return 3 -> leaves"});
}

TEST_CASE("each of several computed gotos decides for itself",
          "[program][flow][trap]") {
  // In clang's code the gotos share one jump after all other code.
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g;
int f(int n) {
  static void *places[] = {&&first, &&last};
  goto *places[n];
first:
  g++;
  goto *places[g];
last:
  return 3;
}
)") == Lines{"4 goto *places[n] -> 6 g++, 9 return 3",
             "6 g++ -> 7 goto *places[g]",
             "7 goto *places[g] -> 6 g++, 9 return 3", "9 return 3 -> leaves"});
}

TEST_CASE("a return leaves the function wherever it stands",
          "[program][flow]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g;
int f(int n) {
  if (n < 0)
    return -1;
  for (;;) {
    if (n > 10)
      return n;
    if (g)
      break;
    n++;
  }
  if (g > 2)
    return g;
  return 0;
}
)") == Lines{"3 if (n < 0) -> 4 return -1, 6 if (n > 10)",
             "4 return -1 -> leaves", "6 if (n > 10) -> 7 return n, 8 if (g)",
             "7 return n -> leaves", "8 if (g) -> 10 n++, 12 if (g > 2)",
             "10 n++ -> 6 if (n > 10)",
             "12 if (g > 2) -> 13 return g, "
             "14 return 0",
             "13 return g -> leaves", "14 return 0 -> leaves"});
}

TEST_CASE("a call that never returns leaves the function", "[program][flow]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
#include <stdlib.h>
int g;
_Noreturn static void stop(int n) { exit(n); }
void f(int n) {
  if (n == 2)
    exit(1);
  if (n == 3) {
    abort();
  }
  if (n == 4)
    stop(3);
  g = n;
}
)") == Lines{"5 if (n == 2) -> 6 exit(1), 7 if (n == 3)", "6 exit(1) -> leaves",
             "7 if (n == 3) -> 8 abort(), 10 if (n == 4)",
             "8 abort() -> leaves", "10 if (n == 4) -> 11 stop(3), 12 g = n",
             "11 stop(3) -> leaves", "12 g = n -> leaves"});
}

TEST_CASE("a macro with a `do while (0)` is passed like a statement",
          "[program][flow][trap]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g, h;
#define BOTH(a, b) do { a = 1; b = 2; } while (0)
#define IF_SET(a, b) do { if (a) b = 3; } while (0)
void f(int n) {
  if (n)
    BOTH(g, h);
  else
    BOTH(h, g);
  IF_SET(n, g);
  do {
    h = n;
  } while (0);
  g = h;
}
)") == Lines{"5 if (n) -> 6 BOTH(g, h), 8 BOTH(h, g)",
             "6 BOTH(g, h) -> 9 IF_SET(n, g)", "8 BOTH(h, g) -> 9 IF_SET(n, g)",
             "9 IF_SET(n, g) -> 11 h = n", "11 h = n -> 13 g = h",
             "13 g = h -> leaves"});
}

TEST_CASE("a test after a division is a condition", "[program][flow][trap]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g;
void note(int a, double x) {}
double f(int a) {
  if (a % 3 == 0)
    note(g, 1);
  g = a / 3;
  double d = a;
  if (d > 2)
    note(g, d);
  return d;
}
)") == Lines{"4 if (a % 3 == 0) -> 5 note(g, 1), 6 g = a / 3",
             "5 note(g, 1) -> 6 g = a / 3", "6 g = a / 3 -> 7 d = a",
             "7 d = a -> 8 if (d > 2)",
             "8 if (d > 2) -> 9 note(g, d), 10 return d",
             "9 note(g, d) -> 10 return d", "10 return d -> leaves"});
}

TEST_CASE("control passes destructors on the way out", "[program][flow]") {
  auto compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g;
struct Guard { ~Guard() { g++; } };
void f(int n) {
  for (int i = 0; i < n; i++) {
    Guard guard;
    g += i;
  }
  g = 2;
}
)") == Lines{"4 int i = 0 -> 4 i < n", "4 i < n -> 6 g += i, 8 g = 2",
             "4 i++ -> 4 i < n", "6 g += i -> 7 }", "7 } -> 4 i++",
             "8 g = 2 -> leaves"});
}

TEST_CASE("a throw leaves, a catch block is entered by the unwinder only",
          "[program][flow]") {
  auto compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  CHECK(flowOf(compiler, R"(
int g;
void f(int n) {
  try {
    if (n > 2)
      throw n;
    g = 1;
  } catch (int) {
    g = 2;
  }
  g++;
}
)") == Lines{"4 if (n > 2) -> 5 throw n, 6 g = 1", "5 throw n -> leaves",
             "6 g = 1 -> 10 g++", "8 g = 2 -> 9 }", "9 } -> 10 g++",
             "10 g++ -> leaves"});
}

TEST_CASE("conditions decide by flags if a jump has read them last",
          "[program][flow]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
int g;
int f(int a, int b) {
  if (a > 1 && b)
    g = 1;
  while (a)
    a--;
  g = a + 1;
  g = f(a, b) + a;
  return g;
}
int main(void) { return f(0, 0); }
)");
  UnitTable table = tableOf(program);
  std::map<std::string, bool> decides;
  for (const UnitEntry &entry : table.entries)
    decides[table.unit(entry.unit).text] = entry.flow.decidesByFlags;
  CHECK(decides["if (a > 1 && b)"]);
  CHECK(decides["while (a)"]);
  CHECK_FALSE(decides["g = 1"]);
  CHECK_FALSE(decides["g = a + 1"]);
  CHECK_FALSE(decides["g = f(a, b) + a"]);
}
