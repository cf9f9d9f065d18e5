// Tests of reductions with a function as the oracle.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Reduction/FunctionOracle.h"

#include "TestSupport/Catch.h"

using namespace pinstripe;

static bool hasParentheses(const std::string &text) {
  size_t opening = text.find('(');
  return opening != std::string::npos &&
         text.find(')', opening) != std::string::npos;
}

TEST_CASE("a string is reduced by a function that returns bool",
          "[reduction][library]") {
  CHECK(llvm::cantFail(
            reduceSequence(std::string("ab(c)d)("), hasParentheses)) == "()");
  CHECK(llvm::cantFail(reduceSequence(std::string("abc"),
                                      [](const std::string &) { return true; }))
            .empty());
}

TEST_CASE("a vector is reduced by a lambda that returns Outcome",
          "[reduction][library]") {
  std::vector<int> numbers{3, 14, 15, 92, 65, 35};
  auto sumsUp = [](const std::vector<int> &part) {
    int sum = 0;
    for (int each : part)
      sum += each;
    return sum == 0     ? Outcome::Pass
           : sum >= 100 ? Outcome::Fail
                        : Outcome::Unresolved;
  };
  Algorithm ddmin = llvm::cantFail(findAlgorithm("ddmin"));
  CHECK(llvm::cantFail(reduceSequence(numbers, sumsUp, ddmin)) ==
        std::vector<int>{65, 35});
}

TEST_CASE("a predicate that is false for the whole is an error",
          "[reduction][library]") {
  llvm::Error error =
      reduceSequence(std::string(")("), hasParentheses).takeError();
  CHECK(error.isA<ReproductionError>());
  llvm::consumeError(
      std::move(error)); // The assertions above have looked at the error.
}
