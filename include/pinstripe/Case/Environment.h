// Makes the environment variables of a run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Poison is the pattern with which Pinstripe fills memory that the program has
// not set. For heap memory, glibc does that if an environment variable asks for
// it.

#ifndef PINSTRIPE_CASE_ENVIRONMENT_H
#define PINSTRIPE_CASE_ENVIRONMENT_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// Returns the name of a poison: "pattern", "zero", "large" or "stale". The
/// option --poison takes the same names.
llvm::StringRef poisonName(Poison poison);

/// Returns the environment variables of every run, sorted by name. PATH, HOME,
/// USER, LOGNAME, LANG, LC_*, TZ and LD_LIBRARY_PATH have the values that
/// Pinstripe itself was given. `additions` adds variables of the form
/// NAME=VALUE. Some more variables are set to make runs repeatable.
std::vector<std::string> runEnvironment(llvm::ArrayRef<std::string> additions,
                                        Poison poison);

/// Returns those variables of an environment that the user has to add with
/// `--env` to get the environment again, in the form NAME=VALUE. Leaves out the
/// variables and settings that Pinstripe adds to every run. Also leaves out a
/// variable such as LANG, which Pinstripe passes on, if Pinstripe's own
/// environment has it with the same value.
std::vector<std::string>
addedVariables(llvm::ArrayRef<std::string> environment);

/// Returns `environment` together with the options of AddressSanitizer that
/// Pinstripe needs, sorted by name. If `environment` sets one of these options,
/// its value is not changed. Sets `added` to the options that this function has
/// added.
std::vector<std::string>
withAddressSanitizer(llvm::ArrayRef<std::string> environment,
                     std::string &added);

/// Returns `environment` with a setting for glibc in GLIBC_TUNABLES. The
/// setting makes glibc fill allocated memory with the byte of `poison`. The
/// result is sorted by name.
std::vector<std::string> withPoison(llvm::ArrayRef<std::string> environment,
                                    Poison poison);
LaunchSpec withPoison(LaunchSpec launch, Poison poison);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_ENVIRONMENT_H
