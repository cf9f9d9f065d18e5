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
#include <cstdint>

namespace pinstripe {

/// Raised when a field is renamed or dropped, never when one is added.
inline constexpr int jsonFormatVersion = 1;

/// Events that the JSON lists unless asked for more. Each takes some 350 bytes.
inline constexpr uint64_t defaultListedEvents = 100000;

/// Writes the object that README documents for `reduce --json`. What the user
/// wanted to be executed is `user_pinned` there: of a result how many such
/// events it has, of an event whether it is one; `pinned` has another reason.
class JSONReporter : public Reporter {
public:
  /// Lists the first so many of the kept events; of the others it says how
  /// many there are, and of which statements.
  explicit JSONReporter(uint64_t mostEvents = defaultListedEvents)
      : mostEvents(mostEvents) {}
  void report(const ReductionSummary &summary,
              llvm::raw_ostream &stream) override;

private:
  uint64_t mostEvents;
};

/// `values.text` of the events in such a document, by EventIndex; of another
/// document: nothing.
std::map<uint32_t, std::string> valueTextsIn(llvm::StringRef document);

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
