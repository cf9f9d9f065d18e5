// Tests how a recorded run is printed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Report/TraceListing.h"
#include "Baseline.h"
#include "TestSummary.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;

static std::string listing(const UnitTable &table, const Trace &trace,
                           const TraceFilter &filter = {}) {
  return written([&](llvm::raw_ostream &stream) {
    listEvents(table, trace, filter, {}, stream);
  });
}

TEST_CASE("A listing has a row for every event", "[report][listing]") {
  UnitTable table = paperTable("/src/sample.c");
  CHECK_BASELINE(listing(table, paperTrace()), "listing.txt");
}

TEST_CASE("A listing shows what passes all filters", "[report][listing]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  CHECK(listing(table, trace, {.line = 14, .limit = 2}) ==
        " 9  sample.c:14:5  #1  main  mul = mul * a\n"
        "13  sample.c:14:5  #2  main  mul = mul * a\n"
        "... 4 more events\n");
  CHECK(listing(table, trace, {.function = "other"}) == "no event matches\n");
  CHECK(listing(table, trace, {.file = "other.c"}) == "no event matches\n");
  CHECK(listing(table, trace, {.file = "ample.c"}) == "no event matches\n");
  CHECK(listing(table, trace, {.file = "sample.c"}) ==
        listing(table, trace, {.function = "main"}));
}

TEST_CASE("Events of called functions are indented", "[report][listing]") {
  UnitTable table = paperTable("/src/sample.c");
  Invocation called;
  called.caller = InvocationId(0);
  called.parent = EventIndex(0);
  Trace trace({{EntryId(3), InvocationId(0)}, {EntryId(9), InvocationId(1)}},
              {Invocation(), called});
  CHECK(listing(table, trace) ==
        "1  sample.c:9:3   #1  main  scanf(\"%d\", &a)\n"
        "2  sample.c:15:5  #1  main    a = a + 1\n");
}

TEST_CASE("The summary counts events, calls and units of each function",
          "[report][listing]") {
  UnitTable table = paperTable("/src/sample.c");
  Trace trace = paperTrace();
  CHECK(written([&](llvm::raw_ostream &stream) {
          listFunctions(table, trace, {}, {}, stream);
        }) == "    events     calls     units  function\n"
              "        34         1        13  main  sample.c:3\n");
}
