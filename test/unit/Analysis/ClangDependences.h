// Computes control dependences with Clang.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds out from the source alone on which units the units of a function
// depend, with clang::ControlDependencyCalculator over clang::CFG.

#ifndef PINSTRIPE_TEST_UNIT_ANALYSIS_CLANGDEPENDENCES_H
#define PINSTRIPE_TEST_UNIT_ANALYSIS_CLANGDEPENDENCES_H

#include "pinstripe/Program/UnitTable.h"
#include <map>
#include <memory>
#include <set>

namespace pinstripe::test {

/// The units on which a unit depends, directly and indirectly.
struct UnitDependences {
  std::set<UnitId> units; ///< The units that were seen.
  std::set<std::pair<UnitId, UnitId>> pairs;
};

/// The control dependences in one source file.
class ClangDependences {
public:
  ClangDependences(const UnitTable &table, const std::string &path,
                   const std::vector<std::string> &arguments);
  ~ClangDependences();

  /// Returns the dependences of a function. Returns nothing if Clang knows no
  /// function with a body at this place.
  UnitDependences of(FunctionId function) const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_ANALYSIS_CLANGDEPENDENCES_H
