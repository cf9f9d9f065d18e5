// Provides empty defaults for observers of a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Reduction/ReductionObserver.h"

using namespace pinstripe;

ReductionObserver::~ReductionObserver() = default;

llvm::Error ReductionObserver::testFinished(const Configuration &, Outcome,
                                            bool) {
  return llvm::Error::success();
}

llvm::Error ReductionObserver::bestImproved(const Configuration &) {
  return llvm::Error::success();
}

void ReductionObserver::phaseChanged(llvm::StringRef) {}

void ReductionObserver::progressed(const ReductionProgress &) {}
