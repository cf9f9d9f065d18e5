// Tests of the table of algorithms.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Reduction/Algorithms.h"

#include "FakeOracles.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

TEST_CASE("halving is the default algorithm", "[reduction][algorithms]") {
  CHECK(allAlgorithms().front().name == "halving");
}

TEST_CASE("each algorithm is found by its name and has a sentence",
          "[reduction][algorithms]") {
  for (const Algorithm &algorithm : allAlgorithms()) {
    CHECK(algorithmNamed(algorithm.name).create == algorithm.create);
    CHECK_FALSE(algorithm.sentence.empty());
    CHECK_FALSE(algorithm.sentence.ends_with("."));
  }
}

TEST_CASE("an unknown algorithm is a usage error that lists the known ones",
          "[reduction][algorithms]") {
  llvm::Error error = findAlgorithm("quickest").takeError();
  REQUIRE(error.isA<UsageError>());
  CHECK(llvm::toString(std::move(error)) ==
        "no reduction algorithm 'quickest'; there are halving, ddmin, "
        "simpledd, dd, dd+, ddmax, isolate, probdd, cdd, prior");
}

TEST_CASE("outcomes and minimalities have fixed names", "[reduction]") {
  CHECK(outcomeName(Outcome::Pass) == "PASS");
  CHECK(outcomeName(Outcome::Fail) == "FAIL");
  CHECK(outcomeName(Outcome::Unresolved) == "UNRESOLVED");
  CHECK(minimalityName(Minimality::None) == "none");
  CHECK(minimalityName(Minimality::OneMinimal) == "1-minimal");
  CHECK(minimalityName(Minimality::OneMinimalDifference) ==
        "1-minimal difference");
  CHECK(minimalityName(Minimality::OneMaximal) == "1-maximal");
}
