// Moves instructions to another address without changing what they do.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A patch overwrites instructions, so copies of them are executed elsewhere.
// There, jumps and operands relative to rip need other distances.

#ifndef PINSTRIPE_LIB_INSTRUMENTATION_CODEMOVER_H
#define PINSTRIPE_LIB_INSTRUMENTATION_CODEMOVER_H

#include "pinstripe/Instrumentation/CodeBuffer.h"
#include "pinstripe/Program/MachineCode.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

class CodeMover {
public:
  /// Makes a mover that appends the copies of instructions to `code`. `labels`
  /// maps some original addresses to labels. The copy of a jump to such an
  /// address leads to the label.
  CodeMover(const Decoder &decoder,
            const llvm::DenseMap<uint64_t, CodeBuffer::Label> &labels,
            CodeBuffer &code)
      : decoder(decoder), labels(labels), code(code) {}

  /// Returns whether `move` can copy an instruction. It can't copy some forms
  /// of branches and calls.
  static bool canMove(llvm::ArrayRef<uint8_t> bytes,
                      const Instruction &instruction);
  /// Appends a copy of the instruction. At its new address, the copy has the
  /// same effect as the original. Returns false if the target of a branch, or
  /// the memory of a rip-relative operand, is too far from the new address.
  bool move(llvm::ArrayRef<uint8_t> bytes, const Instruction &instruction);
  /// Appends a jump to the instruction at the original address `address`. If
  /// `labels` has a label for this address, the instruction was moved, and the
  /// jump leads to its copy.
  void jumpTo(uint64_t address);

private:
  bool moveBranch(llvm::ArrayRef<uint8_t> bytes,
                  const Instruction &instruction);
  bool moveRelative(llvm::ArrayRef<uint8_t> bytes,
                    const Instruction &instruction, uint64_t target);
  bool moveCall(llvm::ArrayRef<uint8_t> bytes, const Instruction &instruction);
  bool loadCallee(llvm::ArrayRef<uint8_t> bytes,
                  const Instruction &instruction);
  bool reaches(uint64_t address) const;

  const Decoder &decoder;
  const llvm::DenseMap<uint64_t, CodeBuffer::Label> &labels;
  CodeBuffer &code;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INSTRUMENTATION_CODEMOVER_H
