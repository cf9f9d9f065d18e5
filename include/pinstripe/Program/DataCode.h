// Describes which data the machine code of traced modules reads and writes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code is split into blocks. Each instruction is described by the registers
// and the memory that it reads and writes. All functions with debug information
// are covered, even those without a traced statement. Some memory addresses are
// known only during a run. An ExecutionObserver receives these addresses, and
// learns which blocks the run executed.

#ifndef PINSTRIPE_PROGRAM_DATACODE_H
#define PINSTRIPE_PROGRAM_DATACODE_H

#include "pinstripe/Program/MachineCode.h"
#include "pinstripe/Program/ModuleCode.h"
#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

enum class BlockId : uint32_t {};

/// The bit that stands for all x87 registers together in a set of registers. It
/// is the bit of the lowest byte of rsp, which is free, since no
/// DataInstruction names rsp.
constexpr RegisterSet floatingStackRegisters = RegisterSet(1) << (3 * RSP);

/// The data that an instruction reads and writes. Registers and memory that
/// only maintain stack frames are left out: rsp, return addresses, and rbp if
/// it holds the frame address.
struct DataInstruction {
  enum class Kind : uint8_t {
    Other,
    Branch, ///< A conditional jump, or a jump to a computed address.
    Call, ///< A direct call of a function whose code is split into CodeBlocks.
    /// A call of code that is not split into blocks, such as a library
    /// function, or an indirect call.
    LibraryCall,
    Return,
    /// An instruction at the start of a function that saves a callee-saved
    /// register.
    SaveRegister,
    RestoreRegister,
    /// An instruction that copies bytes unchanged, between memory and a
    /// register or between two registers.
    Move,
  };
  /// The table address of the instruction: the address in the module's file
  /// plus a constant for each module, wherever the module is loaded (see
  /// UnitTable).
  uint64_t address = 0;
  uint8_t size = 0;
  Kind kind = Kind::Other;
  RegisterSet valueUses = 0;
  RegisterSet addressUses = 0;
  RegisterSet defines = 0;
  /// Index of the instruction's first memory reference in DataCode::references.
  uint32_t firstReference = 0;
  uint8_t references = 0;
};

/// A block of consecutive instructions. A run executes either all of them, in
/// order, or none, unless one of them faults. A call ends a block, and so does
/// an instruction that sets up rbp.
struct CodeBlock {
  /// The table address of the first instruction: the address in the module's
  /// file plus a constant for each module, wherever the module is loaded (see
  /// UnitTable).
  uint64_t address = 0;
  /// The traced function to which the block belongs; nullopt if there is none.
  std::optional<FunctionId> function;
  uint32_t firstInstruction = 0, instructions = 0;
  /// Number of 64-bit words that a recording of instructions stores each time
  /// the block is executed. A memory reference needs a word for its address if
  /// the address is known only during the run. A repeated instruction such as
  /// `rep movsb` also needs a word for the number of bytes.
  uint32_t recordedWords = 0;
  /// True if rbp is the frame address from the block's first instruction on.
  bool hasFrame = false;
};

/// All code of a program, split into blocks. The blocks are sorted by address.
/// A block begins at each statement, at the body of each function, and at the
/// exit of each function. The unit table tells where these places are.
class DataCode {
public:
  /// Splits the code of all modules into blocks. `modules` holds the code of
  /// the modules of `table`, in the same order. The debug information in the
  /// module files tells where functions begin and end. Returns a TargetError if
  /// a file can't be read.
  static llvm::Expected<DataCode>
  create(const UnitTable &table, llvm::ArrayRef<const ModuleCode *> modules);
  /// Reads the machine code of all modules, and splits it into blocks.
  static llvm::Expected<DataCode> read(const UnitTable &table);

  /// Address ranges of all functions. The ranges are sorted and disjoint.
  std::vector<CodeRange> functions;
  /// Address ranges of writable data, without the variables of libraries. The
  /// ranges are sorted and disjoint.
  std::vector<CodeRange> variables;
  std::vector<CodeBlock> blocks;
  std::vector<DataInstruction> instructions;
  std::vector<MemoryReference> references;

  const CodeBlock &block(BlockId id) const {
    return blocks[static_cast<size_t>(id)];
  }
  std::optional<BlockId> blockAt(uint64_t address) const;
  /// Returns true if a function begins at `address` and its code is split into
  /// blocks. `address` is a table address: the address in the module's file
  /// plus a constant for each module (see UnitTable).
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
