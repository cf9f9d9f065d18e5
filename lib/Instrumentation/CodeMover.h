// Moves instructions to another address without changing what they do.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_INSTRUMENTATION_CODEMOVER_H
#define PINSTRIPE_LIB_INSTRUMENTATION_CODEMOVER_H

#include "pinstripe/Instrumentation/CodeBuffer.h"
#include "pinstripe/Program/MachineCode.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

class CodeMover {
public:
  /// Makes a mover that appends its copies to a buffer. If a jump leads to an
  /// address in `labels`, its copy leads to the label given there.
  CodeMover(const Decoder &decoder,
            const llvm::DenseMap<uint64_t, CodeBuffer::Label> &labels,
            CodeBuffer &code)
      : decoder(decoder), labels(labels), code(code) {}

  /// Returns whether `move` supports the form of the instruction.
  static bool canMove(llvm::ArrayRef<uint8_t> bytes,
                      const Instruction &instruction);
  /// Appends a copy of the instruction that does the same at its new address.
  /// Returns false if a branch, or an access relative to rip, would have to
  /// reach too far from there.
  bool move(llvm::ArrayRef<uint8_t> bytes, const Instruction &instruction);
  /// Appends a jump to the instruction at `address`, or to its copy if the
  /// instruction has been moved.
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
