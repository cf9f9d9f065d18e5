// Finds names that a user may have meant, for error messages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_NEARNAMES_H
#define PINSTRIPE_SUPPORT_NEARNAMES_H

#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <utility>

namespace pinstripe {

/// Names that are similar to a word that the user wrote. Each name comes with
/// its distance from that word. The set compares distances first, so its first
/// name is the nearest.
using NearNames = std::set<std::pair<uint32_t, std::string>>;

/// Returns the nearest three names as text for an error message, such as "near:
/// mean, main".
std::string describeNearest(const NearNames &names);

/// Returns text such as "near: mean, main" with the names most similar to a
/// word, at most three. A name is similar if it contains `word`, or if it
/// differs from `word` in a few letters. The word may lack the folders or
/// scopes at the front of a name. Returns `otherwise` if no name is similar.
std::string describeNear(llvm::StringRef word,
                         const std::set<std::string> &names,
                         llvm::StringRef otherwise);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_NEARNAMES_H
