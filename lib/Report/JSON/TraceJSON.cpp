// Writes the output of `pinstripe show` as JSON.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "JSONWriter.h"
#include "pinstripe/Report/TestListing.h"
#include "pinstripe/Report/TraceListing.h"

using namespace pinstripe;

void pinstripe::writeEventsJSON(const UnitTable &table, const Trace &trace,
                                const TraceFilter &filter,
                                llvm::StringRef version,
                                llvm::raw_ostream &stream) {
  uint64_t left = 0;
  std::vector<EventIndex> events = selectEvents(table, trace, filter, left);
  const RunHeader run{version.str(), {}, {}, table, trace};
  ResultWriter json(run, stream);
  json.object([&] {
    json.tool(version);
    json.sizes();
    json.attribute("left", left);
    json.objects("events", events, [&](EventIndex event) {
      json.event(event);
      auto values = filter.values.find(static_cast<uint32_t>(event));
      if (values != filter.values.end())
        json.text("values", values->second);
    });
  });
  stream << '\n';
}

void pinstripe::writeFunctionsJSON(const UnitTable &table, const Trace &trace,
                                   const TraceFilter &filter,
                                   llvm::StringRef version,
                                   llvm::raw_ostream &stream) {
  const RunHeader run{version.str(), {}, {}, table, trace};
  ResultWriter json(run, stream);
  json.object([&] {
    json.tool(version);
    json.sizes();
    json.objects("functions", tallyFunctions(table, trace, filter),
                 [&](const FunctionTally &tally) {
                   const TracedFunction &function =
                       table.function(tally.function);
                   json.function(function);
                   json.place(function.range);
                   json.attribute("events", tally.events);
                   json.attribute("invocations", tally.invocations);
                   json.attribute("units", tally.units);
                 });
  });
  stream << '\n';
}

void pinstripe::writeTestsJSON(const UnitTable &table,
                               llvm::ArrayRef<TestRow> tests,
                               llvm::StringRef conditions,
                               llvm::StringRef version,
                               llvm::raw_ostream &stream) {
  JSONWriter json(table, stream);
  json.object([&] {
    json.tool(version);
    json.text("conditions", conditions);
    json.objects("tests", tests, [&](const TestRow &test) {
      json.attribute("number", test.number);
      json.attribute("outcome", outcomeName(test.outcome));
      json.attribute("events", test.events);
      json.text("left_out", test.leftOut);
      json.text("ending", test.ending);
      json.decimal("seconds", test.seconds);
    });
  });
  stream << '\n';
}
