// Tests the database of tests that have no trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/OutcomeDatabase.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Support/DirectoryTree.h"
#include "pinstripe/Support/Error.h"
#include <fstream>
#include <map>

using namespace pinstripe;

namespace {

using Outcomes = std::map<OutcomeDatabase::Key, Outcome>;

struct Databases {
  TemporaryDirectory folder = llvm::cantFail(TemporaryDirectory::create());
  std::string path = folder.file("outcomes.sqlite");

  std::unique_ptr<OutcomeDatabase> open(llvm::StringRef conditions) const {
    return llvm::cantFail(OutcomeDatabase::open(path, conditions));
  }
  Outcomes read(llvm::StringRef conditions) const {
    Outcomes outcomes;
    llvm::cantFail(
        open(conditions)
            ->forEach([&](const OutcomeDatabase::Key &key, Outcome outcome) {
              outcomes[key] = outcome;
            }));
    return outcomes;
  }
};

/// Keys use all bits of their numbers.
constexpr OutcomeDatabase::Key first = {~uint64_t(0), 1},
                               second = {1, ~uint64_t(0)};

} // namespace

TEST_CASE("stored outcomes are found again under the same conditions only",
          "[store][outcomes]") {
  Databases databases;
  auto database = databases.open("./prog --same-exit");
  llvm::cantFail(database->add(first, Outcome::Fail, ""));
  llvm::cantFail(database->add(second, Outcome::Unresolved, "crash"));
  auto other = databases.open("./prog --same-stdout");
  llvm::cantFail(other->add(first, Outcome::Pass, ""));
  CHECK(databases.read("./prog --same-exit") ==
        Outcomes{{first, Outcome::Fail}, {second, Outcome::Unresolved}});
  CHECK(databases.read("./prog --same-stdout") ==
        Outcomes{{first, Outcome::Pass}});
  CHECK(databases.read("./other").empty());
}

TEST_CASE("a test that is added again replaces the former one",
          "[store][outcomes]") {
  Databases databases;
  auto database = databases.open("");
  llvm::cantFail(database->add(first, Outcome::Fail, ""));
  llvm::cantFail(database->add(first, Outcome::Pass, ""));
  CHECK(databases.read("") == Outcomes{{first, Outcome::Pass}});
}

TEST_CASE("outcomes are forgotten under one of several conditions",
          "[store][outcomes]") {
  Databases databases;
  llvm::cantFail(databases.open("a")->add(first, Outcome::Fail, ""));
  llvm::cantFail(databases.open("b")->add(first, Outcome::Fail, ""));
  llvm::cantFail(databases.open("a")->clear());
  CHECK(databases.read("a").empty());
  CHECK(databases.read("b").size() == 1);
}

TEST_CASE("a file that is no database of outcomes is refused",
          "[store][outcomes]") {
  Databases databases;
  std::ofstream(databases.path) << std::string(5000, 'x');
  auto database = OutcomeDatabase::open(databases.path, "");
  CHECK(database.errorIsA<TraceFormatError>());
  llvm::consumeError(database.takeError());
}
