// Finds the tests of a build folder by asking CTest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_TESTEDSUITE_H
#define PINSTRIPE_TOOLS_TESTEDSUITE_H

#include "pinstripe/Suite/SuiteTest.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <string>
#include <vector>

namespace pinstripe {

/// The tests of a build folder, as CTest lists them.
class TestedSuite {
public:
  /// Asks CTest for the tests in the folder `build`. If `build` is empty, the
  /// current folder is used if it has tests, and otherwise its folder `build`.
  /// `configuration` is the argument of `ctest -C`; it can be empty. Returns a
  /// UsageError if there are no tests, or if CTest is missing.
  static llvm::Expected<TestedSuite> load(std::string build,
                                          const std::string &configuration,
                                          const std::atomic<bool> &interrupted);

  const std::string &folder() const { return build; }
  llvm::ArrayRef<SuiteTest> tests() const { return all; }
  /// Returns the test of this name; null if there is none.
  const SuiteTest *find(llvm::StringRef name) const;
  /// Returns the test with the name `name`, or else the only test whose name
  /// contains `name`. Returns a UsageError if there is no such test, or
  /// several.
  llvm::Expected<const SuiteTest *> choose(llvm::StringRef name) const;
  /// Returns the only test that failed when CTest ran last. Returns a
  /// UsageError that lists the tests if there were none or several.
  llvm::Expected<const SuiteTest *> chooseFailed() const;
  /// Writes a file with `content` for a test into the folder where CTest keeps
  /// its own results. `purpose` becomes the end of the file's name. Returns the
  /// path of the file.
  llvm::Expected<std::string> writeFile(const SuiteTest &test,
                                        llvm::StringRef purpose,
                                        llvm::StringRef content) const;

private:
  std::string build; ///< Absolute path.
  std::vector<SuiteTest> all;
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_TESTEDSUITE_H
