// Reads which addresses of a module hold functions and variables of its own,
// not of libraries.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_BINARY_DEBUGRANGES_H
#define PINSTRIPE_LIB_PROGRAM_BINARY_DEBUGRANGES_H

#include "pinstripe/Program/ModuleCode.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

namespace pinstripe {

/// The address ranges of the functions and variables that belong to the program
/// itself, not to libraries.
struct DebugRanges {
  /// Address ranges of all functions that the debug information describes. The
  /// ranges are sorted and disjoint.
  std::vector<CodeRange> functions;
  /// Address ranges of the writable data that belongs to the program. The
  /// ranges are sorted and disjoint. Objects of libraries are left out: for
  /// example std::cout, which the linker copies into the program. An object
  /// counts as a library's if the symbol table lists it but the debug
  /// information does not.
  std::vector<CodeRange> variables;
};

/// Reads the ranges of a module's functions and variables. `module` is the code
/// of the file `path`.
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
