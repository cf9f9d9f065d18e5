// Tests of the tree of control dependences.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/ControlTree.h"
#include "TestSupport/Catch.h"
#include "TestSupport/HandDrawnGraph.h"

using namespace pinstripe;

static constexpr int root = -1;

static std::vector<int> parents(const ControlTree &tree) {
  std::vector<int> found;
  for (size_t i = 0; i < tree.size(); ++i) {
    std::optional<EventIndex> parent = tree.parent(EventIndex(i));
    found.push_back(parent ? static_cast<int>(*parent) : root);
  }
  return found;
}

static std::vector<int> ends(const ControlTree &tree) {
  std::vector<int> found;
  for (size_t i = 0; i < tree.size(); ++i)
    found.push_back(static_cast<int>(tree.subtreeEnd(EventIndex(i))));
  return found;
}

/// Makes a trace of one invocation of function 0.
static Trace traceOf(llvm::ArrayRef<uint32_t> entries) {
  std::vector<Event> events;
  for (uint32_t entry : entries)
    events.push_back({EntryId(entry), InvocationId(0)});
  return Trace(events, {Invocation()});
}

TEST_CASE("each test of a loop depends on the one before", "[control]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1});    // i = 0
  drawn.entry(0, {2, 3}); // while (i < 2)
  drawn.entry(0, {1});    //   ++i
  drawn.entry(0, {leaves});
  Trace trace = traceOf({0, 1, 2, 1, 2, 1, 3});
  ControlTree tree(UnitGraph(drawn.table, trace), trace);
  CHECK(parents(tree) == std::vector{root, root, 1, 1, 3, 3, root});
  CHECK(ends(tree) == std::vector{1, 6, 3, 6, 5, 6, 7});
}

TEST_CASE("a branch depends on its condition, code after the branch does not",
          "[control]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 3}); // if
  drawn.entry(0, {2, 3}); //   if
  drawn.entry(0, {3});
  drawn.entry(0, {leaves});
  Trace trace = traceOf({0, 1, 2, 3});
  ControlTree tree(UnitGraph(drawn.table, trace), trace);
  CHECK(parents(tree) == std::vector{root, 0, 1, root});
}

TEST_CASE("everything after a condition that can return depends on it",
          "[control]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 2});   // if
  drawn.entry(0, {leaves}); // return
  drawn.entry(0, {3});
  drawn.entry(0, {leaves});
  Trace trace = traceOf({0, 2, 3});
  ControlTree tree(UnitGraph(drawn.table, trace), trace);
  CHECK(parents(tree) == std::vector{root, 0, 0});
}

TEST_CASE("events of an invocation depend on its call", "[control]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, leaves}); // while, which calls too
  drawn.entry(0, {0});         //   f()
  drawn.entry(1, {leaves});    // f
  Invocation main, first, second;
  first.function = second.function = FunctionId(1);
  first.caller = second.caller = InvocationId(0);
  first.parent = EventIndex(0);
  second.parent = EventIndex(2);
  Trace trace({{EntryId(0), InvocationId(0)},
               {EntryId(2), InvocationId(1)},
               {EntryId(1), InvocationId(0)},
               {EntryId(2), InvocationId(2)}},
              {main, first, second});
  ControlTree tree(UnitGraph(drawn.table, trace), trace);
  CHECK(parents(tree) == std::vector{root, 0, 0, 2});
  CHECK(ends(tree) == std::vector{4, 2, 4, 4});
}

TEST_CASE("an invocation without a calling event depends on that of its caller",
          "[control]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {leaves});
  drawn.entry(1, {leaves}); // This function has no events of its own.
  drawn.entry(2, {leaves});
  Invocation main, between, last;
  between.function = FunctionId(1);
  between.caller = InvocationId(0);
  between.parent = EventIndex(0);
  last.function = FunctionId(2);
  last.caller = InvocationId(1);
  Trace trace({{EntryId(0), InvocationId(0)}, {EntryId(2), InvocationId(2)}},
              {main, between, last});
  ControlTree tree(UnitGraph(drawn.table, trace), trace);
  CHECK(parents(tree) == std::vector{root, 0});
}

TEST_CASE("closing a set removes events without their ancestors", "[control]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 3});
  drawn.entry(0, {2, 3});
  drawn.entry(0, {3});
  drawn.entry(0, {leaves});
  Trace trace = traceOf({0, 1, 2, 3});
  ControlTree tree(UnitGraph(drawn.table, trace), trace);
  EventSet included(4, true);
  CHECK(tree.closed(included) == included);
  included.erase(EventIndex(1));
  EventSet closed = tree.closed(included);
  CHECK(closed.count() == 2);
  CHECK(closed.contains(EventIndex(0)));
  CHECK(closed.contains(EventIndex(3)));
}
