// Lists the reduction algorithms by name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REDUCTION_ALGORITHMS_H
#define PINSTRIPE_REDUCTION_ALGORITHMS_H

#include "pinstripe/Reduction/Reducer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace pinstripe {

/// One reduction algorithm: a line of Algorithms.def.
struct Algorithm {
  llvm::StringRef name;     ///< The name that --algorithm takes.
  llvm::StringRef sentence; ///< The description of the algorithm in --help.
  /// Creates the reducer. `start` must FAIL, and the empty configuration must
  /// not. Null for an algorithm that only removes groups and certifies nothing.
  std::unique_ptr<Reducer> (*create)(Configuration start) = nullptr;
  /// True if `reduce` should try groups of elements first. The published
  /// algorithms know no groups.
  bool groupsFirst = false;
  /// The certificate that the algorithm gives in any case once it is done.
  /// OneMaximal holds only if the empty configuration PASSes. Some outcomes
  /// allow a stronger certificate, such as 1-minimality of a single element.
  Minimality guarantee = Minimality::None;
};

/// An algorithm that only removes groups. It is not in Algorithms.def.
constexpr Algorithm groupsAlone = {"", "", nullptr, true};

/// An algorithm that removes one element after the other until no single
/// removal FAILs, and so shows that a result is 1-minimal. It is not in
/// Algorithms.def.
extern const Algorithm singleRemovals;

/// Returns all algorithms of Algorithms.def; the first one is the default.
llvm::ArrayRef<Algorithm> allAlgorithms();

/// Returns the algorithm called `name`, or a UsageError that lists all names.
llvm::Expected<Algorithm> findAlgorithm(llvm::StringRef name);

} // namespace pinstripe

#endif // PINSTRIPE_REDUCTION_ALGORITHMS_H
