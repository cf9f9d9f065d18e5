// Tests that each object of a scope has a cleanup of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BuiltTable.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// The beginning of each program.
constexpr const char *classes = R"(
int live = 0;
struct Object {
  explicit Object(int n) : n(n) { live += n; }
  Object(const Object &other) : n(other.n) { live += n; }
  ~Object() { live -= n; }
  int twice() const { return 2 * n; }
  int n;
};
struct Guard {
  ~Guard() { --live; }
};
struct List {
  explicit List(int n) : objects{Object(n), Object(n)} {}
  Object *begin() { return objects; }
  Object *end() { return objects + 2; }
  Object objects[2];
};
Object make(int n) { return Object(n); }
List list(int n) { return List(n); }
)";

/// Returns the cleanups of a function in the order of their code, each with the
/// declarations that are linked with it: "~a with a(1)".
Lines cleanupsIn(const UnitTable &table, llvm::StringRef function) {
  Lines lines;
  for (const UnitEntry &entry : table.entries) {
    const StatementUnit &unit = table.unit(entry.unit);
    if (table.function(entry.function).name != function ||
        unit.kind != UnitKind::Cleanup)
      continue;
    std::string line = unit.text;
    for (const CleanupLink &link : table.cleanupLinks)
      if (link.cleanup == entry.unit)
        line += " with " + table.unit(link.declaration).text;
    lines.push_back(line);
  }
  return lines;
}

/// Builds a program of `code` and a `main` that does nothing.
TestProgram programOf(const std::string &compiler, const std::string &code) {
  return TestProgram(compiler, Language::Cxx,
                     classes + code + "int main() { return 0; }\n",
                     {"-g", "-O0", "-std=c++20"});
}

} // namespace

TEST_CASE("each object of a scope has a cleanup of its own",
          "[program][units][destruction]") {
  auto compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  TestProgram program = programOf(compiler, R"(
int f(int k) {
  Object a(k), b(2);
  Guard guard;
  Object c = a;
  Object d(b.twice());
  Object e = make(a.twice());
  return live;
}
)");
  UnitTable table = tableOf(program);
  CHECK(cleanupsIn(table, "f") == Lines{"~e with e = make(a.twice())",
                                        "~d with d(b.twice())", "~c with c = a",
                                        "}", "~b with b(2)", "~a with a(k)"});
  for (const CleanupLink &link : table.cleanupLinks)
    CHECK(table.unit(link.cleanup).range.line == 29);
}

TEST_CASE("a scope that is left early has one cleanup for each object, and a "
          "further one that decides where control goes on",
          "[program][units][destruction]") {
  auto compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  TestProgram program = programOf(compiler, R"(
int f(int k) {
  Object outer(1);
  for (int i = 0; i < k; ++i) {
    Object first(2);
    if (i == 3)
      continue;
    Object second(3);
    if (i == 5)
      break;
    if (i == 7)
      return 1;
  }
  return 0;
}
)");
  Lines cleanups = cleanupsIn(tableOf(program), "f");
  auto isOfObject = [](llvm::StringRef text) { return text.starts_with("~"); };
  CHECK(llvm::count_if(cleanups, isOfObject) == 3);
  CHECK(llvm::count(cleanups, "~outer with outer(1)") == 1);
  CHECK(llvm::count(cleanups, "~first with first(2)") == 1);
  CHECK(llvm::count(cleanups, "~second with second(3)") == 1);
  CHECK(llvm::count(cleanups, "}") + 3 == long(cleanups.size()));
}

TEST_CASE("temporaries and loop variables have cleanups of their own",
          "[program][units][destruction]") {
  auto compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  TestProgram program = programOf(compiler, R"(
int f(int k) {
  Object before(k);
  const Object &longer = make(5);
  return live;
}
int g(int k) {
  for (Object each : list(k)) {
    live += each.n;
  }
  return live;
}
)");
  UnitTable table = tableOf(program);
  CHECK(cleanupsIn(table, "f") ==
        Lines{"~longer with longer = make(5)", "~before with before(k)"});
  Lines loop = cleanupsIn(table, "g");
  REQUIRE(!loop.empty());
  CHECK(loop[0] == "~each with for (Object each : list(k))");
}

TEST_CASE("an object beside arrays has a cleanup of its own",
          "[program][units][destruction]") {
  auto compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  TestProgram program = programOf(compiler, R"(
int f(int k) {
  Object before(k);
  Object array[2] = {Object(k), Object(2)};
  Object between(4);
  Object matrix[2][2] = {{Object(k), Object(2)}, {Object(3), Object(4)}};
  return live;
}
)");
  Lines cleanups = cleanupsIn(tableOf(program), "f");
  CHECK(llvm::count(cleanups, "~before with before(k)") == 1);
  CHECK(llvm::count(cleanups, "~between with between(4)") == 1);
}

TEST_CASE("the instances of a template share the cleanups of its objects",
          "[program][units][destruction]") {
  auto compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  TestProgram program = programOf(compiler, R"(
template <typename T> int f(T k) {
  Object a(k);
  Object b(2);
  return live;
}
int g() { return f(1) + f(2L); }
)");
  UnitTable table = tableOf(program);
  CHECK(table.cleanupLinks.size() == 2);
  CHECK(cleanupsIn(table, "f") ==
        Lines{"~b with b(2)", "~a with a(k)", "~b with b(2)", "~a with a(k)"});
}

TEST_CASE("variables with __attribute__((cleanup)) have cleanups of their own",
          "[program][units][destruction]") {
  // gcc puts the call at the declaration.
  TestProgram program("clang-19", Language::C, R"(
int live;
void release(int *n) { live -= *n; }
int f(int k) {
  __attribute__((cleanup(release))) int a = k;
  __attribute__((cleanup(release))) int b = 2;
  return live;
}
int main(void) { return f(3); }
)");
  CHECK(cleanupsIn(tableOf(program), "f") ==
        Lines{"~b with b = 2", "~a with a = k"});
}

TEST_CASE("an object that lies in the caller's memory goes with the rest of "
          "the scope's cleanup",
          "[program][units][destruction]") {
  TestProgram program = programOf("clang++-19", R"(
Object f(int k) {
  Object result(k);
  Object other(2);
  return result;
}
)");
  CHECK(cleanupsIn(tableOf(program), "f") ==
        Lines{"~other with other(2)", "} with result(k)"});
}
