// Implements the predicates --same-stdout and --same-stderr.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SameOutput.h"

#include "pinstripe/Support/Error.h"

using namespace pinstripe;

namespace {

class SameOutput : public Predicate {
public:
  using Stream = std::string RunResult::*;
  SameOutput(llvm::StringRef option, Stream stream, const RunResult &recorded)
      : option(option), stream(stream), expected(recorded.*stream) {}
  std::string description() const override { return option; }
  llvm::Expected<Outcome> test(const RunResult &result) override {
    return result.*stream == expected ? Outcome::Fail : Outcome::Pass;
  }

private:
  std::string option;
  Stream stream;
  std::string expected;
};

} // namespace

llvm::Expected<std::unique_ptr<Predicate>>
pinstripe::createSameStdout(const RunResult &recorded) {
  if (recorded.standardOutput.empty())
    return llvm::make_error<UsageError>(
        "--same-stdout: the recorded run wrote nothing to standard output; "
        "say what to keep with --same-stderr, --same-exit, --same-file PATH "
        "or --check PROGRAM");
  return std::make_unique<SameOutput>("--same-stdout",
                                      &RunResult::standardOutput, recorded);
}

llvm::Expected<std::unique_ptr<Predicate>>
pinstripe::createSameStderr(const RunResult &recorded, bool isOnly) {
  if (recorded.standardError.empty() && isOnly)
    return llvm::make_error<UsageError>(
        "--same-stderr: the recorded run wrote nothing to standard error; "
        "say what to keep with --same-stdout, --keep REGEX, --same-exit, "
        "--same-file PATH or --check PROGRAM");
  return std::make_unique<SameOutput>("--same-stderr",
                                      &RunResult::standardError, recorded);
}
