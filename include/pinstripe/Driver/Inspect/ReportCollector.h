// Collects what reports and exports show of a case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_INSPECT_REPORTCOLLECTOR_H
#define PINSTRIPE_DRIVER_INSPECT_REPORTCOLLECTOR_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Result/CaseReport.h"
#include <functional>

namespace pinstripe {

struct CollectorOptions {
  /// True if the dependences between events are wanted. They take one more run
  /// of the program.
  bool dependences = true;
  /// True if the tests of the last reduction are wanted.
  bool tests = true;
  /// A function that is called with notes for the user; may be empty.
  std::function<void(llvm::StringRef)> say = {};
};

/// Collects all that is known about a recorded case. What can't be found out,
/// such as the dependences of a run that is too long, is left out, and the
/// result says why. Returns an error only if the case directory can't be read,
/// and an InterruptedError.
llvm::Expected<CaseReport> collectReport(const RunnableCase &runnable,
                                         const CollectorOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_INSPECT_REPORTCOLLECTOR_H
