// Tests how the changes of a difference are divided and grouped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "States.h"

using namespace pinstripe;

static const char *const before = "int f(void)\n{\n  one();\n}\n\n"
                                  "int g(void)\n{\n  two();\n  three();\n"
                                  "  four();\n}\n";
static const char *const after = "int f(void)\n{\n  uno();\n}\n\n"
                                 "int g(void)\n{\n  due();\n  three();\n"
                                 "  quattro(uno);\n}\n";

static size_t countOf(const SourceDifference &difference, Grain grain) {
  Configuration all = Configuration::full(difference.changes.size());
  size_t changes = 0;
  std::vector<std::vector<Element>> parts = partsOf(difference, all, grain);
  for (const std::vector<Element> &part : parts)
    changes += part.size();
  CHECK(changes == difference.changes.size());
  return parts.size();
}

TEST_CASE("changes are divided by file, function, hunk and line",
          "[revisions][parts]") {
  TestStore test;
  SourceDifference difference = test.difference(
      {{"a.c", before}, {"b.c", before}}, {{"a.c", after}, {"b.c", after}});
  CHECK(countOf(difference, Grain::Commits) == 1);
  CHECK(countOf(difference, Grain::Files) == 2);
  CHECK(countOf(difference, Grain::Functions) == 4);
  CHECK(countOf(difference, Grain::Hunks) == 6);
  CHECK(countOf(difference, Grain::Lines) == 6);
}

TEST_CASE("a new file is divided by function", "[revisions][parts]") {
  TestStore test;
  SourceDifference difference = test.difference({}, {{"a.c", before}});
  CHECK(countOf(difference, Grain::Hunks) == 1);
  CHECK(countOf(difference, Grain::Functions) == 2);
}

TEST_CASE("parts of some changes have no others", "[revisions][parts]") {
  TestStore test;
  SourceDifference difference =
      test.difference({{"a.c", before}}, {{"a.c", after}});
  Configuration some = Configuration::of(3, {Element(2)});
  std::vector<std::vector<Element>> parts =
      partsOf(difference, some, Grain::Files);
  REQUIRE(parts.size() == 1);
  CHECK(parts.front() == std::vector<Element>{Element(2)});
}

TEST_CASE("hunks with the same new name are a group", "[revisions][parts]") {
  TestStore test;
  SourceDifference difference =
      test.difference({{"a.c", before}}, {{"a.c", after}});
  std::vector<ElementGroup> groups =
      groupsByName(difference, Configuration::full(3));
  REQUIRE(groups.size() == 1);
  CHECK(groups.front().label == "uno");
  CHECK(groups.front().elements ==
        std::vector<Element>{Element(0), Element(2)});
}
