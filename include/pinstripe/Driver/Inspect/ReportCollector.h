// Collects what reports and exports show of a case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_INSPECT_REPORTCOLLECTOR_H
#define PINSTRIPE_DRIVER_INSPECT_REPORTCOLLECTOR_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/CaseReport.h"
#include "pinstripe/Store/CaseDirectory.h"
#include "pinstripe/Trace/TraceFile.h"
#include <functional>

namespace pinstripe {

struct CollectorOptions {
  /// True if the report needs the dependences between events (executions of
  /// statements) and the values of variables. To find these, the program is run
  /// a few more times.
  bool dependences = true;
  /// True if the report needs the tests of the last reduction.
  bool tests = true;
  /// A function that is called with notes for the user; may be empty.
  std::function<void(llvm::StringRef)> say = {};
  ProgressListener progress = {};
};

/// Collects all that is known about a recorded case. If something can't be
/// found out, it is left out, and the result says why. For example, the
/// dependences of a very long run are left out. Returns an error only if the
/// case directory can't be read or the user interrupts the work.
llvm::Expected<CaseReport> collectReport(const RunnableCase &runnable,
                                         const CollectorOptions &options);

/// A case as it is stored in its directory. The program itself need not exist
/// any longer.
struct CaseOnDisk {
  CaseDirectory directory;
  Case value;
  StoredTrace run;
};

/// Reads a case whose program will not be run. `sourceMap` has the arguments of
/// --source-map. Returns the errors of CaseDirectory and readTrace.
llvm::Expected<CaseOnDisk>
readCaseOnDisk(llvm::StringRef path, llvm::ArrayRef<std::string> sourceMap);

/// Collects what the directory of a case has stored, without a run of the
/// program. So the result has neither the output of the run nor dependences.
/// `reason` says why no run is made. `stored` must outlive the result.
llvm::Expected<CaseReport> collectStoredReport(const CaseOnDisk &stored,
                                               const CollectorOptions &options,
                                               llvm::StringRef reason);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_INSPECT_REPORTCOLLECTOR_H
