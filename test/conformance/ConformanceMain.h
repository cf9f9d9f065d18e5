// The main function that the conformance programs share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_CONFORMANCE_CONFORMANCEMAIN_H
#define PINSTRIPE_TEST_CONFORMANCE_CONFORMANCEMAIN_H

#include "Options.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace pinstripe::conformance {

/// The program to be tested, and how it is started.
struct Subject {
  Options options;
  UnitTable table;
  LaunchSpec launch;
  std::string scratch; ///< A folder that is removed at the end.
};

/// Parses the command line and calls `check`, which returns true if the test is
/// passed. Returns the exit status. `name` is the name of the conformance
/// program.
int checkProgram(
    llvm::StringRef name, int count, char **values,
    llvm::function_ref<llvm::Expected<bool>(const Subject &)> check);

/// Runs a suite. Returns true if the test is passed.
template <typename Suite> llvm::Expected<bool> passes(Suite suite) {
  if (llvm::Error error = suite.run())
    return error;
  return !suite.failed();
}

} // namespace pinstripe::conformance

#endif // PINSTRIPE_TEST_CONFORMANCE_CONFORMANCEMAIN_H
