// Tests the register sets of decoded instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/MachineCode.h"
#include "TestSupport/Catch.h"

#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

Instruction decodeOne(llvm::StringRef hexadecimal) {
  auto decoder = Decoder::create();
  REQUIRE(bool(decoder));
  std::string bytes = llvm::fromHex(hexadecimal);
  auto decoded = (*decoder)->decode(llvm::arrayRefFromStringRef(bytes), 0x1000);
  REQUIRE(decoded);
  REQUIRE(decoded->size() == 1);
  return decoded->front();
}

constexpr RegisterSet lowestByteOfRax = 1;

} // namespace

TEST_CASE("writing al leaves the rest of rax as it was",
          "[program][machinecode]") {
  CHECK(decodeOne("b000").defines == lowestByteOfRax); // mov al, 0
}

TEST_CASE("writing eax defines all of rax", "[program][machinecode]") {
  CHECK(decodeOne("b801000000").defines == generalRegister(RAX));
}

TEST_CASE("clearing a register with itself reads nothing",
          "[program][machinecode]") {
  Instruction clear = decodeOne("31c0"); // xor eax, eax
  CHECK(clear.uses == 0);
  CHECK(clear.defines == (generalRegister(RAX) | flagsRegister));
}

TEST_CASE("an endless row of prefixes is not an instruction",
          "[program][machinecode]") {
  auto decoder = Decoder::create();
  REQUIRE(bool(decoder));
  // One byte cannot count this many prefixes.
  std::vector<uint8_t> bytes(255, 0xf0);
  bytes.push_back(0x90);
  CHECK_FALSE((*decoder)->decode(bytes, 0x1000));
}

TEST_CASE("adding a register to itself reads it", "[program][machinecode]") {
  CHECK((decodeOne("01c0").uses & generalRegister(RAX)) != 0);
}

TEST_CASE("a conversion is a pure definition of its destination",
          "[program][machinecode]") {
  Instruction convert = decodeOne("f20f2ac1"); // cvtsi2sd xmm0, ecx
  CHECK(convert.defines == vectorRegister(0));
  CHECK(convert.uses == generalRegister(RCX));
}

TEST_CASE("a repeated string instruction counts in rcx",
          "[program][machinecode]") {
  constexpr RegisterSet counter = generalRegister(RCX);
  for (const char *repeated : {"f348ab", "f2ae", "f3a6"}) { // rep stosq ...
    CHECK((decodeOne(repeated).uses & counter) == counter);
    CHECK((decodeOne(repeated).defines & counter) == counter);
  }
  for (const char *other : {"48ab", "f3c3", "f30f1045f0"}) // stosq, rep ret ...
    CHECK(((decodeOne(other).uses | decodeOne(other).defines) & counter) == 0);
}

TEST_CASE("a division sets rdx only as a side effect",
          "[program][machinecode]") {
  Instruction divide = decodeOne("f77dfc"); // idiv dword [rbp - 4]
  CHECK((divide.uses & generalRegister(RDX)) != 0);
  CHECK((divide.defines & generalRegister(RDX)) != 0);
  CHECK((divide.definesExplicitly & generalRegister(RDX)) == 0);
}

TEST_CASE("a load from the frame names its slot and register",
          "[program][machinecode]") {
  Instruction load = decodeOne("488b45f8"); // mov rax, [rbp - 8]
  CHECK(load.frameOffset == -8);
  CHECK(load.loadedRegister == RAX);
  CHECK(load.readsMemory);
  CHECK_FALSE(load.writesMemory);
}

TEST_CASE("a store to the frame names its slot", "[program][machinecode]") {
  Instruction store = decodeOne("8945fc"); // mov [rbp - 4], eax
  CHECK(store.frameOffset == -4);
  CHECK(store.writesMemory);
  CHECK_FALSE(store.loadedRegister);
}

TEST_CASE("changes of the stack pointer are known", "[program][machinecode]") {
  CHECK(decodeOne("55").stackChange == -8);           // push rbp
  CHECK(decodeOne("5d").stackChange == 8);            // pop rbp
  CHECK(decodeOne("4883ec20").stackChange == -32);    // sub rsp, 32
  CHECK(decodeOne("4883c410").stackChange == 16);     // add rsp, 16
  CHECK(decodeOne("c9").stackFromFrame == 8);         // leave
  CHECK(decodeOne("488d65d8").stackFromFrame == -40); // lea rsp, [rbp - 40]
  CHECK(decodeOne("4889ec").stackFromFrame == 0);     // mov rsp, rbp
  Instruction byAmount = decodeOne("4829c4");         // sub rsp, rax
  CHECK_FALSE(byAmount.stackChange);
  CHECK_FALSE(byAmount.stackFromFrame);
}

TEST_CASE("control transfers know their targets", "[program][machinecode]") {
  using Kind = Instruction::Kind;
  Instruction call = decodeOne("e8fb0f0000");
  CHECK(call.kind == Kind::Call);
  CHECK(call.target == 0x2000);
  Instruction jump = decodeOne("eb0e");
  CHECK(jump.kind == Kind::Jump);
  CHECK(jump.target == 0x1010);
  CHECK(decodeOne("740e").kind == Kind::ConditionalJump);
  CHECK(decodeOne("ffe0").isIndirect);
  CHECK(decodeOne("c3").kind == Kind::Return);
  CHECK(decodeOne("0f0b").kind == Kind::Trap);
}

TEST_CASE("an address relative to the program counter is resolved",
          "[program][machinecode]") {
  Instruction lea = decodeOne("488d05f90f0000"); // lea rax, [rip + 0xff9]
  CHECK(lea.isLea);
  CHECK(lea.dataAddress == 0x2000);
}

TEST_CASE("bytes that are not an instruction are refused",
          "[program][machinecode]") {
  auto decoder = Decoder::create();
  REQUIRE(bool(decoder));
  const uint8_t bytes[] = {0x90, 0x06};
  CHECK_FALSE((*decoder)->decode(bytes, 0));
}
