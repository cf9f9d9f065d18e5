// Tests the configurations of a circumstance, on several lanes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CIRCUMSTANCE_CIRCUMSTANCEORACLE_H
#define PINSTRIPE_CIRCUMSTANCE_CIRCUMSTANCEORACLE_H

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Circumstance/OutcomeMemory.h"
#include "pinstripe/Circumstance/TestLanes.h"
#include "pinstripe/Reduction/Oracle.h"
#include <map>

namespace pinstripe {

/// Counts how the tests of a search came about.
struct CircumstanceCounts {
  size_t made = 0; ///< Tests for which a run was made.
  /// Tests that were answered from memory: a run of the same materials was made
  /// before, perhaps by an earlier search.
  size_t remembered = 0;
  /// How many tests were UNRESOLVED, by TestedRun::cause.
  std::map<std::string, size_t> causes = {};
};

/// The oracle of a circumstance: makes the materials of a configuration, lets a
/// lane make and judge the run, and remembers the outcome. Outcomes are taken
/// in the order in which the reduction asks, so the result does not depend on
/// the number of lanes.
///
/// The lanes and the memory may serve several oracles, one after the other: a
/// search by lines is followed by one by characters. All references must
/// outlive this object.
class CircumstanceOracle : public Oracle {
public:
  CircumstanceOracle(const Circumstance &circumstance, TestLanes &lanes,
                     OutcomeMemory &memory)
      : circumstance(circumstance), lanes(lanes), memory(memory) {}
  ~CircumstanceOracle() override { lanes.expect({}); }

  /// Returns UNRESOLVED if the search was interrupted meanwhile. `reduce`,
  /// which looks at the same flag, drops such an outcome.
  llvm::Expected<Outcome> test(const Configuration &candidate) override;
  std::optional<Outcome> known(const Configuration &candidate) override;
  size_t prefetchDepth() override;
  void prefetch(llvm::ArrayRef<Configuration> candidates) override;

  const CircumstanceCounts &counts() const { return theCounts; }

private:
  llvm::Expected<PlannedTest> plan(const Configuration &candidate);

  const Circumstance &circumstance;
  TestLanes &lanes;
  OutcomeMemory &memory;
  CircumstanceCounts theCounts;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_CIRCUMSTANCEORACLE_H
