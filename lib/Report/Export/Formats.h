// Declares the function that writes each export format.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_EXPORT_FORMATS_H
#define PINSTRIPE_LIB_REPORT_EXPORT_FORMATS_H

#include "pinstripe/Result/CaseReport.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

void writeSARIF(const CaseReport &report, llvm::raw_ostream &stream);
void writeMarkdown(const CaseReport &report, llvm::raw_ostream &stream);
void writeExecutedLCOV(const CaseReport &report, llvm::raw_ostream &stream);
void writeKeptLCOV(const CaseReport &report, llvm::raw_ostream &stream);
void writeDOT(const CaseReport &report, llvm::raw_ostream &stream);
void writeGraphML(const CaseReport &report, llvm::raw_ostream &stream);
void writeChromeTrace(const CaseReport &report, llvm::raw_ostream &stream);
void writeEventsNDJSON(const CaseReport &report, llvm::raw_ostream &stream);
void writeTestsNDJSON(const CaseReport &report, llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_EXPORT_FORMATS_H
