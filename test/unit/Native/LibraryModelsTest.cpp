// Tests what the models of library functions say about memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Libraries/LibraryModels.h"
#include "TestSupport/Catch.h"
#include <vector>

using namespace pinstripe;

/// Returns, for each of `count` ranges that a function reads, whether it is
/// text or other data.
static std::vector<bool> contentsRead(llvm::StringRef name, size_t count) {
  const LibraryModels &models = LibraryModels::get();
  uint32_t model = models.find(name);
  REQUIRE(model != native::none);
  std::vector<MemoryAccess> reads(count, MemoryAccess{100, 8});
  models.markReads(model, reads);
  std::vector<bool> contents;
  for (const MemoryAccess &read : reads)
    contents.push_back(read.isContent);
  return contents;
}

TEST_CASE("models tell data from the state of objects", "[native][models]") {
  CHECK(contentsRead("memcmp", 2) == std::vector<bool>{true, true});
  // The fields of the string, its characters, and four ranges of the stream.
  CHECK(contentsRead("_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_"
                     "T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE",
                     6) ==
        std::vector<bool>{false, true, false, false, false, false});
  std::string prefix = "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";
  CHECK(contentsRead(prefix + "D1Ev", 1) == std::vector<bool>{false});
  CHECK(contentsRead(prefix + "pLEPKc", 3) ==
        std::vector<bool>{false, true, true});
}

TEST_CASE("no range is data if it is unknown which one is missing",
          "[native][models]") {
  CHECK(contentsRead("memcmp", 1) == std::vector<bool>{false});
}
