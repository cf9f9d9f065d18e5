//===- StoredResult.h - The result in a case directory -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_STOREDRESULT_H
#define PINSTRIPE_DRIVER_STOREDRESULT_H

#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// A BestResult with the events that it stands for in its trace.
struct StoredResult {
  BestResult best;
  EventSet events;
};

/// The best result so far in the directory, for the trace there. A UsageError
/// if there is none, a TraceFormatError if it is of another trace.
llvm::Expected<StoredResult> readResult(const CaseDirectory &directory,
                                        const UnitTable &table,
                                        const Trace &trace);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_STOREDRESULT_H
