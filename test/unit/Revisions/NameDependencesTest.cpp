// Tests which parts of a difference need each other, by common names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "States.h"

using namespace pinstripe;

/// The parts that each part of a difference needs.
using Needs = std::vector<std::vector<uint32_t>>;

static Needs needsOf(const TestTree &before, const TestTree &after,
                     Grain grain = Grain::Hunks) {
  TestStore test;
  SourceDifference difference = test.difference(before, after);
  return neededParts(difference,
                     partsOf(difference,
                             Configuration::full(difference.changes.size()),
                             grain));
}

TEST_CASE("a hunk that uses a new name needs the one that declares it",
          "[revisions][names]") {
  CHECK(needsOf({{"a.c", "int f(void) {\n  return 1;\n}\n"},
                 {"a.h", "int f(void);\n"}},
                {{"a.c", "int f(void) {\n  return limit;\n}\n"},
                 {"a.h", "int f(void);\nextern int limit;\n"}}) ==
        Needs{{1}, {}});
  CHECK(needsOf({{"a.c", "int f(void) {\n  return 1;\n}\n"},
                 {"a.h", "enum color {\n  RED,\n};\n"}},
                {{"a.c", "int f(void) {\n  return BLUE;\n}\n"},
                 {"a.h", "enum color {\n  RED,\n  BLUE,\n};\n"}}) ==
        Needs{{1}, {}});
}

TEST_CASE("a hunk that removes a declaration needs those that remove the uses",
          "[revisions][names]") {
  CHECK(needsOf({{"a.c", "int f(void) {\n  return limit;\n}\n"},
                 {"a.h", "int f(void);\n#define limit 3\n"}},
                {{"a.c", "int f(void) {\n  return 1;\n}\n"},
                 {"a.h", "int f(void);\n"}}) == Needs{{}, {0}});
}

TEST_CASE("the hunks of a renamed function need each other",
          "[revisions][names]") {
  CHECK(needsOf({{"a.c", "int f(void) {\n  return one();\n}\n"},
                 {"b.c", "int one(void) {\n  return 1;\n}\n"}},
                {{"a.c", "int f(void) {\n  return uno();\n}\n"},
                 {"b.c", "int uno(void) {\n  return 1;\n}\n"}}) ==
        Needs{{1}, {0}});
}

TEST_CASE("a changed declaration goes together with its changed uses",
          "[revisions][names]") {
  CHECK(needsOf({{"a.c", "int f(void) {\n  return add(1);\n}\n"},
                 {"a.h", "int add(int);\n"}},
                {{"a.c", "int f(void) {\n  return add(1, 2);\n}\n"},
                 {"a.h", "int add(int, int);\n"}}) == Needs{{1}, {0}});
}

TEST_CASE("a local name connects hunks of its own function only",
          "[revisions][names]") {
  const char *before = "int f(void)\n{\n  g();\n  g();\n  return 0;\n}\n"
                       "int h(void)\n{\n  return 0;\n}\n";
  const char *after = "int f(void)\n{\n  int sum = 2;\n  g();\n  g();\n"
                      "  return sum;\n}\n"
                      "int h(void)\n{\n  return sum;\n}\n";
  CHECK(needsOf({{"a.c", before}}, {{"a.c", after}}) == Needs{{}, {0}, {}});
}

TEST_CASE("a new file is needed by the parts that name it",
          "[revisions][names]") {
  CHECK(needsOf({{"a.c", "int f(void);\n"}},
                {{"a.c", "#include \"limits-of-it.h\"\nint f(void);\n"},
                 {"limits-of-it.h", "#define most 3\n"}}) == Needs{{1}, {}});
}

TEST_CASE("words in comments and texts are no names", "[revisions][names]") {
  CHECK(needsOf({{"a.c", "int f(void);\n"}, {"b.c", "int g(void);\n"}},
                {{"a.c", "int f(void); // int word;\n"},
                 {"b.c", "int g(void); char *p = \"word\";\n"}}) ==
        Needs{{}, {}});
}
