// Writes the result of `pinstripe actions`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_ACTIONREPORT_H
#define PINSTRIPE_REPORT_ACTIONREPORT_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Result/ActionSummary.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Writes the actions that were found, and the screen to which they lead.
void writeActions(const ActionSummary &summary, TextStyle style,
                  llvm::raw_ostream &stream);
void writeActionsJSON(const ActionSummary &summary, llvm::raw_ostream &stream);

/// Writes the screen at the end of a run, and how the run has ended.
void writeShownRun(const ShownRun &run, TextStyle style,
                   llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_ACTIONREPORT_H
