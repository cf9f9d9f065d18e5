// Compares control dependences with those that Clang computes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UnitGraph reads machine code and Clang reads the source; both must agree.

#include "ClangDependences.h"
#include "TestSupport/Programs.h"
#include "pinstripe/Analysis/UnitGraph.h"
#include "pinstripe/Program/UnitTableBuilder.h"

#include "llvm/ADT/STLExtras.h"
#include <sstream>

using namespace pinstripe;
using namespace pinstripe::test;

namespace {

std::string textOf(const std::string &path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// The control dependences of all entries, as UnitGraph computes them.
class GraphDependences {
public:
  explicit GraphDependences(const UnitTable &table)
      : table(table), graph(table), direct(table.entries.size()) {
    for (size_t i = 0; i < direct.size(); ++i)
      for (EntryId next : graph.successors(EntryId(i)))
        addAllFrom(next, EntryId(i));
  }

  UnitDependences of(FunctionId function) const {
    UnitDependences result;
    for (size_t i = 0; i < direct.size(); ++i) {
      if (table.entries[i].function != function)
        continue;
      result.units.insert(table.entries[i].unit);
      for (EntryId on : closure(EntryId(i)))
        result.pairs.emplace(table.entries[i].unit, table.entry(on).unit);
    }
    return result;
  }

private:
  /// Adds the entries that follow `first` in any case, up to where the
  /// condition ends.
  void addAllFrom(EntryId first, EntryId condition) {
    EntryId end = graph.immediatePostDominator(condition);
    for (EntryId at = first; at != end && at != UnitGraph::exit;
         at = graph.immediatePostDominator(at))
      direct[static_cast<size_t>(at)].insert(condition);
  }
  std::set<EntryId> closure(EntryId entry) const {
    std::set<EntryId> found;
    std::vector<EntryId> pending{entry};
    while (!pending.empty()) {
      EntryId at = pending.back();
      pending.pop_back();
      for (EntryId on : direct[static_cast<size_t>(at)])
        if (found.insert(on).second)
          pending.push_back(on);
    }
    return found;
  }

  const UnitTable &table;
  UnitGraph graph;
  std::vector<std::set<EntryId>> direct; ///< By entry.
};

/// Counts the compared dependences and those that differ.
struct Comparison {
  unsigned functions = 0, units = 0, dependences = 0;
  std::vector<std::string> differences;
};

class Comparer {
public:
  Comparer(const UnitTable &table, Comparison &result)
      : table(table), result(result) {}

  void compare(FunctionId function, const UnitDependences &ours,
               const UnitDependences &clangs) {
    name = table.function(function).name;
    ++result.functions;
    result.units += ours.units.size();
    for (UnitId unit : ours.units)
      if (!clangs.units.count(unit))
        differ(unit, " is not in Clang's graph");
    compareOneWay(ours, clangs, "; not by Clang");
    compareOneWay(clangs, ours, "; by Clang alone");
    for (const auto &pair : ours.pairs)
      result.dependences += clangs.pairs.count(pair);
  }

private:
  std::string textOf(UnitId id) const {
    const StatementUnit &unit = table.unit(id);
    return std::to_string(unit.range.line) + " " + unit.text;
  }
  void differ(UnitId unit, const std::string &what) {
    result.differences.push_back(name + ": " + textOf(unit) + what);
  }
  void compareOneWay(const UnitDependences &here, const UnitDependences &there,
                     const char *who) {
    for (auto [unit, on] : here.pairs)
      if (there.units.count(unit) && !there.pairs.count({unit, on}))
        differ(unit, " depends on " + textOf(on) + who);
  }

  const UnitTable &table;
  Comparison &result;
  std::string name;
};

Comparison compare(const std::string &compiler, const std::string &source) {
  bool isCxx = llvm::StringRef(compiler).contains("++");
  TestProgram program(compiler, isCxx ? Language::Cxx : Language::C, source,
                      {"-w", "-g", "-O0"});
  auto table = buildUnitTable(program.path, {});
  REQUIRE(bool(table));
  GraphDependences ours(*table);
  ClangDependences clangs(*table, program.sourcePath, {"-w"});
  Comparison result;
  Comparer comparer(*table, result);
  for (size_t i = 0; i < table->functions.size(); ++i)
    if (table->file(table->functions[i].range.file) == program.sourcePath)
      comparer.compare(FunctionId(i), ours.of(FunctionId(i)),
                       clangs.of(FunctionId(i)));
  llvm::sort(result.differences);
  return result;
}

using Lines = std::vector<std::string>;

} // namespace

TEST_CASE("Clang sees the same control dependences in the samples",
          "[graph][clang]") {
  struct Sample {
    const char *source;
    unsigned functions, units, dependences;
    Lines differences = {};
  };
  auto sample = GENERATE(values<Sample>({
      {"01-sum-mul/sample.c", 1, 13, 4},
      {"02-invoice/bug.c", 5, 28, 11},
      {"03-power/bug.c", 2, 17, 13},
      {"04-phone-book/bug.c", 4, 26, 10},
      {"05-list/bug.c", 4, 26, 10},
      // Only the unwinder enters a handler, so neither graph has an edge to it.
      {"06-transfer/bug.cpp",
       13,
       33,
       3,
       {"move: 60 std::printf(\"refused: %s\\n\", error.what()) is not in "
        "Clang's graph",
        "move: 61 } is not in Clang's graph"}},
      {"07-rooms/bug.c", 4, 21, 7},
      {"08-average/bug.c", 2, 23, 32},
      {"09-sums/bug.c", 5, 23, 18},
  }));
  std::string path = std::string(PINSTRIPE_SAMPLES "/") + sample.source;
  bool isCxx = llvm::StringRef(path).ends_with(".cpp");
  for (const std::string &compiler :
       compilers(isCxx ? Language::Cxx : Language::C)) {
    INFO(sample.source << " " << compiler);
    Comparison found = compare(compiler, textOf(path));
    CHECK(found.functions == sample.functions);
    CHECK(found.units == sample.units);
    CHECK(found.dependences == sample.dependences);
    CHECK(found.differences == sample.differences);
  }
}

TEST_CASE(
    "Clang sees the same control dependences in all forms of C statements",
    "[graph][clang]") {
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  Comparison found = compare(compiler, R"(
#include <assert.h>
#include <stdlib.h>
int g, h;
_Noreturn static void stop(int n) { exit(n); }
int branches(int a, int b) {
  if (a && (b || g))
    h = 1;
  else if (a || b)
    h = a ? b : g;
  assert(h < 5);
  if (a > 7)
    stop(a);
  a && (h = b);
  return h > 2 ? a && b : b;
}
void loops(int n) {
  for (int i = 0; i < n && g; i++) {
    if (i == 2)
      continue;
    while (h-- > 0)
      if (h == n)
        goto out;
    do
      if (g)
        break;
    while (h++ < n);
  }
  for (;;) {
    if (g++ > n)
      return;
    while (n < 3 || g)
      n++;
  }
out:
  while (n-- > 0)
    ;
  do g--; while (g > 0);
}
int choice(int n) {
  switch (n) {
  case 0: g = 0; break;
  case 1: g = 1;
  case 2: g = 2; break;
  case 3: if (h) break;
  case 4: abort();
  case 5: return 5;
  case 900: while (g) g--;
  }
  switch (n + g) {
  case 3: n++; break;
  default: return n;
  }
  return g;
}
int computed(int n) {
  static void *places[] = {&&first, &&second, &&last};
  goto *places[n];
first:
  g++;
  goto *places[1];
second:
  n++;
  goto *places[n];
last:
  return n;
}
int main(void) {
  loops(branches(1, 2));
  return choice(computed(1));
}
)");
  CHECK(found.differences == Lines());
  CHECK(found.functions == 6);
  CHECK(found.units == 45);
  CHECK(found.dependences == 109);
}

TEST_CASE("a cleanup on the way to several places is a decision",
          "[graph][clang]") {
  // Machine code has one cleanup, after which a stored value decides where
  // control goes. Clang's graph has a cleanup for each way, so there the
  // earlier choice of the way counts as the decision.
  auto compiler = GENERATE(from_range(compilers(Language::Cxx)));
  INFO(compiler);
  Comparison found = compare(compiler, R"(
struct Guard { ~Guard(); int n; };
int g;
Guard::~Guard() { g++; }
int early(int n) {
  for (;;) {
    Guard guard;
    if (g > n)
      return g;
    n--;
  }
}
int main() { return early(1); }
)");
  CHECK(found.differences ==
        Lines{"early: 10 n-- depends on 11 }; not by Clang",
              "early: 11 } depends on 11 }; not by Clang",
              "early: 8 if (g > n) depends on 11 }; not by Clang",
              "early: 8 if (g > n) depends on 8 if (g > n); by Clang alone",
              "early: 9 return g depends on 11 }; not by Clang",
              "early: 9 return g depends on 8 if (g > n); not by Clang"});
}

TEST_CASE("computed gotos to the same labels are told apart",
          "[graph][clang]") {
  // Clang's graph has one block for all computed gotos.
  auto compiler = GENERATE(from_range(compilers(Language::C)));
  INFO(compiler);
  Comparison found = compare(compiler, R"(
int g;
int computed(int n) {
  static void *places[] = {&&first, &&last};
first:
  g++;
  if (g > n)
    goto *places[1];
  n++;
  goto *places[0];
last:
  return n;
}
int main(void) { return computed(1); }
)");
  CHECK(found.differences ==
        Lines{"computed: 6 g++ depends on 7 if (g > n); not by Clang",
              "computed: 7 if (g > n) depends on 7 if (g > n); not by Clang"});
}

TEST_CASE("the end of an array of variable length is not in Clang's graph",
          "[graph][clang]") {
  Comparison found = compare("clang-19", R"(
int g;
int main(int n, char **arguments) {
  while (g < n) {
    int array[n];
    array[0] = n;
    g += array[0];
  }
  return g;
}
)");
  CHECK(found.differences == Lines{"main: 8 } is not in Clang's graph"});
}
