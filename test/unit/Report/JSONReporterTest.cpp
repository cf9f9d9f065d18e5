// Tests the result in JSON, which other programs read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Baseline.h"
#include "TestSummary.h"
#include "TestSupport/Catch.h"
#include "pinstripe/Report/JSONReports.h"
#include "llvm/Support/JSON.h"

using namespace pinstripe;

static std::string jsonReport(const ReductionSummary &summary,
                              uint64_t maxEvents = defaultListedEvents) {
  return written([&](llvm::raw_ostream &stream) {
    writeReductionJSON(summary, maxEvents, stream);
  });
}

TEST_CASE("The JSON report of the paper's result is format 1",
          "[report][json]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  ReductionSummary summary = paperSummary(table, trace);
  summary.poisonFinding.emplace();
  summary.repeated = {3, 3};
  CHECK_BASELINE(jsonReport(summary), "paper.json");
}

TEST_CASE(
    "Of more kept events than wanted the JSON lists the first and says so",
    "[report][json]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  ReductionSummary summary = paperSummary(table, trace);
  llvm::json::Value value =
      llvm::cantFail(llvm::json::parse(jsonReport(summary, 3)));
  const llvm::json::Object &result = *value.getAsObject()->getObject("result");
  int64_t kept = summary.kept.count();
  CHECK(result.getInteger("kept") == kept);
  CHECK(result.getInteger("listed") == 3);
  CHECK(result.getArray("events")->size() == 3);
  CHECK(result.getString("cut")->contains("--json-events all"));
  // Events that are not listed are counted all the same.
  for (llvm::StringRef list : {"statements", "lines"}) {
    int64_t counted = 0;
    for (const llvm::json::Value &each : *result.getArray(list))
      counted += *each.getAsObject()->getInteger("kept");
    CHECK(counted == kept);
  }
}

TEST_CASE("The JSON says which events were kept on request", "[report][json]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  ReductionSummary summary = paperSummary(table, trace);
  summary.kept.insert(EventIndex(1));
  summary.userPinned = EventSet(trace.size());
  summary.userPinned.insert(EventIndex(1));
  summary.userPinned.insert(
      EventIndex(2)); // The event is not kept, since its call does not happen.
  llvm::json::Value value =
      llvm::cantFail(llvm::json::parse(jsonReport(summary)));
  const llvm::json::Object &result = *value.getAsObject()->getObject("result");
  CHECK(result.getInteger("user_pinned") == 1);
  for (const llvm::json::Value &each : *result.getArray("events")) {
    const llvm::json::Object &event = *each.getAsObject();
    CHECK(event.getBoolean("user_pinned") == (event.getInteger("index") == 2));
  }
}

TEST_CASE("Bytes that are not UTF-8 do not break the JSON report",
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
      {"0.1.0", {}, {"lldb", ""}, table, trace}, ".pinstripe/trace", 0.25};
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(written(
      [&](llvm::raw_ostream &stream) { writeRecordingJSON(summary, stream); }));
  REQUIRE(static_cast<bool>(value));
  const llvm::json::Object &object = *value->getAsObject();
  CHECK(object.getString("events_file") == ".pinstripe/trace");
  CHECK(object.getObject("trace")->getInteger("events") == 34);
  CHECK(object.getObject("trace")->getInteger("units") == 13);
}

TEST_CASE("The JSON has the values of events, and they can be read back",
          "[report][json]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  ReductionSummary summary = paperSummary(table, trace);
  CHECK(valueTextsIn(jsonReport(summary)).empty());
  auto event = static_cast<uint32_t>(*summary.kept.begin());
  summary.values[event] = {{{"a", "1"}}, {{"b", "\"\\x01\""}}, "1 -> 2"};
  std::string document = jsonReport(summary);
  CHECK(valueTextsIn(document) ==
        std::map<uint32_t, std::string>{{event, "1 -> 2"}});
  llvm::json::Value value = llvm::cantFail(llvm::json::parse(document));
  const llvm::json::Object &first =
      *(*value.getAsObject()->getObject("result")->getArray("events"))[0]
           .getAsObject();
  const llvm::json::Object &values = *first.getObject("values");
  CHECK((*values.getArray("read"))[0].getAsObject()->getString("name") == "a");
  CHECK((*values.getArray("written"))[0].getAsObject()->getString("value") ==
        "\"\\x01\"");
  CHECK(valueTextsIn("{}").empty());
  CHECK(valueTextsIn("no JSON").empty());
}
