// Passes the reports of a reduction on to several observers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For example, one observer stores the best result, and one shows the progress.

#ifndef PINSTRIPE_DRIVER_REDUCE_OBSERVERCHAIN_H
#define PINSTRIPE_DRIVER_REDUCE_OBSERVERCHAIN_H

#include "pinstripe/Case/Progress.h"
#include "pinstripe/Reduction/ReductionObserver.h"
#include <vector>

namespace pinstripe {

/// Passes each report on to all observers, in the order in which they were
/// added. If an observer returns an error, the observers after it do not get
/// the report.
class ObserverChain : public ReductionObserver {
public:
  /// Adds an observer, which must outlive the chain.
  void add(ReductionObserver &observer) { observers.push_back(&observer); }

  llvm::Error testFinished(const Configuration &configuration, Outcome outcome,
                           bool cached) override;
  llvm::Error bestImproved(const Configuration &configuration) override;
  void phaseChanged(llvm::StringRef phase) override;
  void progressed(const ReductionProgress &progress) override;

private:
  std::vector<ReductionObserver *> observers;
};

/// Tells a listener how many tests of a step were made.
class ProgressObserver : public ReductionObserver {
public:
  /// Both arguments must outlive this object. `listener` may be null.
  ProgressObserver(llvm::StringRef step, const ProgressListener &listener)
      : step(step), listener(listener) {}
  void progressed(const ReductionProgress &progress) override;

private:
  llvm::StringRef step;
  const ProgressListener &listener;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_OBSERVERCHAIN_H
