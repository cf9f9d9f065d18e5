//===- MachineCode.h - Instructions and what they do ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes functions with LLVM MC into plain instructions with register sets; no
// MC type appears here.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PROGRAM_MACHINECODE_H
#define PINSTRIPE_PROGRAM_MACHINECODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// A set of register parts. A general register has three parts (lowest byte,
/// second byte, rest), since `mov al, 0` before a variadic call must not
/// count as a definition, or a use, of all of rax.
using RegisterSet = uint64_t;

/// Numbers of general registers as in machine code: rax 0, rcx 1, rdx 2,
/// rbx 3, rsp 4, rbp 5, rsi 6, rdi 7, r8 to r15.
enum GeneralRegister : uint8_t {
  RAX,
  RCX,
  RDX,
  RBX,
  RSP,
  RBP,
  RSI,
  RDI,
  R8,
  R9,
  R10,
  R11,
  R12,
  R13,
  R14,
  R15
};

constexpr RegisterSet generalRegister(unsigned number) {
  return RegisterSet(7) << (3 * number);
}
constexpr RegisterSet flagsRegister = RegisterSet(1) << 48;
/// xmm14 and xmm15 share a bit: 64 bits do not hold more.
constexpr RegisterSet vectorRegister(unsigned number) {
  return RegisterSet(1) << (49 + (number < 14 ? number : 14));
}
constexpr RegisterSet allVectorRegisters = RegisterSet(0x7fff) << 49;
constexpr RegisterSet calleeSavedRegisters =
    generalRegister(RBX) | generalRegister(R12) | generalRegister(R13) |
    generalRegister(R14) | generalRegister(R15);
/// rdi, rsi, rdx, rcx, r8, r9, al and xmm0 to xmm7.
RegisterSet argumentRegisters();

/// "rax, xmm0, flags".
std::string describeRegisters(RegisterSet set);

struct Instruction {
  enum class Kind : uint8_t {
    Other,
    Call,
    Return,
    Jump,
    ConditionalJump,
    Trap,
    Nop,
    Leave,
    Push,
    Pop
  };
  uint64_t address = 0;
  uint8_t size = 0;
  Kind kind = Kind::Other;
  bool isIndirect = false; ///< of a call or jump
  bool writesMemory = false;
  bool readsMemory = false;
  bool isLea = false;
  RegisterSet uses = 0;
  RegisterSet defines = 0;
  /// Without the side effects, such as rdx of a division.
  RegisterSet definesExplicitly = 0;
  /// Of a direct call, jump or conditional jump; else 0.
  uint64_t target = 0;
  /// Address named by a rip-relative or absolute operand; else 0.
  uint64_t dataAddress = 0;
  /// The distance to dataAddress stands in the instruction. Relative to eip:
  /// so is this, but dataAddress is 0.
  bool isRipRelative = false;
  /// Of a conditional jump, or of what puts a condition into a register
  /// (`setcc`): the condition, as ConditionFlags.h has it.
  std::optional<uint8_t> condition;
  /// Last operand of a comparison or subtraction with a constant.
  std::optional<int64_t> comparedWith;
  /// An absolute operand that is indexed: `table(,%rax,8)`.
  bool isIndexed = false;
  /// Bytes that a store writes. Where the opcode does not say, the most that
  /// any can: unknownStoreSize.
  uint8_t storeSize = 0;
  static constexpr uint8_t unknownStoreSize = 64;
  /// Operand [rbp + displacement] without index.
  std::optional<int32_t> frameOffset;
  /// The one register that is loaded whole from memory (`mov r64, m64`).
  std::optional<uint8_t> loadedRegister;
  /// Change of the stack pointer in bytes; none if it can't be known here.
  std::optional<int64_t> stackChange = 0;
  /// `and rsp, -n`: n; it takes up to n - 1 bytes.
  uint32_t stackAlignment = 0;
  /// `mov rsp, rbp`, `lea rsp, [rbp + n]`, `leave`: depth relative to rbp.
  std::optional<int64_t> stackFromFrame;

  uint64_t end() const { return address + size; }
  bool endsBlock() const {
    return kind == Kind::Return || kind == Kind::Jump || kind == Kind::Trap;
  }
  bool isJumpLike() const {
    return kind == Kind::Jump || kind == Kind::ConditionalJump;
  }
};

/// base + index * scale + displacement, with the registers as they are before
/// the instruction.
struct AddressExpression {
  static constexpr uint8_t noRegister = 0xff;
  uint8_t base = noRegister;  ///< a GeneralRegister
  uint8_t index = noRegister; ///< a GeneralRegister
  uint8_t scale = 1;
  bool isThreadLocal = false; ///< plus the base of fs
  int32_t displacement = 0;
};

/// Bytes in memory that an instruction reads, writes, or both.
struct MemoryOperand {
  enum class Place : uint8_t {
    Frame,    ///< rbp + offset, in a function whose rbp is its frame
    Fixed,    ///< a table address
    Recorded, ///< only the run can tell
  };
  Place place = Place::Recorded;
  bool isRead = false;
  bool isWritten = false;
  /// `rep`: rcx says how many elements there are; the direction is upwards.
  bool isRepeated = false;
  uint32_t size = 0;  ///< of one element of a repeated string instruction
  int64_t offset = 0; ///< or the address of a fixed one
  AddressExpression expression = {}; ///< of a recorded one
};

/// What an instruction does with data. The addresses of its memory operands,
/// and where it jumps to, are made of `addressUses`; what it computes, of
/// `valueUses` and what it reads. The stack pointer is left out, and return
/// addresses are, and what libraries do to the registers.
struct DataEffect {
  RegisterSet valueUses = 0;
  RegisterSet addressUses = 0;
  RegisterSet defines = 0;
  std::vector<MemoryOperand> memory;
  /// Of an x87 instruction: by how many the stack of registers grows.
  std::optional<int8_t> floatingStackChange;
};

/// The index of the one that begins at `address`; they are in address order.
std::optional<uint32_t> indexAt(llvm::ArrayRef<Instruction> instructions,
                                uint64_t address);

/// Decoder for x86-64. One per executable.
class Decoder {
public:
  static llvm::Expected<std::unique_ptr<Decoder>> create();
  ~Decoder();
  /// All instructions of `bytes`; none if some byte can't be decoded.
  std::optional<std::vector<Instruction>> decode(llvm::ArrayRef<uint8_t> bytes,
                                                 uint64_t address) const;
  /// The one that `bytes` start with; none if they start with none.
  std::optional<Instruction> decodeFirst(llvm::ArrayRef<uint8_t> bytes,
                                         uint64_t address) const;
  /// What the instruction that `bytes` are does with data; frame operands are
  /// taken to be relative to rbp, whatever it holds, and fixed addresses are as
  /// its own.
  DataEffect effectOf(llvm::ArrayRef<uint8_t> bytes,
                      const Instruction &instruction) const;
  /// Where in the instruction the 4-byte distance stands that makes its
  /// rip-relative operand or its branch target; none if there is none.
  std::optional<uint8_t> distanceOffset(llvm::ArrayRef<uint8_t> bytes,
                                        const Instruction &instruction) const;
  /// Assembly text. Branch targets and rip-relative operands are written as
  /// addresses, so that code that was moved reads like its original.
  std::string text(llvm::ArrayRef<uint8_t> bytes, uint64_t address) const;

  struct Implementation;

private:
  explicit Decoder(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_MACHINECODE_H
