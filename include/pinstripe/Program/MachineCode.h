// Decodes machine code into descriptions of instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM MC does the decoding, but none of its types appears in this header.

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

/// Formats a set of registers for messages: "rax, xmm0, flags".
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
  /// True for a call or jump to an address in a register or in memory.
  bool isIndirect = false;
  bool writesMemory = false;
  bool readsMemory = false;
  bool isLea = false;
  RegisterSet uses = 0;
  RegisterSet defines = 0;
  /// The registers that are named as results, without side effects such as the
  /// rdx of a division.
  RegisterSet definesExplicitly = 0;
  /// Target of a direct call, jump or conditional jump; 0 if there is none.
  uint64_t target = 0;
  /// Address that a rip-relative or absolute operand names; 0 if there is none.
  uint64_t dataAddress = 0;
  /// True if the instruction holds the distance to dataAddress; also for an
  /// operand relative to eip, for which dataAddress is 0.
  bool isRipRelative = false;
  /// Condition of a conditional jump or of `setcc`, numbered as in
  /// ConditionFlags.h.
  std::optional<uint8_t> condition;
  /// The constant operand of a comparison or subtraction.
  std::optional<int64_t> comparedWith;
  /// True for an absolute operand with an index: `table(,%rax,8)`.
  bool isIndexed = false;
  /// Number of bytes that a store writes; unknownStoreSize, the largest
  /// possible number, if the opcode does not tell.
  uint8_t storeSize = 0;
  static constexpr uint8_t unknownStoreSize = 64;
  /// Displacement of a memory operand [rbp + displacement] without index.
  std::optional<int32_t> frameOffset;
  /// The register that the instruction loads whole from memory (`mov r64,
  /// m64`).
  std::optional<uint8_t> loadedRegister;
  /// Change of the stack pointer in bytes; nullopt if only the run knows it.
  std::optional<int64_t> stackChange = 0;
  /// The n of `and rsp, -n`, which lowers the stack pointer by at most n - 1
  /// bytes.
  uint32_t stackAlignment = 0;
  /// rsp - rbp after `mov rsp, rbp`, `lea rsp, [rbp + n]` or `leave`, which
  /// reset the stack pointer.
  std::optional<int64_t> stackFromFrame;

  uint64_t end() const { return address + size; }
  bool endsBlock() const {
    return kind == Kind::Return || kind == Kind::Jump || kind == Kind::Trap;
  }
  /// Returns true for a nop and for a jump that only leads on.
  bool hasNoEffect() const {
    return kind == Kind::Nop || (kind == Kind::Jump && !isIndirect);
  }
  bool isJumpLike() const {
    return kind == Kind::Jump || kind == Kind::ConditionalJump;
  }
};

/// The address base + index * scale + displacement, with the values of the
/// registers before the instruction.
struct AddressExpression {
  static constexpr uint8_t noRegister = 0xff;
  uint8_t base = noRegister;  ///< The base as a GeneralRegister.
  uint8_t index = noRegister; ///< The index as a GeneralRegister.
  uint8_t scale = 1;
  bool isThreadLocal = false; ///< True if the base of fs is added.
  int32_t displacement = 0;
};

/// The bytes of memory that an operand of an instruction reads, writes, or
/// both.
struct MemoryReference {
  enum class Place : uint8_t {
    Frame,    ///< Memory at rbp + offset; rbp is the frame address.
    Fixed,    ///< Memory at a table address.
    Recorded, ///< Memory at an address that only the run knows.
  };
  Place place = Place::Recorded;
  bool isRead = false;
  bool isWritten = false;
  /// True for `rep` instructions: rcx holds the number of elements, and
  /// addresses count upwards.
  bool isRepeated = false;
  uint32_t size = 0;  ///< Size in bytes; of one element if isRepeated.
  int64_t offset = 0; ///< Distance from rbp, or table address.
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
  /// The number of registers by which an x87 instruction makes the stack of x87
  /// registers grow; nullopt for other instructions.
  std::optional<int8_t> floatingStackChange;
};

/// Returns the index of the instruction that begins at `address`.
/// `instructions` are in the order of their addresses.
std::optional<uint32_t> indexAt(llvm::ArrayRef<Instruction> instructions,
                                uint64_t address);

/// A decoder for x86-64. One decoder serves all modules.
class Decoder {
public:
  static llvm::Expected<std::unique_ptr<Decoder>> create();
  ~Decoder();
  /// Decodes all of `bytes`; nullopt if some of them are not an instruction.
  std::optional<std::vector<Instruction>> decode(llvm::ArrayRef<uint8_t> bytes,
                                                 uint64_t address) const;
  /// Decodes the instruction with which `bytes` begins; nullopt if they begin
  /// with none.
  std::optional<Instruction> decodeFirst(llvm::ArrayRef<uint8_t> bytes,
                                         uint64_t address) const;
  /// Returns the effect of `instruction`, which has these bytes. Frame
  /// references count from rbp, whatever rbp holds; fixed addresses have the
  /// same base as the instruction's own address.
  DataEffect effectOf(llvm::ArrayRef<uint8_t> bytes,
                      const Instruction &instruction) const;
  /// Returns the position within the instruction of the 4-byte distance to its
  /// rip-relative operand or branch target; nullopt if it has neither.
  std::optional<uint8_t> distanceOffset(llvm::ArrayRef<uint8_t> bytes,
                                        const Instruction &instruction) const;
  /// Returns the assembly text of code. Branch targets and rip-relative
  /// operands are written as addresses, so that moved code reads like its
  /// original.
  std::string text(llvm::ArrayRef<uint8_t> bytes, uint64_t address) const;

  struct Implementation;

private:
  explicit Decoder(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_MACHINECODE_H
