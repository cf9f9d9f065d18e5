// Says in words what `explain` tells, for its text and its JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_STORYTEXT_H
#define PINSTRIPE_LIB_REPORT_STORYTEXT_H

#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

/// Returns true if the story is about a crash, not about a wrong output.
bool isAboutCrash(const ExplainSummary &summary);

/// Says why arguments or inputs were not made smaller. Empty if they were, and
/// if there are inputs, but no arguments that could be left out.
std::string whyNotSmaller(const ExplainSummary &summary);

/// Returns the line of source that is suspected most; null if nothing points to
/// any line.
const LineEvidence *suspectedMost(const ExplainSummary &summary);

/// Says what the run as it was given shows about the line that is suspected
/// most: "12 instead of 10 for pieces at #4: the expected output comes out (2
/// of 300 trials)". Empty if it shows nothing.
std::string describeInStated(const ExplainSummary &summary);

/// Returns the source text of an event with values in place of names. If the
/// values of a statement can't be put into its text, returns what the statement
/// has written, or else what it has read: "fee = 6". Empty if no values are
/// known.
std::string valuesOf(const ExplainSummary &summary, EventIndex event);

/// Says how many events the critical slices and the dynamic slice have. Empty
/// if none of them is known.
std::string describeSlices(const ExplainSummary &summary);

/// Returns the sentence about the limits of the method with which the list of
/// what remains open ends.
std::string lastDoubt(const ExplainSummary &summary);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_STORYTEXT_H
