// Tests of relevant slices.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/HandDrawnGraph.h"
#include "TestSupport/HandWrittenRun.h"
#include "TestSupport/OrFail.h"
#include "pinstripe/Analysis/Slicer.h"

using namespace pinstripe;
using namespace pinstripe::written;

namespace {

using Events = std::vector<unsigned>;

FixedStore frameSlot(int64_t place) { return {true, place, 8}; }

/// A hand-written run, together with the control flow of its code.
struct GraphedRun {
  /// Notes that the code of an entry writes to a place.
  void stores(uint32_t entry, FixedStore store) {
    drawn.table.entries[entry].flow.stores.push_back(store);
  }
  /// Executes these entries. Must be called after all entries were drawn and
  /// all blocks written.
  void begin(const std::vector<Event> &events,
             const std::vector<Invocation> &invocations = {Invocation()}) {
    trace = Trace(events, invocations);
    run.table.entries = drawn.table.entries;
    run.table.units = drawn.table.units;
    run.table.functions = drawn.table.functions;
    run.traceFunctions();
    run.recorder().notePlaces(trace);
    run.recorder().moduleLoaded(ModuleId(0), 0);
  }
  Slice slice(SliceKind kind) {
    if (!graph)
      graph = orFail(run.recorder().take());
    UnitGraph units(run.table, trace);
    ControlTree tree(units, trace);
    PotentialDependences potential(run.table, units, trace,
                                   graph->storedPlaces());
    SliceCriterion criterion;
    criterion.nodes = {graph->outputs().back().call};
    return Slicer(trace, *graph, tree, /*followStale=*/true, &potential)
        .slice(criterion, kind);
  }
  Events events(SliceKind kind) {
    EventSet set = slice(kind).events;
    return Events(set.bitVector().set_bits_begin(),
                  set.bitVector().set_bits_end());
  }

  HandWrittenRun run;
  HandDrawnGraph drawn;
  Trace trace;
  std::optional<DependenceGraph> graph;
};

std::vector<Event> inMain(std::vector<uint32_t> entries) {
  std::vector<Event> events;
  for (uint32_t entry : entries)
    events.push_back({EntryId(entry), InvocationId(0)});
  return events;
}

} // namespace

TEST_CASE("a decision that could have changed a value is in the relevant slice",
          "[slicer][relevant]") {
  GraphedRun graphed;
  HandDrawnGraph &drawn = graphed.drawn;
  HandWrittenRun &run = graphed.run;
  drawn.entry(0, {1});      // rate = 100
  drawn.entry(0, {2});      // points = ...
  drawn.entry(0, {3, 4});   // if (points)
  drawn.entry(0, {4});      //   rate = 90, which is not executed
  drawn.entry(0, {5, 6});   // if (points)
  drawn.entry(0, {6});      //   other = 1
  drawn.entry(0, {leaves}); // print(rate)
  graphed.stores(0, frameSlot(-8));
  graphed.stores(3, frameSlot(-8));
  graphed.stores(5, frameSlot(-24));
  run.function();
  BlockId rate = run.block({set(RAX), store(-8, RAX)});
  BlockId points = run.block({set(RAX), store(-16, RAX)});
  BlockId test = run.block({load(RAX, -16), compare(RAX), branch()});
  BlockId out = run.block({load(RDI, -8), callLibrary()});
  graphed.begin(inMain({0, 1, 2, 4, 6}));
  run.run(0, rate);
  run.run(1, points);
  run.run(2, test);
  run.run(3, test);
  run.run(4, out);
  run.print(0);
  CHECK(graphed.events(SliceKind::Full) == Events{0, 4});
  // The slice has the decision and what it depends on, but not the decision
  // about another variable.
  CHECK(graphed.events(SliceKind::Relevant) == Events{0, 1, 2, 4});
  Slice slice = graphed.slice(SliceKind::Relevant);
  CHECK(
      slice.reasons(EventIndex(2))
          .equals({SliceReason{SliceReason::Kind::Potential, EventIndex(4)}}));
}

TEST_CASE("decisions before a definition are not in its relevant slice",
          "[slicer][relevant]") {
  GraphedRun graphed;
  HandDrawnGraph &drawn = graphed.drawn;
  HandWrittenRun &run = graphed.run;
  drawn.entry(0, {1, 2});   // if
  drawn.entry(0, {2});      //   rate = 90
  drawn.entry(0, {3});      // rate = 100
  drawn.entry(0, {leaves}); // print(rate)
  graphed.stores(1, frameSlot(-8));
  graphed.stores(2, frameSlot(-8));
  run.function();
  BlockId rate = run.block({set(RAX), store(-8, RAX)});
  BlockId test = run.block({compare(RBX), branch()});
  BlockId out = run.block({load(RDI, -8), callLibrary()});
  graphed.begin(inMain({0, 2, 3}));
  run.run(0, test);
  run.run(1, rate);
  run.run(2, out);
  run.print(0);
  CHECK(graphed.events(SliceKind::Relevant) == Events{1, 2});
}

TEST_CASE(
    "a decision that could have set an unset variable is in the relevant slice",
    "[slicer][relevant]") {
  GraphedRun graphed;
  HandDrawnGraph &drawn = graphed.drawn;
  HandWrittenRun &run = graphed.run;
  drawn.entry(0, {1, 2});   // if
  drawn.entry(0, {2});      //   value = 1
  drawn.entry(0, {leaves}); // print(value)
  bool isInFrame = GENERATE(true, false);
  constexpr int64_t address = 0x9000;
  graphed.stores(1, isInFrame ? frameSlot(-8) : FixedStore{false, address, 8});
  run.function();
  BlockId test = run.block({compare(RBX), branch()});
  WrittenInstruction read = load(RDI, isInFrame ? -8 : address);
  if (!isInFrame)
    read.references[0].place = MemoryReference::Place::Fixed;
  BlockId out = run.block({read, callLibrary()});
  graphed.begin(inMain({0, 2}));
  run.run(0, test);
  run.run(1, out);
  run.print(0);
  CHECK(graphed.events(SliceKind::Full) == Events{1});
  CHECK(graphed.events(SliceKind::Relevant) == Events{0, 1});
}

TEST_CASE("a decision that skipped a call which sets the variable is in the "
          "relevant slice",
          "[slicer][relevant]") {
  for (bool isCalled : {false, true}) {
    GraphedRun graphed;
    HandDrawnGraph &drawn = graphed.drawn;
    HandWrittenRun &run = graphed.run;
    drawn.entry(0, {1});      // total = 0
    drawn.entry(0, {2, 3});   // if
    drawn.entry(0, {3});      //   change()
    drawn.entry(0, {0, 4});   // again?
    drawn.entry(0, {leaves}); // print(total)
    drawn.entry(1, {leaves}); // total = 1, through a pointer
    graphed.stores(0, frameSlot(-8));
    run.function();
    BlockId total = run.block({set(RAX), store(-8, RAX)});
    BlockId test = run.block({compare(RBX), branch()});
    BlockId change = run.block({call()});
    BlockId out = run.block({load(RDI, -8), callLibrary()});
    run.function();
    BlockId inner = run.block({set(RAX), storeTo(RCX, RAX), ret()});
    // If the first decision is true, it calls the function.
    std::vector<Event> events = isCalled ? inMain({0, 1, 2, 5, 3, 0, 1, 3, 4})
                                         : inMain({0, 1, 3, 0, 1, 3, 4});
    std::vector<Invocation> invocations = {Invocation()};
    if (isCalled) {
      events[3].invocation = InvocationId(1);
      invocations.push_back({FunctionId(1), InvocationId(0), EventIndex(2)});
    }
    graphed.begin(events, invocations);
    uint32_t event = 0;
    run.run(event++, total);
    run.run(event++, test);
    if (isCalled) {
      run.run(event++, change);
      run.run(event++, inner, topFrame - 64, {topFrame - 8});
    }
    run.run(event++, test);
    run.run(event++, total);
    run.run(event++, test);
    run.run(event++, test);
    run.run(event++, out);
    run.print(0);
    // After the last iteration of the loop, another one could have followed.
    CHECK(graphed.events(SliceKind::Relevant) ==
          (isCalled ? Events{4, 5, 6, 7, 8} : Events{2, 3, 5, 6}));
  }
}

TEST_CASE(
    "definitions that are live at the same time have decisions of their own",
    "[slicer][relevant]") {
  constexpr uint64_t heap = 0x20000;
  GraphedRun graphed;
  HandDrawnGraph &drawn = graphed.drawn;
  HandWrittenRun &run = graphed.run;
  drawn.entry(0, {1});      // list[i] = 1
  drawn.entry(0, {2, 3});   // if
  drawn.entry(0, {3});      //   list[i] = 2
  drawn.entry(0, {0, 4});   // again?
  drawn.entry(0, {leaves}); // print(list[1] + list[2])
  run.function();
  BlockId write = run.block({set(RAX), storeTo(RCX, RAX)});
  BlockId test = run.block({compare(RBX), branch()});
  BlockId out = run.block(
      {loadFrom(RDI, RCX), loadFrom(RSI, RCX), add(RDI, RSI), callLibrary()});
  graphed.begin(inMain({0, 1, 2, 3, 0, 1, 3, 0, 1, 3, 4}));
  run.run(0, write, topFrame, {heap});
  run.run(1, test);
  run.run(2, write, topFrame,
          {heap}); // This makes the writer of the block known.
  run.run(3, test);
  run.run(4, write, topFrame, {heap + 8});
  run.run(5, test);
  run.run(6, test);
  run.run(7, write, topFrame, {heap + 16});
  run.run(8, test);
  run.run(9, test);
  run.run(10, out, topFrame,
          GENERATE(std::vector<uint64_t>{heap + 8, heap + 16},
                   std::vector<uint64_t>{heap + 16, heap + 8}));
  run.print(0);
  // The first decision was made before the elements were set.
  CHECK(graphed.events(SliceKind::Relevant) == Events{3, 4, 5, 6, 7, 8, 9, 10});
}

TEST_CASE("a reused heap block forgets its former writers", "[relevant]") {
  StoredPlaces places;
  places.add(StoredPlace::at(0x5000), 8, EntryId(1));
  places.add(StoredPlace::at(0x5004), 4, EntryId(2));
  CHECK(places.writersOf(StoredPlace::at(0x5000)).size() == 1);
  CHECK(places.writersOf(StoredPlace::at(0x5004)).size() == 2);
  places.forget(0x5004, 4);
  CHECK(places.isKnown(StoredPlace::at(0x5000)));
  CHECK(!places.isKnown(StoredPlace::at(0x5004)));
}

TEST_CASE("frames of one function share places, those of others don't",
          "[relevant]") {
  UnitTable table;
  for (uint32_t function : {0u, 0u, 1u})
    table.entries.push_back({0, UnitId(0), FunctionId(function)});
  StoredPlaces places;
  places.add(StoredPlace::inFrame(FunctionId(0), -8), 8, EntryId(0));
  places.add(StoredPlace::inFrame(FunctionId(0), -4), 4, EntryId(1));
  places.add(StoredPlace::inFrame(FunctionId(1), -8), 8, EntryId(2));
  std::vector<StoredPlaces::Sharer> sharers =
      places.sharersOf(table, EntryId(1));
  REQUIRE(sharers.size() == 2);
  CHECK(sharers[0].entry == EntryId(0));
  CHECK(sharers[0].isOwnFrame);
  CHECK(sharers[1].entry == EntryId(1));
}
