// Tests what instructions read and write.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "pinstripe/Program/MachineCode.h"

#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

namespace {

using Place = MemoryReference::Place;

DataEffect effectOf(llvm::StringRef hexadecimal) {
  auto decoder = Decoder::create();
  REQUIRE(bool(decoder));
  std::string text = llvm::fromHex(hexadecimal);
  llvm::ArrayRef<uint8_t> bytes = llvm::arrayRefFromStringRef(text);
  auto instruction = (*decoder)->decodeFirst(bytes, 0x1000);
  REQUIRE(instruction);
  return (*decoder)->effectOf(bytes, *instruction);
}

constexpr RegisterSet rax = generalRegister(RAX), rcx = generalRegister(RCX),
                      rdx = generalRegister(RDX), rsi = generalRegister(RSI),
                      rdi = generalRegister(RDI), rbp = generalRegister(RBP);

MemoryReference onlyReference(const DataEffect &effect) {
  REQUIRE(effect.memory.size() == 1);
  return effect.memory.front();
}

} // namespace

TEST_CASE("the registers of an address are distinguished from values",
          "[program][dataeffect]") {
  DataEffect effect = effectOf("890c90"); // mov [rax + 4 * rdx], ecx
  CHECK(effect.addressUses == (rax | rdx));
  CHECK(effect.valueUses == rcx);
  CHECK(effect.defines == 0);
  MemoryReference store = onlyReference(effect);
  CHECK(store.place == Place::Recorded);
  CHECK(store.isWritten);
  CHECK_FALSE(store.isRead);
  CHECK(store.size == 4);
  CHECK(store.expression.base == RAX);
  CHECK(store.expression.index == RDX);
  CHECK(store.expression.scale == 4);
}

TEST_CASE("lea accesses nothing and computes with its registers",
          "[program][dataeffect]") {
  DataEffect effect = effectOf("488d0490"); // lea rax, [rax + 4 * rdx]
  CHECK(effect.valueUses == (rax | rdx));
  CHECK(effect.addressUses == 0);
  CHECK(effect.memory.empty());
}

TEST_CASE("references to frame slots and to data have known places",
          "[program][dataeffect]") {
  MemoryReference load =
      onlyReference(effectOf("0fb745fc")); // movzx word [rbp-4]
  CHECK(load.place == Place::Frame);
  CHECK(load.offset == -4);
  CHECK(load.size == 2);
  CHECK(load.isRead);
  // add dword [rip + 0x10], 1
  MemoryReference counter = onlyReference(effectOf("83051000000001"));
  CHECK(counter.place == Place::Fixed);
  CHECK(counter.offset == 0x1017);
  CHECK((counter.isRead && counter.isWritten && counter.size == 4));
}

TEST_CASE("only the run knows the base of thread-local data",
          "[program][dataeffect]") {
  // mov eax, fs:[-4]
  MemoryReference load = onlyReference(effectOf("648b0425fcffffff"));
  CHECK(load.place == Place::Recorded);
  CHECK(load.expression.isThreadLocal);
  CHECK(load.expression.displacement == -4);
  CHECK(load.expression.base == AddressExpression::noRegister);
}

TEST_CASE("reads that make no difference to the result are left out",
          "[program][dataeffect]") {
  CHECK(effectOf("31c0").valueUses == 0);             // xor eax, eax
  CHECK(effectOf("660fefc0").valueUses == 0);         // pxor xmm0, xmm0
  CHECK(effectOf("83c8ff").valueUses == 0);           // or eax, -1
  CHECK(effectOf("83e000").valueUses == 0);           // and eax, 0
  CHECK(effectOf("19c0").valueUses == flagsRegister); // sbb eax, eax
  MemoryReference cleared = onlyReference(effectOf("8365fc00"));
  CHECK_FALSE(cleared.isRead); // and dword [rbp - 4], 0
  CHECK(cleared.isWritten);
  CHECK(effectOf("0f1f4000").memory.empty()); // nop [rax]
}

TEST_CASE("a move copies all bytes of its operand", "[program][dataeffect]") {
  CHECK(effectOf("488b4508").isMove);       // mov rax, [rbp + 8]
  CHECK(effectOf("894508").isMove);         // mov [rbp + 8], eax
  CHECK(effectOf("4889c7").isMove);         // mov rdi, rax
  CHECK(effectOf("0f104508").isMove);       // movups xmm0, [rbp + 8]
  CHECK_FALSE(effectOf("89c7").isMove);     // mov edi, eax
  CHECK_FALSE(effectOf("0fb645fc").isMove); // movzx eax, byte [rbp - 4]
  CHECK_FALSE(effectOf("480345fc").isMove); // add rax, [rbp - 4]
}

TEST_CASE("pushes and pops access the stack, but the stack pointer is not data",
          "[program][dataeffect]") {
  DataEffect push = effectOf("50"); // push rax
  CHECK(push.valueUses == rax);
  CHECK((push.addressUses | push.defines) == 0);
  MemoryReference slot = onlyReference(push);
  CHECK((slot.isWritten && !slot.isRead && slot.size == 8));
  CHECK(slot.expression.base == RSP);
  CHECK(slot.expression.displacement == -8);
  DataEffect copy = effectOf("ff30"); // push qword [rax]
  REQUIRE(copy.memory.size() == 2);
  CHECK((copy.memory[0].isRead && !copy.memory[0].isWritten));
  CHECK((copy.memory[1].isWritten && !copy.memory[1].isRead));
  CHECK(copy.addressUses == rax);
  DataEffect pop = effectOf("59"); // pop rcx
  CHECK(pop.defines == rcx);
  CHECK(onlyReference(pop).isRead);
}

TEST_CASE("the target of a call is an address", "[program][dataeffect]") {
  DataEffect call = effectOf("ff5010"); // call [rax + 16]
  CHECK(call.addressUses == rax);
  CHECK(call.valueUses == 0);
  CHECK(call.defines == 0);
  CHECK(onlyReference(call).isRead);
  CHECK(effectOf("ffd2").addressUses == rdx); // call rdx
}

TEST_CASE("a repeated string instruction says what it moves",
          "[program][dataeffect]") {
  DataEffect copy = effectOf("f3a4"); // rep movsb
  REQUIRE(copy.memory.size() == 2);
  CHECK((copy.memory[0].isRead && copy.memory[0].isRepeated));
  CHECK((copy.memory[1].isWritten && copy.memory[1].isRepeated));
  CHECK(copy.memory[0].size == 1);
  CHECK(copy.addressUses == (rsi | rdi | rcx));
  CHECK(copy.defines == (rsi | rdi | rcx));
  DataEffect fill = effectOf("f348ab"); // rep stosq
  CHECK(onlyReference(fill).size == 8);
  CHECK(fill.valueUses == rax);
  DataEffect once = effectOf("48a5"); // movsq
  REQUIRE(once.memory.size() == 2);
  CHECK_FALSE(once.memory[0].isRepeated);
}

TEST_CASE("x87 instructions say how their stack grows",
          "[program][dataeffect]") {
  DataEffect load = effectOf("db6df0"); // fld tbyte [rbp - 16]
  CHECK(load.floatingStackChange == 1);
  CHECK(onlyReference(load).size == 10);
  CHECK(effectOf("dec1").floatingStackChange == -1);   // faddp
  CHECK(effectOf("d9e0").floatingStackChange == 0);    // fchs
  CHECK_FALSE(effectOf("d97dfe").floatingStackChange); // fnstcw
  CHECK_FALSE(effectOf("89c8").floatingStackChange);
}

TEST_CASE("an instruction reads its condition and sets only its byte",
          "[program][dataeffect]") {
  DataEffect set = effectOf("0f94c0"); // sete al
  CHECK(set.valueUses == flagsRegister);
  CHECK(set.defines == 1);
  DataEffect move = effectOf("0f44c1"); // cmove eax, ecx
  CHECK(move.valueUses == (rax | rcx | flagsRegister));
  CHECK(effectOf("4889ec").defines == 0); // mov rsp, rbp
  CHECK(effectOf("4889ec").valueUses == rbp);
}
