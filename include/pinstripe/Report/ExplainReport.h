// Writes the result of `pinstripe explain` as text and as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_EXPLAINREPORT_H
#define PINSTRIPE_REPORT_EXPLAINREPORT_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Result/ExplainSummary.h"

namespace pinstripe {

/// Writes the explanation of a failure as a story, from the smallest run that
/// fails to what `explain` could not find out.
void writeExplanation(const ExplainSummary &summary, TextStyle style,
                      llvm::raw_ostream &stream);
/// Writes the explanation as JSON. At most `maxEvents` events of each critical
/// slice are listed.
void writeExplanationJSON(const ExplainSummary &summary, uint64_t maxEvents,
                          llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_EXPLAINREPORT_H
