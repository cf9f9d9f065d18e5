// Changes variables of the failing run at one point, and judges the run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_TRANSITIONS_POINTEXPERIMENTS_H
#define PINSTRIPE_LIB_DRIVER_TRANSITIONS_POINTEXPERIMENTS_H

#include "Transitions/ProgramState.h"
#include "Transitions/TransitionSearch.h"
#include "pinstripe/Reduction/Outcome.h"
#include "llvm/ADT/BitVector.h"
#include <functional>

namespace pinstripe {

/// Makes experiments at one point of the failing run. Each one gives some of
/// the variables that differ there the values of the passing run. Remembers the
/// outcomes, so that none is made twice.
class PointExperiments {
public:
  /// Makes a run in which the differences in the set get the values of the
  /// passing run. FAIL means that the run still fails, PASS that it is like the
  /// passing run, UNRESOLVED that it is neither.
  using Test = std::function<llvm::Expected<Outcome>(const llvm::BitVector &)>;

  /// `isOver` returns true if the search has to end.
  PointExperiments(llvm::ArrayRef<StateDifference> differences, Test test,
                   std::function<bool()> isOver)
      : differences(differences), test(std::move(test)),
        isOver(std::move(isOver)) {}

  /// Returns the variables whose values decide whether the run fails. If one of
  /// `likely` still decides, returns it. Otherwise isolates a difference by
  /// delta debugging (Zeller and Hildebrandt 2002), and looks whether it
  /// decides alone. If not, the other variables that it needs are reduced to a
  /// minimal set. Returns nullopt if the run does not pass even with all values
  /// of the passing run, or if the search has to end.
  llvm::Expected<std::optional<Cause>> findCause(llvm::ArrayRef<Cause> likely);

private:
  llvm::Expected<Outcome> outcomeOf(const llvm::BitVector &set);
  llvm::Expected<bool> decides(const llvm::BitVector &variables,
                               const llvm::BitVector &context);
  std::optional<llvm::BitVector> find(llvm::ArrayRef<std::string> keys) const;
  std::vector<std::string> keysOf(const llvm::BitVector &set) const;
  llvm::Expected<std::optional<Cause>> isolate();
  llvm::Error reduceContext(const llvm::BitVector &variables,
                            llvm::BitVector &context);

  llvm::ArrayRef<StateDifference> differences;
  Test test;
  std::function<bool()> isOver;
  std::map<std::vector<unsigned>, Outcome> outcomes;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_TRANSITIONS_POINTEXPERIMENTS_H
