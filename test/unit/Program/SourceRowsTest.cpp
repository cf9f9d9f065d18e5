// Tests that the rows of both compilers' line tables lie in units.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No standard says where compilers put the rows of a line table, so the extents
// of units follow what the compilers do. Here both compilers build programs,
// and all rows must lie in units but for the listed ones.

#include "ScannedSource.h"
#include "TestSupport/Programs.h"

#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ObjectFile.h"
#include <set>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

CompilerFamily familyOf(llvm::StringRef compiler) {
  return compiler.starts_with("clang") ? CompilerFamily::Clang
                                       : CompilerFamily::GCC;
}

/// Returns the positions of all rows in the program's source that have a line
/// and a column.
std::set<SourceLocation> rowsOf(const TestProgram &program) {
  auto binary = llvm::object::ObjectFile::createObjectFile(program.path);
  REQUIRE(static_cast<bool>(binary));
  auto context = llvm::DWARFContext::create(*binary->getBinary());
  std::set<SourceLocation> rows;
  for (const auto &unit : context->compile_units()) {
    const auto *table = context->getLineTableForUnit(unit.get());
    REQUIRE(table);
    for (const auto &row : table->Rows) {
      std::string file;
      table->getFileNameByIndex(
          row.File, "",
          llvm::DILineInfoSpecifier::FileLineInfoKind::BaseNameOnly, file);
      bool isOurs = llvm::StringRef(program.sourcePath).ends_with(file);
      if (isOurs && row.Line && row.Column && !row.EndSequence)
        rows.insert({row.Line, row.Column});
    }
  }
  return rows;
}

bool holds(const SourceExtent &extent, SourceLocation at) {
  return extent.begin <= at && at < extent.end;
}

bool owns(const SourceUnit &unit, SourceLocation at, CompilerFamily compiler) {
  if (holds(unit.extent, at))
    return true;
  return llvm::any_of(unit.anchors, [&](const SourceAnchor &anchor) {
    return (anchor.compiler == CompilerFamily::Any ||
            anchor.compiler == compiler) &&
           holds(anchor.extent, at);
  });
}

/// Returns the rows outside all units, such as "3:5 return;".
Lines strayRows(const std::string &compiler, Language language,
                const std::string &source) {
  std::vector<std::string> flags{"-g", "-O0", "-w"};
  if (language == Language::Cxx)
    flags.push_back("-std=c++20");
  TestProgram program(compiler, language, source, flags);
  CompilationUnit unit;
  unit.mainFile = program.sourcePath;
  unit.directory = llvm::sys::path::parent_path(program.sourcePath).str();
  unit.isCxx = language == Language::Cxx;
  unit.standard = unit.isCxx ? "c++20" : "c17";
  SourceModel model = scanSources({unit}, {}, program.path);
  REQUIRE(model.failures.empty());
  llvm::SmallVector<llvm::StringRef> text;
  llvm::StringRef(source).split(text, '\n');
  Lines stray;
  for (SourceLocation at : rowsOf(program))
    if (llvm::none_of(model.units, [&](const SourceUnit &unit) {
          return owns(unit, at, familyOf(compiler));
        }))
      stray.push_back(std::to_string(at.line) + ":" +
                      std::to_string(at.column) + " " +
                      text[at.line - 1].drop_front(at.column - 1).str());
  return stray;
}

} // namespace

TEST_CASE("rows of C programs are in units, but for jumps and function ends",
          "[program][source][rows]") {
  std::string source =
      "#include <stdio.h>\n"
      "#define INC(x) do { x++; x += 2; } while (0)\n"
      "#define EACH(i, n) for (int i = 0; i < n; i++)\n"
      "struct S { int x, y; };\n"
      "struct S mk(int n) { struct S s = {1, n}; return s; }\n"
      "int main(int argc, char **argv) {\n"
      "  int a[argc], b = 3, *p = a;\n"
      "  char s[] = \"hello\"; struct S t = mk(b);\n"
      "  for (int i = 0; i < 3; i++)\n"
      "    b = b > 1 && argc ? mk(\n"
      "      i).x : 2;\n"
      "  EACH(k, 3) { b += k; INC(b); }\n"
      "  while (b < 50) b++;\n"
      "  do { b--; } while (b > 10 &&\n"
      "                     argc);\n"
      "  switch (b) { case 1: b = 2; break; default: b = 3; }\n"
      "  b = ({ int z = b; z++; z + 1; });\n"
      "  if (argc > 3) goto out;\n"
      "  a[0] = b--, b++;\n"
      "out:\n"
      "  return printf(\"%d\\n\", b + s[0] + t.x) ? 0\n"
      "    : *p;\n"
      "}\n";
  CHECK(strayRows("clang-19", Language::C, source) ==
        Lines{"12:32 }", "14:3 do { b--; } while (b > 10 &&",
              "16:31 break; default: b = 3; }", "18:17 goto out;", "23:1 }"});
  CHECK(strayRows("gcc", Language::C, source) ==
        Lines{"5:20 { struct S s = {1, n}; return s; }", "5:53 }", "6:33 {",
              "16:31 break; default: b = 3; }", "18:17 goto out;", "23:1 }"});
}

TEST_CASE("rows of C++ programs are in units, but for jumps, landing pads and "
          "function ends",
          "[program][source][rows]") {
  std::string source =
      "#include <string>\n"
      "#include <vector>\n"
      "struct D { int v = 2; D(int a = 0) : v(a) {} ~D() { v = 0; } };\n"
      "struct B : D { D one, two; int x = 5; D arr[2];\n"
      "  B() : D(4), two(3) { x = 6; }\n"
      "  B(int) { x = 7; }\n"
      "  virtual ~B() { x = 1; } };\n"
      "template <class T> T copy(T a) { T b = a; return b; }\n"
      "int sum(std::vector<int> &v) {\n"
      "  int s = 0;\n"
      "  for (int x : v) { s += x; }\n"
      "  for (D d : std::vector<D>{D(1)}) s += d.v;\n"
      "  for (int i = 0; i < 3; ++i) { D each(i); if (i == 1) break; }\n"
      "  for (D d(3);;) { if (d.v) break; }\n"
      "  if (int k = s; k > 3) s = 1;\n"
      "  if (D d(s); copy(d.v)) s = copy(D(2)).v; else D single(s);\n"
      "  while (int w = s - 1) s = w;\n"
      "  static D once(5); static int dynamic = s;\n"
      "  auto l = [&](int z) { s += z; return s; };\n"
      "  auto [p, q] = std::pair<int, int>(1, l(2));\n"
      "  const D &longer = D(p + q);\n"
      "  try {\n"
      "    D a(1);\n"
      "    if (s > 100) throw s;\n"
      "  } catch (int e) {\n"
      "    s = e;\n"
      "  }\n"
      "  return s;\n"
      "}\n"
      "D global(3);\n"
      "int main() {\n"
      "  std::vector<int> v{1, 2, 3};\n"
      "  B b, c(1);\n"
      "  return sum(v);\n"
      "}\n";
  CHECK(strayRows("clang++-19", Language::Cxx, source) ==
        Lines{"3:44 } ~D() { v = 0; } };", "3:60 } };", "5:31 }", "6:19 }",
              "13:56 break; }"});
  CHECK(strayRows("g++", Language::Cxx, source) ==
        Lines{"3:23 D(int a = 0) : v(a) {} ~D() { v = 0; } };",
              "3:44 } ~D() { v = 0; } };", "3:46 ~D() { v = 0; } };",
              "3:60 } };", "5:31 }", "6:19 }", "7:11 ~B() { x = 1; } };",
              "8:22 copy(T a) { T b = a; return b; }", "9:30 {",
              "13:56 break; }", "14:29 break; }", "17:30 ;",
              "25:5 catch (int e) {", "25:16 e) {", "31:12 {"});
}
