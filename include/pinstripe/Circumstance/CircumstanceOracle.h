// Tests the configurations of a circumstance, several at once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A circumstance is something that a failure depends on, as numbered elements.
// A configuration is a set of elements, and describes one run.

#ifndef PINSTRIPE_CIRCUMSTANCE_CIRCUMSTANCEORACLE_H
#define PINSTRIPE_CIRCUMSTANCE_CIRCUMSTANCEORACLE_H

#include "pinstripe/Circumstance/Circumstance.h"
#include "pinstripe/Circumstance/OutcomeMemory.h"
#include "pinstripe/Circumstance/TestLanes.h"
#include "pinstripe/Reduction/Oracle.h"
#include <deque>
#include <map>

namespace pinstripe {

/// The numbers of tests that a search has made with a run and without one.
struct CircumstanceCounts {
  /// Tests whose outcome was found now: by a run, or because a program text or
  /// input had syntax errors.
  size_t made = 0;
  /// Tests that needed no run, because an earlier run with the same materials
  /// (such as the same input) had shown the outcome. The earlier run may belong
  /// to an earlier search.
  size_t remembered = 0;
  /// The number of UNRESOLVED tests by the word for their cause, such as
  /// "crash" (see TestedRun::cause).
  std::map<std::string, size_t> causes = {};

  /// Returns how many tests made no run, because a program text or input had
  /// syntax errors.
  size_t refused() const {
    auto found = causes.find(syntaxCause.str());
    return found == causes.end() ? 0 : found->second;
  }
  size_t runs() const { return made - refused(); }
};

/// The oracle for the configurations of a circumstance. It makes the materials
/// of a configuration, lets a lane (a thread that makes tests) make and judge
/// the run, and remembers the outcome. Outcomes are used in the order in which
/// the reduction asks for them, so the result does not depend on the number of
/// lanes.
///
/// Several oracles can use the same lanes and memory, one after the other. A
/// search by lines, for example, is followed by a search by characters. All
/// references must outlive this object.
class CircumstanceOracle : public Oracle {
public:
  CircumstanceOracle(const Circumstance &circumstance, TestLanes &lanes,
                     OutcomeMemory &memory)
      : circumstance(circumstance), lanes(lanes), memory(memory) {}
  ~CircumstanceOracle() override { lanes.expect({}); }

  /// Tests a configuration. Returns UNRESOLVED if the search is interrupted
  /// during the test. This does no harm: `reduce` looks at the flag for
  /// interruptions and ignores the outcome.
  llvm::Expected<Outcome> test(const Configuration &candidate) override;
  std::optional<Outcome> known(const Configuration &candidate) override;
  size_t prefetchDepth() override;
  void prefetch(llvm::ArrayRef<Configuration> candidates) override;

  const CircumstanceCounts &counts() const { return theCounts; }

private:
  /// A test whose materials were made a short time ago. The materials of a test
  /// are, for example, the input and the arguments of its run.
  struct Recent {
    ConfigurationDigest digest;
    PlannedTest test;
  };
  llvm::Expected<PlannedTest> plan(const Configuration &candidate);
  void keep(const ConfigurationDigest &digest, const PlannedTest &test);

  const Circumstance &circumstance;
  TestLanes &lanes;
  OutcomeMemory &memory;
  CircumstanceCounts theCounts;
  /// The latest tests whose materials (such as the input) were made. A
  /// reduction refers to the same candidate several times: to ask whether its
  /// outcome is known, to have it tested in advance, and to test it. For an
  /// input of a megabyte, making and hashing the materials each time would take
  /// as long as the runs.
  std::deque<Recent> recent;
  size_t recentBytes = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_CIRCUMSTANCE_CIRCUMSTANCEORACLE_H
