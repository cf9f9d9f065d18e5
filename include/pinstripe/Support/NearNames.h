// Finds names that a user may have meant, for error messages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_NEARNAMES_H
#define PINSTRIPE_SUPPORT_NEARNAMES_H

#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <utility>

namespace pinstripe {

/// Names that are similar to what the user wrote. Each name comes after its
/// distance from that word, so the nearest name is the first.
using NearNames = std::set<std::pair<uint32_t, std::string>>;

/// Returns the nearest three names as "near: mean, main".
std::string describeNearest(const NearNames &names);

/// Returns "near: ..." with those `names` that contain `word`, or that differ
/// from it in a few letters. Folders or scopes at the front of a name need not
/// be part of the word. Returns `otherwise` if there are no such names.
std::string describeNear(llvm::StringRef word,
                         const std::set<std::string> &names,
                         llvm::StringRef otherwise);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_NEARNAMES_H
