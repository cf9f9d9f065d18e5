// Tests which functions are found in a text, and which lines are theirs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/TextFunctions.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

using Lines = std::vector<std::string>;

/// Returns each function as "name(parameters) first-last", with lines from 1.
static Lines functionsOf(const std::string &text,
                         const std::string &path = "a.cpp") {
  Lines lines;
  for (const TextFunction &each : functionsIn({path, text}, nullptr))
    lines.push_back(each.name + "(" + each.parameters + ") " +
                    std::to_string(each.firstLine + 1) + "-" +
                    std::to_string(each.lastLine + 1));
  return lines;
}

TEST_CASE("members that are defined in their class are functions",
          "[program][functions]") {
  CHECK(functionsOf("namespace shop {\n"
                    "class Cart {\n"
                    "public:\n"
                    "  Cart(int a) : sum(a) {}\n"
                    "  ~Cart() {\n"
                    "  }\n"
                    "  int total() const {\n"
                    "    return sum;\n"
                    "  }\n"
                    "  operator bool() const { return sum; }\n"
                    "  int declared();\n"
                    "  int sum;\n"
                    "};\n"
                    "}\n"
                    "bool operator<(shop::Cart a, shop::Cart b)\n"
                    "{ return a.sum < b.sum; }\n") ==
        Lines{"shop::Cart::Cart(int a) 4-4", "shop::Cart::~Cart() 5-6",
              "shop::Cart::total() 7-9", "shop::Cart::operator bool() 10-10",
              "operator<(shop::Cart a, shop::Cart b) 15-16"});
}

TEST_CASE("overloaded functions differ in their parameters",
          "[program][functions]") {
  CHECK(functionsOf("void put(int);\n"
                    "void put(int) {}\n"
                    "void put(unsigned\n    long a, ...) {}\n") ==
        Lines{"put(int) 2-2", "put(unsigned long a, ...) 3-4"});
}

TEST_CASE("a lambda belongs to the function around it, a local class does not",
          "[program][functions]") {
  CHECK(functionsOf("int outer() {\n"
                    "  auto twice = [](int a) {\n"
                    "    return 2 * a;\n"
                    "  };\n"
                    "  struct Inner {\n"
                    "    int get() { return 1; }\n"
                    "  };\n"
                    "  return twice(1);\n"
                    "}\n"
                    "auto global = [] {\n"
                    "  return 1;\n"
                    "};\n") == Lines{"outer() 1-9", "outer::Inner::get() 6-6"});
}

TEST_CASE("a function template begins with its parameters",
          "[program][functions]") {
  std::string text = "template <typename T>\n"
                     "T\n"
                     "larger(T a, T b) { return a < b ? b : a; }\n";
  CHECK(functionsOf(text) == Lines{"larger(T a, T b) 1-3"});
  CHECK(functionsIn({"a.cpp", text}, nullptr).front().nameLine == 2);
}

TEST_CASE("functions are found although all headers are missing",
          "[program][functions]") {
  CHECK(
      functionsOf("#include \"cart.h\"\n"
                  "#include <vector>\n"
                  "using namespace std;\n"
                  "namespace shop {\n"
                  "Cart::Cart(int a) : Base(a), sum(a) {}\n"
                  "Cart::~Cart() {}\n"
                  "std::vector<int> Cart::sums(const std::map<int, Item> &a,\n"
                  "                            vector<string> b) const {\n"
                  "  for (i = 0; i < n; ++i) use<int>(i);\n"
                  "  return std::max<int>(1, 2);\n"
                  "}\n"
                  "Expected<Item> find(std::array<int, 3> a, Item b) {}\n"
                  "class Other : public Base {\n"
                  "  string name() override { return text; }\n"
                  "};\n"
                  "}\n") ==
      Lines{"shop::Cart::Cart(int a) 5-5", "shop::Cart::~Cart() 6-6",
            "shop::Cart::sums(const std::map<int, Item> &a, vector<string> "
            "b) 7-11",
            "shop::find(std::array<int, 3> a, Item b) 12-12",
            "shop::Other::name() 14-14"});
}

TEST_CASE("inactive branches have no functions", "[program][functions]") {
  CHECK(functionsOf("#if 0\nint off() {}\n#else\nint on() {}\n#endif\n") ==
        Lines{"on() 4-4"});
}

TEST_CASE("functions in the style of K&R are found", "[program][functions]") {
  CHECK(functionsOf("int add(a, b)\n"
                    "int a, b;\n"
                    "{\n"
                    "  return a + b;\n"
                    "}\n"
                    "main() { int class = 1; return class; }\n",
                    "a.c") == Lines{"add(int a, b) 1-5", "main() 6-6"});
}

TEST_CASE("names in macros and carriage returns do not move lines",
          "[program][functions]") {
  CHECK(functionsOf("#define MAKE(name) int name() { return 1; }\n"
                    "#line 100 \"other.c\"\n"
                    "MAKE(one)\n"
                    "void two() {\r\n"
                    "\r\r\r\n"
                    "}\r\n") == Lines{"one() 3-3", "two() 4-6"});
}

TEST_CASE("a text that is not C++ has no functions, or few",
          "[program][functions]") {
  CHECK(functionsOf("def f():\n    return 1\n").empty());
  CHECK(functionsOf("").empty());
  CHECK(functionsOf(std::string("\0\xff{{{((<<\n", 10)).empty());
}

TEST_CASE("a deeply nested text ends the child at most",
          "[program][functions]") {
  std::string deep = "int f() { return " + std::string(200000, '(') + "1;\n}";
  (void)functionsOf(deep);
  CHECK(functionsOf("int f() {}\n").size() == 1);
}

TEST_CASE("a parse that never ends is given up", "[program][functions]") {
  // Each macro is twice the one before, so the text has 2^60 tokens.
  std::string text = "#define A0 x x\n";
  for (int i = 1; i < 60; ++i) {
    std::string before = "A" + std::to_string(i - 1);
    text +=
        "#define A" + std::to_string(i) + " " + before + " " + before + "\n";
  }
  text += "int f() { A59 }\n";
  std::atomic<bool> givenUp = true;
  CHECK(functionsIn({"a.cpp", text}, &givenUp).empty());
}
