// Tests of dependences and slices of hand-written runs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SlicedRun.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;
using namespace pinstripe::written;

TEST_CASE("values flow through registers and memory", "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId one = run.block({set(RAX), store(-8, RAX)});
  BlockId other = run.block({set(RAX), store(-16, RAX)});
  BlockId sum = run.block({load(RAX, -8), add(RAX, RAX), store(-24, RAX)});
  BlockId out = run.block({load(RDI, -24), callLibrary()});
  run.run(0, one);
  run.run(1, other);
  run.run(2, one); // This sets a newer value.
  run.run(3, sum);
  run.run(4, out);
  run.print(0);
  Sliced sliced(run, 5, SliceKind::Data);
  CHECK(listed(sliced.slice.events) == Events{2, 3, 4});
  CHECK(listed(sliced.slice.criterion) == Events{4});
  CHECK(listed(sliced.slice.readStale).empty());
  CHECK(sliced.slice.reasons(EventIndex(2))
            .equals({SliceReason{SliceReason::Kind::Data, EventIndex(3)}}));
}

TEST_CASE("a value may pass through code outside of statements", "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId argument = run.block({set(RDI)});
  BlockId prologue = run.block({store(-8, RDI)});
  BlockId out = run.block({load(RDI, -8), callLibrary()});
  run.run(0, argument);
  run.recorder().atEvent(std::nullopt, InvocationId(0));
  run.recorder().executeBlock(prologue, topFrame, {});
  run.run(1, out);
  run.print(0);
  Sliced sliced(run, 2, SliceKind::Data);
  CHECK(listed(sliced.slice.events) == Events{0, 1});
  CHECK(sliced.slice.reasons(EventIndex(0))
            .equals({SliceReason{SliceReason::Kind::Data, EventIndex(1)}}));
}

TEST_CASE("printed bytes are needed by the event that printed them",
          "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId value = run.block({set(RAX), store(-8, RAX)});
  BlockId out = run.block({callLibrary()});
  run.run(0, value);
  run.run(1, out);
  run.print(0);
  DependenceGraph graph = graphOf(run);
  Trace trace({{EntryId(0), InvocationId(0)}, {EntryId(1), InvocationId(0)}},
              {Invocation()});
  HandDrawnGraph drawn;
  drawn.entry(0, {1});
  drawn.entry(0, {leaves});
  ControlTree tree(UnitGraph(drawn.table, trace), trace);
  SliceCriterion criterion;
  criterion.occurrences = {EventIndex(1)};
  criterion.used = {
      {graph.segmentsOf(EventIndex(0)).front().first, EventIndex(1)}};
  for (SliceKind kind : {SliceKind::Data, SliceKind::Full}) {
    Slice slice =
        Slicer(trace, graph, tree, /*followStale=*/true).slice(criterion, kind);
    CHECK(listed(slice.events) == Events{0, 1});
    CHECK(listed(slice.criterion) == Events{1});
    CHECK(slice.reasons(EventIndex(0))
              .equals({SliceReason{SliceReason::Kind::Data, EventIndex(1)}}));
  }
}

TEST_CASE("parts of memory have their own writers", "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId whole = run.block({set(RAX), store(-8, RAX)});
  WrittenInstruction byte = store(-8, RCX);
  byte.references[0].size = 1;
  BlockId low = run.block({set(RCX), byte});
  BlockId out = run.block({load(RDI, -8), callLibrary()});
  run.run(0, whole);
  run.run(1, low);
  run.run(2, out);
  run.print(0);
  CHECK(dataSlice(run, 3) == Events{0, 1, 2});
}

TEST_CASE(
    "the address of a value is a dependence of another kind than the value",
    "[slicer]") {
  for (bool withAddresses : {false, true}) {
    HandWrittenRun run;
    run.function();
    BlockId value = run.block({set(RAX), store(-8, RAX)});
    BlockId pointer = run.block({set(RCX), store(-16, RCX)});
    BlockId read =
        run.block({load(RCX, -16), loadFrom(RDI, RCX), callLibrary()});
    run.run(0, value);
    run.run(1, pointer);
    run.run(2, read, topFrame, {topFrame - 8});
    run.print(0);
    if (withAddresses)
      CHECK(addressSlice(run, 3) == Events{0, 1, 2});
    else
      CHECK(dataSlice(run, 3) == Events{0, 2});
  }
}

TEST_CASE(
    "the pointer through which a value is stored is an address dependence",
    "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId pointer = run.block({set(RCX), store(-16, RCX)});
  BlockId write = run.block({load(RCX, -16), set(RAX), storeTo(RCX, RAX)});
  BlockId out = run.block({load(RDI, -8), callLibrary()});
  run.run(0, pointer);
  run.run(1, write, topFrame, {topFrame - 8});
  run.run(2, out);
  run.print(0);
  CHECK(dataSlice(run, 3) == Events{1, 2});
}

TEST_CASE("a value of an ended frame is stale", "[slicer]") {
  for (bool followStale : {false, true}) {
    HandWrittenRun run;
    run.function();
    BlockId main = run.block({call()});
    BlockId out = run.block({move(RDI, RAX), callLibrary()});
    run.function();
    BlockId entry = run.block({set(RAX), store(-8, RAX)});
    BlockId leave = run.block({load(RAX, -8), ret()});
    uint64_t inner = topFrame - 64;
    run.run(0, main);
    run.run(1, entry, inner); // This opens the frame and sets a variable.
    run.run(2, leave, inner);
    run.run(3, main);
    run.run(4, leave,
            inner); // This is another call, which does not set the variable.
    run.run(5, out);
    run.print(0);
    Sliced sliced(run, 6, SliceKind::Data, followStale);
    if (followStale)
      CHECK(listed(sliced.slice.events) == Events{1, 4, 5});
    else
      CHECK(listed(sliced.slice.events) == Events{4, 5});
    CHECK(listed(sliced.slice.readStale) == Events{4});
  }
}

TEST_CASE("a variable that was never set has no origin", "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId first = run.block({set(RAX), store(-8, RAX)});
  BlockId out = run.block({load(RDI, -16), callLibrary()});
  run.run(0, first);
  run.run(1, out);
  run.print(0);
  Sliced sliced(run, 2, SliceKind::Full);
  CHECK(listed(sliced.slice.events) == Events{1});
  CHECK(listed(sliced.slice.readUnwritten) == Events{1});
  CHECK(listed(sliced.slice.readStale).empty());
}

TEST_CASE("heap memory that was never set comes from its allocation",
          "[slicer]") {
  constexpr uint64_t heap = 0x10000;
  HandWrittenRun run;
  run.function();
  BlockId before = run.block({set(RAX), storeTo(RCX, RAX)});
  BlockId allocating = run.block({callLibrary()});
  BlockId out = run.block({loadFrom(RDI, RCX), callLibrary()});
  run.run(0, before, topFrame,
          {heap}); // The memory then belonged to another owner.
  run.run(1, allocating);
  run.recorder().allocate(heap, 16);
  run.run(2, out, topFrame, {heap});
  run.print(0);
  Sliced sliced(run, 3, SliceKind::Data);
  CHECK(listed(sliced.slice.events) == Events{1, 2});
  CHECK(listed(sliced.slice.readUnwritten) == Events{2});
}

TEST_CASE("a block of the heap that was released is stale", "[slicer]") {
  constexpr uint64_t heap = 0x10ff8; // The address lies on two pages.
  HandWrittenRun run;
  run.function();
  BlockId first = run.block({callLibrary()});
  BlockId write = run.block({set(RAX), storeTo(RCX, RAX)});
  BlockId out = run.block({loadFrom(RDI, RCX), callLibrary()});
  run.run(0, first);
  run.recorder().allocate(heap, 24);
  run.run(1, write, topFrame, {heap + 8});
  run.run(2, first);
  run.recorder().release(heap);
  run.run(3, out, topFrame, {heap + 8});
  run.print(0);
  Sliced sliced(run, 4, SliceKind::Data);
  CHECK(listed(sliced.slice.events) == Events{1, 3});
  CHECK(listed(sliced.slice.readStale) == Events{3});
}

TEST_CASE("saving and restoring a register makes no dependence", "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId start = run.block({set(RBX), call()});
  BlockId out = run.block({move(RDI, RBX), callLibrary()});
  run.function();
  BlockId callee = run.block({store(-8, RBX, Kind::SaveRegister), set(RBX),
                              load(RBX, -8, Kind::RestoreRegister), ret()});
  uint64_t inner = topFrame - 64;
  run.run(0, start);
  run.run(1, callee, inner);
  run.run(2, out);
  run.print(0);
  CHECK(dataSlice(run, 3) == Events{0, 2});
}

TEST_CASE("a saved register that was overwritten in memory is not restored",
          "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId start = run.block({set(RBX), call()});
  BlockId out = run.block({move(RDI, RBX), callLibrary()});
  run.function();
  BlockId callee =
      run.block({store(-8, RBX, Kind::SaveRegister), set(RBX), store(-8, RBX),
                 load(RBX, -8, Kind::RestoreRegister), ret()});
  run.run(0, start);
  run.run(1, callee, topFrame - 64);
  run.run(2, out);
  run.print(0);
  CHECK(dataSlice(run, 3) == Events{1, 2});
}

TEST_CASE("each activation of a recursive function has its own variables",
          "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId main = run.block({set(RDI), call()});
  BlockId out = run.block({move(RDI, RAX), callLibrary()});
  run.function();
  BlockId down =
      run.block({store(-8, RDI), load(RDI, -8), add(RDI, RDI), call()});
  BlockId last = run.block({store(-8, RDI)});
  BlockId back = run.block({load(RAX, -8), ret()});
  uint64_t first = topFrame - 64, second = topFrame - 128;
  run.run(0, main);
  run.run(1, down, first);
  run.run(2, last, second);
  run.run(3, back, second); // Nobody uses this result.
  run.run(4, back, first);
  run.run(5, out);
  run.print(0);
  CHECK(dataSlice(run, 6) == Events{0, 1, 4, 5});
}

TEST_CASE("library calls read when they begin and write when they end",
          "[slicer]") {
  constexpr uint64_t buffer = 0x20000;
  HandWrittenRun run;
  run.function();
  BlockId source = run.block({set(RAX), storeTo(RCX, RAX)});
  BlockId copying = run.block({callLibrary()});
  BlockId out = run.block({loadFrom(RDI, RCX), callLibrary()});
  run.run(0, source, topFrame, {buffer});
  run.run(1, source, topFrame, {buffer + 64});
  run.run(2, copying);
  LibraryCall copy{"memcpy", LibraryCall::Knowledge::Model, 0,
                   generalRegister(RAX)};
  run.recorder().beginLibraryCall(copy, {{buffer, 8, false}});
  run.recorder().endLibraryCall(copy, {{buffer + 8, 8, true}}, {});
  run.run(3, out, topFrame, {buffer + 8});
  run.print(0);
  CHECK(dataSlice(run, 4) == Events{0, 2, 3});
}

TEST_CASE("the result of a callback reaches the result of the library call",
          "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId main = run.block({set(RSI), callLibrary()});
  BlockId out = run.block({move(RDI, RAX), callLibrary()});
  run.function();
  BlockId entry{2 + 1};
  BlockId callback = run.block({add(RDI, RDI), move(RAX, RDI), ret()});
  LibraryCall sort{"bsearch", LibraryCall::Knowledge::Model,
                   generalRegister(RSI), generalRegister(RAX)};
  run.run(0, main);
  run.recorder().beginLibraryCall(sort, {});
  run.run(0, entry, topFrame);
  run.run(1, callback, topFrame - 256);
  run.recorder().atEvent(EventIndex(0), InvocationId(0));
  run.recorder().endLibraryCall(sort, {}, {});
  run.run(2, out);
  run.print(0);
  CHECK(dataSlice(run, 3) == Events{0, 1, 2});
}

TEST_CASE("an exception carries its object and restores registers",
          "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId main = run.block({set(RBX), call()});
  BlockId pad = run.block({add(RAX, RBX), move(RDI, RAX), callLibrary()});
  run.function();
  BlockId thrower = run.block(
      {store(-8, RBX, Kind::SaveRegister), set(RBX), set(RDI), callLibrary()});
  run.run(0, main);
  run.run(1, thrower, topFrame - 64);
  LibraryCall raise{"__cxa_throw", LibraryCall::Knowledge::Model,
                    generalRegister(RDI), 0};
  run.recorder().beginLibraryCall(raise, {}); // The call does not end.
  run.run(2, pad);
  run.print(0);
  Sliced sliced(run, 3, SliceKind::Data);
  CHECK(listed(sliced.slice.events) == Events{0, 1, 2});
  // rbx has the value of the caller, not that of the function that throws. Two
  // nodes of the latter remain: the object and the throw.
  CHECK(sliced.slice.nodes == 7);
}

TEST_CASE("full slices hold decisions and what these depend on", "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId value = run.block({set(RAX), store(-8, RAX)});
  BlockId limit = run.block({set(RAX), store(-16, RAX)});
  BlockId test = run.block({load(RAX, -16), compare(RAX), branch()});
  BlockId out = run.block({load(RDI, -8), callLibrary()});
  run.run(0, value);
  run.run(1, limit);
  run.run(2, test);
  run.run(3, out);
  run.print(0);
  DependenceGraph graph = graphOf(run);
  HandDrawnGraph drawn;
  drawn.entry(0, {1});
  drawn.entry(0, {2});
  drawn.entry(0, {3, leaves}); // if
  drawn.entry(0, {leaves});
  std::vector<Event> list;
  for (uint32_t i = 0; i < 4; ++i)
    list.push_back({EntryId(i), InvocationId(0)});
  Trace trace(list, {Invocation()});
  ControlTree tree(UnitGraph(drawn.table, trace), trace);
  Slicer slicer(trace, graph, tree, /*followStale=*/true);
  SliceCriterion criterion;
  criterion.nodes = {graph.outputs().front().call};
  CHECK(listed(slicer.slice(criterion, SliceKind::Data).events) ==
        Events{0, 3});
  Slice full = slicer.slice(criterion, SliceKind::Full);
  CHECK(listed(full.events) == Events{0, 1, 2, 3});
  CHECK(full.reasons(EventIndex(2))
            .equals({SliceReason{SliceReason::Kind::Control, EventIndex(3)}}));
  // The criterion is everything that an event does.
  SliceCriterion event;
  event.events = {EventIndex(2)};
  CHECK(listed(slicer.slice(event, SliceKind::Data).events) == Events{1, 2});
}

TEST_CASE("a block that faults has executed the instructions before the fault",
          "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId block = run.block({set(RDI), loadFrom(RDI, RCX)});
  BlockId next = run.block({callLibrary()});
  run.run(0, block); // The run has no word for the load.
  run.run(1, next);
  run.print(0);
  CHECK(dataSlice(run, 2) == Events{0, 1});
}

TEST_CASE("a run that takes too much memory is refused with a remedy",
          "[slicer]") {
  HandWrittenRun run(/*maxBytes=*/1 << 16);
  run.function();
  BlockId block = run.block({set(RAX), add(RAX, RAX), storeTo(RCX, RAX)});
  for (uint32_t i = 0; i < 20000; ++i)
    run.run(i, block, topFrame, {0x10000 + 8 * i});
  llvm::Error error = run.recorder().take().takeError();
  CHECK(error.isA<TargetError>());
  CHECK(llvm::toString(std::move(error)).find("choose a smaller input") !=
        std::string::npos);
}

TEST_CASE("a tracked place has a node just before its event", "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId assign = run.block({set(RAX), store(-8, RAX)});
  BlockId other = run.block({set(RAX), store(-16, RAX)});
  FixedStore bytes;
  bytes.isInFrame = true;
  bytes.place = -8;
  bytes.size = 8;
  run.recorder().track({EventIndex(2), bytes});
  run.run(0, assign);
  run.run(1, other);
  run.run(2, assign); // This assignment comes later.
  DependenceGraph graph = graphOf(run);
  REQUIRE(graph.tracked().size() == 1);
  REQUIRE(graph.dependences(graph.tracked().front()).size() == 1);
  NodeId on = graph.dependences(graph.tracked().front()).front().on();
  CHECK(graph.eventOf(on) == EventIndex(0));
}

TEST_CASE("executable slices hold all values that their events use",
          "[slicer]") {
  for (SliceKind kind : {SliceKind::Full, SliceKind::Executable}) {
    HandWrittenRun run;
    run.function();
    BlockId first = run.block({set(RAX), store(-8, RAX)});
    BlockId second = run.block({set(RAX), store(-16, RAX)});
    BlockId both = run.block(
        {load(RDI, -8), load(RCX, -16), storeTo(RCX, RAX), callLibrary()});
    run.run(0, first);
    run.run(1, second);
    run.run(2, both, topFrame, {0x10000});
    run.print(0);
    Sliced sliced(run, 3, kind);
    CHECK(listed(sliced.slice.events) ==
          (kind == SliceKind::Full ? Events{0, 2} : Events{0, 1, 2}));
  }
}
