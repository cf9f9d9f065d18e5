// Looks for the commit with which a failure begins.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_REVISIONS_COMMITSEARCH_H
#define PINSTRIPE_LIB_DRIVER_REVISIONS_COMMITSEARCH_H

#include "pinstripe/Reduction/Outcome.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <optional>
#include <vector>

namespace pinstripe {

/// Two states of a sequence: the first one PASSes (runs without the failure),
/// and the second one FAILs (shows the failure). All states between them, if
/// there are any, are UNRESOLVED (could not be judged).
struct FailingStep {
  size_t passing = 0, failing = 0;
};

/// A binary search in a sequence of states, of which the first PASSes and the
/// last FAILs. If the tested state is UNRESOLVED, the search continues in the
/// middle of the longest range of untested states.
class CommitSearch {
public:
  /// `states` is the number of states in the sequence, at least 2.
  explicit CommitSearch(size_t states)
      : outcomes(states), step{0, states - 1} {}

  /// Returns the state to test next; nullopt if the search is over.
  std::optional<size_t> ask() const;
  void tell(size_t state, Outcome outcome);
  FailingStep found() const { return step; }
  /// Returns the states that may be the next to test after the state which
  /// `ask` returns. Which of them is the next depends on the outcome of that
  /// state.
  std::vector<size_t> next() const;

private:
  std::vector<std::optional<Outcome>> outcomes;
  FailingStep step;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_REVISIONS_COMMITSEARCH_H
