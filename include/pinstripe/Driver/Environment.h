//===- Environment.h - What programs see of ours ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_ENVIRONMENT_H
#define PINSTRIPE_DRIVER_ENVIRONMENT_H

#include "pinstripe/Execution/LaunchSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// The environment of every run: PATH, HOME, USER, LOGNAME, LANG, LC_*, TZ
/// and LD_LIBRARY_PATH of ours, then `additions` (NAME=VALUE), then what
/// makes runs repeatable. Sorted by name.
std::vector<std::string> runEnvironment(llvm::ArrayRef<std::string> additions,
                                        Poison poison);

/// The same environment for another poison: malloc'ed memory is filled
/// through GLIBC_TUNABLES.
std::vector<std::string> withPoison(llvm::ArrayRef<std::string> environment,
                                    Poison poison);
LaunchSpec withPoison(LaunchSpec launch, Poison poison);

/// "pattern", "zero", "stale", as --poison takes it.
llvm::StringRef poisonName(Poison poison);
/// "trace" or "guarded".
llvm::StringRef flowName(Flow flow);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_ENVIRONMENT_H
