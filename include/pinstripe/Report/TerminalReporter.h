//===- TerminalReporter.h - The annotated source ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REPORT_TERMINALREPORTER_H
#define PINSTRIPE_REPORT_TERMINALREPORTER_H

#include "pinstripe/Report/Reporter.h"
#include "pinstripe/Report/TextStyle.h"

namespace pinstripe {

/// Prints every function that has critical statements with a gutter that
/// says which of them are critical, in which instances; the rest is folded.
class TerminalReporter : public Reporter {
public:
  explicit TerminalReporter(TextStyle style) : style(style) {}
  void report(const ReductionSummary &summary,
              llvm::raw_ostream &stream) override;

private:
  TextStyle style;
};

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TERMINALREPORTER_H
