// Tests how many mixtures of two states can't be built, with and without names.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Revisions/SourceChanges.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Reduction/FunctionOracle.h"
#include "pinstripe/Support/DirectoryTree.h"
#include <map>

using namespace pinstripe;

namespace {

constexpr int functions = 12;
constexpr int culprit = 7;

/// Two states of a program with many functions. Each function is declared in a
/// header and used in a source file. In the new state, all functions have other
/// names.
struct RenamedFunctions {
  TemporaryDirectory folder = llvm::cantFail(TemporaryDirectory::create());
  SourceStore store = llvm::cantFail(SourceStore::open(folder.path()));
  SourceDifference difference;

  RenamedFunctions() {
    StateId empty = llvm::cantFail(store.edited(emptyState(), {}));
    StateId before = llvm::cantFail(store.edited(empty, filesWith("old")));
    StateId after = llvm::cantFail(store.edited(empty, filesWith("new")));
    difference = llvm::cantFail(differenceBetween(store, before, after));
  }

  /// The id of the tree without files, which is the same in each repository.
  static StateId emptyState() {
    return {"4b825dc642cb6eb9a060e54bf8d69288fbee4904"};
  }
  static std::vector<FileEdit> filesWith(const std::string &prefix) {
    std::string header, source;
    for (int i = 0; i < functions; ++i) {
      std::string name = prefix + std::to_string(i);
      std::string number = std::to_string(i);
      header += "int " + name + "(void);\n/* comment " + number + " */\n";
      source += "int use" + number + "(void)\n{\n  return " + name + "();\n}\n";
    }
    return {{"a.h", FileMode::Plain, header}, {"a.c", FileMode::Plain, source}};
  }

  /// A mixture can be built if all names that it uses are declared, and it
  /// FAILs if it uses the culprit.
  Outcome outcomeOf(const StateId &state) const {
    std::map<std::string, std::string> texts;
    for (const PathChange &each :
         llvm::cantFail(store.pathsBetween(std::nullopt, state)))
      texts[each.path] = llvm::cantFail(store.contentOf(each.file->blob));
    auto has = [&](const char *path, const std::string &name) {
      return texts[path].find(" " + name + "(") != std::string::npos;
    };
    for (int i = 0; i < functions; ++i)
      for (const char *prefix : {"old", "new"}) {
        std::string name = prefix + std::to_string(i);
        if (has("a.c", name) && !has("a.h", name))
          return Outcome::Unresolved;
      }
    return has("a.c", "new" + std::to_string(culprit)) ? Outcome::Fail
                                                       : Outcome::Pass;
  }
};

struct FoundHunks {
  size_t changes = 0, passing = 0, tests = 0, unresolved = 0;
};

/// Searches by hunk. Each state is tested once.
FoundHunks searchHunks(bool keepsNames, llvm::StringRef algorithm = "dd+") {
  RenamedFunctions program;
  const SourceDifference &difference = program.difference;
  size_t universe = difference.changes.size();
  SourceChanges changes(
      program.store, difference,
      {Configuration::empty(universe), Configuration::full(universe)},
      Grain::Hunks, keepsNames);
  FoundHunks found;
  std::map<std::string, Outcome> outcomes;
  FunctionOracle oracle([&](const Configuration &candidate) {
    std::string state =
        *llvm::cantFail(changes.materialise(candidate)).sourceState;
    auto [place, isNew] = outcomes.try_emplace(state, Outcome::Pass);
    if (isNew) {
      place->second = program.outcomeOf(StateId{state});
      ++found.tests;
      found.unresolved += place->second == Outcome::Unresolved;
    }
    return place->second;
  });
  ReductionObserver observer;
  std::atomic<bool> stop = false;
  ReductionResult result = llvm::cantFail(
      reduce(changes.elements(), llvm::cantFail(findAlgorithm(algorithm)),
             oracle, observer, stop, changes.groups()));
  found.changes = changes.changesOf(result.best).count();
  if (result.largestPassing)
    found.passing = changes.changesOf(*result.largestPassing).count();
  return found;
}

} // namespace

TEST_CASE("hunks that are kept together by names can all be built",
          "[driver][revisions]") {
  FoundHunks together = searchHunks(true);
  // The use of the culprit, and its declaration.
  CHECK(together.changes == 2);
  CHECK(together.tests == 8);
  CHECK(together.unresolved == 0);
}

TEST_CASE("hunks with common names can hardly be left out alone",
          "[driver][revisions]") {
  FoundHunks alone = searchHunks(false);
  CHECK(alone.changes == 24);
  CHECK(alone.tests == 92);
  CHECK(alone.unresolved == 90);
}

TEST_CASE("ddmax finds the largest part of the change that passes",
          "[driver][revisions]") {
  FoundHunks most = searchHunks(true, "ddmax");
  // All but the use of the culprit, and its declaration.
  CHECK(most.passing == 22);
  CHECK(most.unresolved == 0);
  CHECK(most.tests == 8);
}

TEST_CASE("isolate finds a part of the change that decides",
          "[driver][revisions]") {
  FoundHunks difference = searchHunks(true, "isolate");
  CHECK(difference.changes - difference.passing == 2);
  CHECK(difference.tests == 8);
}

TEST_CASE("a search between two sets of changes leaves the passing one applied",
          "[driver][revisions]") {
  RenamedFunctions program;
  size_t universe = program.difference.changes.size();
  Configuration passing = Configuration::empty(universe);
  Configuration failing = Configuration::full(universe);
  passing.insert(Element(0));
  failing.erase(Element(1));
  SourceChanges changes(program.store, program.difference, {passing, failing},
                        Grain::Lines, /*keepsNames=*/false);
  CHECK(changes.elements() == universe - 2);
  CHECK(changes.changesOf(Configuration::empty(universe - 2)) == passing);
  CHECK(changes.changesOf(Configuration::full(universe - 2)) == failing);
}
