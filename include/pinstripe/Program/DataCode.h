//===- DataCode.h - What instructions read and write ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine code of traced modules as basic blocks of instructions, with the
// registers and the memory that each reads and writes: of all functions with
// debug information, those of which no statement is traced as well (templates
// of system headers). Which blocks a run executed, with which addresses, is
// told by an ExecutionObserver.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PROGRAM_DATACODE_H
#define PINSTRIPE_PROGRAM_DATACODE_H

#include "pinstripe/Program/MachineCode.h"
#include "pinstripe/Program/ModuleCode.h"
#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

enum class BlockId : uint32_t {};

/// In the registers of a DataInstruction rsp is never named; one of its bits
/// stands for the x87 registers together.
constexpr RegisterSet floatingStackRegisters = RegisterSet(1) << (3 * RSP);

/// What an instruction does with data, see DataEffect. Frame plumbing is left
/// out: rsp and rbp where they only hold the frame, and return addresses.
struct DataInstruction {
  enum class Kind : uint8_t {
    Other,
    Branch,      ///< jumps on a condition, or to a computed address
    Call,        ///< of code that has blocks itself
    LibraryCall, ///< of other code, or of code that only the run can tell
    Return,
    SaveRegister, ///< stores a callee-saved register in a prologue
    RestoreRegister,
  };
  uint64_t address = 0; ///< table address
  uint8_t size = 0;
  Kind kind = Kind::Other;
  RegisterSet valueUses = 0;
  RegisterSet addressUses = 0;
  RegisterSet defines = 0;
  uint32_t firstOperand = 0; ///< into DataCode::operands
  uint8_t operands = 0;
};

/// Instructions that are executed one after the other, or not at all (unless
/// one faults). A call ends a block, and so does what sets up rbp.
struct CodeBlock {
  uint64_t address = 0; ///< table address
  uint32_t firstInstruction = 0, instructions = 0;
  /// Words that a run records for it: one for each operand that is Recorded,
  /// two for repeated ones (the address, the number of bytes), in the order of
  /// operands.
  uint32_t recordedWords = 0;
  /// rbp is the frame address from the block's first instruction on.
  bool hasFrame = false;
};

/// Blocks are sorted by address; every entry, exit and function entry of the
/// unit table begins one.
class DataCode {
public:
  /// `modules` as in the table, by ModuleId. Which functions there are is read
  /// from the debug information of the files. TargetErrors: the files can't be
  /// read.
  static llvm::Expected<DataCode>
  create(const UnitTable &table, llvm::ArrayRef<const ModuleCode *> modules);

  std::vector<CodeRange> functions; ///< table addresses, sorted, disjoint
  std::vector<CodeRange> variables; ///< the same: all that can be written to
  std::vector<CodeBlock> blocks;
  std::vector<DataInstruction> instructions;
  std::vector<MemoryOperand> operands;

  const CodeBlock &block(BlockId id) const {
    return blocks[static_cast<size_t>(id)];
  }
  std::optional<BlockId> blockAt(uint64_t address) const;
  /// Whether a function begins there.
  bool isFunction(uint64_t address) const;
  llvm::ArrayRef<DataInstruction> instructionsOf(const CodeBlock &block) const {
    return llvm::ArrayRef(instructions)
        .slice(block.firstInstruction, block.instructions);
  }
  llvm::ArrayRef<MemoryOperand>
  operandsOf(const DataInstruction &instruction) const {
    return llvm::ArrayRef(operands).slice(instruction.firstOperand,
                                          instruction.operands);
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_DATACODE_H
