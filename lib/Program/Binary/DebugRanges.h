// Reads where a module has the functions and variables of the program itself.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_BINARY_DEBUGRANGES_H
#define PINSTRIPE_LIB_PROGRAM_BINARY_DEBUGRANGES_H

#include "pinstripe/Program/ModuleCode.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

namespace pinstripe {

/// Where a module has the functions and variables of the program itself.
struct DebugRanges {
  /// Address ranges of all functions that the debug information describes;
  /// sorted, disjoint.
  std::vector<CodeRange> functions;
  /// Address ranges of writable data; sorted, disjoint. Objects of the symbol
  /// table for which the debug information has no variable belong to libraries
  /// and are left out. Such are copies of objects in shared libraries, as of
  /// std::cout, and what was linked statically.
  std::vector<CodeRange> variables;
};

/// Reads the ranges. `path` is the file whose code is `module`.
llvm::Expected<DebugRanges> readDebugRanges(const std::string &path,
                                            const ModuleCode &module);

/// Removes each range that overlaps the one before it. `ranges` are sorted by
/// address.
template <typename Range> void dropOverlaps(std::vector<Range> &ranges) {
  uint64_t end = 0;
  llvm::erase_if(ranges, [&](const Range &range) {
    if (range.low < end)
      return true;
    end = range.high;
    return false;
  });
}

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_BINARY_DEBUGRANGES_H
