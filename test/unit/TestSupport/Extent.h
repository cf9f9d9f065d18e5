// Decides how much the unit tests try at each landing, and how much with --all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_EXTENT_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_EXTENT_H

#include "TestSupport/Catch.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/DJB.h"
#include <cstdlib>
#include <string>
#include <vector>

namespace pinstripe::test {

/// Returns true if tests try all compilers and make all repetitions, as they do
/// with `tools/check.sh --all`, and if a developer calls them without ctest.
inline bool triesEverything() {
  const char *value = std::getenv("PINSTRIPE_ALL_TESTS");
  return !value || llvm::StringRef(value) != "OFF";
}

/// Returns the compilers with which the current test case builds its programs:
/// all of `compilers`, or else the one that the name of the test case selects.
inline std::vector<std::string>
compilersToTry(std::vector<std::string> compilers) {
  if (triesEverything())
    return compilers;
  std::string name = Catch::getResultCapture().getCurrentTestName();
  return {compilers[llvm::djbHash(name) % compilers.size()]};
}

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_EXTENT_H
