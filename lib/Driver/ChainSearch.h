//===- ChainSearch.h - Several switches in one run --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wrong decision that acts several times can't be mended by one switch. Where
// one makes more of the output right, the run so changed is recorded, and what
// comes later in it is switched in turn. Greedy: of all switches, the one that
// makes most of the output right.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_CHAINSEARCH_H
#define PINSTRIPE_LIB_DRIVER_CHAINSEARCH_H

#include "ChangePlan.h"
#include "LiveRunner.h"

namespace pinstripe {

class ChainSearch {
public:
  struct Limits {
    size_t links = 1;
    std::optional<uint64_t> tests;
    std::optional<std::chrono::steady_clock::time_point> deadline;
  };

  /// A switch of one event, and what came of it.
  struct Found {
    LiveChange change;
    Effect effect = Effect::Hang;
    uint64_t right = 0; ///< bytes of the output
    std::optional<bool> forcedValue = {};
  };

  /// All must outlive it.
  ChainSearch(RecordedCase &recorded, const LaunchSpec &launch,
              LiveRunner &runner, const std::string &expected,
              const std::atomic<bool> &stop, const Limits &limits)
      : recorded(recorded), launch(launch), runner(runner), expected(expected),
        stop(stop), limits(limits) {}

  /// From a switch in the recorded run. A chain of one link: it was no start of
  /// any other.
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

  RecordedCase &recorded;
  const LaunchSpec &launch;
  LiveRunner &runner;
  const std::string &expected;
  const std::atomic<bool> &stop;
  const Limits &limits;
  std::vector<LiveChange> changes;
  ChangeChain chain;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHAINSEARCH_H
