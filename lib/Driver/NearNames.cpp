//===- NearNames.cpp - What a user may have meant -------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NearNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <vector>

using namespace pinstripe;

/// Changes that make the word of the name, or of the last part of it.
static unsigned distanceBetween(llvm::StringRef word, llvm::StringRef name) {
  llvm::StringRef last = name.substr(name.find_last_of("/:") + 1);
  return std::min(word.edit_distance_insensitive(name),
                  word.edit_distance_insensitive(last));
}

std::string pinstripe::describeNear(llvm::StringRef word,
                                    const std::set<std::string> &names,
                                    llvm::StringRef otherwise) {
  // Two letters that changed places are two changes.
  size_t most = std::max<size_t>(2, word.size() / 3);
  std::vector<std::pair<unsigned, std::string>> near;
  for (const std::string &name : names) {
    unsigned distance = distanceBetween(word, name);
    bool isSimilar = distance <= most && distance < word.size();
    if (isSimilar || llvm::StringRef(name).contains_insensitive(word))
      near.push_back({distance, name});
  }
  if (near.empty())
    return otherwise.str();
  llvm::sort(near);
  near.resize(std::min(near.size(), mostNearNames));
  return "near: " + llvm::join(llvm::make_second_range(near), ", ");
}
