// Tests which code and data of a module belong to the program itself.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Binary/DebugRanges.h"
#include "TestSupport/Programs.h"

#include "llvm/Object/ELFObjectFile.h"

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

/// A compiled program, with what was read from it.
struct RangedProgram {
  RangedProgram(const std::string &compiler, Language language,
                llvm::StringRef source)
      : program(compiler, language, source) {
    auto module = ModuleCode::read(program.path);
    REQUIRE(bool(module));
    ranges = orFail(readDebugRanges(program.path, *module));
    writable = module->writableRanges;
  }

  /// Returns the bytes of a symbol of the program.
  CodeRange rangeOf(llvm::StringRef name) const {
    auto file = llvm::object::ObjectFile::createObjectFile(program.path);
    REQUIRE(bool(file));
    for (const llvm::object::ELFSymbolRef symbol :
         file->getBinary()->symbols()) {
      auto itsName = symbol.getName();
      auto address = symbol.getAddress();
      REQUIRE((itsName && address));
      // The program's copy of a library object has the library's version in its
      // name.
      if (itsName->split('@').first == name)
        return {*address, *address + symbol.getSize()};
    }
    FAIL("no symbol " + name.str());
    return {};
  }

  TestProgram program;
  DebugRanges ranges;
  std::vector<CodeRange> writable;
};

bool contains(llvm::ArrayRef<CodeRange> ranges, const CodeRange &range) {
  return llvm::any_of(ranges, [&](const CodeRange &each) {
    return each.low <= range.low && range.high <= each.high;
  });
}
bool overlaps(llvm::ArrayRef<CodeRange> ranges, const CodeRange &range) {
  return llvm::any_of(ranges, [&](const CodeRange &each) {
    return each.low < range.high && range.low < each.high;
  });
}

} // namespace

TEST_CASE("all variables of the program are its own", "[program][ranges]") {
  for (const std::string &compiler : compilers(Language::C)) {
    INFO(compiler);
    RangedProgram read(compiler, Language::C, R"(
#include <stdio.h>
int set = 3;
static long table[100];
static int count(void) {
  static int calls;
  return ++calls;
}
int main(void) {
  table[1] = set;
  fprintf(stdout, "%d\n", count());
  return 0;
}
)");
    for (const char *name : {"set", "table"})
      CHECK(contains(read.ranges.variables, read.rangeOf(name)));
    const char *inFunction = compiler == "gcc" ? "calls.0" : "count.calls";
    CHECK(contains(read.ranges.variables, read.rangeOf(inFunction)));
    for (const char *name : {"main", "count"})
      CHECK(contains(read.ranges.functions, read.rangeOf(name)));
    CHECK_FALSE(overlaps(read.ranges.functions, read.rangeOf("_start")));
    CHECK(llvm::is_sorted(read.ranges.variables,
                          [](const CodeRange &a, const CodeRange &b) {
                            return a.high <= b.low;
                          }));
  }
}

TEST_CASE("a copy of an object in a library is not the program's own",
          "[program][ranges]") {
  for (const std::string &compiler : compilers(Language::Cxx)) {
    INFO(compiler);
    RangedProgram read(compiler, Language::Cxx, R"(
#include <iostream>
int before = 1, after = 2;
int main() {
  static int once = before + after;
  std::cout << once << '\n';
  return 0;
}
)");
    for (const char *name : {"before", "after"})
      CHECK(contains(read.ranges.variables, read.rangeOf(name)));
    // The code of clang uses the object in the library itself, not a copy.
    if (compiler != "g++")
      continue;
    CodeRange copy = read.rangeOf("_ZSt4cout");
    CHECK(overlaps(read.writable, copy));
    CHECK_FALSE(overlaps(read.ranges.variables, copy));
  }
}
