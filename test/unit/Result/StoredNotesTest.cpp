// Tests what is read back from the stored result of a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Result/StoredNotes.h"

#include "TestSupport/Catch.h"

using namespace pinstripe;

/// Returns the explanation of an event of which the result says `fields`.
static std::string explained(const std::string &fields) {
  StoredNotes notes = storedNotesIn(R"({"result": {"events": [{"index": 9, )" +
                                    fields + "}]}}");
  REQUIRE(notes.size() == 1);
  REQUIRE(notes.count(8) == 1);
  return explain(notes[8]);
}

TEST_CASE("an event is explained by the test that left it out",
          "[result][replay]") {
  CHECK(explained(R"("without": {"outcome": "PASS", "text": "a"})") ==
        "without it, the run differs: a");
  CHECK(explained(R"("without": {"outcome": "PASS", "text": null})") ==
        "without it, the run differs");
  CHECK(explained(R"("without": {"outcome": "UNRESOLVED", "cause": "crash",
                     "text": "SIGSEGV"})") ==
        "without it, the run crashes: SIGSEGV");
  CHECK(explained(R"("without": {"outcome": "UNRESOLVED",
                     "cause": "divergence", "text": "divergence: a"})") ==
        "without it, the run leaves the recorded one: a");
  CHECK(explained(R"("without": {"outcome": "UNRESOLVED",
                     "cause": "limit-of-memory"})") ==
        "without it, the run reaches a limit");
}

TEST_CASE("an event that no test left out is explained by its kind",
          "[result][replay]") {
  CHECK(llvm::StringRef(explained(R"("pinned": true)"))
            .contains("can't be skipped"));
  CHECK(llvm::StringRef(explained(R"("user_pinned": true)"))
            .contains("--keep-event"));
  CHECK(llvm::StringRef(explained(R"("goes_with": 3)"))
            .contains("what event 3 constructs"));
  CHECK(llvm::StringRef(explained(R"("guard": true)"))
            .contains("what this condition decides"));
  CHECK(explained(R"("guard": false)").empty());
}

TEST_CASE("the values of events are read back", "[result][replay]") {
  StoredNotes notes = storedNotesIn(R"({"result": {"events": [{"index": 1,
      "values": {"read": [{"name": "mul", "value": "1"}],
                 "written": [{"name": "mul", "value": "0"}],
                 "text": "1 * 0 -> 0"}}]}})");
  REQUIRE(notes.count(0) == 1);
  CHECK(notes[0].values.read == std::vector<NamedValue>{{"mul", "1"}});
  CHECK(notes[0].values.written == std::vector<NamedValue>{{"mul", "0"}});
  CHECK(notes[0].values.text == "1 * 0 -> 0");
}

TEST_CASE("the events of a document are found", "[result]") {
  auto document = llvm::json::parse(R"({"result": {"events": [1, 2]}})");
  REQUIRE(static_cast<bool>(document));
  const llvm::json::Array *events = eventsOf(*document);
  REQUIRE(events != nullptr);
  CHECK(events->size() == 2);
  CHECK(eventsOf(llvm::json::Value("events")) == nullptr);
  CHECK(eventsOf(llvm::json::Object{{"result", 1}}) == nullptr);
  CHECK(eventsOf(llvm::json::Object{
            {"result", llvm::json::Object{{"events", "none"}}}}) == nullptr);
}

TEST_CASE("a text that is no result of a reduction has no notes",
          "[result][replay]") {
  for (llvm::StringRef text :
       {"", "{", "[]", "{}", R"({"result": 1})", R"({"result": {}})",
        R"({"result": {"events": {}}})", R"({"result": {"events": [1]}})",
        R"({"result": {"events": [{"index": 0}]}})",
        R"({"result": {"events": [{"index": "1"}]}})"})
    CHECK(storedNotesIn(text).empty());
}
