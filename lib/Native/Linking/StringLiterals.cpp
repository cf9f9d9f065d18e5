// Finds string literals in the constant data of a module.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linking/StringLiterals.h"
#include <string>

using namespace pinstripe;

std::optional<uint64_t> StringLiterals::find(llvm::StringRef characters) const {
  if (!isIndexed) {
    isIndexed = true;
    for (const Range &range : ranges)
      for (size_t begin = 0, end = 0; begin < range.bytes.size();
           begin = end + 1) {
        end = range.bytes.find('\0', begin);
        if (end == llvm::StringRef::npos)
          break;
        index.try_emplace(
            llvm::CachedHashStringRef(range.bytes.slice(begin, end)),
            range.address + begin);
      }
  }
  auto found = index.find(llvm::CachedHashStringRef(characters));
  if (found != index.end())
    return found->second;
  // The index lacks some literals: those that come just after data without a
  // final zero, and those that the linker has merged with the end of a longer
  // literal. These literals are found by a search of all the data.
  std::string whole = characters.str() + '\0';
  for (const Range &range : ranges)
    if (size_t place = range.bytes.find(whole); place != llvm::StringRef::npos)
      return range.address + place;
  return std::nullopt;
}
