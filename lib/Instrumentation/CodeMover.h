//===- CodeMover.h - Instructions at another place --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to Instrumentation. Writes an instruction so that it does at its new
// place what it did at the old one.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_INSTRUMENTATION_CODEMOVER_H
#define PINSTRIPE_LIB_INSTRUMENTATION_CODEMOVER_H

#include "pinstripe/Instrumentation/CodeBuffer.h"
#include "pinstripe/Program/MachineCode.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

class CodeMover {
public:
  /// Jumps to a key of `labels` go to the label instead.
  CodeMover(const Decoder &decoder,
            const llvm::DenseMap<uint64_t, CodeBuffer::Label> &labels,
            CodeBuffer &code)
      : decoder(decoder), labels(labels), code(code) {}

  /// Whether `move` knows the form of the instruction.
  static bool canMove(llvm::ArrayRef<uint8_t> bytes,
                      const Instruction &instruction);
  /// False if it can't be moved that far.
  bool move(llvm::ArrayRef<uint8_t> bytes, const Instruction &instruction);
  /// To where control would be at an original address.
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
