//===- JSONReporterTest.cpp - The result for other programs ---------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Report/JSONReporter.h"
#include "Baseline.h"
#include "TestSummary.h"
#include "TestSupport/Catch.h"
#include "llvm/Support/JSON.h"

using namespace pinstripe;

static std::string jsonReport(const ReductionSummary &summary) {
  return written([&](llvm::raw_ostream &stream) {
    JSONReporter().report(summary, stream);
  });
}

TEST_CASE("The JSON report of the paper's result is format 1",
          "[report][json]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  ReductionSummary summary = paperSummary(table, trace);
  summary.garbageSensitive = false;
  CHECK_BASELINE(jsonReport(summary), "paper.json");
}

TEST_CASE("Bytes that are no UTF-8 do not break the JSON report",
          "[report][json]") {
  UnitTable table = paperTable("/src/sample.c");
  table.units[0].text = "puts(\"\xe4\")";
  Trace trace = paperTrace();
  ReductionSummary summary = paperSummary(table, trace);
  summary.theCase.arguments = {"\xff"};
  llvm::Expected<llvm::json::Value> value =
      llvm::json::parse(jsonReport(summary));
  REQUIRE(static_cast<bool>(value));
  CHECK(value->getAsObject()
            ->getObject("result")
            ->getArray("events")
            ->front()
            .getAsObject()
            ->getString("text") == "puts(\"\xef\xbf\xbd\")");
}

TEST_CASE("The JSON of a recording names its events file", "[report][json]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  RecordingSummary summary{
      "0.1.0", {}, {"lldb", ""}, table, trace, ".pinstripe/trace", 0.25};
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(written(
      [&](llvm::raw_ostream &stream) { writeRecordingJSON(summary, stream); }));
  REQUIRE(static_cast<bool>(value));
  const llvm::json::Object &object = *value->getAsObject();
  CHECK(object.getString("events_file") == ".pinstripe/trace");
  CHECK(object.getObject("trace")->getInteger("events") == 34);
  CHECK(object.getObject("trace")->getInteger("units") == 13);
}
