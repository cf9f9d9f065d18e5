// Tests of the table that holds a value for each byte of memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ByteTable.h"
#include "TestSupport/Catch.h"
#include <vector>

using namespace pinstripe;

namespace {

struct Stretch {
  uint64_t address, size;
  int value;
  bool operator==(const Stretch &) const = default;
};

std::vector<Stretch> stretches(ByteTable<int> &table, uint64_t address,
                               uint64_t size) {
  std::vector<Stretch> found;
  table.visit(address, size, [&](uint64_t at, uint64_t length, int value) {
    found.push_back({at, length, value});
  });
  return found;
}

} // namespace

TEST_CASE("each byte of a table has its own value", "[bytes]") {
  ByteTable<int> table;
  CHECK(stretches(table, 100, 8) == std::vector<Stretch>{{100, 8, 0}});
  table.set(102, 3, 7);
  table.set(104, 2, 9);
  CHECK(
      stretches(table, 100, 8) ==
      std::vector<Stretch>{{100, 2, 0}, {102, 2, 7}, {104, 2, 9}, {106, 2, 0}});
  table.update(103, 2, [](int &value) { ++value; });
  CHECK(stretches(table, 102, 4) ==
        std::vector<Stretch>{
            {102, 1, 7}, {103, 1, 8}, {104, 1, 10}, {105, 1, 9}});
  CHECK(stretches(table, 102, 0).empty());
}

TEST_CASE("a page of equal bytes takes no memory of its own", "[bytes]") {
  constexpr uint64_t page = 4096;
  ByteTable<int> table;
  table.set(0, 3 * page, 5);
  CHECK(table.bytes() == 0);
  int changes = 0;
  table.update(page, page, [&](int &value) {
    ++value;
    ++changes;
  });
  CHECK(changes == 1);
  CHECK(table.bytes() == 0);
  table.set(page + 10, 1, 8);
  CHECK(table.bytes() == page * sizeof(int));
  CHECK(stretches(table, page - 2, 14) ==
        std::vector<Stretch>{{page - 2, 2, 5},
                             {page, 10, 6},
                             {page + 10, 1, 8},
                             {page + 11, 1, 6}});
  table.set(page, page, 0);
  CHECK(table.bytes() == 0);
  CHECK(stretches(table, page + 10, 1) ==
        std::vector<Stretch>{{page + 10, 1, 0}});
}

TEST_CASE("a range may reach over many pages", "[bytes]") {
  ByteTable<int> table;
  table.set(4000, 9000, 3);
  uint64_t count = 0;
  table.visit(0, 20000, [&](uint64_t, uint64_t size, int value) {
    count += value == 3 ? size : 0;
  });
  CHECK(count == 9000);
  // These addresses are on pages that share an entry of the cache.
  table.set(4000 + 256 * 4096, 1, 4);
  CHECK(stretches(table, 4000, 1) == std::vector<Stretch>{{4000, 1, 3}});
}
