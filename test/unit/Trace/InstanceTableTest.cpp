// Checks the numbers of executions of statements against counting from the
// start.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Trace/InstanceTable.h"
#include "TestSupport/Catch.h"
#include "TestSupport/GeneratedRuns.h"

using namespace pinstripe;

TEST_CASE("Each execution of a statement has a number", "[trace][instances]") {
  size_t size = GENERATE(10, 5000, 30000);
  UnitTable table = GeneratedProgram::table();
  Trace trace = RunGenerator(size, 7).run();
  InstanceTable instances(table, trace);
  std::vector<uint32_t> expected, counts(table.units.size());
  for (Event event : trace.allEvents())
    expected.push_back(
        ++counts[static_cast<size_t>(table.entry(event.entry).unit)]);

  bool isSame = true;
  for (uint32_t i = 0; i < trace.size(); ++i)
    isSame &= instances.instanceOf(EventIndex{i}) == expected[i];
  CHECK(isSame);
  // The events are asked for in mixed order, so that blocks are counted again.
  for (uint32_t i = 0; i < trace.size(); ++i) {
    uint32_t event = static_cast<uint32_t>(i * 7919ull % trace.size());
    isSame &= instances.instanceOf(EventIndex{event}) == expected[event];
  }
  CHECK(isSame);
  for (uint32_t i = 0; i < table.units.size(); ++i)
    CHECK(instances.executions(UnitId{i}) == counts[i]);
}
