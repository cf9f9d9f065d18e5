// Finds string literals in the constant data of a module.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs compare addresses of literals, as in `if (name == defaultName)`. So
// a recompiled function has to use the literals of the program, not copies.

#ifndef PINSTRIPE_LIB_NATIVE_LINKING_STRINGLITERALS_H
#define PINSTRIPE_LIB_NATIVE_LINKING_STRINGLITERALS_H

#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace pinstripe {

class StringLiterals {
public:
  /// Adds constant data of the module, which lies at `address` in the module's
  /// file. `bytes` must outlive this StringLiterals.
  void add(uint64_t address, llvm::StringRef bytes) {
    ranges.push_back({address, bytes});
  }
  /// Returns the address of a string literal with these characters; nullopt if
  /// the data has none. The first call builds an index of the literals.
  std::optional<uint64_t> find(llvm::StringRef characters) const;

private:
  struct Range {
    uint64_t address;
    llvm::StringRef bytes;
  };
  std::vector<Range> ranges;
  mutable bool isIndexed = false;
  mutable llvm::DenseMap<llvm::CachedHashStringRef, uint64_t> index;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_STRINGLITERALS_H
