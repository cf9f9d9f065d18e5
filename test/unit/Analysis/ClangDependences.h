//===- ClangDependences.h - Control dependence by Clang ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says on which units those of a function depend, as read from the source
// alone: clang::ControlDependencyCalculator over clang::CFG.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_UNIT_ANALYSIS_CLANGDEPENDENCES_H
#define PINSTRIPE_TEST_UNIT_ANALYSIS_CLANGDEPENDENCES_H

#include "pinstripe/Program/UnitTable.h"
#include <map>
#include <memory>
#include <set>

namespace pinstripe::test {

/// What a unit depends on, and what that depends on, and so on.
struct UnitDependences {
  std::set<UnitId> units; ///< that were seen
  std::set<std::pair<UnitId, UnitId>> pairs;
};

/// One source file.
class ClangDependences {
public:
  ClangDependences(const UnitTable &table, const std::string &path,
                   const std::vector<std::string> &arguments);
  ~ClangDependences();

  /// None of it if Clang knows no function with a body at this place.
  UnitDependences of(FunctionId function) const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

} // namespace pinstripe::test

#endif // PINSTRIPE_TEST_UNIT_ANALYSIS_CLANGDEPENDENCES_H
