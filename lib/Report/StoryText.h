// Says in words what `explain` has found, for its text and its JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_STORYTEXT_H
#define PINSTRIPE_LIB_REPORT_STORYTEXT_H

#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

/// Returns true if `explain` explains a crash, not a wrong output.
bool isAboutCrash(const ExplainSummary &summary);

/// Says why the arguments or the inputs of the failing run were not made
/// smaller. Returns an empty text if there is nothing to say: both were made
/// smaller, or the inputs were and the program has no arguments.
std::string whyNotSmaller(const ExplainSummary &summary);

/// Returns the line of source that is suspected most; null if nothing points to
/// any line.
const LineEvidence *suspectedMost(const ExplainSummary &summary);

/// If a smaller run is explained, says what the user's own run shows about the
/// most suspect line: "12 instead of 10 for pieces at #4: the expected output
/// comes out (2 of 300 trials)". Returns an empty text if the user's run shows
/// nothing.
std::string describeInStated(const ExplainSummary &summary);

/// Returns the source text of an event with values in place of names. If there
/// is no such text, returns the variables that the event has written, with
/// their values: "fee = 6". If it has written none, returns those that it has
/// read. Returns an empty text if no values are known.
std::string valuesOf(const ExplainSummary &summary, EventIndex event);

/// Says how many events the critical slices and the dynamic slice have. Returns
/// an empty text if none of the slices is known.
std::string describeSlices(const ExplainSummary &summary);

/// Returns a text to put after a number of kept events, such as " (including 2
/// clean-ups)"; empty if there are none. Reports of `reduce` count clean-ups
/// (calls of destructors) apart, so this text makes the numbers comparable.
std::string includingCleanups(uint64_t cleanups);

/// Returns the last point in the list of what remains open: that experiments
/// can't show what the programmer meant, so the found line need not be the
/// defect.
std::string lastDoubt(const ExplainSummary &summary);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_STORYTEXT_H
