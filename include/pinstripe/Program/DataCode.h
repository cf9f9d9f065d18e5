// Describes the machine code of traced modules as blocks of data instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each instruction is described by the registers and the memory that it reads
// and writes. All functions with debug information are covered, also those
// without a traced statement, such as templates of system headers. An
// ExecutionObserver is told which blocks a run executed, and the addresses that
// only the run knows.

#ifndef PINSTRIPE_PROGRAM_DATACODE_H
#define PINSTRIPE_PROGRAM_DATACODE_H

#include "pinstripe/Program/MachineCode.h"
#include "pinstripe/Program/ModuleCode.h"
#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

enum class BlockId : uint32_t {};

/// The bit of a set that stands for all x87 registers together: that of the
/// lowest byte of rsp, since no DataInstruction ever names rsp.
constexpr RegisterSet floatingStackRegisters = RegisterSet(1) << (3 * RSP);

/// The effect of an instruction on data (see DataEffect), without the upkeep of
/// frames (rsp, rbp where it only holds the frame, return addresses).
struct DataInstruction {
  enum class Kind : uint8_t {
    Other,
    Branch,      ///< Jumps on a condition, or to a computed address.
    Call,        ///< Calls a function whose code is in blocks.
    LibraryCall, ///< Calls code without blocks, or a computed address.
    Return,
    SaveRegister, ///< Stores a callee-saved register in a prologue.
    RestoreRegister,
  };
  uint64_t address = 0; ///< Table address (UnitTable.h) of the instruction.
  uint8_t size = 0;
  Kind kind = Kind::Other;
  RegisterSet valueUses = 0;
  RegisterSet addressUses = 0;
  RegisterSet defines = 0;
  uint32_t firstReference = 0; ///< Index into DataCode::references.
  uint8_t references = 0;
};

/// Instructions of which a run executes either all, in order, or none (unless
/// one faults). A call ends a block, and so does an instruction that sets up
/// rbp.
struct CodeBlock {
  uint64_t address = 0; ///< Table address of the first instruction.
  std::optional<FunctionId> function; ///< The function, if it is traced.
  uint32_t firstInstruction = 0, instructions = 0;
  /// Number of words that a recorded run has for each execution of the block:
  /// one for each Recorded reference, two for a repeated one (its address, its
  /// number of bytes), in the order of the references.
  uint32_t recordedWords = 0;
  /// True if rbp is the frame address from the block's first instruction on.
  bool hasFrame = false;
};

/// The code of a program as blocks, sorted by address. A block begins at every
/// entry, function entry and function exit of the unit table.
class DataCode {
public:
  /// `modules` are those of `table`, indexed by ModuleId. The functions are
  /// read from the debug information in their files; a file that can't be read
  /// is a TargetError.
  static llvm::Expected<DataCode>
  create(const UnitTable &table, llvm::ArrayRef<const ModuleCode *> modules);

  std::vector<CodeRange> functions; ///< Code of functions; sorted, disjoint.
  std::vector<CodeRange> variables; ///< Ranges of writable data; sorted.
  std::vector<CodeBlock> blocks;
  std::vector<DataInstruction> instructions;
  std::vector<MemoryReference> references;

  const CodeBlock &block(BlockId id) const {
    return blocks[static_cast<size_t>(id)];
  }
  std::optional<BlockId> blockAt(uint64_t address) const;
  /// Returns true if a function begins at a table address.
  bool isFunction(uint64_t address) const;
  llvm::ArrayRef<DataInstruction> instructionsOf(const CodeBlock &block) const {
    return llvm::ArrayRef(instructions)
        .slice(block.firstInstruction, block.instructions);
  }
  llvm::ArrayRef<MemoryReference>
  referencesOf(const DataInstruction &instruction) const {
    return llvm::ArrayRef(references)
        .slice(instruction.firstReference, instruction.references);
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_DATACODE_H
