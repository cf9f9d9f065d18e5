// Decodes machine code into plain descriptions of instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM MC decodes; no type of MC appears in this header.

#ifndef PINSTRIPE_PROGRAM_MACHINECODE_H
#define PINSTRIPE_PROGRAM_MACHINECODE_H

#include "pinstripe/Program/Registers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// Formats a set for messages: "rax, xmm0, flags".
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
  bool isIndirect =
      false; ///< True for a call or jump through a register or memory.
  bool writesMemory = false;
  bool readsMemory = false;
  bool isLea = false;
  RegisterSet uses = 0;
  RegisterSet defines = 0;
  /// The registers that are named as results, without side effects such as the
  /// rdx of a division.
  RegisterSet definesExplicitly = 0;
  /// Target of a direct call, jump or conditional jump; otherwise 0.
  uint64_t target = 0;
  /// Address that a rip-relative or absolute operand names; otherwise 0.
  uint64_t dataAddress = 0;
  /// The instruction holds the distance to dataAddress. True also for an
  /// operand relative to eip, although its dataAddress is 0.
  bool isRipRelative = false;
  /// Condition of a conditional jump or of `setcc`, numbered as in
  /// ConditionFlags.h.
  std::optional<uint8_t> condition;
  /// The constant with which a comparison or subtraction compares.
  std::optional<int64_t> comparedWith;
  /// True for an absolute operand with an index: `table(,%rax,8)`.
  bool isIndexed = false;
  /// Number of bytes that a store writes; unknownStoreSize, the largest
  /// possible number, if the opcode does not say.
  uint8_t storeSize = 0;
  static constexpr uint8_t unknownStoreSize = 64;
  /// Displacement of an operand [rbp + displacement] without index.
  std::optional<int32_t> frameOffset;
  /// The register that the instruction loads whole from memory (`mov r64,
  /// m64`).
  std::optional<uint8_t> loadedRegister;
  /// Change of the stack pointer in bytes; nullopt if only the run knows it.
  std::optional<int64_t> stackChange = 0;
  /// The n of `and rsp, -n`, which moves the stack pointer by up to n - 1
  /// bytes.
  uint32_t stackAlignment = 0;
  /// Depth of the stack relative to rbp after `mov rsp, rbp`, `lea rsp, [rbp +
  /// n]` or `leave`.
  std::optional<int64_t> stackFromFrame;

  uint64_t end() const { return address + size; }
  bool endsBlock() const {
    return kind == Kind::Return || kind == Kind::Jump || kind == Kind::Trap;
  }
  /// True for a nop and for a jump that only leads on.
  bool hasNoEffect() const {
    return kind == Kind::Nop || (kind == Kind::Jump && !isIndirect);
  }
  bool isJumpLike() const {
    return kind == Kind::Jump || kind == Kind::ConditionalJump;
  }
};

/// The address base + index * scale + displacement, with the registers as they
/// are before the instruction.
struct AddressExpression {
  static constexpr uint8_t noRegister = 0xff;
  uint8_t base = noRegister;  ///< GeneralRegister of the base.
  uint8_t index = noRegister; ///< GeneralRegister of the index.
  uint8_t scale = 1;
  bool isThreadLocal = false; ///< The base of fs is added.
  int32_t displacement = 0;
};

/// The bytes of memory that an operand of an instruction reads, writes, or
/// both.
struct MemoryReference {
  enum class Place : uint8_t {
    Frame,    ///< At rbp + offset, in a function whose rbp is its frame.
    Fixed,    ///< At a table address.
    Recorded, ///< At an address that only the run knows.
  };
  Place place = Place::Recorded;
  bool isRead = false;
  bool isWritten = false;
  /// True for `rep` instructions: rcx holds the number of elements, and
  /// addresses count upwards.
  bool isRepeated = false;
  uint32_t size = 0;                 ///< Bytes; of one element if isRepeated.
  int64_t offset = 0;                ///< Distance from rbp, or a fixed address.
  AddressExpression expression = {}; ///< Address of a Recorded reference.
};

/// The effect of an instruction on data. The addresses of its memory operands
/// and its jump target are made of `addressUses`; its results are made of
/// `valueUses` and of the memory that it reads. The stack pointer, return
/// addresses, and what libraries do to registers are left out.
struct DataEffect {
  RegisterSet valueUses = 0;
  RegisterSet addressUses = 0;
  RegisterSet defines = 0;
  std::vector<MemoryReference> memory;
  /// By how many registers an x87 instruction makes the stack of registers
  /// grow.
  std::optional<int8_t> floatingStackChange;
};

/// Returns the index of the instruction that begins at `address`. The
/// instructions are in the order of their addresses.
std::optional<uint32_t> indexAt(llvm::ArrayRef<Instruction> instructions,
                                uint64_t address);

/// A decoder for x86-64. One decoder serves all modules.
class Decoder {
public:
  static llvm::Expected<std::unique_ptr<Decoder>> create();
  ~Decoder();
  /// Decodes all of `bytes`; nullopt if some bytes are not an instruction.
  std::optional<std::vector<Instruction>> decode(llvm::ArrayRef<uint8_t> bytes,
                                                 uint64_t address) const;
  /// Decodes the instruction at the beginning of `bytes`; nullopt if there is
  /// none.
  std::optional<Instruction> decodeFirst(llvm::ArrayRef<uint8_t> bytes,
                                         uint64_t address) const;
  /// Returns the effect of the instruction whose bytes are given. Frame
  /// references count from rbp, whatever rbp holds; fixed addresses have the
  /// same base as the instruction's own address.
  DataEffect effectOf(llvm::ArrayRef<uint8_t> bytes,
                      const Instruction &instruction) const;
  /// Returns the position within the instruction of the 4-byte distance to its
  /// rip-relative operand or branch target; nullopt if it has none.
  std::optional<uint8_t> distanceOffset(llvm::ArrayRef<uint8_t> bytes,
                                        const Instruction &instruction) const;
  /// Returns the assembly text. Branch targets and rip-relative operands are
  /// written as addresses, so that moved code reads like its original.
  std::string text(llvm::ArrayRef<uint8_t> bytes, uint64_t address) const;

  struct Implementation;

private:
  explicit Decoder(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_MACHINECODE_H
