// Tests which units C statements have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ScannedSource.h"

using namespace pinstripe;

TEST_CASE("each expression statement is a unit, however many are on a line",
          "[program][source]") {
  SourceModel model = scanText("a.c", "int g(int);\n"
                                      "int f(int a) {\n"
                                      "  a = 1; a += g(a);\n"
                                      "  a = a > 1 && g(a)\n"
                                      "    ? g(1) : 2,\n"
                                      "  g(3);\n"
                                      "  a = ({ int z = a; z + 1; });\n"
                                      "  __asm__(\"nop\");\n"
                                      "  ;\n"
                                      "  return a;\n"
                                      "}\n");
  CHECK(renderFunctions(model) == Lines{"f 2:1-11:2"});
  CHECK(renderUnits(model) ==
        Lines{"expression 3:3-3:8 f | a = 1",
              "expression 3:10-3:19 f | a += g(a)",
              "expression 4:3-6:7 f | a = a > 1 && g(a) ? g(1) : 2, g(3)",
              "expression 7:3-7:30 f | a = ({ int z = a; z + 1; })",
              "expression 8:3-8:17 f | __asm__(\"nop\")",
              "return 10:3-10:11 f | return a"});
  CHECK(model.failures.empty());
}

TEST_CASE("blanks become one space in a statement, but stay in its literals",
          "[program][source]") {
  SourceModel model =
      scanText("a.c", "int p(const char *, ...);\n"
                      "void f(int a) {\n"
                      "  p(\"a:   [%d]  end\",\n"
                      "    a);\n"
                      "  p(\"x \\\"  y\"   /*  z  */ \"   z\");\n"
                      "  a  =   '\\''  +  ' ';\n"
                      "  a = '   ';\n"
                      "  p(\"one   \\\n"
                      "     two\");\n"
                      "}\n");
  CHECK(renderUnits(model) ==
        Lines{"expression 3:3-4:7 f | p(\"a:   [%d]  end\", a)",
              "expression 5:3-5:34 f | p(\"x \\\"  y\" /* z */ \"   z\")",
              "expression 6:3-6:22 f | a = '\\'' + ' '",
              "expression 7:3-7:12 f | a = '   '",
              "expression 8:3-9:11 f | p(\"one \\ two\")"});
}

TEST_CASE("a declaration is a unit from its name to the end of its initialiser",
          "[program][source]") {
  SourceModel model = scanText("a.c", "struct S { int x, y; };\n"
                                      "struct S mk(void);\n"
                                      "int global = 3;\n"
                                      "void f(int n) {\n"
                                      "  int sum = 0, none, *p = &sum;\n"
                                      "  int c[3] = {1, 2, 3};\n"
                                      "  char s[] = \"hello\";\n"
                                      "  struct S t = mk(), u = {\n"
                                      "    .x = n };\n"
                                      "  int (*fp)(int) = 0;\n"
                                      "  extern int elsewhere;\n"
                                      "}\n");
  CHECK(renderUnits(model) == Lines{"declaration 5:7-5:14 f | sum = 0",
                                    "declaration 5:23-5:31 f | p = &sum",
                                    "declaration 6:7-6:23 f | c[3] = {1, 2, 3}",
                                    "declaration 7:8-7:21 f | s[] = \"hello\"",
                                    "declaration 8:12-8:20 f | t = mk()",
                                    "declaration 8:22-9:13 f | u = { .x = n }",
                                    "declaration 10:9-10:21 f | fp)(int) = 0"});
  CHECK(renderAnchors(model).empty());
}

TEST_CASE("variable length arrays also own the start of their declaration",
          "[program][source]") {
  SourceModel model = scanText("a.c", "void f(int n) {\n"
                                      "  int a[n], b = 3;\n"
                                      "  typedef int row[n];\n"
                                      "  row r;\n"
                                      "  static int k = 7;\n"
                                      "}\n");
  CHECK(renderUnits(model) ==
        Lines{"declaration 2:7-2:11 f | a[n]",
              "declaration 2:13-2:18 f | b = 3",
              "declaration 3:3-3:21 f | typedef int row[n]",
              "declaration 4:7-4:8 f | r", "declaration 5:14-5:19 f | k = 7"});
  CHECK(renderAnchors(model) ==
        Lines{"@any 2:3-2:6 a[n]", "@any 4:3-4:6 r", "@clang 5:3-5:9 k = 7"});
}

TEST_CASE("the three parts of a for are units of their own",
          "[program][source]") {
  SourceModel model =
      scanText("a.c", "int f(int n) {\n"
                      "  int i, s = 0;\n"
                      "  for (i = 0; i < n; i++)\n"
                      "    s += i;\n"
                      "  for (int j = 0, m = 3; j < m; j++, s++)\n"
                      "  { s--; }\n"
                      "  for (;;) break;\n"
                      "  return s;\n"
                      "}\n");
  CHECK(renderUnits(model) ==
        Lines{"declaration 2:10-2:15 f | s = 0", "loop init 3:8-3:13 f | i = 0",
              "condition 3:15-3:20 f | i < n",
              "loop increment 3:22-3:25 f | i++",
              "expression 4:5-4:11 f | s += i",
              "loop init 5:8-5:24 f | int j = 0, m = 3",
              "condition 5:26-5:31 f | j < m",
              "loop increment 5:33-5:41 f | j++, s++",
              "expression 6:5-6:8 f | s--", "return 8:3-8:11 f | return s"});
  // clang attributes the branch to the keyword, g++ the increment.
  CHECK(renderAnchors(model) ==
        Lines{"@clang 3:3-3:6 i < n", "@gcc 3:3-3:6 i++",
              "@clang 5:3-5:6 j < m", "@gcc 5:3-5:6 j++, s++"});
}

TEST_CASE("the heads of if, while, do and switch are conditions; jumps and "
          "labels are not units",
          "[program][source]") {
  SourceModel model =
      scanText("a.c", "int f(int n) {\n"
                      "  if (n) n = 1; else if (n > 2) n = 2;\n"
                      "  while (n <\n"
                      "         3) n++;\n"
                      "  do { n--; } while (n);\n"
                      "  do n++; while (n < 5);\n"
                      "  switch (n) {\n"
                      "  case 1: n = 4; break;\n"
                      "  default: ;\n"
                      "  }\n"
                      "  void *p = &&out;\n"
                      "  goto *p;\n"
                      "out: n = 5;\n"
                      "  if (n) goto out;\n"
                      "  while (n) { if (n) continue; break; }\n"
                      "  return n;\n"
                      "}\n"
                      "void g(void) { return; }\n");
  CHECK(renderUnits(model) ==
        Lines{"condition 2:3-2:9 f | if (n)", "expression 2:10-2:15 f | n = 1",
              "condition 2:22-2:32 f | if (n > 2)",
              "expression 2:33-2:38 f | n = 2",
              "condition 3:3-4:12 f | while (n < 3)",
              "expression 4:13-4:16 f | n++", "expression 5:8-5:11 f | n--",
              "condition 5:15-5:24 f | while (n)", "expression 6:6-6:9 f | n++",
              "condition 6:11-6:24 f | while (n < 5)",
              "condition 7:3-7:13 f | switch (n)",
              "expression 8:11-8:16 f | n = 4",
              "declaration 11:9-11:18 f | p = &&out",
              "condition 12:3-12:10 f | goto *p",
              "expression 13:6-13:11 f | n = 5",
              "condition 14:3-14:9 f | if (n)",
              "condition 15:3-15:12 f | while (n)",
              "condition 15:15-15:21 f | if (n)",
              "return 16:3-16:11 f | return n"});
  CHECK(renderAnchors(model) == Lines{"@clang 5:13-5:14 while (n)"});
}

TEST_CASE("declarations in a K&R definition are not units",
          "[program][source]") {
  SourceModel model = scanText("a.c", "int f(a, b)\n"
                                      "  int a;\n"
                                      "  char *b;\n"
                                      "{\n"
                                      "  return a;\n"
                                      "}\n");
  CHECK(renderFunctions(model) == Lines{"f 1:1-6:2"});
  CHECK(renderUnits(model) == Lines{"return 5:3-5:11 f | return a"});
}

TEST_CASE("__attribute__((cleanup)) makes a cleanup at the closing brace",
          "[program][source]") {
  SourceModel model =
      scanText("a.c", "void done(int *);\n"
                      "void f(void) {\n"
                      "  __attribute__((cleanup(done))) int a = 4;\n"
                      "  { int b __attribute__((cleanup(done))); b = 1; }\n"
                      "}\n");
  CHECK(renderUnits(model) == Lines{"declaration 3:38-3:43 f | a = 4",
                                    "expression 4:43-4:48 f | b = 1",
                                    "cleanup 4:50-4:51 f | }",
                                    "cleanup 5:1-5:2 f | }"});
  CHECK(renderCleanups(model) == Lines{"a = 4 -> 5:1-5:2"});
}

TEST_CASE("functions of system headers are left out", "[program][source]") {
  SourceModel model = scanText("a.cpp", "#include <string>\n"
                                        "#include <vector>\n"
                                        "int f() { return 1; }\n");
  CHECK(renderFunctions(model) == Lines{"f 3:1-3:22"});
}

TEST_CASE("a header in several compilation units is listed once",
          "[program][source]") {
  SourceFolder folder;
  folder.write("h.h", "static inline int twice(int a) { return a * 2; }\n");
  folder.write("a.c", "#include \"h.h\"\nint f(void) { return twice(1); }\n");
  folder.write("b.c", "#include \"h.h\"\nint g(void) { return twice(2); }\n");
  SourceModel model = folder.scan({folder.unit("a.c"), folder.unit("b.c")});
  CHECK(renderUnits(model) == Lines{"return 2:15-2:30 f | return twice(1)",
                                    "return 2:15-2:30 g | return twice(2)",
                                    "return 1:34-1:46 twice | return a * 2"});
  CHECK(model.units[2].extent.file == folder.path + "/h.h");
}

TEST_CASE("a scan tells how many sources are parsed, and can be stopped",
          "[program][source]") {
  SourceFolder folder;
  folder.write("a.c", "int f(void) { return 1; }\n");
  folder.write("b.c", "int g(void) { return 2; }\n");
  std::atomic<bool> stop = false;
  std::pair<size_t, size_t> told;
  ModelOptions options;
  options.stop = &stop;
  options.progress = [&](size_t parsed, size_t all) { told = {parsed, all}; };
  auto scan = [&] {
    return renderFunctions(scanSources({folder.unit("a.c"), folder.unit("b.c")},
                                       options, folder.path + "/program"));
  };
  CHECK(scan().size() == 2);
  CHECK(told.first < 2);
  CHECK(told.second == 2);
  stop = true;
  CHECK(scan().empty());
}
