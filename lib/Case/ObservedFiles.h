// Finds the files that the run of a case has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A predicate can compare these files with the files that other runs write.

#ifndef PINSTRIPE_LIB_CASE_OBSERVEDFILES_H
#define PINSTRIPE_LIB_CASE_OBSERVEDFILES_H

#include "pinstripe/Case/RecordedCase.h"

namespace pinstripe {

/// Returns the files that the last run in the sandbox has written. Files below
/// the working directory have relative paths, all others have absolute paths.
std::vector<std::string> filesWrittenIn(const Sandbox &sandbox,
                                        llvm::StringRef workingDirectory);

/// Turns the absolute paths that the user has given with --same-file into paths
/// relative to the working directory of the run. Returns a UsageError if a file
/// does not lie below the working directory.
llvm::Error makeFilesRelative(PredicateSpec &predicate,
                              llvm::StringRef workingDirectory);

/// Replaces --same-files by a --same-file for each file that the run has
/// written. Returns a UsageError if the run has written no file below its
/// working directory.
llvm::Error nameWrittenFiles(Case &value);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_OBSERVEDFILES_H
