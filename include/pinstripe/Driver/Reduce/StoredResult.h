// Reads and writes the best result in a case directory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_STOREDRESULT_H
#define PINSTRIPE_DRIVER_REDUCE_STOREDRESULT_H

#include "pinstripe/Store/CaseDirectory.h"

namespace pinstripe {

/// A BestResult, and the events of the trace that it keeps.
struct StoredResult {
  BestResult best;
  EventSet events;
};

/// Reads the best result in the directory, for the trace in it. Returns a
/// UsageError if the directory has no result, and a TraceFormatError if the
/// result belongs to another trace.
llvm::Expected<StoredResult> readResult(const CaseDirectory &directory,
                                        const UnitTable &table,
                                        const Trace &trace);

/// Writes the best result of a reduction into the case directory at each
/// improvement. A result of an earlier reduction for the same output stays
/// until this one is as good.
class ResultWriter {
public:
  /// `directory` must outlive the object.
  explicit ResultWriter(const CaseDirectory &directory);

  llvm::Error improve(const BestResult &best);
  /// Writes the final result of the reduction, whatever is there.
  llvm::Error finish(const BestResult &best) {
    return directory.writeBest(best);
  }

private:
  const CaseDirectory &directory;
  std::optional<BestResult> former;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_STOREDRESULT_H
