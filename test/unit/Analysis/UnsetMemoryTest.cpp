// Tests of reads of memory that nothing has set, and of missing returns.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "TestSupport/HandDrawnGraph.h"
#include "TestSupport/HandWrittenRun.h"
#include "pinstripe/Analysis/MissingReturns.h"
#include "pinstripe/Analysis/Slicer.h"

using namespace pinstripe;
using namespace pinstripe::written;
using Memory = DependenceGraph::UnsetRead::Memory;

namespace {

/// A run of one call of a traced function in which reads of unset memory are
/// noted. All blocks must be written first.
class NotedRun : public HandWrittenRun {
public:
  explicit NotedRun(uint32_t events) {
    std::vector<Event> list(events, Event{EntryId(0), InvocationId(0)});
    trace = Trace(list, {Invocation()});
    drawn.entry(0, {leaves});
    table = drawn.table;
    table.modules.resize(1);
    table.functions.resize(1);
    function();
  }
  void begin() {
    traceFunctions();
    recorder().noteUnset(trace);
  }
  DependenceGraph graph() { return llvm::cantFail(recorder().take()); }

private:
  HandDrawnGraph drawn;
  Trace trace;
};

} // namespace

TEST_CASE("A read of a frame slot that nothing has set is noted with its place",
          "[unset]") {
  NotedRun run(2);
  BlockId first = run.block({set(RAX), store(-8, RAX)});
  BlockId second = run.block({load(RAX, -8), load(RCX, -16)});
  run.begin();
  run.run(0, first);
  run.run(1, second);
  DependenceGraph graph = run.graph();
  REQUIRE(graph.unsetReads().size() == 1);
  const DependenceGraph::UnsetRead &read = graph.unsetReads().front();
  CHECK(read.memory == Memory::Frame);
  CHECK(read.function == FunctionId(0));
  CHECK(read.place == -16);
  CHECK(read.isWhole);
  CHECK(graph.eventOf(read.node) == EventIndex(1));
}

TEST_CASE("A read of which a part was set is marked", "[unset]") {
  NotedRun run(2);
  WrittenInstruction half = store(-8, RAX);
  half.references[0].size = 4;
  BlockId first = run.block({set(RAX), half});
  BlockId second = run.block({load(RAX, -8)});
  run.begin();
  run.run(0, first);
  run.run(1, second);
  DependenceGraph graph = run.graph();
  REQUIRE(graph.unsetReads().size() == 1);
  CHECK(graph.unsetReads().front().place == -4);
  CHECK_FALSE(graph.unsetReads().front().isWhole);
}

TEST_CASE("Heap memory is unset after its allocation and after its release",
          "[unset]") {
  constexpr uint64_t heap = 0x10000;
  NotedRun run(4);
  BlockId allocating = run.block({callLibrary()});
  BlockId reading = run.block({loadFrom(RAX, RCX)});
  BlockId writing = run.block({set(RAX), storeTo(RCX, RAX)});
  run.begin();
  run.run(0, allocating);
  run.recorder().allocate(heap, 16);
  run.run(1, reading, topFrame, {heap});
  run.run(2, writing, topFrame, {heap});
  run.run(2, reading, topFrame, {heap});
  run.recorder().release(heap);
  run.run(3, reading, topFrame, {heap});
  DependenceGraph graph = run.graph();
  REQUIRE(graph.unsetReads().size() == 2);
  CHECK(graph.unsetReads()[0].memory == Memory::Heap);
  CHECK(graph.eventOf(graph.unsetReads()[0].node) == EventIndex(1));
  CHECK(graph.eventOf(graph.unsetReads()[0].allocation) == EventIndex(0));
  CHECK(graph.unsetReads()[1].memory == Memory::ReleasedHeap);
  CHECK(graph.eventOf(graph.unsetReads()[1].node) == EventIndex(3));
}

TEST_CASE("Uses of released heap memory are noted until it is taken again",
          "[unset]") {
  using Use = DependenceGraph::ReleasedUse;
  constexpr uint64_t heap = 0x10000;
  NotedRun run(8);
  BlockId allocating = run.block({callLibrary()});
  BlockId reading = run.block({loadFrom(RAX, RCX)});
  BlockId writing = run.block({set(RAX), storeTo(RCX, RAX)});
  run.begin();
  run.recorder().noteReleased();
  run.run(0, allocating);
  run.recorder().allocate(heap, 16);
  run.run(1, reading, topFrame, {heap});
  run.recorder().release(heap);
  run.run(2, writing, topFrame, {heap + 8});
  run.run(3, reading, topFrame, {heap + 8});
  run.run(4, reading, topFrame, {heap + 16});
  auto noted = GENERATE(1, 2, 3);
  LibraryCall call;
  call.function = "free";
  if (noted == 1) {
    call.heapUse = LibraryCall::HeapUse::Release;
    run.recorder().beginLibraryCall(call, {});
    run.recorder().release(heap);
    run.recorder().endLibraryCall(call, {}, {});
  } else if (noted == 2) {
    run.recorder().allocate(heap + 8, 64);
  } else {
    run.recorder().beginLibraryCall(call, {});
    run.recorder().endLibraryCall(call, {}, {});
  }
  run.run(5, reading, topFrame, {heap + 8});
  std::vector<Use> uses = {{EventIndex(2), EventIndex(1)},
                           {EventIndex(3), EventIndex(1)}};
  if (noted == 1)
    uses.insert(uses.end(), {{EventIndex(4), EventIndex(1)},
                             {EventIndex(5), EventIndex(1)}});
  CHECK(run.graph().releasedUses().vec() == uses);
}

TEST_CASE("Nothing is noted unless that is asked for", "[unset]") {
  NotedRun run(1);
  BlockId only = run.block({load(RCX, -16), ret()});
  run.run(0, only);
  DependenceGraph graph = run.graph();
  CHECK(graph.unsetReads().empty());
  CHECK(graph.missingReturns().empty());
}

namespace {

/// A run in which main calls `callee`, which has an event of a unit of this
/// kind.
struct CallRun {
  explicit CallRun(UnitKind kind) {
    table.modules.resize(1);
    for (const char *name : {"main", "callee"}) {
      TracedFunction function;
      function.name = function.linkageName = name;
      function.low = 0x1000 * (table.functions.size() + 1);
      function.returns = ReturnClass::Register;
      table.functions.push_back(function);
      StatementUnit unit;
      unit.kind = table.units.empty() ? UnitKind::Expression : kind;
      table.units.push_back(unit);
      UnitEntry entry;
      entry.address = function.low + 16;
      entry.unit = UnitId(table.units.size() - 1);
      entry.function = FunctionId(table.functions.size() - 1);
      entry.flow.mayLeave = true;
      table.entries.push_back(entry);
    }
  }
  bool isMissing() const {
    Trace trace(std::vector<Event>{{EntryId(0), InvocationId(0)},
                                   {EntryId(1), InvocationId(1)}},
                std::vector<Invocation>{
                    {FunctionId(0), {}, {}},
                    {FunctionId(1), InvocationId(0), EventIndex(0)}});
    MissingReturns missing(table, trace);
    CHECK_FALSE(missing.isMissing(InvocationId(0))); // main needs none.
    bool isMissing = missing.isMissing(InvocationId(1));
    CHECK(missing.functions() ==
          (isMissing ? std::set{FunctionId(1)} : std::set<FunctionId>()));
    // If the run crashed in the call, the call has not come to its end.
    CHECK(missing.functions(InvocationId(1)).empty());
    CHECK(missing.functions(InvocationId(0)) == missing.functions());
    return isMissing;
  }
  UnitTable table;
};

} // namespace

TEST_CASE("A call of a function with a result misses its return if it executes "
          "none",
          "[unset]") {
  CHECK(CallRun(UnitKind::Expression).isMissing());
  CHECK_FALSE(CallRun(UnitKind::Return).isMissing());
}

TEST_CASE("No return is missed where none need be known", "[unset]") {
  CallRun run(UnitKind::Expression);
  SECTION("the function has no result") {
    run.table.functions[1].returns = ReturnClass::None;
  }
  SECTION("the statements come from the line table") {
    run.table.functions[1].fallbackReason = "no source";
  }
  SECTION("a return shares its code with another statement") {
    auto kind = GENERATE(ModelNote::Kind::Merged, ModelNote::Kind::Glued);
    StatementUnit unit;
    unit.kind = UnitKind::Return;
    run.table.units.push_back(unit);
    run.table.notes.push_back({kind, FunctionId(1), UnitId(2), 0, ""});
  }
  CHECK_FALSE(run.isMissing());
}

TEST_CASE("A return that is glued at one place only has events", "[unset]") {
  CallRun run(UnitKind::Expression);
  StatementUnit unit;
  unit.kind = UnitKind::Return;
  run.table.units.push_back(unit);
  UnitEntry entry = run.table.entries.back();
  entry.address += 16;
  entry.unit = UnitId(2);
  run.table.entries.push_back(entry);
  run.table.notes.push_back(
      {ModelNote::Kind::Glued, FunctionId(1), UnitId(2), 0, ""});
  CHECK(run.isMissing());
}

TEST_CASE("The result of a call without a return comes from the missing return",
          "[unset]") {
  HandWrittenRun run;
  run.table = CallRun(UnitKind::Expression).table;
  run.function();
  BlockId calling = run.block({call()});
  BlockId using_ = run.block({move(RDI, RAX), callLibrary()});
  run.function();
  BlockId callee = run.block({set(RAX), ret()});
  run.traceFunctions();
  Trace trace(
      std::vector<Event>{{EntryId(0), InvocationId(0)},
                         {EntryId(1), InvocationId(1)}},
      std::vector<Invocation>{{FunctionId(0), {}, {}},
                              {FunctionId(1), InvocationId(0), EventIndex(0)}});
  DependenceRecorder &recorder = run.recorder();
  recorder.noteUnset(trace);
  run.run(0, calling);
  recorder.atEvent(EventIndex(1), InvocationId(1));
  recorder.executeBlock(callee, topFrame - 64, {});
  run.run(0, using_);
  run.print(0);
  DependenceGraph graph = llvm::cantFail(recorder.take());
  REQUIRE(graph.missingReturns().size() == 1);
  CHECK(graph.missingReturns().front().invocation == InvocationId(1));
  ControlTree tree(UnitGraph(run.table, trace), trace);
  SliceCriterion criterion;
  criterion.nodes = {graph.outputs().back().call};
  Slice slice = Slicer(trace, graph, tree, /*followStale=*/true)
                    .slice(criterion, SliceKind::Full);
  CHECK(slice.unsetReaders ==
        std::vector<NodeId>{graph.missingReturns().front().node});
}
