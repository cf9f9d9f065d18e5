// Reads the failed assertions in the output of a test program.
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

/// An operand of a failed assertion, with the value that the message shows. The
/// operand is a variable, or a part of a variable such as
/// `cart.items[0].price`.
struct FailedOperand {
  std::string expression;
  std::string value; ///< The value in the message: a number, `true` or `false`.
};

/// A failed assertion of a test case.
struct FailedAssertion {
  /// Name of the test case: `Suite.Name` for GoogleTest.
  std::string testCase;
  /// The file of the assertion, as the message shows it; empty if the message
  /// names none. For example, the message of an uncaught exception names no
  /// file.
  std::string file;
  uint32_t line = 0;
  /// The assertion as the message shows it, such as `total == 14`; can be
  /// empty.
  std::string text;
  /// The lines of the message that belong to this failure alone.
  std::vector<std::string> lines;
  /// The operands whose values can be watched. Such an operand is a variable,
  /// or a part of one, and its value is a number, `true` or `false`.
  std::vector<FailedOperand> operands;
};

/// Holds what a test program with a framework reports about its test cases.
struct FailureReport {
  TestFramework framework = TestFramework::Catch2;
  std::vector<FailedAssertion> failures;
  /// How many test cases were run.
  uint64_t testCases = 0;
  /// The names of the test cases that have passed; empty if the output does not
  /// name them.
  std::vector<std::string> passed;
  /// The test case that was running when the output ends; empty if no test case
  /// was running, or if the output does not tell.
  std::string unfinished;
};

/// Reads the output of a test program. Returns nullopt if the output does not
/// have the form of a known framework.
std::optional<FailureReport> parseFailures(llvm::StringRef output);

/// Returns the command-line argument with which a test program runs only one
/// test case. Returns a UsageError if the name of the test case begins with a
/// character that has a special meaning in the argument, such as `~`.
llvm::Expected<std::string> filterFor(TestFramework framework,
                                      llvm::StringRef testCase);

/// Returns what a run of a single test case, which failed, would have printed
/// if the test case had passed; nullopt if that can't be told. `output` is what
/// the run printed. If an assertion of Catch2 has ended the test case early,
/// the number of assertions in the result is a guess.
std::optional<std::string> passingOutput(llvm::StringRef output,
                                         const FailureReport &report);

} // namespace pinstripe

#endif // PINSTRIPE_SUITE_FAILUREREPORT_H
