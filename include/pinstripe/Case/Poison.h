// Chooses the poison with which a program starts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_POISON_H
#define PINSTRIPE_CASE_POISON_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// Returns the name that --poison takes: "pattern", "zero", "large", "stale".
llvm::StringRef poisonName(Poison poison);

/// Returns the environment for another poison. `environment` is sorted by name.
/// glibc fills allocated memory as GLIBC_TUNABLES says.
std::vector<std::string> withPoison(llvm::ArrayRef<std::string> environment,
                                    Poison poison);
LaunchSpec withPoison(LaunchSpec launch, Poison poison);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_POISON_H
