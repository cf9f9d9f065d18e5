// The predicates --same-stdout, --same-stderr and --same-exit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Predicates.h"
#include "pinstripe/Predicate/PredicateError.h"

using namespace pinstripe;

NewPredicate pinstripe::createSameExit(const RunResult &recorded) {
  return std::make_unique<Condition>(
      "--same-exit", [expected = recorded.ending](const RunResult &result) {
        return isSameEnding(expected, result.ending);
      });
}

std::vector<std::string> pinstripe::othersThanOutput() {
  return {"--same-stderr", "--same-exit", "--same-file", "--check"};
}

NewPredicate pinstripe::createSameStdout(const RunResult &recorded) {
  if (recorded.standardOutput.empty())
    return llvm::make_error<UnfitPredicateError>(
        "--same-stdout: the recorded run wrote nothing to standard output",
        othersThanOutput());
  return std::make_unique<Condition>(
      "--same-stdout",
      [expected = recorded.standardOutput](const RunResult &result) {
        return result.standardOutput == expected;
      });
}

NewPredicate pinstripe::createSameStderr(const RunResult &recorded,
                                         bool isOnly) {
  if (recorded.standardError.empty() && isOnly)
    return llvm::make_error<UnfitPredicateError>(
        "--same-stderr: the recorded run wrote nothing to standard error",
        std::vector<std::string>{"--same-stdout", "--keep", "--same-exit",
                                 "--same-file", "--check"});
  return std::make_unique<Condition>(
      "--same-stderr",
      [expected = recorded.standardError](const RunResult &result) {
        return result.standardError == expected;
      });
}
