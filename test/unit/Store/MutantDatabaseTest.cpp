// Tests the database of mutants.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/MutantDatabase.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

using namespace pinstripe;
using llvm::cantFail;

namespace {

constexpr uint64_t conditions = ~uint64_t(0) - 5, otherConditions = 7;

std::vector<StoredMutant> allIn(MutantDatabase &database) {
  std::vector<StoredMutant> all;
  cantFail(database.forEach(
      [&](const StoredMutant &mutant) { all.push_back(mutant); }));
  llvm::sort(all, [](const StoredMutant &a, const StoredMutant &b) {
    return a.key < b.key;
  });
  return all;
}

const std::vector<StoredMutant> mutants = {
    {{1, ~uint64_t(0)}, Effect::ExpectedOutput, 40, false},
    {{2, 5}, Effect::Hang, 0, false},
    {{3, 0}, std::nullopt, 0, false},
    {{4, 0}, Effect::Partly, ~uint64_t(0), true}};

} // namespace

TEST_CASE("mutants are read as they were stored", "[store][mutants]") {
  auto directory = cantFail(TemporaryDirectory::create());
  std::string path = directory.path() + "/mutants.sqlite";
  {
    auto database = cantFail(MutantDatabase::open(path, conditions));
    CHECK(allIn(*database).empty());
    cantFail(database->add(llvm::ArrayRef(mutants).take_front(2)));
    cantFail(database->add(llvm::ArrayRef(mutants).drop_front(2)));
    CHECK(allIn(*database) == mutants);
  }
  auto database = cantFail(MutantDatabase::open(path, conditions));
  CHECK(allIn(*database) == mutants);
  StoredMutant other = mutants.front();
  other.effect = Effect::Same;
  cantFail(database->add(other));
  CHECK(allIn(*database).front() == other);
}

TEST_CASE("mutants under other conditions are kept apart", "[store][mutants]") {
  auto directory = cantFail(TemporaryDirectory::create());
  std::string path = directory.path() + "/mutants.sqlite";
  auto database = cantFail(MutantDatabase::open(path, conditions));
  cantFail(database->add(mutants));
  auto other = cantFail(MutantDatabase::open(path, otherConditions));
  CHECK(allIn(*other).empty());
  cantFail(other->add(mutants.back()));
  CHECK(allIn(*other).size() == 1);
  CHECK(allIn(*database).size() == mutants.size());
}
