// Tests of the table of computed stores.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Analysis/ComputedStores.h"
#include "TestSupport/Catch.h"

using namespace pinstripe;
using Base = ComputedStore::Base;

namespace {

/// Makes a trace of events of main. The last `called` events belong to an
/// invocation that main calls.
Trace traceOf(unsigned events, unsigned called = 0) {
  std::vector<Event> all(events, Event{EntryId(0), InvocationId(0)});
  for (unsigned i = events - called; i < events; ++i)
    all[i].invocation = InvocationId(1);
  std::vector<Invocation> invocations(1);
  if (called != 0)
    invocations.push_back(
        {FunctionId(0), InvocationId(0), EventIndex(events - called - 1)});
  return Trace(all, invocations);
}

ComputedStores::Recorded fixed(uint32_t position, uint64_t place,
                               uint32_t size) {
  return {{place, size, ComputedStore::pack(Base::Fixed, 0)}, position};
}
ComputedStores::Recorded heap(uint32_t position, uint32_t allocated,
                              uint64_t place) {
  return {{place, 8, ComputedStore::pack(Base::Heap, allocated + 1)}, position};
}
ComputedStores::Recorded frame(uint32_t position, uint32_t invocation,
                               int64_t place) {
  return {{static_cast<uint64_t>(place), 8,
           ComputedStore::pack(Base::Frame, invocation)},
          position};
}

struct Bytes {
  uint64_t place;
  uint32_t size;
  bool operator==(const Bytes &) const = default;
};

std::vector<Bytes> bytesOf(llvm::ArrayRef<ComputedStore> stores) {
  std::vector<Bytes> found;
  for (const ComputedStore &store : stores)
    found.push_back({store.place, store.size});
  return found;
}

std::vector<Bytes> bytesOfBlock(const ComputedStores &stores, size_t level,
                                size_t block) {
  llvm::ArrayRef<uint32_t> starts = stores.starts(level);
  return bytesOf(
      stores.ranges().slice(starts[block], starts[block + 1] - starts[block]));
}

} // namespace

TEST_CASE("adjacent bytes that an event wrote are one store", "[stores]") {
  ComputedStores stores(traceOf(3),
                        {fixed(2, 100, 4), fixed(0, 8, 4), fixed(0, 0, 4),
                         fixed(0, 4, 4), fixed(0, 20, 4), fixed(0, 22, 4)},
                        {});
  CHECK(stores.size() == 3);
  CHECK(bytesOf(stores.at(0)) == std::vector<Bytes>{{0, 12}, {20, 6}});
  CHECK(stores.at(1).empty());
  CHECK(bytesOf(stores.at(2)) == std::vector<Bytes>{{100, 4}});
}

TEST_CASE("a long range of positions lists each byte once", "[stores]") {
  std::vector<ComputedStores::Recorded> recorded;
  for (uint32_t i = 0; i < 6000; ++i)
    recorded.push_back(fixed(i, 1000 + i % 16 * 4, 4));
  ComputedStores stores(traceOf(6000), recorded, {});
  CHECK(stores.size() == 6000);
  uint32_t size = ComputedStores::blockSize(1);
  REQUIRE(6000 > 2 * size);
  CHECK(bytesOfBlock(stores, 1, 0) == std::vector<Bytes>{{1000, 64}});
  CHECK(bytesOfBlock(stores, 1, 1) == std::vector<Bytes>{{1000, 64}});
  CHECK(bytesOfBlock(stores, 0, 0).size() == ComputedStores::blockSize(0));
}

TEST_CASE("a skipped range leaves out frames that begin in it", "[stores]") {
  uint32_t size = ComputedStores::blockSize(1);
  // The invocation begins within the second block.
  Trace trace = traceOf(3 * size, 2 * size - 10);
  uint32_t late = size + 20;
  ComputedStores stores(
      trace, {frame(late, 0, -16), frame(late, 1, -32), heap(late, 5, 4000)},
      {EventIndex(5)});
  CHECK(stores.at(late).size() == 3);
  CHECK(bytesOfBlock(stores, 1, 1) ==
        std::vector<Bytes>{{4000, 8}, {uint64_t(-16), 8}});
}

TEST_CASE("the heap is as recorded up to the first skipped allocation",
          "[stores]") {
  Trace trace = traceOf(20);
  ComputedStores stores(trace, {},
                        {EventIndex(12), EventIndex(3), EventIndex(7)});
  EventSet included(20, true);
  auto isThere = [&](unsigned allocated) {
    return allocated + 1 <= stores.heapLimit(included);
  };
  CHECK(isThere(12));
  included.erase(EventIndex(5));
  CHECK(isThere(12));
  included.erase(EventIndex(7));
  CHECK(isThere(3));
  CHECK_FALSE(isThere(7));
  CHECK_FALSE(isThere(12));
  included.erase(EventIndex(3));
  CHECK_FALSE(isThere(3));
}
