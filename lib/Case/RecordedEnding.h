// Tells whether a recorded run has ended by itself, so that it can be reduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some endings leave no run that can be reduced: a limit was reached, or
// threads could not be made to take turns. The errors say what the user can do
// then.

#ifndef PINSTRIPE_LIB_CASE_RECORDEDENDING_H
#define PINSTRIPE_LIB_CASE_RECORDEDENDING_H

#include "pinstripe/Case/CaseRunner.h"
#include "pinstripe/Case/RecordedCase.h"
#include <string>

namespace pinstripe {

/// The length of a run that is too long to be recorded.
struct RunLength {
  uint64_t events = 0;
  /// True if all events of the run were counted. False if the counting ended
  /// earlier.
  bool isAll = false;
  /// How many bytes of memory a trace of the counted events would take.
  uint64_t bytes = 0;
};

/// Returns a text for the user. The text says why the trace of a run is too
/// large to be recorded, and what to do about it. `recordedEvents` is the
/// largest number of events that are recorded unless the user allows more.
std::string describeLength(const RunLength &length, uint64_t recordedEvents);

/// Returns true if the native engine has ended a run because its trace reached
/// the limit on memory or on events. Always returns false for an engine that
/// stops at each event.
bool isTraceFull(const Ending &ending, const EngineTraits &traits);

/// Returns true if the run ended because a second thread executed statements.
bool isBySecondThread(const Ending &ending);

/// Returns the option with which the user has chosen the order of threads, such
/// as `--schedule 0`.
std::string scheduleOption(const LaunchSpec &launch);

/// Returns a TargetError if the recorded run has not ended by itself. The error
/// says what has ended the run, and what the user can do about it. `runner` has
/// made the run.
llvm::Error checkEnding(const RecordedCase &recorded, const CaseRunner &runner);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_RECORDEDENDING_H
