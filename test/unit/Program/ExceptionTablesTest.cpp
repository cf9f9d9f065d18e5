// Tests how landing pads are read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Binary/ExceptionTables.h"
#include "TestSupport/Programs.h"

#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

constexpr uint64_t dataAddress = 0x2000;
constexpr uint64_t function = 0x1000;

/// A table after its first field. The table names no types, and its call sites
/// have numbers of one byte: a call at 4 with a landing pad at 0x20, and a call
/// at 9 without a landing pad.
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
  // clang writes this for function parts that lie apart
  // (-fbasic-block-sections).
  CHECK(padsOf("00"
               "0018000000000000" +
               sites) == std::vector<uint64_t>{0x1820});
  // Here the start of the part is relative to the address of the field itself,
  // 0x2001.
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

TEST_CASE("Functions do not share data for exceptions",
          "[program][exceptions]") {
  // The table has a thousand entries whose data would all go on to the end of
  // the section.
  test::TestProgram program("gcc", test::Language::C, R"c(
int main(void) { return 0; }
asm(".pushsection .gcc_except_table, \"a\"\n"
    "all: .rept 1000\n"
    ".byte 0xff, 0xff, 1, 0xff, 0xff, 0xff, 0x7f\n"
    ".endr\n"
    ".popsection\n"
    ".pushsection .eh_frame, \"a\", @unwind\n"
    "common: .long 15, 0\n"
    ".byte 1\n"
    ".asciz \"zLR\"\n"
    ".byte 1, 0x78, 0x10, 2, 0x1b, 0x1b\n"
    ".set i, 0\n"
    ".rept 1000\n"
    ".long 17\n"
    "1: .long 1b - common, main - . + i, 1\n"
    ".byte 4\n"
    ".long all - . + 7 * i\n"
    ".set i, i + 1\n"
    ".endr\n"
    ".popsection");
)c",
                            {"-fno-asynchronous-unwind-tables"});
  auto code = ModuleCode::read(program.path);
  REQUIRE(bool(code));
  CHECK(code->landingPads.size() == 1000);
  size_t pads = 0;
  for (const auto &[function, own] : code->landingPads)
    pads += own.size();
  // Each landing pad takes four numbers.
  CHECK(pads <= 7 * 1000 / 4);
}
