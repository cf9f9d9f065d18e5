// Describes the failed assertions in the output of a test program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUITE_FAILUREREPORT_H
#define PINSTRIPE_SUITE_FAILUREREPORT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

enum class TestFramework : uint8_t { Catch2, GoogleTest };

/// Returns the name of a framework, as users know it.
llvm::StringRef frameworkName(TestFramework framework);

/// An operand of a failed assertion that is a variable, or a part of one such
/// as `cart.items[0].price`, and the value that the message shows.
struct FailedOperand {
  std::string expression;
  std::string value; ///< The value in the message: a number, `true` or `false`.
};

/// A failed assertion of a test case.
struct FailedAssertion {
  /// Name of the test case: `Suite.Name` for GoogleTest.
  std::string testCase;
  /// The place as the message shows it; empty if the failure has no place, as
  /// for an uncaught exception.
  std::string file;
  uint32_t line = 0;
  /// The assertion as the message shows it, such as `total == 14`; can be
  /// empty.
  std::string text;
  /// The lines of the message that belong to this failure alone.
  std::vector<std::string> lines;
  /// The operands whose values can be watched. Empty if no operand is a
  /// variable with a number as its value; a call is none.
  std::vector<FailedOperand> operands;
};

/// Holds what a test program with a framework reports about its test cases.
struct FailureReport {
  TestFramework framework = TestFramework::Catch2;
  std::vector<FailedAssertion> failures;
  /// How many test cases were run.
  uint64_t testCases = 0;
  /// The names of test cases that have passed, as far as the output has them.
  std::vector<std::string> passed;
  /// The test case that was running when the output ends; empty if none was, or
  /// if the output does not tell.
  std::string unfinished;
};

/// Reads the output of a test program. Returns nullopt if it does not have the
/// form of one of the frameworks.
std::optional<FailureReport> parseFailures(llvm::StringRef output);

/// Returns the argument by which a test program runs one test case only.
/// Returns a UsageError if the name begins with a character that has a meaning
/// of its own there, such as `~`.
llvm::Expected<std::string> filterFor(TestFramework framework,
                                      llvm::StringRef testCase);

/// Returns what a run of one test case with the failing output `output` would
/// have printed if the test case had passed; nullopt if that can't be told. For
/// Catch2 the number of assertions is a guess where an assertion has ended the
/// test case early.
std::optional<std::string> passingOutput(llvm::StringRef output,
                                         const FailureReport &report);

} // namespace pinstripe

#endif // PINSTRIPE_SUITE_FAILUREREPORT_H
