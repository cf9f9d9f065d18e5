// Tests of the control-flow graphs of units.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/UnitGraph.h"
#include "TestSupport/Catch.h"
#include "TestSupport/HandDrawnGraph.h"

using namespace pinstripe;

static std::vector<EntryId> postDominators(const UnitGraph &graph,
                                           size_t entries) {
  std::vector<EntryId> found;
  for (size_t i = 0; i < entries; ++i)
    found.push_back(graph.immediatePostDominator(EntryId(i)));
  return found;
}

TEST_CASE("the post-dominator of a branch is where both ways meet", "[graph]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 2}); // if
  drawn.entry(0, {3});    //   then
  drawn.entry(0, {3});    //   else
  drawn.entry(0, {leaves});
  UnitGraph graph(drawn.table);
  CHECK(graph.isCondition(EntryId(0)));
  CHECK(graph.conditions().count() == 1);
  CHECK(postDominators(graph, 4) ==
        std::vector{EntryId(3), EntryId(3), EntryId(3), UnitGraph::exit});
}

TEST_CASE("the condition of a loop decides about its body and itself",
          "[graph]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1});
  drawn.entry(0, {2, 3}); // while
  drawn.entry(0, {1});
  drawn.entry(0, {leaves});
  UnitGraph graph(drawn.table);
  CHECK(graph.immediatePostDominator(EntryId(1)) == EntryId(3));
  CHECK(graph.immediatePostDominator(EntryId(2)) == EntryId(1));
}

TEST_CASE("after a condition with a return in one branch, all depends on the "
          "condition",
          "[graph]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 2});
  drawn.entry(0, {leaves});
  drawn.entry(0, {leaves});
  UnitGraph graph(drawn.table);
  CHECK(graph.immediatePostDominator(EntryId(0)) == UnitGraph::exit);
}

TEST_CASE("the last entry of an endless loop is taken to lead to the end",
          "[graph]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1});
  drawn.entry(0, {0});
  drawn.entry(1, {leaves});
  UnitGraph graph(drawn.table);
  CHECK(postDominators(graph, 3) ==
        std::vector{EntryId(1), UnitGraph::exit, UnitGraph::exit});
  CHECK(graph.conditions().none());
}

TEST_CASE("a transition that a run has shown is an edge", "[graph]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1}); // The program calls setjmp here, and control comes back.
  drawn.entry(0, {2});
  drawn.entry(0, {leaves});
  Trace trace({{EntryId(0), InvocationId(0)},
               {EntryId(1), InvocationId(0)},
               {EntryId(0), InvocationId(0)},
               {EntryId(2), InvocationId(0)}},
              {Invocation()});
  UnitGraph graph(drawn.table, trace);
  CHECK(graph.observedEdges() == 2);
  CHECK(graph.isCondition(EntryId(0)));
  CHECK(graph.isCondition(EntryId(1)));
  CHECK(graph.successors(EntryId(1)) == llvm::ArrayRef{EntryId(0), EntryId(2)});
  CHECK(graph.successors(EntryId(2)) == llvm::ArrayRef{UnitGraph::exit});
}

TEST_CASE("a crash in the midst of a loop makes no condition", "[graph]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1, 2}); // while
  drawn.entry(0, {0});    //   a call that crashes when it is made again
  drawn.entry(0, {leaves});
  drawn.entry(1, {4});
  drawn.entry(1, {leaves});
  Invocation called;
  called.caller = InvocationId(0);
  Trace trace({{EntryId(0), InvocationId(0)},
               {EntryId(1), InvocationId(0)},
               {EntryId(0), InvocationId(0)},
               {EntryId(1), InvocationId(0)},
               {EntryId(3), InvocationId(1)}},
              {Invocation(), called});
  UnitGraph graph(drawn.table, trace);
  CHECK(graph.observedEdges() == 0);
  CHECK(graph.isCondition(EntryId(0)));
  CHECK_FALSE(graph.isCondition(EntryId(1)));
  CHECK_FALSE(graph.isCondition(EntryId(3)));
}

TEST_CASE("a call in which the program ends is a condition", "[graph]") {
  HandDrawnGraph drawn;
  drawn.entry(0, {1});
  drawn.entry(0, {0, 2}); // calls the function below
  drawn.entry(0, {leaves});
  drawn.entry(1, {leaves, 4});
  drawn.entry(1, {}); // calls exit
  Invocation called;
  called.caller = InvocationId(0);
  Trace trace({{EntryId(0), InvocationId(0)},
               {EntryId(1), InvocationId(0)},
               {EntryId(3), InvocationId(1)},
               {EntryId(4), InvocationId(1)}},
              {Invocation(), called});
  UnitGraph graph(drawn.table, trace);
  CHECK(graph.successors(EntryId(1)).back() == UnitGraph::exit);
}
