// Tests of arrays that grow without being copied.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Support/GrowingArray.h"
#include "TestSupport/Catch.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

TEST_CASE("An array keeps its elements while it grows", "[support][array]") {
  GrowingArray<uint32_t> array;
  CHECK(array.empty());
  constexpr uint32_t count = 3000000; // beyond several huge pages
  for (uint32_t i = 0; i < count; ++i)
    array.push_back(i);
  REQUIRE(array.size() == count);
  CHECK(array.back() == count - 1);
  bool same = true;
  for (uint32_t i = 0; i < count; ++i)
    same &= array[i] == i;
  CHECK(same);
}

TEST_CASE("New elements of an array are zero", "[support][array]") {
  GrowingArray<uint64_t> array;
  array.resize(1000000);
  CHECK(llvm::all_of(array, [](uint64_t each) { return each == 0; }));
}

TEST_CASE("A copy of an array is another array", "[support][array]") {
  const uint32_t numbers[] = {1, 2, 3};
  GrowingArray<uint32_t> array{llvm::ArrayRef<uint32_t>(numbers)};
  GrowingArray<uint32_t> copy = array;
  copy[1] = 7;
  CHECK(llvm::ArrayRef<uint32_t>(array) == llvm::ArrayRef<uint32_t>(numbers));
  CHECK(copy[1] == 7);
  array = copy;
  CHECK(array[1] == 7);
}

TEST_CASE("An array that was moved from is empty and can be used again",
          "[support][array]") {
  GrowingArray<uint32_t> array, other;
  array.push_back(5);
  SECTION("into a new array") {
    GrowingArray<uint32_t> made = std::move(array);
    other = made;
  }
  SECTION("into an array that had elements") {
    other.resize(3);
    other = std::move(array);
  }
  CHECK(array.empty());
  CHECK(other.size() == 1);
  array.push_back(6);
  CHECK(array[0] == 6);
  CHECK(other[0] == 5);
}
