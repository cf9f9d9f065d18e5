// Lists the reduction algorithms by name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_ALGORITHMS_H
#define PINSTRIPE_REDUCTION_ALGORITHMS_H

#include "pinstripe/Reduction/ElementPrior.h"
#include "pinstripe/Reduction/Reducer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace pinstripe {

/// One reduction algorithm: a line of Algorithms.def.
struct Algorithm {
  llvm::StringRef name; ///< Name of the algorithm for the option --algorithm.
  llvm::StringRef sentence; ///< The sentence about the algorithm in --help.
  /// Creates a reducer, which runs the algorithm step by step and begins with
  /// the configuration `start`. `start` must FAIL, and the empty configuration
  /// must not. Null for an algorithm that only removes groups and certifies
  /// nothing.
  std::unique_ptr<Reducer> (*create)(Configuration start) = nullptr;
  /// True if `reduce` tries to remove groups of elements before this algorithm
  /// begins. False for published algorithms, which know no groups.
  bool groupsFirst = false;
  /// Says what is proved about every result of the algorithm, once the
  /// algorithm has ended. But OneMaximal is proved only if the empty
  /// configuration PASSes. More may be proved about some results: a result of a
  /// single element is always 1-minimal.
  Minimality guarantee = Minimality::None;
  /// Creates a reducer that uses estimates about the elements (ElementPrior).
  /// Null for algorithms that can't use them. The reducer calls `hints` after
  /// tests that do not FAIL, to learn which elements were lacking.
  std::unique_ptr<Reducer> (*createFrom)(Configuration start,
                                         const ElementPrior &prior,
                                         HintSource hints) = nullptr;
};

/// An algorithm that tests nothing, so that a reduction ends after the removal
/// of groups. It is not in Algorithms.def, so users can't choose it.
constexpr Algorithm groupsAlone = {"", "", nullptr, true};

/// An algorithm that removes one element after the other until none can be
/// removed any more. This proves that the result is 1-minimal. It is not in
/// Algorithms.def, so users can't choose it.
extern const Algorithm singleRemovals;

/// Returns all algorithms of Algorithms.def; the first one is the default.
llvm::ArrayRef<Algorithm> allAlgorithms();

/// Returns the algorithm called `name`, or a UsageError that lists all names.
llvm::Expected<Algorithm> findAlgorithm(llvm::StringRef name);

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ALGORITHMS_H
