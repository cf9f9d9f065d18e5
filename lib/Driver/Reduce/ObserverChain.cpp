// Passes the reports of a reduction on to several observers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For example, one observer stores the best result, and one shows the progress.

#include "pinstripe/Driver/Reduce/ObserverChain.h"

using namespace pinstripe;

llvm::Error ObserverChain::testFinished(const Configuration &configuration,
                                        Outcome outcome, bool cached) {
  for (ReductionObserver *observer : observers)
    if (llvm::Error error =
            observer->testFinished(configuration, outcome, cached))
      return error;
  return llvm::Error::success();
}

llvm::Error ObserverChain::bestImproved(const Configuration &configuration) {
  for (ReductionObserver *observer : observers)
    if (llvm::Error error = observer->bestImproved(configuration))
      return error;
  return llvm::Error::success();
}

void ObserverChain::phaseChanged(llvm::StringRef phase) {
  for (ReductionObserver *observer : observers)
    observer->phaseChanged(phase);
}

void ObserverChain::progressed(const ReductionProgress &progress) {
  for (ReductionObserver *observer : observers)
    observer->progressed(progress);
}

void ProgressObserver::progressed(const ReductionProgress &progress) {
  if (listener)
    listener({step, progress.counts.distinct(), 0, "run"});
}
