//===- NearNames.h - What a user may have meant -----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_NEARNAMES_H
#define PINSTRIPE_LIB_DRIVER_NEARNAMES_H

#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>

namespace pinstripe {

inline constexpr size_t mostNearNames = 3;

/// "near: mean, main", for an error message: names that have the word in them,
/// or that few changes take it to, be it without the folders or scopes before
/// them; the nearest first. `otherwise` if there are none.
std::string describeNear(llvm::StringRef word,
                         const std::set<std::string> &names,
                         llvm::StringRef otherwise);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_NEARNAMES_H
