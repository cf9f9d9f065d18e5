// Implements `pinstripe locate`, which finds the source lines to read first.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_LOCATE_LOCATEVERB_H
#define PINSTRIPE_DRIVER_LOCATE_LOCATEVERB_H

#include "pinstripe/Case/Lanes.h"
#include "pinstripe/Case/OtherRuns.h"
#include "pinstripe/Case/Progress.h"
#include "pinstripe/Result/LocateSummary.h"
#include <set>

namespace pinstripe {

struct LocateOptions {
  /// The output that the user expected. It is nullopt if the user only expected
  /// that the program does not crash.
  std::optional<std::string> expectedOutput;
  /// Other runs of the program: `passing` has runs that are right, and
  /// `failing` has runs that are wrong, like the recorded run (see
  /// MutateOptions).
  std::vector<OtherRun> passing, failing;
  /// True if the stored results of mutations that earlier searches have tried
  /// are deleted first.
  bool fresh = false;
  LaneOptions lanes;
  /// The arguments of the option --source-map.
  std::vector<std::string> sourceMap;
  /// The lines that another run has made suspect; null if the search has no
  /// such lines. If not null, decisions, statements and values are changed only
  /// in these lines.
  const std::set<SourceLine> *lines = nullptr;
  /// True if the run is reduced to the events that print the first wrong line,
  /// or that lead to the crash, in the time that is left after the changes.
  bool reduces = true;
  ProgressListener progress;
  /// Called with the ranking so far: first after five seconds, then whenever
  /// the search has taken twice as long as at the last call. May be null.
  std::function<void(const LocateSummary &)> soFar;
};

/// Looks for the lines of the source that make the output wrong, or that make
/// the program crash. First looks for uses of uninitialised memory. Then
/// switches decisions, omits statements, makes small changes of the source
/// (mutations), and replaces values. Finally reduces the run to the events that
/// print the first wrong line, or that lead to the crash. In this reduction,
/// conditions must decide as recorded.
///
/// Returns a UsageError if the recorded run prints the expected output, or if
/// no expected output is given and the recorded run did not crash. If
/// `runnable.stop` is set or `runnable.deadline` has passed, the search ends
/// early. Then returns the results so far.
llvm::Expected<LocateSummary> locate(const RunnableCase &runnable,
                                     const LocateOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_LOCATE_LOCATEVERB_H
