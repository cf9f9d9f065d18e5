// Writes the result of `pinstripe input`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_INPUTREPORT_H
#define PINSTRIPE_REPORT_INPUTREPORT_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Result/InputSummary.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Writes what was found about the inputs of a program: the first lines of
/// each, and the files that have them.
void writeInputs(const InputSummary &summary, TextStyle style,
                 llvm::raw_ostream &stream);
void writeInputsJSON(const InputSummary &summary, llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_INPUTREPORT_H
