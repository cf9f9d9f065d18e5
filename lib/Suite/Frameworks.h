// Declares what each test framework needs for the report of its failures.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_SUITE_FRAMEWORKS_H
#define PINSTRIPE_LIB_SUITE_FRAMEWORKS_H

#include "pinstripe/Suite/FailureReport.h"
#include "llvm/ADT/ArrayRef.h"

namespace pinstripe {

using Lines = llvm::ArrayRef<llvm::StringRef>;

/// Reads the lines of the output of a program that uses the framework. Returns
/// nullopt if the output does not have its form.
std::optional<FailureReport> parseCatch2(Lines lines);
std::optional<FailureReport> parseGoogleTest(Lines lines);

/// Returns the lines that a run would have printed if its only test case had
/// passed; nullopt if that can't be told.
std::optional<std::vector<std::string>> passingCatch2(Lines lines);
std::optional<std::vector<std::string>> passingGoogleTest(Lines lines);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_SUITE_FRAMEWORKS_H
