// Switches several decisions in one run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A wrong decision that acts several times can't be corrected by one switch. If
// a switch makes more of the output right, the changed run is recorded, and
// decisions after the switch are switched in turn. The search is greedy: each
// link of the chain is the switch that makes most of the output right.

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_CHAINSEARCH_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_CHAINSEARCH_H

#include "Change/ChangePlan.h"
#include "pinstripe/Case/LiveRunner.h"

namespace pinstripe {

class ChainSearch {
public:
  struct Limits {
    size_t links = 1;
    std::optional<uint64_t> tests;
    std::optional<std::chrono::steady_clock::time_point> deadline;
  };

  /// A switch of one event, and its effect.
  struct Found {
    LiveChange change;
    Effect effect = Effect::Hang;
    uint64_t right = 0; ///< Number of right bytes of the output.
    std::optional<bool> forcedValue = {};
  };

  /// All arguments must outlive the object.
  ChainSearch(const RecordedCase &recorded, CaseRunner &caseRunner,
              const LaunchSpec &launch, LiveRunner &runner,
              const std::string &expected, const std::atomic<bool> &stop,
              const Limits &limits)
      : recorded(recorded), caseRunner(caseRunner), launch(launch),
        runner(runner), expected(expected), stop(stop), limits(limits) {}

  /// Searches from a switch in the recorded run. Returns a chain of one link if
  /// no further switch makes more of the output right.
  llvm::Expected<ChangeChain> run(const Found &first);

private:
  bool isEnough() const;
  llvm::Expected<Recording> record();
  llvm::Expected<std::optional<Found>> findNext(const Recording &changed);
  llvm::Error tryAll(const Recording &changed, bool isSameCondition,
                     std::optional<Found> &best);
  llvm::Error tryBatch(const Recording &changed,
                       llvm::ArrayRef<LiveChange> tests,
                       std::optional<Found> &best);
  void add(const Found &found, const Trace &trace);

  const RecordedCase &recorded;
  CaseRunner &caseRunner;
  const LaunchSpec &launch;
  LiveRunner &runner;
  const std::string &expected;
  const std::atomic<bool> &stop;
  const Limits &limits;
  std::vector<LiveChange> changes;
  ChangeChain chain;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_CHAINSEARCH_H
