// Tests which part of a run is the user's own code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "UserCode.h"
#include "TestSupport/Catch.h"
#include "TestSupport/HandDrawnGraph.h"

using namespace pinstripe;

TEST_CASE("code of library headers is its caller's", "[user-code]") {
  HandDrawnGraph drawn;
  for (uint32_t function = 0; function < 3; ++function)
    drawn.entry(function, {leaves});
  drawn.table.files = {"/home/me/main.cpp", "/usr/include/c++/12/vector",
                       "/opt/lib/tree.h"};
  for (uint32_t i = 0; i < 3; ++i)
    drawn.table.units[i].range.file = FileId(i);
  // main calls a function of one library, which calls a function of another
  // library.
  std::vector<Invocation> invocations(3);
  for (uint32_t i = 0; i < 3; ++i)
    invocations[i].function = FunctionId(i);
  for (uint32_t i = 1; i < 3; ++i) {
    invocations[i].caller = InvocationId(i - 1);
    invocations[i].parent = EventIndex(i - 1);
  }
  std::vector<Event> events;
  for (uint32_t i = 0; i < 3; ++i)
    events.push_back({EntryId(i), InvocationId(i)});
  Trace trace(events, invocations);

  drawn.table.sourceRoot = "/home/me";
  CHECK_FALSE(userCaller(drawn.table, trace, EventIndex(0)));
  CHECK(userCaller(drawn.table, trace, EventIndex(1)) == EventIndex(0));
  CHECK(userCaller(drawn.table, trace, EventIndex(2)) == EventIndex(0));
  // If the sources have no folder in common, only system headers are not the
  // user's code.
  drawn.table.sourceRoot = "/";
  CHECK(userCaller(drawn.table, trace, EventIndex(1)) == EventIndex(0));
  CHECK_FALSE(userCaller(drawn.table, trace, EventIndex(2)));
}
