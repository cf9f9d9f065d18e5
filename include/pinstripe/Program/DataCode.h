// Describes the machine code of traced modules as blocks of data instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each instruction is described by the registers and the memory that it reads
// and writes. All functions with debug information are covered, also those
// without a traced statement, such as templates of system headers. An
// ExecutionObserver is told which blocks a run executed, and the memory
// addresses that the code alone does not tell.

#ifndef PINSTRIPE_PROGRAM_DATACODE_H
#define PINSTRIPE_PROGRAM_DATACODE_H

#include "pinstripe/Program/MachineCode.h"
#include "pinstripe/Program/ModuleCode.h"
#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

enum class BlockId : uint32_t {};

/// In sets of registers, this bit stands for all x87 registers together. It is
/// the bit of rsp's lowest byte, which is free: no DataInstruction ever names
/// rsp.
constexpr RegisterSet floatingStackRegisters = RegisterSet(1) << (3 * RSP);

/// The effect of an instruction on data: what it reads and writes. Unlike
/// DataEffect, a DataInstruction leaves out what only maintains stack frames:
/// rsp, return addresses, and rbp where rbp only holds the frame address.
struct DataInstruction {
  enum class Kind : uint8_t {
    Other,
    Branch,      ///< A jump on a condition, or to a computed address.
    Call,        ///< A call of a function that has CodeBlocks.
    LibraryCall, ///< A call of code without CodeBlocks, or an indirect call.
    Return,
    SaveRegister, ///< A store of a callee-saved register in a prologue.
    RestoreRegister,
  };
  uint64_t address = 0; ///< Table address (UnitTable.h) of the instruction.
  uint8_t size = 0;
  Kind kind = Kind::Other;
  RegisterSet valueUses = 0;
  RegisterSet addressUses = 0;
  RegisterSet defines = 0;
  /// Index of the instruction's first memory reference in DataCode::references.
  uint32_t firstReference = 0;
  uint8_t references = 0;
};

/// A straight piece of code: a run executes either all of its instructions, in
/// order, or none (unless one of them faults). A call ends a block, and so does
/// an instruction that sets up rbp.
struct CodeBlock {
  uint64_t address = 0; ///< Table address of the first instruction.
  /// The traced function to which the block belongs; nullopt if there is none.
  std::optional<FunctionId> function;
  uint32_t firstInstruction = 0, instructions = 0;
  /// Number of 64-bit words that a detailed recording stores each time the
  /// block is executed, in the order of the memory references: one word (the
  /// address) for each reference whose address only the run knows, two words
  /// (address, number of bytes) for a reference of a repeated instruction such
  /// as `rep movsb`.
  uint32_t recordedWords = 0;
  /// True if rbp is the frame address from the block's first instruction on.
  bool hasFrame = false;
};

/// The code of a program as blocks, sorted by address. A block begins at every
/// entry, function entry and function exit of the unit table.
class DataCode {
public:
  /// Splits the code of all modules into blocks. `modules` holds the code of
  /// the modules of `table`, in the same order. Where functions begin and end
  /// is read from the debug information in the module files. Returns a
  /// TargetError if a file can't be read.
  static llvm::Expected<DataCode>
  create(const UnitTable &table, llvm::ArrayRef<const ModuleCode *> modules);

  /// Address ranges of all functions; sorted, disjoint.
  std::vector<CodeRange> functions;
  /// Address ranges of writable data, without the variables of libraries;
  /// sorted, disjoint.
  std::vector<CodeRange> variables;
  std::vector<CodeBlock> blocks;
  std::vector<DataInstruction> instructions;
  std::vector<MemoryReference> references;

  const CodeBlock &block(BlockId id) const {
    return blocks[static_cast<size_t>(id)];
  }
  std::optional<BlockId> blockAt(uint64_t address) const;
  /// Returns true if a function begins at this address of the unit table.
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
