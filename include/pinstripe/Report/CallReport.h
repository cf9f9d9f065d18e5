// Writes the result of `pinstripe call`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_CALLREPORT_H
#define PINSTRIPE_REPORT_CALLREPORT_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Result/CallSummary.h"

namespace pinstripe {

/// Writes the calls that were found, and how each argument was changed.
void writeCall(const CallSummary &summary, TextStyle style,
               llvm::raw_ostream &stream);
void writeCallJSON(const CallSummary &summary, llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_CALLREPORT_H
