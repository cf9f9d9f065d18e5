// Makes the environment variables of a run, with the poison of its heap.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_ENVIRONMENT_H
#define PINSTRIPE_CASE_ENVIRONMENT_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// Returns the name of a poison, as the option --poison takes it: "pattern",
/// "zero", "large" or "stale".
llvm::StringRef poisonName(Poison poison);

/// Returns the environment of every run: PATH, HOME, USER, LOGNAME, LANG, LC_*,
/// TZ and LD_LIBRARY_PATH with the tool's own values, then `additions`
/// (NAME=VALUE), then variables that make runs repeatable. The result is sorted
/// by name.
std::vector<std::string> runEnvironment(llvm::ArrayRef<std::string> additions,
                                        Poison poison);

/// Returns the environment with options for AddressSanitizer under which a
/// program can be traced and statements can be skipped, sorted by name. Options
/// that it has already stay as they are. The options that were added go to
/// `added`.
std::vector<std::string>
withAddressSanitizer(llvm::ArrayRef<std::string> environment,
                     std::string &added);

/// Returns the environment changed for another poison, sorted by name. glibc
/// takes the byte with which it fills allocated memory from GLIBC_TUNABLES.
std::vector<std::string> withPoison(llvm::ArrayRef<std::string> environment,
                                    Poison poison);
LaunchSpec withPoison(LaunchSpec launch, Poison poison);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_ENVIRONMENT_H
