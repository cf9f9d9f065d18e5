// Reads how CTest describes its tests, and decides in the same way as CTest
// whether a test has passed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUITE_SUITETEST_H
#define PINSTRIPE_SUITE_SUITETEST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// A test that CTest knows. Says how the test is run, and when it passes.
struct SuiteTest {
  std::string name;
  /// The program and its arguments; empty if the program is not built.
  std::vector<std::string> command;
  /// Folder in which the test runs; empty if CTest names none.
  std::string workingDirectory;
  /// Variables of the property ENVIRONMENT, as NAME=VALUE.
  std::vector<std::string> environment;
  /// Entries of the property ENVIRONMENT_MODIFICATION, as NAME=OPERATION:VALUE.
  std::vector<std::string> modifications;
  std::optional<double> timeoutSeconds;
  bool willFail = false;   ///< True if the test passes when its program fails.
  bool isDisabled = false; ///< True if CTest is told not to run the test.
  /// Regular expressions of CMake. If the test's output matches one of `pass`,
  /// the test passes. If it matches one of `fail`, the test fails. If it
  /// matches one of `skip`, the test counts as skipped.
  std::vector<std::string> pass, fail, skip;
  std::optional<int> skipStatus; ///< The exit status that counts as "skipped".
  /// Names of fixtures. `requiredFixtures` must be set up before the test is
  /// run. The test itself sets up `setUpFixtures`.
  std::vector<std::string> requiredFixtures, setUpFixtures;
};

/// Reads the text that `ctest --show-only=json-v1` prints. Returns a UsageError
/// if the text is not such a document, or if its version is not known.
llvm::Expected<std::vector<SuiteTest>> parseTests(llvm::StringRef json);

/// How a test changes its environment. `added` holds variables as NAME=VALUE.
/// `removed` holds the names of variables that the test removes.
struct TestEnvironment {
  std::vector<std::string> added, removed;
};

/// Applies the properties ENVIRONMENT and ENVIRONMENT_MODIFICATION of a test,
/// in this order, as CTest does. `outside` returns the value of a variable in
/// CTest's own environment; nullopt if it is not set there. Returns a
/// UsageError for an operation that is not known.
llvm::Expected<TestEnvironment> environmentOf(
    const SuiteTest &test,
    llvm::function_ref<std::optional<std::string>(llvm::StringRef)> outside);

/// Returns the tests that must run before `test`, because they set up a fixture
/// that `test` requires.
std::vector<const SuiteTest *> setUpTestsOf(const SuiteTest &test,
                                            llvm::ArrayRef<SuiteTest> all);

/// Says whether a test has passed, and if not, why.
struct TestVerdict {
  enum class Kind : uint8_t { Passed, Failed, Skipped } kind = Kind::Passed;
  /// Why the test has failed or was skipped, for example "exit status 1".
  std::string reason;
  /// The part of the output that matches one of the expressions in
  /// SuiteTest::fail. Empty if the test did not fail for this reason.
  std::string badText;
};

/// Decides as CTest does whether a test has passed. `status` is the exit status
/// of the test; nullopt if a signal has ended the test. `output` is what the
/// test printed on standard output and standard error. Returns a UsageError if
/// a regular expression of the test can't be read.
llvm::Expected<TestVerdict> judgeTest(const SuiteTest &test,
                                      std::optional<int> status,
                                      llvm::StringRef output);

} // namespace pinstripe

#endif // PINSTRIPE_SUITE_SUITETEST_H
