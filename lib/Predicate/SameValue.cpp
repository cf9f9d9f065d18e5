// Implements the predicate --watch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SameValue.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"

using namespace pinstripe;

static std::string describe(const std::string &text) {
  return "--watch " + quoteForShell(llvm::StringRef(text));
}

namespace {

/// A value that was not reached or can't be read differs from the recorded one.
class SameValue : public Predicate {
public:
  SameValue(std::string text, size_t index, std::string expected)
      : text(std::move(text)), index(index), expected(std::move(expected)) {}
  std::string description() const override { return describe(text); }
  llvm::Expected<Outcome> test(const RunResult &result) override {
    bool isSame =
        index < result.values.size() && result.values[index].bytes == expected;
    return isSame ? Outcome::Fail : Outcome::Pass;
  }

private:
  std::string text;
  size_t index;
  std::string expected;
};

} // namespace

llvm::Expected<std::unique_ptr<Predicate>>
pinstripe::createSameValue(const std::string &text, size_t index,
                           const RunResult &recorded) {
  WatchedValue value;
  if (index < recorded.values.size())
    value = recorded.values[index];
  if (value.bytes)
    return std::make_unique<SameValue>(text, index, *value.bytes);
  std::string times = std::to_string(value.executions) +
                      (value.executions == 1 ? " time" : " times");
  if (value.executions == 0)
    return llvm::make_error<UsageError>(
        describe(text) + ": the recorded run does not execute this line; "
                         "`pinstripe show` lists what it executes");
  bool hasNumber = llvm::StringRef(text).contains('#');
  return llvm::make_error<UsageError>(
      describe(text) + ": the recorded run executes this line " + times +
      (hasNumber ? ", but there is no such value at that time"
                 : ", but its value can't be read the last time") +
      "; choose a number from #1 to #" + std::to_string(value.executions) +
      " at which the pointers on the way are valid");
}
