// Tests which stores to known places are listed for each entry.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BuiltTable.h"

using namespace pinstripe;
using namespace pinstripe::test;

/// Returns the sizes of the stores of the unit of `f` with this text, in the
/// frame or elsewhere, in the order of the code.
static std::vector<unsigned> storesOf(const UnitTable &table,
                                      llvm::StringRef text, bool isInFrame) {
  std::vector<unsigned> sizes;
  for (const UnitEntry &entry : table.entries)
    if (isIn(table, entry, "f") && table.unit(entry.unit).text == text)
      for (const FixedStore &store : entry.flow.stores)
        if (store.isInFrame == isInFrame)
          sizes.push_back(store.size);
  return sizes;
}

TEST_CASE("the sizes of stores are those of the variables",
          "[program][stores]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
double d; long double e; int g; short s; char c;
struct S { long a[3]; } s1, s2;
int f(int n) {
  double x = n;
  long double y = x;
  float z = 1;
  char b = 2;
  short h = 3;
  long l = 4;
  _Bool t = n;
  d = x; e = y; g = n; s = h; c = b;
  struct S copy = s1;
  s2 = copy;
  copy.a[1] = 1;
  s1.a[2] = 1;
  b++;
  g += 2;
  return n;
}
int main(void) { return f(1); }
)");
  UnitTable table = tableOf(program);
  using Sizes = std::vector<unsigned>;
  auto frame = [&](const char *text) { return storesOf(table, text, true); };
  auto global = [&](const char *text) { return storesOf(table, text, false); };
  CHECK(frame("x = n") == Sizes{8});
  CHECK(frame("y = x") == Sizes{10});
  CHECK(frame("z = 1") == Sizes{4});
  CHECK(frame("b = 2") == Sizes{1});
  CHECK(frame("h = 3") == Sizes{2});
  CHECK(frame("l = 4") == Sizes{8});
  CHECK(frame("t = n") == Sizes{1});
  CHECK(global("d = x") == Sizes{8});
  CHECK(global("e = y") == Sizes{10});
  CHECK(global("g = n") == Sizes{4});
  CHECK(global("s = h") == Sizes{2});
  CHECK(global("c = b") == Sizes{1});
  CHECK(frame("copy = s1") == Sizes{8, 8, 8});
  CHECK(global("copy = s1").empty());
  CHECK(global("s2 = copy") == Sizes{8, 8, 8});
  CHECK(frame("copy.a[1] = 1") == Sizes{8});
  CHECK(global("s1.a[2] = 1") == Sizes{8});
  CHECK(frame("b++") == Sizes{1});
  CHECK(global("g += 2") == Sizes{4});
}

TEST_CASE("stores to computed addresses are not listed", "[program][stores]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  TestProgram program(compiler, Language::C, R"(
#include <string.h>
int g[4];
struct Large { long a[100]; } a, b;
void set(int *p) { *p = 1; }
void f(int n, int *p) {
  int local[4];
  g[n] = 1;
  local[n] = 2;
  *p = 3;
  p[2] = 4;
  set(&local[1]);
  memset(local, 0, n);
  a = b;
}
int main(void) { f(1, g); return 0; }
)");
  UnitTable table = tableOf(program);
  for (const char *text : {"g[n] = 1", "local[n] = 2", "*p = 3", "p[2] = 4",
                           "set(&local[1])", "memset(local, 0, n)", "a = b"}) {
    INFO(text);
    CHECK(storesOf(table, text, true).empty());
    CHECK(storesOf(table, text, false).empty());
  }
}

TEST_CASE("stores to globals are listed with their address",
          "[program][stores]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  std::string place = GENERATE("-pie", "-no-pie");
  std::string code = place == "-pie" ? "-fPIE" : "-fno-pie";
  INFO(compiler << " " << place);
  TestProgram program(compiler, Language::C, R"(
int pair[2];
void f(int n) {
  pair[0] = n;
  pair[1] = n;
}
int main(void) { f(1); return 0; }
)",
                      {"-g", "-O0", code, place});
  UnitTable table = tableOf(program);
  std::vector<int64_t> places;
  for (const UnitEntry &entry : table.entries)
    for (const FixedStore &store : entry.flow.stores)
      if (!store.isInFrame)
        places.push_back(store.place);
  REQUIRE(places.size() == 2);
  CHECK(places[1] == places[0] + 4);
}
