// The predicate --watch: the value of an expression stays the same.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Predicates.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"

using namespace pinstripe;

NewPredicate pinstripe::createSameValue(const std::string &text, size_t index,
                                        const RunResult &recorded) {
  std::string option = "--watch " + quoteForShell(llvm::StringRef(text));
  WatchedValue value;
  if (index < recorded.values.size())
    value = recorded.values[index];
  // A run may lack a value for the watched expression, because the statement
  // was not executed or the memory can't be read. Such a run does not fulfil
  // the predicate.
  if (value.bytes)
    return std::make_unique<Condition>(
        option, [index, expected = *value.bytes](const RunResult &result) {
          return index < result.values.size() &&
                 result.values[index].bytes == expected;
        });
  std::string times = std::to_string(value.executions) +
                      (value.executions == 1 ? " time" : " times");
  if (value.executions == 0)
    return llvm::make_error<UsageError>(
        option + ": the recorded run does not execute this line; "
                 "`pinstripe show` lists what it executes");
  bool hasNumber = llvm::StringRef(text).contains('#');
  return llvm::make_error<UsageError>(
      option + ": the recorded run executes this line " + times +
      (hasNumber ? ", but there is no such value at that time"
                 : ", but its value can't be read the last time") +
      "; choose a number from #1 to #" + std::to_string(value.executions) +
      " at which the pointers on the way are valid");
}
