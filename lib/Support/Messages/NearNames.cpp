// Finds names that a user may have meant, for error messages.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/NearNames.h"
#include <algorithm>

using namespace pinstripe;

std::string pinstripe::describeNearest(const NearNames &names) {
  constexpr size_t maxNames = 3;
  std::string text = "near: ";
  size_t count = 0;
  for (const auto &[distance, name] : names) {
    if (count == maxNames)
      break;
    text += (count++ == 0 ? "" : ", ") + name;
  }
  return text;
}

/// Returns the edit distance between a word and a name, which is how many
/// letters have to change. If the last part of the name, after "/" or ":", is
/// nearer to the word, that part counts instead.
static uint32_t distanceBetween(llvm::StringRef word, llvm::StringRef name) {
  llvm::StringRef last = name.substr(name.find_last_of("/:") + 1);
  return std::min(word.edit_distance_insensitive(name),
                  word.edit_distance_insensitive(last));
}

std::string pinstripe::describeNear(llvm::StringRef word,
                                    const std::set<std::string> &names,
                                    llvm::StringRef otherwise) {
  // A difference of two letters always counts as similar, even in short words:
  // two swapped letters, a common mistake, count as two changes.
  size_t maxDistance = std::max<size_t>(2, word.size() / 3);
  NearNames near;
  for (const std::string &name : names) {
    uint32_t distance = distanceBetween(word, name);
    bool isSimilar = distance <= maxDistance && distance < word.size();
    if (isSimilar || llvm::StringRef(name).contains_insensitive(word))
      near.insert({distance, name});
  }
  return near.empty() ? otherwise.str() : describeNearest(near);
}
