//===- Reporter.h - Writes down a result ------------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REPORT_REPORTER_H
#define PINSTRIPE_REPORT_REPORTER_H

#include "pinstripe/Report/ReductionSummary.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// One output format of a reduction. Asked once, when the reduction is over
/// or interrupted.
class Reporter {
public:
  virtual ~Reporter() = default;
  virtual void report(const ReductionSummary &summary,
                      llvm::raw_ostream &stream) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_REPORTER_H
