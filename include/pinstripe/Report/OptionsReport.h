// Writes the result of `pinstripe options` as text and as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_OPTIONSREPORT_H
#define PINSTRIPE_REPORT_OPTIONSREPORT_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Result/OptionsSummary.h"

namespace pinstripe {

/// Writes the command lines that were found, and what they need.
void writeOptions(const OptionsSummary &summary, TextStyle style,
                  llvm::raw_ostream &stream);
void writeOptionsJSON(const OptionsSummary &summary, llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_OPTIONSREPORT_H
