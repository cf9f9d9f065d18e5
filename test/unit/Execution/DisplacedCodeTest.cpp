// Tests of the copies of instructions at hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/DisplacedCode.h"
#include "TestSupport/Catch.h"
#include <map>

using namespace pinstripe;
using Bytes = std::vector<uint8_t>;

static DisplacedCode displace(const std::map<uint64_t, Bytes> &code) {
  std::vector<uint64_t> addresses;
  for (const auto &[address, bytes] : code)
    addresses.push_back(address);
  auto displaced = DisplacedCode::create(
      addresses, [&](uint64_t address) { return code.at(address); });
  REQUIRE(static_cast<bool>(displaced));
  return std::move(*displaced);
}

TEST_CASE("instructions that mean the same everywhere are copied",
          "[displaced]") {
  DisplacedCode displaced = displace({
      {0x1000, {0x55, 0x48, 0x89, 0xe5}},                   // push rbp
      {0x2000, {0xc7, 0x45, 0xf8, 0, 0, 0, 0, 0x90, 0x90}}, // mov [rbp-8], 0
  });
  REQUIRE(displaced.offsetOf(0x1000));
  REQUIRE(displaced.offsetOf(0x2000));
  CHECK_FALSE(displaced.offsetOf(0x1001));
  Bytes image =
      displaced.image([](uint64_t address) { return address + 0x10000; });
  REQUIRE(image.size() == displaced.size());
  Bytes first(image.begin(), image.begin() + 15);
  CHECK(first ==
        Bytes{0x55, 0xff, 0x25, 0, 0, 0, 0, 0x01, 0x10, 0x01, 0, 0, 0, 0, 0});
  Bytes second(image.begin() + 32, image.begin() + 32 + 21);
  CHECK(second == Bytes{0xc7, 0x45, 0xf8, 0,    0,    0, 0, 0xff, 0x25, 0, 0,
                        0,    0,    0x07, 0x20, 0x01, 0, 0, 0,    0,    0});
}

TEST_CASE("instructions that depend on their address are not copied",
          "[displaced]") {
  DisplacedCode displaced = displace({
      {0x1000, {0xe8, 0, 0, 0, 0}},             // call
      {0x2000, {0xeb, 0x10}},                   // jmp
      {0x3000, {0x74, 0x10}},                   // je
      {0x4000, {0xc3}},                         // ret
      {0x5000, {0x48, 0x8b, 0x05, 1, 0, 0, 0}}, // mov rax, [rip+1]
      {0x6000, {0x48, 0x8d, 0x3d, 1, 0, 0, 0}}, // lea rdi, [rip+1]
      {0x7000, {0xff, 0x24, 0xc5, 0, 0, 0, 0}}, // jmp [rax*8]
      {0x9000, {0x06}},                         // no instruction
      {0xa000, {}},                             // no code
  });
  CHECK(displaced.isEmpty());
  CHECK(displaced.image([](uint64_t address) { return address; }).empty());
}

TEST_CASE("an address in a copy is reported as that of the original",
          "[displaced]") {
  DisplacedCode displaced =
      displace({{0x1000, {0x55}}, {0x2000, {0x5d}}, {0x3000, {0xc9}}});
  for (uint64_t address : {0x1000, 0x2000, 0x3000}) {
    CHECK(displaced.originalOf(*displaced.offsetOf(address)) == address);
    CHECK(displaced.originalOf(*displaced.offsetOf(address) + 1) == address);
  }
  CHECK_FALSE(displaced.originalOf(displaced.metronome()));
  CHECK_FALSE(displaced.originalOf(displaced.size()));
}

TEST_CASE("the metronome waits and then comes to its tick", "[displaced]") {
  DisplacedCode displaced = displace({{0x1000, {0x55}}});
  Bytes image = displaced.image([](uint64_t address) { return address; });
  REQUIRE(displaced.period() + 16 == image.size());
  auto at = [&](uint64_t offset) { return image.at(offset); };
  // A system call is the last instruction before the tick, which is a nop.
  CHECK(at(displaced.tick() - 2) == 0x0f);
  CHECK(at(displaced.tick() - 1) == 0x05);
  CHECK(at(displaced.tick()) == 0x90);
  // After the tick comes a jump to the start.
  CHECK(at(displaced.tick() + 1) == 0xeb);
  CHECK(displaced.tick() + 3 +
            uint64_t(int64_t(int8_t(at(displaced.tick() + 2)))) ==
        displaced.metronome());
  // The distances in the two instructions that load an address lead to the
  // word and to the period.
  CHECK(displaced.metronome() + 12 + at(displaced.metronome() + 8) ==
        displaced.period() - 8);
  CHECK(displaced.metronome() + 26 + at(displaced.metronome() + 22) ==
        displaced.period());
}
