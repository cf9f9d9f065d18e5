// Makes the environment variables of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_ENVIRONMENT_H
#define PINSTRIPE_CASE_ENVIRONMENT_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// Returns the environment of every run: PATH, HOME, USER, LOGNAME, LANG, LC_*,
/// TZ and LD_LIBRARY_PATH as the tool has them, then `additions` (NAME=VALUE),
/// then variables that make runs repeatable. Sorted by name.
std::vector<std::string> runEnvironment(llvm::ArrayRef<std::string> additions,
                                        Poison poison);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_ENVIRONMENT_H
