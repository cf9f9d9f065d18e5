// Reads the result in a case directory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_STOREDRESULT_H
#define PINSTRIPE_DRIVER_REDUCE_STOREDRESULT_H

#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// A BestResult with the events of the trace that it stands for.
struct StoredResult {
  BestResult best;
  EventSet events;
};

/// Reads the best result in the directory, for the trace there. Returns a
/// UsageError if there is none, and a TraceFormatError if it belongs to another
/// trace.
llvm::Expected<StoredResult> readResult(const CaseDirectory &directory,
                                        const UnitTable &table,
                                        const Trace &trace);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_STOREDRESULT_H
