// Tests which function each change of a difference is said to be in.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Revisions/FunctionLabels.h"
#include "States.h"

using namespace pinstripe;

namespace {

using Functions = std::vector<DefinedFunction>;

/// A difference of one file, whose functions a test writes down.
struct Labelled {
  TestStore test;
  SourceDifference difference;
  std::vector<std::string> asked; ///< The texts that were looked into.

  Labelled(const std::string &before, const std::string &after,
           const Functions &old, const Functions &now)
      : difference(test.difference({{"a.cc", before}}, {{"a.cc", after}})) {
    labelFunctions(difference,
                   [&](const std::string &path, const std::string &text) {
                     CHECK(path == "a.cc");
                     asked.push_back(text);
                     return text == after ? now : old;
                   });
  }

  /// Returns the name of each change's function, with its number if it is one
  /// of several with that name.
  std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const RevisionChange &change : difference.changes) {
      std::string name = difference.functions[change.function].name;
      size_t before = 0;
      for (size_t i = 0; i < change.function; ++i)
        before += difference.functions[i].name == name;
      result.push_back(before == 0 ? name
                                   : name + "#" + std::to_string(before + 1));
    }
    return result;
  }
  size_t parts() const {
    return partsOf(difference, Configuration::full(difference.changes.size()),
                   Grain::Functions)
        .size();
  }
};

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("changed members of one class are parts of their own",
          "[revisions][functions]") {
  Labelled labelled(
      "class A {\n  int f() { 1 }\n  int g() { 1 }\n  int x;\n};\n",
      "class A {\n  int f() { 2 }\n  int g() { 2 }\n  int y;\n};\n", {},
      {{"A::f", "", 1, 1, 1}, {"A::g", "", 2, 2, 2}});
  CHECK(labelled.names() == Names{"A::f", "A::g", "class A"});
  CHECK(labelled.parts() == 3);
  // No line was deleted, so the old text need not be read.
  CHECK(labelled.asked.size() == 1);
}

TEST_CASE("overloaded functions are two parts", "[revisions][functions]") {
  Labelled labelled("f(int) {\n  1\n}\nf(long) {\n  1\n}\n",
                    "f(int) {\n  2\n}\nf(long) {\n  2\n}\n", {},
                    {{"f", "int", 0, 0, 2}, {"f", "long", 3, 3, 5}});
  CHECK(labelled.names() == Names{"f", "f#2"});
  CHECK(labelled.parts() == 2);
}

TEST_CASE("a deleted line belongs to the function that has it in the old text",
          "[revisions][functions]") {
  // The second function has got another parameter, and both have lost a line.
  Labelled labelled(
      "f(int) {\n  1\n  a\n}\nf(long) {\n  b\n  1\n}\ngone() {\n  c\n}\n",
      "f(int) {\n  a\n}\nf(char) {\n  b\n}\n",
      {{"f", "int", 0, 0, 3}, {"f", "long", 4, 4, 7}, {"gone", "", 8, 8, 10}},
      {{"f", "int", 0, 0, 2}, {"f", "char", 3, 3, 5}});
  CHECK(labelled.names() == Names{"f", "f#2", "f#2", "f#2", "gone", "gone"});
  CHECK(labelled.asked.size() == 2);
}

TEST_CASE("a line belongs to the innermost function",
          "[revisions][functions]") {
  Labelled labelled("f {\n  g { 1 }\n  1\n}\n", "f {\n  g { 2 }\n  2\n}\n", {},
                    {{"outer::g", "", 1, 1, 1}, {"outer", "", 0, 0, 3}});
  CHECK(labelled.names() == Names{"outer::g", "outer"});
}

TEST_CASE("lines outside of known functions stay in the blocks of git",
          "[revisions][functions]") {
  Labelled labelled("int f()\n{\n  1\n}\n", "int f()\n{\n  2\n}\n", {}, {});
  CHECK(labelled.names() == Names{"int f()"});
}

TEST_CASE("a member that is declared in its class is needed by its uses",
          "[revisions][functions]") {
  // The line is indented, but its name is known outside of the function.
  Labelled labelled(
      "class A {\n};\nint main()\n{\n  int x;\n  return 0;\n}\n",
      "class A {\n  int fresh() { return 1; }\n};\nint main()\n{\n  int x;\n"
      "  return a.fresh();\n}\n",
      {}, {{"A::fresh", "", 1, 1, 1}, {"main", "", 3, 3, 7}});
  std::vector<std::vector<Element>> hunks =
      partsOf(labelled.difference, Configuration::full(2), Grain::Hunks);
  REQUIRE(hunks.size() == 2);
  std::vector<std::vector<uint32_t>> needed =
      neededParts(labelled.difference, hunks);
  CHECK(needed[1] == std::vector<uint32_t>{0});
}
