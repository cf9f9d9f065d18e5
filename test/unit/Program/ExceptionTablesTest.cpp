//===- ExceptionTablesTest.cpp - Landing pads -----------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExceptionTables.h"
#include "TestSupport/Catch.h"

#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

constexpr uint64_t dataAddress = 0x2000;
constexpr uint64_t function = 0x1000;

/// No type table, then call sites of 1-byte numbers: a call at 4 with a
/// landing pad at 0x20, and one at 9 without.
const std::string sites = "ff"
                          "01"
                          "08"
                          "04052000"
                          "09050000";

std::vector<uint64_t> padsOf(const std::string &hexadecimal) {
  std::string bytes = llvm::fromHex(hexadecimal);
  return landingPads(llvm::arrayRefFromStringRef(bytes), dataAddress, function);
}

} // namespace

TEST_CASE("Landing pads count from their function", "[program][exceptions]") {
  CHECK(padsOf("ff" + sites) == std::vector<uint64_t>{0x1020});
}

TEST_CASE("Landing pads count from the part of a function that the table names",
          "[program][exceptions]") {
  // As clang writes it for parts that lie apart (-fbasic-block-sections).
  CHECK(padsOf("00"
               "0018000000000000" +
               sites) == std::vector<uint64_t>{0x1820});
  // From where the number itself stands, 0x2001.
  CHECK(padsOf("10"
               "fff7ffffffffffff" +
               sites) == std::vector<uint64_t>{0x1820});
  CHECK(padsOf("1b"
               "fff7ffff" +
               sites) == std::vector<uint64_t>{0x1820});
}

TEST_CASE("A table that no compiler writes has no landing pads",
          "[program][exceptions]") {
  CHECK(padsOf("9b"
               "fff7ffff" +
               sites)
            .empty());
  CHECK(padsOf("10"
               "fff7")
            .empty());
  CHECK(padsOf("").empty());
}
