// Declares functions that read the reports of the test frameworks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_SUITE_FRAMEWORKS_H
#define PINSTRIPE_LIB_SUITE_FRAMEWORKS_H

#include "pinstripe/Suite/FailureReport.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

using Lines = llvm::ArrayRef<llvm::StringRef>;

/// The following functions read the output of a test program that uses Catch2
/// or GoogleTest. They return nullopt if the output does not have the form of
/// this framework.
std::optional<FailureReport> parseCatch2(Lines lines);
std::optional<FailureReport> parseGoogleTest(Lines lines);

/// The following functions get the output of a run of a single test case, which
/// failed. They return the lines that the run would have printed if the test
/// case had passed; nullopt if that can't be told.
std::optional<std::vector<std::string>> passingCatch2(Lines lines);
std::optional<std::vector<std::string>> passingGoogleTest(Lines lines);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_SUITE_FRAMEWORKS_H
