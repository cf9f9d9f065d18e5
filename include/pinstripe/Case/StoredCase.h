// Reads a recorded case and its result without running the program.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No engine is needed to read a case. The plugin for LLDB reads it in this way,
// and then makes runs of the case itself.

#ifndef PINSTRIPE_CASE_STOREDCASE_H
#define PINSTRIPE_CASE_STOREDCASE_H

#include "pinstripe/Case/CaseRecorder.h"

namespace pinstripe {

/// A recorded case, together with `place`, the sandbox and the working
/// directory in which its runs can be made without a CaseRunner.
struct StoredCase {
  /// The case. Its member `observation` is empty, since nothing was run.
  std::unique_ptr<const RecordedCase> recorded;
  RunPlace place;
};

/// Reads the case in `options.caseDirectory`. Does not lock the case directory,
/// so other commands can work on the case at the same time. Returns the same
/// errors as `openCase`.
llvm::Expected<StoredCase> readStoredCase(const RecordOptions &options);

/// The result of a reduction, and the events of the trace that it keeps.
struct StoredResult {
  BestResult best;
  EventSet events;
};

/// Reads the best result in a case directory. `trace` is the trace in the same
/// directory. Returns a UsageError if there is no result, and a
/// TraceFormatError if the result belongs to another trace.
llvm::Expected<StoredResult> readResult(const CaseDirectory &directory,
                                        const UnitTable &table,
                                        const Trace &trace);

} // namespace pinstripe

#endif // PINSTRIPE_CASE_STOREDCASE_H
