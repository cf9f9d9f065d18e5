// Tests units in macros, after #line, and in broken sources.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ScannedSource.h"

using namespace pinstripe;

namespace {

/// Returns "text x statements" for each unit that several statements of one
/// macro expansion make up.
Lines renderMerged(const SourceModel &model) {
  Lines lines;
  for (auto [unit, statements] : model.merged)
    lines.push_back(model.units[unit].text + " x " +
                    std::to_string(statements));
  return lines;
}

} // namespace

TEST_CASE("the statements of one macro expansion are one unit",
          "[program][source][macro]") {
  SourceModel model =
      scanText("a.c", "#define INC(x) do { x++; x += 2; } while (0)\n"
                      "#define TWO(x) x = 1; x = 2\n"
                      "#define SWAP(a, b) { int t = a; a = b; b = t; }\n"
                      "#define BAIL(x) if (x) return -1\n"
                      "#define WRAP(b) do { b } while (0)\n"
                      "int g(int);\n"
                      "int f(int a, int b) {\n"
                      "  INC(a);\n"
                      "  TWO(b); a = 3;\n"
                      "  SWAP(a,\n"
                      "       b)\n"
                      "  BAIL(a > b);\n"
                      "  WRAP(a = 1; b = g(a););\n"
                      "  return a;\n"
                      "}\n");
  CHECK(renderUnits(model) ==
        Lines{"expression 8:3-8:9 f | INC(a)", "expression 9:3-9:9 f | TWO(b)",
              "expression 9:11-9:16 f | a = 3",
              "expression 10:3-11:10 f | SWAP(a, b)",
              "condition 12:3-12:14 f | BAIL(a > b)",
              "expression 13:3-13:25 f | WRAP(a = 1; b = g(a);)",
              "return 14:3-14:11 f | return a"});
  CHECK(renderMerged(model) == Lines{"INC(a) x 2", "TWO(b) x 2",
                                     "SWAP(a, b) x 3", "BAIL(a > b) x 2",
                                     "WRAP(a = 1; b = g(a);) x 2"});
}

TEST_CASE("a macro that supplies a loop head is one condition; the body keeps "
          "its units",
          "[program][source][macro]") {
  SourceModel model =
      scanText("a.c", "#define EACH(i, n) for (int i = 0; i < n; i++)\n"
                      "#define UNLESS(c) if (!(c))\n"
                      "int f(int a) {\n"
                      "  EACH(k, 3) { a += k; a++; }\n"
                      "  UNLESS(a) a = 1;\n"
                      "  return a;\n"
                      "}\n");
  CHECK(renderUnits(model) == Lines{"condition 4:3-4:13 f | EACH(k, 3)",
                                    "expression 4:16-4:22 f | a += k",
                                    "expression 4:24-4:27 f | a++",
                                    "condition 5:3-5:12 f | UNLESS(a)",
                                    "expression 5:13-5:18 f | a = 1",
                                    "return 6:3-6:11 f | return a"});
  CHECK(renderMerged(model) == Lines{"EACH(k, 3) x 3"});
  CHECK(renderAnchors(model).empty());
}

TEST_CASE("a macro that supplies an operand leaves its statement alone",
          "[program][source][macro]") {
  SourceModel model = scanText("a.c", "#define ONE 1\n"
                                      "#define BIG(x) ((x) > ONE)\n"
                                      "#define FIRST(p) (p)[0]\n"
                                      "int f(int *p, int a) {\n"
                                      "  if (BIG(a)) a = ONE;\n"
                                      "  FIRST(p) = a + ONE; a++;\n"
                                      "  for (a = ONE; a < ONE; a += ONE) ;\n"
                                      "  return ONE;\n"
                                      "}\n");
  CHECK(renderUnits(model) ==
        Lines{"condition 5:3-5:14 f | if (BIG(a))",
              "expression 5:15-5:22 f | a = ONE",
              "expression 6:3-6:21 f | FIRST(p) = a + ONE",
              "expression 6:23-6:26 f | a++", "loop init 7:8-7:15 f | a = ONE",
              "condition 7:17-7:24 f | a < ONE",
              "loop increment 7:26-7:34 f | a += ONE",
              "return 8:3-8:13 f | return ONE"});
  CHECK(model.merged.empty());
}

TEST_CASE("an assertion is one expression", "[program][source][macro]") {
  SourceModel model = scanText("a.c", "#include <assert.h>\n"
                                      "void f(int a) {\n"
                                      "  assert(a > 1 &&\n"
                                      "         a < 5);\n"
                                      "}\n");
  CHECK(renderUnits(model) ==
        Lines{"expression 3:3-4:16 f | assert(a > 1 && a < 5)"});
}

TEST_CASE("a function written by a macro is one unit",
          "[program][source][macro]") {
  SourceModel model = scanText(
      "a.c", "#define GET(n) int get_##n(void) { int z = n; return z; }\n"
             "#define BEGIN(name) int name(void) { int z = 1;\n"
             "int v;\n"
             "GET(v)\n"
             "BEGIN(h) z++; return z; }\n");
  CHECK(renderFunctions(model) == Lines{"get_v 4:1-4:7", "h 5:1-5:26"});
  CHECK(renderUnits(model) == Lines{"expression 4:1-4:7 get_v | GET(v)",
                                    "declaration 5:1-5:9 h | BEGIN(h)",
                                    "expression 5:10-5:13 h | z++",
                                    "return 5:15-5:23 h | return z"});
}

TEST_CASE("#line gives the positions that debuggers show",
          "[program][source][line]") {
  SourceFolder folder;
  folder.write("gram.y", "%%\n");
  folder.write("y.tab.c", "int f(int a) {\n"
                          "#line 40 \"gram.y\"\n"
                          "  { a++; }\n"
                          "#line 100 \"gone.y\"\n"
                          "  a--;\n"
                          "#line 7 \"y.tab.c\"\n"
                          "  return a;\n"
                          "}\n");
  SourceModel model = folder.scan({folder.unit("y.tab.c")});
  CHECK(renderUnits(model) == Lines{"expression 100:3-100:6 f | a--",
                                    "expression 40:5-40:8 f | a++",
                                    "return 7:3-7:11 f | return a"});
  REQUIRE(model.units.size() == 3);
  CHECK(model.units[0].extent.file == folder.path + "/gone.y");
  CHECK(model.units[1].extent.file == folder.path + "/gram.y");
  CHECK(model.units[2].extent.file == folder.path + "/y.tab.c");
}

TEST_CASE("statements of a file included in a function are units there",
          "[program][source]") {
  SourceFolder folder;
  folder.write("cases.inc", "case 1: a = 2; break;\ncase 2: a = 3;\n");
  folder.write("a.c", "int f(int a) {\n"
                      "  switch (a) {\n"
                      "#include \"cases.inc\"\n"
                      "  }\n"
                      "  return a;\n"
                      "}\n");
  SourceModel model = folder.scan({folder.unit("a.c")});
  CHECK(renderUnits(model) == Lines{"condition 2:3-2:13 f | switch (a)",
                                    "return 5:3-5:11 f | return a",
                                    "expression 1:9-1:14 f | a = 2",
                                    "expression 2:9-2:14 f | a = 3"});
}

TEST_CASE("a function with an error is left out, the others stay",
          "[program][source][failure]") {
  SourceModel model = scanText("a.c", "int ok(int a) { return a; }\n"
                                      "int bad(int a) {\n"
                                      "  unknown_type x;\n"
                                      "  return a;\n"
                                      "}\n"
                                      "int also_bad(int a) {\n"
                                      "  return a + missing;\n"
                                      "}\n"
                                      "int last(int a) { return -a; }\n");
  CHECK(renderUnits(model) == Lines{"return 1:17-1:25 ok | return a",
                                    "return 9:19-9:28 last | return -a"});
  REQUIRE(model.failures.size() == 1);
  const std::string &error = model.failures.begin()->second;
  CHECK(error.find("a.c:3:3: ") != std::string::npos);
  CHECK(error.find("unknown_type") != std::string::npos);
}

TEST_CASE("a missing header costs only the functions that need it",
          "[program][source][failure]") {
  SourceModel model = scanText("a.c", "#include \"nowhere.h\"\n"
                                      "int ok(int a) { return a; }\n"
                                      "int bad(nowhere_t a) { return a.x; }\n");
  CHECK(renderUnits(model) == Lines{"return 2:17-2:25 ok | return a"});
  REQUIRE(model.failures.size() == 1);
  CHECK(model.failures.begin()->second.find("nowhere.h") != std::string::npos);
}

TEST_CASE("code that gcc accepts with a warning is not an error",
          "[program][source][failure]") {
  SourceModel model = scanText("a.c", "f(a) char *a; {\n"
                                      "  int n = a;\n"
                                      "  return undeclared(n);\n"
                                      "}\n");
  CHECK(model.failures.empty());
  CHECK(renderUnits(model) ==
        Lines{"declaration 2:7-2:12 f | n = a",
              "return 3:3-3:23 f | return undeclared(n)"});
}

TEST_CASE("a missing source is reported as a failure",
          "[program][source][failure]") {
  SourceFolder folder;
  SourceModel model = folder.scan({folder.unit("gone.c")});
  CHECK(model.units.empty());
  REQUIRE(model.failures.count(folder.path + "/gone.c") == 1);
  CHECK(model.failures.begin()->second == "no such file");
}

TEST_CASE("generated sources may be nested deeply", "[program][source]") {
  std::string text = "int f(int a) {\n";
  for (int i = 0; i < 3000; ++i)
    text += "if (a) {\n";
  text += "a = 1";
  for (int i = 0; i < 20000; ++i)
    text += " + a";
  text += ";\n" + std::string(3000, '}') + "\nreturn a; }\n";
  SourceModel model = scanText("a.c", text);
  CHECK(model.failures.empty());
  CHECK(model.units.size() == 3002);
}
