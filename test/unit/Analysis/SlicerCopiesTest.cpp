// Tests that each copied byte depends on the writer of its original.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SlicedRun.h"

using namespace pinstripe;
using namespace pinstripe::written;

TEST_CASE("each byte of a copy comes from where its original does",
          "[slicer]") {
  constexpr uint64_t from = 0x20000, to = 0x30000;
  for (SliceKind kind : {SliceKind::Data, SliceKind::Full}) {
    for (uint64_t offset : {0, 8}) {
      HandWrittenRun run;
      run.function();
      BlockId source = run.block({set(RAX), storeTo(RCX, RAX)});
      BlockId size = run.block({set(RDX), callLibrary()});
      BlockId out = run.block({loadFrom(RDI, RCX), callLibrary()});
      run.run(0, source, topFrame, {from});
      run.run(1, source, topFrame, {from + 8});
      run.run(2, size);
      LibraryCall copy{"memcpy", LibraryCall::Knowledge::Model,
                       generalRegister(RDX), generalRegister(RDX),
                       generalRegister(RAX)};
      run.recorder().beginLibraryCall(copy, {copied(from, 16)});
      run.recorder().endLibraryCall(copy, {copied(to, 16, true)}, {});
      run.run(3, source, topFrame, {from}); // This write comes too late.
      run.run(4, out, topFrame, {to + offset});
      run.print(0);
      Sliced sliced(run, 5, kind);
      CHECK(listed(sliced.slice.events) == Events{offset == 0 ? 0u : 1u, 2, 4});
      // The value of each copied byte does not depend on the number of copied
      // bytes.
      CHECK(sliced.slice.nodes == (kind == SliceKind::Data ? 6 : 8));
    }
  }
}

TEST_CASE("each member of a structure that is moved through a register comes "
          "from where its original does",
          "[slicer]") {
  auto half = [](WrittenInstruction made) {
    made.references[0].size = 4;
    return made;
  };
  WrittenInstruction pass = move(RDI, RAX);
  pass.instruction.kind = Kind::Move;
  for (int64_t member : {0, 4}) {
    HandWrittenRun run;
    run.function();
    BlockId first = run.block({set(RCX), half(store(-16, RCX))});
    BlockId second = run.block({set(RCX), half(store(-12, RCX))});
    BlockId loads = run.block({load(RAX, -16, Kind::Move)});
    BlockId passes = run.block({pass});
    BlockId stores = run.block({store(-8, RDI, Kind::Move)});
    BlockId out = run.block({half(load(RDI, -8 + member)), callLibrary()});
    run.run(0, first);
    run.run(1, second);
    run.run(2, loads);
    run.run(3, first); // This write comes too late.
    run.run(4, passes);
    run.run(5, stores);
    run.run(6, out);
    run.print(0);
    CHECK(dataSlice(run, 7) == Events{member == 0 ? 0u : 1u, 2, 4, 5, 6});
  }
}

TEST_CASE("bytes that are put back from a register have passed through it",
          "[slicer]") {
  HandWrittenRun run;
  run.function();
  WrittenInstruction half = store(-8, RCX), read = load(RDI, -8);
  half.references[0].size = read.references[0].size = 4;
  BlockId first = run.block({set(RCX), half});
  half.references[0].offset = -4;
  BlockId second = run.block({set(RCX), half});
  BlockId save = run.block({load(RAX, -8, Kind::Move)});
  BlockId putBack = run.block({store(-8, RAX, Kind::Move)});
  BlockId out = run.block({read, callLibrary()});
  run.run(0, first);
  run.run(1, second);
  run.run(2, save);
  run.run(3, first);
  run.run(4, putBack);
  run.run(5, out);
  run.print(0);
  CHECK(dataSlice(run, 6) == Events{0, 2, 4, 5});
}

TEST_CASE("a register that has changed is no copy of what was loaded into it",
          "[slicer]") {
  HandWrittenRun run;
  run.function();
  WrittenInstruction half = store(-16, RAX);
  half.references[0].size = 4;
  BlockId first = run.block({set(RAX), half});
  half.references[0].offset = -12;
  BlockId second = run.block({set(RAX), half});
  BlockId sum = run.block(
      {load(RAX, -16, Kind::Move), add(RAX, RAX), store(-8, RAX, Kind::Move)});
  BlockId out = run.block({load(RDI, -8), callLibrary()});
  run.run(0, first);
  run.run(1, second);
  run.run(2, sum);
  run.run(3, out);
  run.print(0);
  CHECK(dataSlice(run, 4) == Events{0, 1, 2, 3});
}

TEST_CASE("padding that is copied is not read", "[slicer]") {
  HandWrittenRun run;
  run.function();
  WrittenInstruction half = store(-16, RAX), member = load(RDI, -8);
  half.references[0].size = member.references[0].size = 4;
  BlockId first = run.block({set(RAX), half});
  BlockId copy =
      run.block({load(RAX, -16, Kind::Move), store(-8, RAX, Kind::Move)});
  BlockId out = run.block({member, callLibrary()});
  run.run(0, first);
  run.run(1, copy);
  run.run(2, out);
  run.print(0);
  CHECK(Sliced(run, 3, SliceKind::Full).slice.readUnwritten.none());
}

TEST_CASE("bytes that stay in place keep their writers", "[slicer]") {
  constexpr uint64_t heap = 0x20000;
  HandWrittenRun run;
  run.function();
  BlockId source = run.block({set(RAX), storeTo(RCX, RAX)});
  BlockId call = run.block({callLibrary()});
  BlockId out = run.block({loadFrom(RDI, RCX), callLibrary()});
  run.run(0, call);
  run.recorder().allocate(heap, 16);
  run.run(1, source, topFrame, {heap});
  run.run(2, source, topFrame, {heap + 8});
  run.run(3, call);
  run.recorder().beginLibraryCall({"realloc"}, {copied(heap, 16)});
  run.recorder().release(heap);
  run.recorder().allocate(heap, 32);
  run.recorder().endLibraryCall({"realloc"}, {copied(heap, 32, true)}, {});
  uint64_t read = GENERATE(heap + 8, heap + 16);
  run.run(4, out, topFrame, {read});
  run.print(0);
  Sliced sliced(run, 5, SliceKind::Data);
  CHECK(listed(sliced.slice.events) ==
        (read == heap + 8 ? Events{2, 4} : Events{3, 4}));
  CHECK(listed(sliced.slice.readStale).empty());
  CHECK(sliced.slice.readUnwritten.any() == (read == heap + 16));
}

TEST_CASE("appending to a string leaves its writers", "[slicer]") {
  constexpr uint64_t left = 0x20000, right = 0x30000;
  for (uint64_t read : {left, left + 8}) {
    HandWrittenRun run;
    run.function();
    BlockId source = run.block({set(RAX), storeTo(RCX, RAX)});
    BlockId call = run.block({callLibrary()});
    BlockId out = run.block({loadFrom(RDI, RCX), callLibrary()});
    run.run(0, source, topFrame, {left});
    run.run(1, source, topFrame, {right});
    run.run(2, call);
    LibraryCall append{"strcat"};
    MemoryAccess end{left, 9};
    end.isAddress = true;
    MemoryAccess appended = copied(left, 17, true);
    appended.isAppended = true;
    run.recorder().beginLibraryCall(append, {end, copied(right, 9)});
    run.recorder().endLibraryCall(append, {appended}, {});
    run.run(3, out, topFrame, {read});
    run.print(0);
    CHECK(dataSlice(run, 4) == (read == left ? Events{0, 3} : Events{1, 2, 3}));
  }
}

TEST_CASE("the end of a string depends on all of its bytes", "[slicer]") {
  constexpr uint64_t from = 0x20000, to = 0x30000;
  for (bool withAddresses : {false, true}) {
    HandWrittenRun run;
    run.function();
    BlockId source = run.block({set(RAX), storeTo(RCX, RAX)});
    BlockId call = run.block({callLibrary()});
    BlockId out = run.block({loadFrom(RDI, RCX), callLibrary()});
    run.run(0, source, topFrame, {from});
    run.run(1, source, topFrame, {from + 8});
    run.run(2, call);
    LibraryCall copy{"strcpy"};
    MemoryAccess string = copied(from, 16);
    string.isAddress = true;
    run.recorder().beginLibraryCall(copy, {string});
    run.recorder().endLibraryCall(copy, {copied(to, 16, true)}, {});
    run.run(3, out, topFrame, {to});
    run.print(0);
    if (withAddresses)
      CHECK(addressSlice(run, 4) == Events{0, 1, 2, 3});
    else
      CHECK(dataSlice(run, 4) == Events{0, 2, 3});
  }
}

TEST_CASE("bytes read to be copied stay dependences if no copy is reported",
          "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId source = run.block({set(RAX), storeTo(RCX, RAX)});
  BlockId call = run.block({callLibrary()});
  BlockId out = run.block({move(RDI, RAX), callLibrary()});
  run.run(0, source, topFrame, {0x20000});
  run.run(1, call);
  LibraryCall copy{"memcpy"};
  copy.defines = generalRegister(RAX);
  run.recorder().beginLibraryCall(copy, {copied(0x20000, 8)});
  run.recorder().endLibraryCall(copy, {}, {});
  run.run(2, out);
  run.print(0);
  CHECK(dataSlice(run, 3) == Events{0, 1, 2});
}

TEST_CASE("large copies of single bytes take few nodes", "[slicer]") {
  constexpr uint64_t from = 0x100000, to = 0x800000, size = 1 << 18;
  HandWrittenRun run;
  run.function();
  WrittenInstruction byte = storeTo(RCX, RAX);
  byte.references[0].size = 1;
  BlockId source = run.block({byte});
  BlockId call = run.block({callLibrary()});
  for (uint64_t i = 0; i < size; ++i)
    run.run(i, source, topFrame, {from + i});
  run.run(size, call);
  LibraryCall copy{"memcpy"};
  run.recorder().beginLibraryCall(copy, {copied(from, size)});
  run.recorder().endLibraryCall(copy, {copied(to, size, true)}, {});
  CHECK(graphOf(run).nodes() < size + size / 4 + 10);
}

TEST_CASE("string instructions copy byte by byte", "[slicer]") {
  constexpr uint64_t from = 0x20000;
  // The target begins after or within the source, so the instruction reads what
  // it has written.
  for (uint64_t to : {from + 16, from + 8}) {
    HandWrittenRun run;
    run.function();
    BlockId source = run.block({set(RAX), storeTo(RCX, RAX)});
    WrittenInstruction movs = loadFrom(RSI, RSI);
    movs.references.push_back(storeTo(RDI, RAX).references[0]);
    for (MemoryReference &reference : movs.references)
      reference.isRepeated = true;
    BlockId copy = run.block({movs});
    BlockId out = run.block({loadFrom(RDI, RCX), callLibrary()});
    run.code.blocks[static_cast<size_t>(copy)].recordedWords = 4;
    run.run(0, source, topFrame, {from});
    run.run(1, source, topFrame, {from + 8});
    run.run(2, copy, topFrame, {from, 16, to, 16});
    run.run(3, out, topFrame, {to});
    run.print(0);
    CHECK(dataSlice(run, 4) ==
          (to == from + 16 ? Events{0, 2, 3} : Events{0, 1, 2, 3}));
  }
}

TEST_CASE("each byte that is printed unchanged from memory has its writer",
          "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId first = run.block({set(RAX), storeTo(RCX, RAX)});
  BlockId second = run.block({set(RDX), storeTo(RCX, RDX)});
  BlockId call = run.block({callLibrary()});
  run.run(0, first, topFrame, {0x5000});
  run.run(1, second, topFrame, {0x5008});
  run.run(2, call);
  LibraryCall written;
  written.function = GENERATE("fwrite", "fputs", "printf");
  MemoryAccess text{0x5000, 16};
  text.isContent = true;
  run.recorder().beginLibraryCall(written, {text});
  run.recorder().endLibraryCall(written, {}, {100, 116});
  DependenceGraph graph = graphOf(run);
  REQUIRE(graph.outputs().size() == 1);
  const auto &bytes = graph.outputs().front().bytes;
  if (written.function == "printf") {
    CHECK(bytes.empty()); // This function may print anything.
    return;
  }
  REQUIRE(bytes.size() == 2);
  CHECK(bytes[0].end == 108);
  CHECK(graph.eventOf(bytes[0].writer) == EventIndex(0));
  CHECK(bytes[1].end == 116);
  CHECK(graph.eventOf(bytes[1].writer) == EventIndex(1));
}

TEST_CASE("A call after which there is less output has printed nothing",
          "[slicer]") {
  HandWrittenRun run;
  run.function();
  BlockId call = run.block({callLibrary()});
  run.run(0, call);
  LibraryCall closed;
  closed.function = "fclose";
  run.recorder().beginLibraryCall(closed, {});
  run.recorder().endLibraryCall(closed, {}, {1, 0});
  CHECK(graphOf(run).outputs().empty());
}
