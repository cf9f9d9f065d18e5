// Tests which bytes count as stores of an event.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/StoreRecorder.h"
#include "TestSupport/Catch.h"
#include "TestSupport/HandWrittenRun.h"
#include <vector>

using namespace pinstripe;
using namespace pinstripe::written;

namespace {

struct RecordedBytes {
  uint64_t place;
  uint32_t size;
  bool operator==(const RecordedBytes &) const = default;
};
using Stores = std::vector<RecordedBytes>;

/// A run of a program that has a traced function and a function of a library.
/// Both read and write 8 bytes at any address. Memory from `data` on holds
/// variables.
class StoredRun {
public:
  StoredRun() {
    run.code.variables = {{data, data + 0x1000}};
    tracedRead = traced(loadFrom(RAX, RDI));
    tracedWrite = traced(storeTo(RDI, RAX));
    libraryRead = run.block({loadFrom(RAX, RDI)});
    libraryWrite = run.block({storeTo(RDI, RAX)});
    run.table.units.resize(2);
    run.table.units[1].kind = UnitKind::Declaration;
    run.table.entries.resize(2);
    run.table.entries[1].unit = UnitId(1);
    run.table.functions.resize(1);
    trace.emplace(std::vector<Event>{{EntryId(0), InvocationId(0)},
                                     {EntryId(0), InvocationId(0)},
                                     {declared, InvocationId(0)},
                                     {EntryId(0), InvocationId(0)}},
                  std::vector<Invocation>(1));
    recorder.emplace(run.table, run.code, *trace, /*maxStores=*/1000);
    recorder->moduleLoaded(ModuleId(0), 0);
  }

  void execute(unsigned event, BlockId block, uint64_t address) {
    recorder->atEvent(EventIndex(event), InvocationId(0));
    recorder->executeBlock(block, topFrame, {address});
  }
  /// Makes the code that was executed last call a library function.
  void call(unsigned event, llvm::StringRef function,
            std::vector<MemoryAccess> reads,
            std::vector<MemoryAccess> writes = {},
            LibraryCall::Knowledge knowledge = LibraryCall::Knowledge::Model) {
    recorder->atEvent(EventIndex(event), InvocationId(0));
    LibraryCall call;
    call.function = function;
    call.knowledge = knowledge;
    recorder->beginLibraryCall(call, reads);
    recorder->endLibraryCall(call, writes, {});
  }
  /// Ends the run and returns the stores of each event.
  std::vector<Stores> stores() {
    auto taken = recorder->take();
    REQUIRE(taken);
    std::vector<Stores> found(trace->size());
    for (uint32_t i = 0; i < found.size(); ++i)
      for (const ComputedStore &store : taken->at(i))
        found[i].push_back({store.place, store.size});
    return found;
  }

  static constexpr uint64_t data = 0x10000, heap = 0x50000;
  /// The event of a declaration.
  static constexpr unsigned declaration = 2;
  BlockId tracedRead{}, tracedWrite{}, libraryRead{}, libraryWrite{};
  std::optional<StoreRecorder> recorder;

private:
  BlockId traced(const WrittenInstruction &instruction) {
    BlockId block = run.block({instruction});
    run.code.blocks.back().function = FunctionId(0);
    return block;
  }

  static constexpr EntryId declared = EntryId(1);
  HandWrittenRun run;
  std::optional<Trace> trace;
};

MemoryAccess content(uint64_t address, uint64_t size) {
  MemoryAccess access{address, size};
  access.isContent = true;
  return access;
}
MemoryAccess copiedBytes(uint64_t address, uint64_t size, bool isWrite) {
  MemoryAccess access{address, size, isWrite};
  access.isCopied = true;
  return access;
}

constexpr uint64_t data = StoredRun::data, heapStart = StoredRun::heap;

} // namespace

TEST_CASE("what traced code writes is a store of its event", "[stores]") {
  StoredRun run;
  run.execute(0, run.tracedWrite, data);
  run.execute(1, run.tracedWrite, data + 16);
  CHECK(run.stores() ==
        std::vector<Stores>{{{data, 8}}, {{data + 16, 8}}, {}, {}});
}

TEST_CASE("what library code writes is a store once it is used as data",
          "[stores]") {
  StoredRun run;
  run.execute(0, run.libraryWrite, data);
  run.execute(1, run.libraryWrite, data);
  run.execute(1, run.libraryWrite, data + 16);
  run.execute(1, run.libraryRead, data + 16);
  SECTION("by traced code that reads it") {
    run.execute(3, run.tracedRead, data);
    CHECK(run.stores() == std::vector<Stores>{{}, {{data, 8}}, {}, {}});
  }
  SECTION("by traced code that overwrites it") {
    run.execute(3, run.tracedWrite, data);
    CHECK(run.stores() ==
          std::vector<Stores>{{}, {{data, 8}}, {}, {{data, 8}}});
  }
  SECTION("by a C++ function that reads it as text") {
    run.call(3, "_ZN4Text4showEv", {content(data + 4, 4)});
    CHECK(run.stores() == std::vector<Stores>{{}, {{data + 4, 4}}, {}, {}});
  }
  SECTION("by a C function that looks at it") {
    run.call(3, "memcmp", {{data, 8}});
    CHECK(run.stores() == std::vector<Stores>{{}, {{data, 8}}, {}, {}});
  }
  SECTION("but not by library code that reads or copies its state") {
    run.call(3, "_ZN4Text4sizeEv", {{data, 8}});
    run.call(3, "memcpy", {copiedBytes(data, 8, false)},
             {copiedBytes(data + 32, 8, true)});
    CHECK(run.stores() == std::vector<Stores>(4));
  }
}

TEST_CASE("what a C function writes for traced code is a store", "[stores]") {
  StoredRun run;
  run.execute(0, run.tracedRead, data);
  run.call(0, "memset", {}, {{data, 8, true}});
  run.call(1, "_ZN4Text5clearEv", {}, {{data + 16, 8, true}});
  run.execute(3, run.libraryRead, data);
  run.call(3, "memset", {}, {{data + 32, 8, true}});
  CHECK(run.stores() == std::vector<Stores>{{{data, 8}}, {}, {}, {}});
}

TEST_CASE("a declaration gets what library code writes to a new object",
          "[stores]") {
  StoredRun run;
  constexpr unsigned event = StoredRun::declaration;
  SECTION("which it has not read before") {
    run.execute(event, run.libraryWrite, data);
    run.execute(event, run.libraryRead, data);
    run.execute(event, run.libraryWrite, data + 16);
    CHECK(run.stores() ==
          std::vector<Stores>{{}, {}, {{data, 8}, {data + 16, 8}}, {}});
  }
  SECTION("but nothing of an object that it has looked at") {
    run.execute(event, run.libraryRead, data);
    run.execute(event, run.libraryWrite, data);
    CHECK(run.stores() == std::vector<Stores>(4));
  }
  SECTION("where nothing is known of its constructor") {
    using enum LibraryCall::Knowledge;
    run.call(event, "_ZN4TextC1Ev", {{data, 8}}, {{data, 8, true}}, Observed);
    run.call(event, "_ZN4TextD1Ev", {{data + 16, 8}}, {{data + 16, 8, true}},
             Observed);
    run.call(event, "_ZN6C1Each4nextEv", {{data + 32, 8}},
             {{data + 32, 8, true}}, Observed);
    CHECK(run.stores() == std::vector<Stores>{{}, {}, {{data, 8}}, {}});
  }
}

TEST_CASE(
    "an event gets the data in a heapStart block that library code releases",
    "[stores]") {
  StoredRun run;
  run.execute(0, run.libraryRead, data);
  run.recorder->allocate(heapStart, 64);
  // Library code wrote nothing before the data.
  run.execute(1, run.tracedWrite, heapStart + 8);
  run.execute(1, run.libraryWrite, heapStart + 32);
  SECTION("but not its other contents") {
    run.execute(3, run.libraryRead, data);
    run.recorder->release(heapStart);
    CHECK(run.stores() ==
          std::vector<Stores>{
              {}, {{heapStart + 8, 8}}, {}, {{heapStart + 8, 8}}});
  }
  SECTION("but not if traced code releases it") {
    run.execute(3, run.tracedRead, data);
    run.recorder->release(heapStart);
    CHECK(run.stores() ==
          std::vector<Stores>{{}, {{heapStart + 8, 8}}, {}, {}});
  }
  SECTION("but not of an earlier block at the same place") {
    run.recorder->release(heapStart);
    run.execute(1, run.libraryRead, data);
    run.recorder->allocate(heapStart, 64);
    run.execute(3, run.libraryRead, data);
    run.recorder->release(heapStart);
    CHECK(run.stores() ==
          std::vector<Stores>{{}, {{heapStart + 8, 8}}, {}, {}});
  }
}

TEST_CASE("what changes during a call while another thread runs is not a store "
          "of the call",
          "[stores][threads]") {
  StoredRun run;
  ObservedThread other;
  other.number = 1;
  LibraryCall waiting;
  waiting.function = "wait";
  waiting.knowledge = LibraryCall::Knowledge::Observed;
  run.execute(0, run.tracedRead, data + 64);
  run.recorder->beginLibraryCall(waiting, {});
  run.recorder->enterThread(other);
  run.execute(1, run.tracedWrite, data);
  run.recorder->enterThread({});
  run.recorder->atEvent(EventIndex(0), InvocationId(0));
  MemoryAccess changed{data, 8, /*isWrite=*/true};
  run.recorder->endLibraryCall(waiting, changed, {});
  CHECK(run.stores() == std::vector<Stores>{{}, {{data, 8}}, {}, {}});
}
