// The predicates --same-stdout, --same-stderr and --same-exit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Predicates.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

NewPredicate pinstripe::createSameExit(const RunResult &recorded) {
  return std::make_unique<Condition>(
      "--same-exit", [expected = recorded.ending](const RunResult &result) {
        return isSameEnding(expected, result.ending);
      });
}

NewPredicate pinstripe::createSameStdout(const RunResult &recorded) {
  if (recorded.standardOutput.empty())
    return llvm::make_error<UsageError>(
        "--same-stdout: the recorded run wrote nothing to standard output; "
        "say what to keep with --same-stderr, --same-exit, --same-file PATH "
        "or --check PROGRAM");
  return std::make_unique<Condition>(
      "--same-stdout",
      [expected = recorded.standardOutput](const RunResult &result) {
        return result.standardOutput == expected;
      });
}

NewPredicate pinstripe::createSameStderr(const RunResult &recorded,
                                         bool isOnly) {
  if (recorded.standardError.empty() && isOnly)
    return llvm::make_error<UsageError>(
        "--same-stderr: the recorded run wrote nothing to standard error; "
        "say what to keep with --same-stdout, --keep REGEX, --same-exit, "
        "--same-file PATH or --check PROGRAM");
  return std::make_unique<Condition>(
      "--same-stderr",
      [expected = recorded.standardError](const RunResult &result) {
        return result.standardError == expected;
      });
}
