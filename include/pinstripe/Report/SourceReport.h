// Writes the result of `pinstripe source`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_SOURCEREPORT_H
#define PINSTRIPE_REPORT_SOURCEREPORT_H

#include "pinstripe/Report/TextStyle.h"
#include "pinstripe/Result/SourceSummary.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Shows the reduced text of a program, and says what was tried to get it.
void writeSources(const SourceSummary &summary, TextStyle style,
                  llvm::raw_ostream &stream);
void writeSourcesJSON(const SourceSummary &summary, llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_SOURCEREPORT_H
