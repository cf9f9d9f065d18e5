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
  /// True for a call or jump whose target is in a register or in memory.
  bool isIndirect = false;
  bool writesMemory = false;
  bool readsMemory = false;
  bool isLea = false;
  RegisterSet uses = 0;
  RegisterSet defines = 0;
  /// The registers that the assembly text names as results. Registers that
  /// change as a side effect are left out, such as rdx in a division.
  RegisterSet definesExplicitly = 0;
  /// Target address of a direct call or jump; 0 for other instructions.
  uint64_t target = 0;
  /// Address of data that a rip-relative or absolute operand names; 0 if the
  /// instruction has no such operand.
  uint64_t dataAddress = 0;
  /// True if the instruction has an operand at an address relative to rip (or
  /// eip). If such an instruction is moved without a change, it refers to
  /// another address. For eip, `dataAddress` is not computed and stays 0.
  bool isRipRelative = false;
  /// The condition of a conditional jump or of a `setcc`, numbered as in
  /// ConditionFlags.h.
  std::optional<uint8_t> condition;
  /// The constant operand of a comparison or subtraction, if there is one.
  std::optional<int64_t> comparedWith;
  /// True if the address of an operand has an index register, as in
  /// `table(,%rax,8)`.
  bool isIndexed = false;
  /// The number of bytes that the instruction stores in memory. If the opcode
  /// does not tell the number, this is unknownStoreSize, the largest possible
  /// number.
  uint8_t storeSize = 0;
  static constexpr uint8_t unknownStoreSize = 64;
  /// The displacement of an operand at [rbp + displacement] without an index;
  /// nullopt if there is no such operand.
  std::optional<int32_t> frameOffset;
  /// The register into which the instruction loads 8 bytes from memory (`mov
  /// r64, m64`); nullopt for other instructions.
  std::optional<uint8_t> loadedRegister;
  /// The number of bytes by which the instruction changes the stack pointer;
  /// nullopt if the instruction alone does not tell it.
  std::optional<int64_t> stackChange = 0;
  /// The number n if the instruction is `and rsp, -n`, otherwise 0. Such an
  /// instruction aligns the stack pointer and lowers it by at most n - 1 bytes.
  uint32_t stackAlignment = 0;
  /// The distance rsp - rbp after an instruction that derives rsp from rbp:
  /// `mov rsp, rbp`, `lea rsp, [rbp + n]` or `leave`.
  std::optional<int64_t> stackFromFrame;

  uint64_t end() const { return address + size; }
  bool endsBlock() const {
    return kind == Kind::Return || kind == Kind::Jump || kind == Kind::Trap;
  }
  /// Returns true for a nop and for an unconditional direct jump. They have no
  /// effect except that control goes elsewhere.
  bool hasNoEffect() const {
    return kind == Kind::Nop || (kind == Kind::Jump && !isIndirect);
  }
  bool isJumpLike() const {
    return kind == Kind::Jump || kind == Kind::ConditionalJump;
  }
};

/// An address that an instruction computes: base + index * scale +
/// displacement. The registers have the values from before the instruction.
struct AddressExpression {
  static constexpr uint8_t noRegister = 0xff;
  /// The base register of the address, as a number of the enumeration
  /// GeneralRegister; noRegister if there is none.
  uint8_t base = noRegister;
  /// The index register of the address, as a number of the enumeration
  /// GeneralRegister; noRegister if there is none.
  uint8_t index = noRegister;
  uint8_t scale = 1;
  /// True if the base of the segment fs is added to the address, as for
  /// thread-local variables.
  bool isThreadLocal = false;
  int32_t displacement = 0;
};

/// Describes an operand in memory that an instruction reads, writes, or both.
struct MemoryReference {
  enum class Place : uint8_t {
    Frame, ///< The memory is at rbp + offset; rbp is the frame address.
    /// The memory is at a fixed address that the instruction names, as that of
    /// a global variable.
    Fixed,
    Recorded, ///< The memory is at an address that is known only at run time.
  };
  Place place = Place::Recorded;
  bool isRead = false;
  bool isWritten = false;
  /// True for `rep` instructions, which access several elements in a row. The
  /// number of elements is in rcx, and the addresses of the elements ascend.
  bool isRepeated = false;
  /// Size in bytes; for a `rep` instruction, the size of one element.
  uint32_t size = 0;
  /// For Place::Frame, the distance of the memory from rbp, in bytes. For
  /// Place::Fixed, the address of the memory.
  int64_t offset = 0;
  /// How the instruction computes the address of the memory. Used for
  /// Place::Recorded, where the address is known only at run time.
  AddressExpression expression = {};
};

/// The effect of an instruction on data. The instruction uses the registers in
/// `addressUses` for the addresses of memory operands, or for the target of a
/// jump. It uses the registers in `valueUses`, and the memory that it reads,
/// for its results. The stack pointer, return addresses, and what library
/// functions do to registers are left out.
struct DataEffect {
  RegisterSet valueUses = 0;
  RegisterSet addressUses = 0;
  RegisterSet defines = 0;
  std::vector<MemoryReference> memory;
  /// The number of values that an x87 instruction adds to the stack of the x87
  /// registers. It is negative if the instruction removes values, and nullopt
  /// for all other instructions.
  std::optional<int8_t> floatingStackChange;
  /// True if the instruction copies bytes unchanged, between memory and a
  /// register or between two registers. May be false for rare instructions that
  /// do so.
  bool isMove = false;
};

/// Returns the index of the instruction that begins at `address`; nullopt if
/// there is none. `instructions` must be sorted by address.
std::optional<uint32_t> indexAt(llvm::ArrayRef<Instruction> instructions,
                                uint64_t address);

/// Decodes the machine code of x86-64. One decoder serves all modules.
class Decoder {
public:
  static llvm::Expected<std::unique_ptr<Decoder>> create();
  ~Decoder();
  /// Decodes code that consists of whole instructions; returns nullopt if some
  /// of the bytes are not an instruction.
  std::optional<std::vector<Instruction>> decode(llvm::ArrayRef<uint8_t> bytes,
                                                 uint64_t address) const;
  /// Decodes the first instruction in `bytes`; returns nullopt if `bytes` don't
  /// begin with an instruction.
  std::optional<Instruction> decodeFirst(llvm::ArrayRef<uint8_t> bytes,
                                         uint64_t address) const;
  /// Returns what an instruction does with data; `bytes` is its machine code.
  /// Memory at [rbp + n] is described as Place::Frame, even if rbp does not
  /// hold the frame address, since the decoder can't know that. Fixed addresses
  /// (Place::Fixed) count from the same origin as the address of the
  /// instruction.
  DataEffect effectOf(llvm::ArrayRef<uint8_t> bytes,
                      const Instruction &instruction) const;
  /// Finds the 4 bytes by which an instruction gives the distance to its
  /// rip-relative operand or to its branch target. Returns where in `bytes`
  /// they begin; nullopt if the instruction has no such distance.
  std::optional<uint8_t> distanceOffset(llvm::ArrayRef<uint8_t> bytes,
                                        const Instruction &instruction) const;
  /// Returns the assembly text of the first instruction in `bytes`. Branch
  /// targets and rip-relative operands are written as addresses, so that moved
  /// code reads like its original.
  std::string text(llvm::ArrayRef<uint8_t> bytes, uint64_t address) const;

  struct Implementation;

private:
  explicit Decoder(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_MACHINECODE_H
