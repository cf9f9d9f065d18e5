// Searches for several decisions that make the output right if all are switched
// in one run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To switch a decision means to send control from the condition to another
// place than in the recorded run. If the program takes a wrong decision several
// times, it is not enough to switch the decision once. So if a switch makes
// more of the output right, the changed run is recorded, and its later
// decisions are switched in turn. The search is greedy, because it always goes
// on with the switch that makes most of the output right.

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_CHAINSEARCH_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_CHAINSEARCH_H

#include "Change/ChangePlan.h"
#include "Change/OutputEffect.h"
#include "pinstripe/Case/LiveRunner.h"

namespace pinstripe {

class ChainSearch : RunnableCase {
public:
  struct Limits {
    size_t links = 1;
    std::optional<uint64_t> tests;
  };

  /// The objects that are passed to the constructor must outlive the
  /// ChainSearch.
  ChainSearch(const RunnableCase &runnable, const LaunchSpec &launch,
              LiveRunner &liveRunner, const std::string &expected,
              const Limits &limits)
      : RunnableCase(runnable), launch(launch), liveRunner(liveRunner),
        expected(expected), limits(limits) {}

  /// Searches for further decisions that make more of the output right if they
  /// are switched in the same run as `first`, which is a switched decision of
  /// the recorded run. Returns a chain of only `first` if the search finds
  /// none.
  llvm::Expected<ChangeChain> run(const TriedChange &first);

private:
  bool isEnough() const;
  llvm::Expected<Recording> record();
  llvm::Expected<std::optional<TriedChange>> findNext(const Recording &changed);
  llvm::Error tryAll(const Recording &changed, bool isSameCondition,
                     std::optional<TriedChange> &best);
  llvm::Error tryBatch(const Recording &changed,
                       llvm::ArrayRef<LiveChange> tests,
                       std::optional<TriedChange> &best);
  void add(const TriedChange &found, const Trace &trace);

  const LaunchSpec &launch;
  LiveRunner &liveRunner;
  const std::string &expected;
  const Limits &limits;
  std::vector<LiveChange> changes;
  ChangeChain chain;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_CHAINSEARCH_H
