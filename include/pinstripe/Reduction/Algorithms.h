//===- Algorithms.h - The table of reduction algorithms ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REDUCTION_ALGORITHMS_H
#define PINSTRIPE_REDUCTION_ALGORITHMS_H

#include "pinstripe/Reduction/Reducer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace pinstripe {

/// A line of Algorithms.def.
struct Algorithm {
  llvm::StringRef name;     ///< as --algorithm takes it
  llvm::StringRef sentence; ///< for --help
  /// `start` must FAIL, and the empty configuration must not. Null: nothing
  /// but groups; certifies nothing.
  std::unique_ptr<Reducer> (*create)(Configuration start) = nullptr;
  /// Whether to give `reduce` groups; the papers' algorithms have none.
  bool groupsFirst = false;
  /// What it certifies once it is done, whatever the outcomes are; OneMaximal
  /// only if the empty configuration PASSes. (Where outcomes allow it, it may
  /// certify more: 1-minimality, for a single element.)
  Minimality guarantee = Minimality::None;
};

/// Removes groups and leaves it at that; not in the table.
constexpr Algorithm groupsAlone = {"", "", nullptr, true};

/// Removes one element after the other, as the sweep at the end of others does:
/// shows that a result is 1-minimal; not in the table.
extern const Algorithm singleRemovals;

/// All algorithms; the first is the default.
llvm::ArrayRef<Algorithm> allAlgorithms();

/// The algorithm of that name; a UsageError that lists the names if there is
/// none.
llvm::Expected<Algorithm> findAlgorithm(llvm::StringRef name);

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ALGORITHMS_H
