// Tests unit tables of a program with its libraries.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "BuiltTable.h"
#include "TestSupport/LinkedProgram.h"
#include "TestSupport/OrFail.h"
#include <set>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

const LinkedSources ledger{
    R"(int total(const int *amounts, int count, int (*rate)(int));
       static inline int clamp(int x) {
         if (x > 1000)
           x = 1000;
         return x;
       })",
    R"(#include "shared.h"
       int total(const int *amounts, int count, int (*rate)(int)) {
         int sum = 0;
         for (int i = 0; i < count; i++)
           sum += clamp(rate(amounts[i]));
         return sum;
       })",
    R"(#include "shared.h"
       static int twice(int x) { return 2 * x; }
       int main(void) {
         int amounts[] = {1, 2};
         return clamp(total(amounts, 2, twice));
       })"};

llvm::Expected<UnitTable> build(const LinkedProgram &linked) {
  ModelOptions options;
  options.libraries = {linked.library};
  return buildUnitTable(linked.program, options);
}

UnitTable tableOf(const LinkedProgram &linked) { return orFail(build(linked)); }

std::vector<const TracedFunction *> functionsNamed(const UnitTable &table,
                                                   llvm::StringRef name) {
  std::vector<const TracedFunction *> found;
  for (const TracedFunction &function : table.functions)
    if (function.name == name)
      found.push_back(&function);
  return found;
}

} // namespace

TEST_CASE("A table spans the program and its libraries", "[program][modules]") {
  for (const std::string &compiler : compilers(Language::C)) {
    LinkedProgram linked(compiler, Language::C, ledger);
    UnitTable table = tableOf(linked);
    REQUIRE(table.modules.size() == 2);
    CHECK(table.programPath() == linked.program);
    CHECK(table.modules[1].path == linked.library);
    CHECK(table.modules[1].base == moduleSpacing);
    CHECK_FALSE(table.modules[1].buildHash.empty());
    CHECK(table.modules[1].buildHash != table.modules[0].buildHash);

    REQUIRE(functionsNamed(table, "total").size() == 1);
    const TracedFunction &total = *functionsNamed(table, "total").front();
    CHECK(table.moduleOf(total.low) == ModuleId(1));
    CHECK(table.displayName(total) == "total (libtest.so.1.0)");
    CHECK(unitsIn(table, "total") ==
          Lines{"declaration sum = 0", "loop init int i = 0",
                "condition i < count", "loop increment i++",
                "expression sum += clamp(rate(amounts[i]))",
                "return return sum"});
    const TracedFunction &main = *functionsNamed(table, "main").front();
    CHECK(table.moduleOf(main.low) == ModuleId(0));
    CHECK(table.displayName(main) == "main");
    CHECK(llvm::sys::path::filename(table.file(total.range.file)) ==
          "library.c");
  }
}

TEST_CASE("All addresses of a library are in its range", "[program][modules]") {
  LinkedProgram linked("gcc", Language::C, ledger);
  UnitTable table = tableOf(linked);
  // This is the table of the library alone.
  UnitTable alone = llvm::cantFail(buildUnitTable(linked.library, {}));
  size_t seen = 0;
  for (const TracedFunction &function : table.functions) {
    if (table.moduleOf(function.low) != ModuleId(1))
      continue;
    REQUIRE(seen < alone.functions.size());
    const TracedFunction &same = alone.functions[seen++];
    CHECK(function.low == moduleSpacing + same.low);
    CHECK(function.high == moduleSpacing + same.high);
    CHECK(function.bodyStart == moduleSpacing + same.bodyStart);
    CHECK(function.exit == moduleSpacing + same.exit);
    CHECK(function.tearDown == moduleSpacing + same.tearDown);
    CHECK(function.resultReload == moduleSpacing + same.resultReload);
    CHECK(function.ret == moduleSpacing + same.ret);
    CHECK(function.frameSize == same.frameSize);
  }
  CHECK(seen == alone.functions.size());
  size_t entries = 0;
  for (const UnitEntry &entry : table.entries) {
    const TracedFunction &function = table.function(entry.function);
    CHECK(entry.address >= function.low);
    CHECK(entry.address < function.high);
    entries += table.moduleOf(entry.address) == ModuleId(1);
  }
  CHECK(entries == alone.entries.size());
  CHECK(llvm::is_sorted(table.functions, [](const auto &a, const auto &b) {
    return a.low < b.low;
  }));
}

TEST_CASE("A function of a header in two modules is two functions with the "
          "same units",
          "[program][modules]") {
  for (const std::string &compiler : compilers(Language::C)) {
    LinkedProgram linked(compiler, Language::C, ledger);
    UnitTable table = tableOf(linked);
    std::vector<const TracedFunction *> clamps = functionsNamed(table, "clamp");
    REQUIRE(clamps.size() == 2);
    CHECK(table.moduleOf(clamps[0]->low) == ModuleId(0));
    CHECK(table.moduleOf(clamps[1]->low) == ModuleId(1));
    CHECK(clamps[0]->range.file == clamps[1]->range.file);
    std::set<UnitId> units[2];
    for (const UnitEntry &entry : table.entries)
      if (isIn(table, entry, "clamp"))
        units[size_t(table.moduleOf(entry.address))].insert(entry.unit);
    CHECK(units[0].size() == 3);
    CHECK(units[0] == units[1]);
  }
}

TEST_CASE("A library is refused for the reasons that a program is",
          "[program][modules]") {
  auto refusalOf = [](std::vector<std::string> flags) {
    LinkedSources sources = ledger;
    sources.libraryFlags = std::move(flags);
    LinkedProgram linked("gcc", Language::C, sources);
    auto table = build(linked);
    REQUIRE_FALSE(static_cast<bool>(table));
    llvm::Error error = table.takeError();
    CHECK(error.isA<TargetError>());
    std::string message = llvm::toString(std::move(error));
    std::string prefix = "'" + linked.library + "'";
    REQUIRE(llvm::StringRef(message).starts_with(prefix));
    return message.substr(prefix.size());
  };
  CHECK(refusalOf({"-O0"}) ==
        ": has no debug information; build it with -g -O0");
  CHECK(refusalOf({"-g", "-O2"}) ==
        " is built with optimisation; build it with -g -O0");
  CHECK(refusalOf({"-s"}) == ": is stripped; use the file as the linker left "
                             "it, built with -g -O0");
}

TEST_CASE("Landing pads and jump tables of a library are found",
          "[program][modules]") {
  const LinkedSources sources{R"(int choose(int x);)",
                              R"(#include "shared.h"
         struct Guard { ~Guard() {} };
         int choose(int x) {
           Guard guard;
           try {
             switch (x) {
             case 0: return 10;
             case 1: return 21;
             case 2: return 32;
             case 3: return 43;
             case 4: return 54;
             case 5: throw x;
             }
           } catch (int caught) {
             return -caught;
           }
           return 0;
         })",
                              R"(#include "shared.h"
         int main() { return choose(3); })"};
  for (const std::string &compiler : compilers(Language::Cxx)) {
    LinkedProgram linked(compiler, Language::Cxx, sources);
    UnitTable table = tableOf(linked);
    UnitTable alone = llvm::cantFail(buildUnitTable(linked.library, {}));
    CHECK(unitsIn(table, "choose") == unitsIn(alone, "choose"));
    CHECK(llvm::is_contained(unitsIn(table, "choose"), "return return 43"));
  }
}
