// Tests which units C++ constructs have.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ScannedSource.h"

using namespace pinstripe;

namespace {

/// Declares on one line what the sources below use.
const char *const prelude = "struct D { int v; D(int = 0); ~D(); operator "
                            "bool() const; };  int g(int);\n";

SourceModel scanCxx(const std::string &text) {
  return scanText("a.cpp", prelude + text);
}

} // namespace

TEST_CASE("blanks stay in raw strings that are on one line",
          "[program][source][cxx]") {
  SourceModel model = scanText("a.cpp", "int p(const char *, int = 0);\n"
                                        "void f() {\n"
                                        "  p(R\"(a  \"  b)\",   1'000);\n"
                                        "  p(R\"-(a\n"
                                        "   b)-\");\n"
                                        "}\n");
  CHECK(renderUnits(model) ==
        Lines{"expression 3:3-3:27 f | p(R\"(a  \"  b)\", 1'000)",
              "expression 4:3-5:9 f | p(R\"-(a b)-\")"});
}

TEST_CASE("declarations with constructors and bindings are units",
          "[program][source][cxx]") {
  SourceModel model =
      scanCxx("struct Point { int x, y; }; struct Pair { int a, b; };\n"
              "Pair make();\n"
              "void f(int n) {\n"
              "  Point raw; Point zero{};\n"
              "  auto [p, q] = make();\n"
              "  const auto m = n + 1, *r = &m;\n"
              "  static int a = g(1);\n"
              "}\n");
  CHECK(renderUnits(model) == Lines{"declaration 5:20-5:26 f | zero{}",
                                    "declaration 6:8-6:23 f | [p, q] = make()",
                                    "declaration 7:14-7:23 f | m = n + 1",
                                    "declaration 7:26-7:32 f | r = &m",
                                    "declaration 8:14-8:22 f | a = g(1)"});
  CHECK(renderAnchors(model) == Lines{"@clang 8:3-8:9 a = g(1)"});
}

TEST_CASE("a scope with destructors ends with a cleanup",
          "[program][source][cxx][cleanup]") {
  SourceModel model = scanCxx("int f(int n) {\n"
                              "  D a(1), b(2);\n"
                              "  {\n"
                              "    D inner(n);\n"
                              "    if (n == 3)\n"
                              "      return 7;\n"
                              "    n++;\n"
                              "  }\n"
                              "  { n--; }\n"
                              "  const D &longer = D(3);\n"
                              "  const int &plain = 3;\n"
                              "  return n;\n"
                              "}\n");
  CHECK(renderUnits(model) ==
        Lines{"declaration 3:5-3:9 f | a(1)", "declaration 3:11-3:15 f | b(2)",
              "declaration 5:7-5:15 f | inner(n)",
              "condition 6:5-6:16 f | if (n == 3)",
              "return 7:7-7:15 f | return 7", "expression 8:5-8:8 f | n++",
              "cleanup 9:3-9:4 f | }", "expression 10:5-10:8 f | n--",
              "declaration 11:12-11:25 f | longer = D(3)",
              "declaration 12:14-12:23 f | plain = 3",
              "return 13:3-13:11 f | return n", "cleanup 14:1-14:2 f | }"});
  CHECK(renderCleanups(model) == Lines{"a(1) -> 14:1-14:2", "b(2) -> 14:1-14:2",
                                       "inner(n) -> 9:3-9:4",
                                       "longer = D(3) -> 14:1-14:2"});
}

TEST_CASE("bodies without braces and heads with objects have cleanups too",
          "[program][source][cxx][cleanup]") {
  SourceModel model = scanCxx("void f(int n) {\n"
                              "  if (n) D single(n);\n"
                              "  for (int i = 0; i < n; i++) D each(i);\n"
                              "  for (D d(3); d.v; g(4)) { g(2); }\n"
                              "  for (D d(3);;) { if (g(2)) break; }\n"
                              "  while (D dd = n) g(1);\n"
                              "  if (D dd = n) { g(1); } else g(2);\n"
                              "  if (D dd(3); g(1)) g(1);\n"
                              "  switch (D dd(3); g(1)) { case 1: g(2); }\n"
                              "}\n");
  CHECK(renderCleanups(model) ==
        Lines{"single(n) -> 3:21-3:22", "each(i) -> 4:40-4:41",
              "D d(3) -> 5:35-5:36", "D d(3) -> 6:37-6:38",
              "while (D dd = n) -> 7:24-7:25", "if (D dd = n) -> 8:36-8:37",
              "dd(3) -> 9:26-9:27", "dd(3) -> 10:42-10:43"});
  CHECK(renderAnchors(model) ==
        Lines{"@clang 3:10-3:11 ;", "@clang 4:3-4:6 i < n", "@gcc 4:3-4:6 i++",
              "@clang 4:31-4:32 ;", "@clang 5:3-5:6 d.v", "@gcc 5:3-5:6 g(4)",
              "@clang 6:3-6:6 }", "@clang 9:19-9:20 ;"});
}

TEST_CASE("the cleanup of a body without braces is at its semicolon, wherever "
          "that is",
          "[program][source][cxx][cleanup]") {
  SourceModel model = scanCxx("struct L { D *begin(); D *end(); ~L(); };\n"
                              "L list(); struct I { int i; };\n"
                              "#define CALL(x) g(x)\n"
                              "void f(I n) {\n"
                              "  for (D &d : list()) if (d.v) n = {1} ;\n"
                              "  for (D &d : list()) while (1) { g(1); }\n"
                              "  for (D &d : list()) CALL(d.v);\n"
                              "  for (D &d : list()) ;\n"
                              "}\n");
  CHECK(renderCleanups(model) ==
        Lines{"list() -> 6:40-6:41", "list() -> 7:41-7:42",
              "list() -> 8:32-8:33", "list() -> 9:23-9:24"});
}

TEST_CASE("declarations in the heads of if and switch are units, expressions "
          "belong to the condition",
          "[program][source][cxx]") {
  SourceModel model = scanCxx("void f(int n) {\n"
                              "  if (int k = n; k > 3) n = 1;\n"
                              "  if (g(1); n) n = 2;\n"
                              "  switch (int q = n; q) { default: n = 3; }\n"
                              "  if (int w = n) n = 4;\n"
                              "  if constexpr (sizeof(int) == 4) n = 5;\n"
                              "}\n");
  CHECK(
      renderUnits(model) ==
      Lines{"condition 3:3-3:24 f | if (int k = n; k > 3)",
            "declaration 3:11-3:16 f | k = n", "expression 3:25-3:30 f | n = 1",
            "condition 4:3-4:15 f | if (g(1); n)",
            "expression 4:16-4:21 f | n = 2",
            "condition 5:3-5:24 f | switch (int q = n; q)",
            "declaration 5:15-5:20 f | q = n", "expression 5:36-5:41 f | n = 3",
            "condition 6:3-6:17 f | if (int w = n)",
            "expression 6:18-6:23 f | n = 4",
            "expression 7:35-7:40 f | n = 5"});
}

TEST_CASE("a range-for has its head, its range and its variable",
          "[program][source][cxx]") {
  SourceModel model =
      scanCxx("struct Items { D *begin(); D *end(); ~Items(); };\n"
              "Items items();\n"
              "struct P { int a, b; };\n"
              "void f(int n) {\n"
              "  int v[3] = {1, 2, 3}; P ps[2] = {};\n"
              "  for (int x : v) {\n"
              "    n += x;\n"
              "  }\n"
              "  for (D d : items()) g(d.v);\n"
              "  for (int i = 0; auto &[a, b] : ps) n += i;\n"
              "}\n");
  CHECK(renderUnits(model) ==
        Lines{"declaration 6:7-6:23 f | v[3] = {1, 2, 3}",
              "declaration 6:27-6:37 f | ps[2] = {}",
              "condition 7:3-7:18 f | for (int x : v)",
              "declaration 7:12-7:13 f | x", "loop init 7:16-7:17 f | v",
              "expression 8:5-8:11 f | n += x",
              "condition 10:3-10:22 f | for (D d : items())",
              "declaration 10:10-10:11 f | d",
              "loop init 10:14-10:21 f | items()",
              "expression 10:23-10:29 f | g(d.v)", "cleanup 10:29-10:30 f | ;",
              "condition 11:3-11:37 f | for (int i = 0; auto &[a, b] : ps)",
              "loop init 11:8-11:17 f | int i = 0",
              "declaration 11:25-11:31 f | [a, b]",
              "loop init 11:34-11:36 f | ps",
              "expression 11:38-11:44 f | n += i"});
  CHECK(renderAnchors(model) == Lines{"@gcc 7:16-7:17 for (int x : v)",
                                      "@gcc 10:14-10:21 for (D d : items())",
                                      "@gcc 11:34-11:36 for (int i = 0; auto "
                                      "&[a, b] : ps)"});
  CHECK(renderCleanups(model) ==
        Lines{"for (D d : items()) -> 10:29-10:30", "items() -> 10:29-10:30"});
}

TEST_CASE("initialisers of constructors, written or not, are units",
          "[program][source][cxx][constructor]") {
  SourceModel model = scanCxx("struct B { B(int); B(); D d; };\n"
                              "struct C : B {\n"
                              "  D one; int x = g(1); int p, q;\n"
                              "  C() : D1(2) { p = 1; }\n"
                              "  C(int) : B(5), one(2), p(3) { q = 1; }\n"
                              "  C(char) : C(3) { q = 3; }\n"
                              "  D D1;\n"
                              "};\n"
                              "struct E { int e; E() {} E(int) : e(1) {} };\n");
  CHECK(renderUnits(model) == Lines{"initializer 4:14-4:22 - | x = g(1)",
                                    "initializer 5:3-5:4 C::C | C",
                                    "initializer 5:9-5:14 C::C | D1(2)",
                                    "expression 5:17-5:22 C::C | p = 1",
                                    "initializer 6:3-6:4 C::C | C",
                                    "initializer 6:12-6:16 C::C | B(5)",
                                    "initializer 6:18-6:24 C::C | one(2)",
                                    "initializer 6:26-6:30 C::C | p(3)",
                                    "expression 6:33-6:38 C::C | q = 1",
                                    "initializer 7:13-7:17 C::C | C(3)",
                                    "expression 7:20-7:25 C::C | q = 3",
                                    "initializer 10:35-10:39 E::E | e(1)"});
  // gcc attributes code that the source does not show to the last parenthesis
  // of the list.
  CHECK(renderAnchors(model) == Lines{"@any 5:15-5:16 C", "@gcc 5:13-5:14 C",
                                      "@any 6:31-6:32 C", "@gcc 6:29-6:30 C"});
}

TEST_CASE(
    "constructors and destructors of classes with virtual functions have units",
    "[program][source][cxx][constructor]") {
  SourceModel model = scanCxx("struct V {\n"
                              "  D d[2];\n"
                              "  V() { g(1); }\n"
                              "  virtual ~V() { g(2); }\n"
                              "  virtual int area() { return 3; }\n"
                              "};\n"
                              "struct W : V { int w; W() : w(3) {}\n"
                              "  ~W() override {} };\n"
                              "struct A { D d[2]; A(); ~A() {} };\n"
                              "struct T { ~T() { g(3); } };\n");
  CHECK(
      renderUnits(model) ==
      Lines{"initializer 4:3-4:4 V::V | V", "expression 4:9-4:13 V::V | g(1)",
            "cleanup 5:16-5:17 V::~V | {", "expression 5:18-5:22 V::~V | g(2)",
            "cleanup 5:24-5:25 V::~V | }",
            "return 6:24-6:32 V::area | return 3",
            "initializer 8:23-8:24 W::W | W",
            "initializer 8:29-8:33 W::W | w(3)", "cleanup 9:17-9:18 W::~W | {",
            "cleanup 9:18-9:19 W::~W | }", "cleanup 10:31-10:32 A::~A | }",
            "expression 11:19-11:23 T::~T | g(3)"});
  CHECK(renderAnchors(model) == Lines{"@any 4:7-4:8 V", "@gcc 5:16-5:17 }",
                                      "@any 8:34-8:35 W", "@gcc 8:32-8:33 W",
                                      "@gcc 10:30-10:31 }"});
}

TEST_CASE("handlers and function-try-blocks have units",
          "[program][source][cxx][try]") {
  SourceModel model = scanCxx("struct F {\n"
                              "  int k;\n"
                              "  F(int a) try : k(g(a)) {\n"
                              "    k = 1;\n"
                              "  } catch (...) { g(4); }\n"
                              "};\n"
                              "int f(int n) {\n"
                              "  try {\n"
                              "    D a(1);\n"
                              "    if (n) throw n;\n"
                              "  } catch (int e) {\n"
                              "    n = e;\n"
                              "  } catch (...) {\n"
                              "    throw;\n"
                              "  }\n"
                              "  return n;\n"
                              "}\n");
  CHECK(renderUnits(model) ==
        Lines{"initializer 4:18-4:25 F::F | k(g(a))",
              "expression 5:5-5:10 F::F | k = 1",
              "expression 6:19-6:23 F::F | g(4)", "cleanup 6:25-6:26 F::F | }",
              "declaration 10:7-10:11 f | a(1)",
              "condition 11:5-11:11 f | if (n)",
              "expression 11:12-11:19 f | throw n", "cleanup 12:3-12:4 f | }",
              "expression 13:5-13:10 f | n = e", "cleanup 14:3-14:4 f | }",
              "expression 15:5-15:10 f | throw", "cleanup 16:3-16:4 f | }",
              "return 17:3-17:11 f | return n"});
}

TEST_CASE("lambdas are functions of their own", "[program][source][cxx]") {
  SourceModel model =
      scanCxx("int f(int n) {\n"
              "  auto l = [&](int z) { n += z; return n; };\n"
              "  return l(1) + [] { return 3; }();\n"
              "}\n"
              "auto global = [](auto x) { return x; };\n"
              "int use = g(3);\n"
              "struct N { int k = [] { return g(9); }(); N(); };\n");
  CHECK(renderFunctions(model) ==
        Lines{"f 2:1-5:2", "f::lambda 3:21-3:44", "f::lambda 4:18-4:33",
              "lambda at 6:15 6:24-6:39", "lambda at 8:20 8:21-8:39"});
  CHECK(renderUnits(model) ==
        Lines{"declaration 3:8-3:44 f | l = [&](int z) { n += z; return n; }",
              "expression 3:25-3:31 f::lambda | n += z",
              "return 3:33-3:41 f::lambda | return n",
              "return 4:3-4:35 f | return l(1) + [] { return 3; }()",
              "return 4:22-4:30 f::lambda | return 3",
              "return 6:28-6:36 lambda at 6:15 | return x",
              "declaration 7:5-7:15 - | use = g(3)",
              "initializer 8:16-8:41 - | k = [] { return g(9); }()",
              "return 8:25-8:36 lambda at 8:20 | return g(9)"});
}

TEST_CASE("a template and its instances are one function",
          "[program][source][cxx][template]") {
  SourceModel model =
      scanCxx("template <class T> struct Box {\n"
              "  T v;\n"
              "  Box(T t) : v(t) { g(1); }\n"
              "  ~Box() { g(2); }\n"
              "  T get() { T r(v); T s = r; return s; }\n"
              "};\n"
              "template <class T> T copy(T a) { T b(a); return b; }\n"
              "template <class T> int never(T a) { int z = a; return z; }\n"
              "template <> struct Box<char> { char c() { return 'x'; } };\n"
              "int main() { Box<int> i(1); i.get(); Box<D> d(2); d.get();\n"
              "  copy(3); copy(D(4)); return 0; }\n");
  CHECK(renderFunctions(model) ==
        Lines{"Box::Box 4:3-4:28", "Box::~Box 5:3-5:19", "Box::get 6:3-6:41",
              "copy 8:20-8:53", "never 9:20-9:59", "Box<char>::c 10:32-10:56",
              "main 11:1-12:35"});
  CHECK(renderCleanups(model) ==
        Lines{"r(v) -> 6:40-6:41", "s = r -> 6:40-6:41", "b(a) -> 8:52-8:53",
              "i(1) -> 12:34-12:35", "d(2) -> 12:34-12:35"});
  Lines units = renderUnits(model);
  REQUIRE(units.size() > 8);
  CHECK(Lines(units.begin(), units.begin() + 9) ==
        Lines{"initializer 4:14-4:18 Box::Box | v(t)",
              "expression 4:21-4:25 Box::Box | g(1)",
              "expression 5:12-5:16 Box::~Box | g(2)",
              "cleanup 5:18-5:19 Box::~Box | }",
              "declaration 6:15-6:19 Box::get | r(v)",
              "declaration 6:23-6:28 Box::get | s = r",
              "return 6:30-6:38 Box::get | return s",
              "cleanup 6:40-6:41 Box::get | }",
              "declaration 8:36-8:40 copy | b(a)"});
}

TEST_CASE("globals count when their initialisation runs code",
          "[program][source][cxx]") {
  SourceModel model = scanCxx("int constant = 3;\n"
                              "constexpr int folded = 3 + 4;\n"
                              "static D object(3);\n"
                              "int dynamic = g(1), other = g(2);\n"
                              "extern int elsewhere;\n"
                              "struct S { static int member; };\n"
                              "int S::member = g(3);\n"
                              "namespace n { thread_local D t(4); }\n");
  CHECK(renderUnits(model) == Lines{"declaration 4:10-4:19 - | object(3)",
                                    "declaration 5:5-5:19 - | dynamic = g(1)",
                                    "declaration 5:21-5:33 - | other = g(2)",
                                    "declaration 8:8-8:21 - | member = g(3)",
                                    "declaration 9:30-9:34 - | t(4)"});
}

TEST_CASE("members, local classes and constexpr functions have units; "
          "defaulted ones have none",
          "[program][source][cxx]") {
  SourceModel model =
      scanCxx("namespace ns { struct Q { Q() = default; int m() const; }; }\n"
              "int ns::Q::m() const { return 1; }\n"
              "namespace { int hidden() { return 2; } }\n"
              "constexpr int twice(int n) { return n * 2; }\n"
              "int f() {\n"
              "  struct Local { int h = g(4); int in() { return h; } } local;\n"
              "  return local.in();\n"
              "}\n"
              "struct O { int operator()(int z) { return z; } };\n");
  CHECK(renderFunctions(model) ==
        Lines{"ns::Q::m 3:1-3:35", "(anonymous namespace)::hidden 4:13-4:39",
              "twice 5:1-5:45", "f 6:1-9:2", "f()::Local::in 7:32-7:54",
              "O::operator() 10:12-10:47"});
  REQUIRE(model.defaulted.size() == 1);
  CHECK(model.defaulted.front().begin.column == 27);
  CHECK(renderUnits(model) ==
        Lines{"return 3:24-3:32 ns::Q::m | return 1",
              "return 4:28-4:36 (anonymous namespace)::hidden | return 2",
              "return 5:30-5:42 twice | return n * 2",
              "initializer 7:22-7:30 - | h = g(4)",
              "return 7:43-7:51 f()::Local::in | return h",
              "declaration 7:57-7:62 f | local",
              "return 8:3-8:20 f | return local.in()",
              "return 10:36-10:44 O::operator() | return z"});
}

TEST_CASE("a coroutine has a unit at its name and those of its statements",
          "[program][source][cxx]") {
  SourceFolder folder;
  folder.write(
      "a.cpp",
      "namespace std { template <class R, class...> struct coroutine_traits {\n"
      "  using promise_type = typename R::promise_type; };\n"
      "template <class P = void> struct coroutine_handle {\n"
      "  static coroutine_handle from_address(void *) noexcept;\n"
      "  operator coroutine_handle<>() const noexcept; }; }\n"
      "struct Wait { bool await_ready() noexcept;\n"
      "  void await_suspend(std::coroutine_handle<>) noexcept;\n"
      "  int await_resume() noexcept; };\n"
      "struct Task { struct promise_type { Task get_return_object();\n"
      "  Wait initial_suspend(); Wait final_suspend() noexcept;\n"
      "  void unhandled_exception(); void return_value(int); }; };\n"
      "Task work(int n) {\n"
      "  int sum = n;\n"
      "  sum += co_await Wait();\n"
      "  co_return sum;\n"
      "}\n");
  CompilationUnit unit = folder.unit("a.cpp");
  unit.standard = "c++20";
  SourceModel model = folder.scan({unit});
  CHECK(renderUnits(model) ==
        Lines{"initializer 12:6-12:10 work | work",
              "declaration 13:7-13:14 work | sum = n",
              "expression 14:3-14:25 work | sum += co_await Wait()",
              "return 15:3-15:16 work | co_return sum"});
  REQUIRE(model.functions.size() == 1);
  CHECK(model.functions[0].isCoroutine);
}
