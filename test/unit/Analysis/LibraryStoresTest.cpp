// Tests of the table of what library code has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LibraryStores.h"
#include "TestSupport/Catch.h"
#include <vector>

using namespace pinstripe;

namespace {

struct ByteRange {
  uint64_t address, size;
  unsigned event;
  bool operator==(const ByteRange &) const = default;
};

std::vector<ByteRange> use(LibraryStores &stores, uint64_t address,
                           uint64_t size) {
  std::vector<ByteRange> found;
  stores.use(address, size,
             [&](uint64_t at, uint64_t length, EventIndex event) {
               found.push_back({at, length, static_cast<unsigned>(event)});
             });
  return found;
}

uint64_t countData(LibraryStores &stores, uint64_t address, uint64_t size) {
  uint64_t count = 0;
  stores.visitData(address, size,
                   [&](uint64_t, uint64_t length) { count += length; });
  return count;
}

} // namespace

TEST_CASE("the use of data tells once which event wrote it", "[stores]") {
  LibraryStores stores;
  stores.write(100, 8, EventIndex(0));
  stores.write(104, 8, EventIndex(5));
  CHECK(use(stores, 102, 4) ==
        std::vector<ByteRange>{{102, 2, 0}, {104, 2, 5}});
  CHECK(use(stores, 102, 4).empty());
  CHECK(use(stores, 100, 20) ==
        std::vector<ByteRange>{{100, 2, 0}, {106, 6, 5}});
  stores.write(102, 1, EventIndex(6));
  CHECK(use(stores, 100, 8) == std::vector<ByteRange>{{102, 1, 6}});
}

TEST_CASE("bytes stay data until something new begins there", "[stores]") {
  LibraryStores stores;
  CHECK(countData(stores, 0, 1000) == 0);
  use(stores, 100, 8);
  stores.write(100, 4, EventIndex(1));
  CHECK(countData(stores, 0, 1000) == 8);
  stores.forget(96, 8);
  CHECK(countData(stores, 0, 1000) == 4);
  CHECK(use(stores, 100, 4).empty());
}

TEST_CASE("a byte is unread if library code did not read it in this event",
          "[stores]") {
  LibraryStores stores;
  stores.read(100, 4, EventIndex(0));
  CHECK_FALSE(stores.isUnread(96, 8, EventIndex(0)));
  CHECK(stores.isUnread(104, 8, EventIndex(0)));
  CHECK(stores.isUnread(96, 8, EventIndex(1)));
  stores.read(100, 4, EventIndex(1));
  CHECK_FALSE(stores.isUnread(103, 1, EventIndex(1)));
}
