//===- JSONReporter.h - The result for other programs -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REPORT_JSONREPORTER_H
#define PINSTRIPE_REPORT_JSONREPORTER_H

#include "pinstripe/Report/Reporter.h"

namespace pinstripe {

/// Raised when a field is renamed or dropped, never when one is added.
inline constexpr int jsonFormatVersion = 1;

/// Writes the object that README documents for `reduce --json`.
class JSONReporter : public Reporter {
public:
  void report(const ReductionSummary &summary,
              llvm::raw_ostream &stream) override;
};

/// What `record --json` says.
struct RecordingSummary {
  std::string version;
  CaseDescription theCase;
  EngineDescription engine;
  const UnitTable &table;
  const Trace &trace;
  std::string eventsFile;
  double recordSeconds = 0;
};
void writeRecordingJSON(const RecordingSummary &summary,
                        llvm::raw_ostream &stream);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_JSONREPORTER_H
