//===- HandWrittenRun.h - Runs told by tests --------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code as DataCode describes it, made of a few simple instructions, and the
// story of its execution, block by block.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_HANDWRITTENRUN_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_HANDWRITTENRUN_H

#include "pinstripe/Analysis/DependenceRecorder.h"

namespace pinstripe {

/// An instruction with its operands.
struct WrittenInstruction {
  DataInstruction instruction;
  std::vector<MemoryOperand> operands;
};

namespace written {

using Kind = DataInstruction::Kind;

inline MemoryOperand slot(int64_t offset, bool isWrite, uint32_t size = 8) {
  MemoryOperand operand;
  operand.place = MemoryOperand::Place::Frame;
  operand.offset = offset;
  operand.size = size;
  (isWrite ? operand.isWritten : operand.isRead) = true;
  return operand;
}
inline WrittenInstruction plain(RegisterSet uses, RegisterSet defines,
                                Kind kind = Kind::Other) {
  WrittenInstruction made;
  made.instruction.valueUses = uses;
  made.instruction.defines = defines;
  made.instruction.kind = kind;
  return made;
}
/// register = constant
inline WrittenInstruction set(GeneralRegister to) {
  return plain(0, generalRegister(to));
}
/// to += from
inline WrittenInstruction add(GeneralRegister to, GeneralRegister from) {
  return plain(generalRegister(to) | generalRegister(from),
               generalRegister(to));
}
inline WrittenInstruction move(GeneralRegister to, GeneralRegister from) {
  return plain(generalRegister(from), generalRegister(to));
}
inline WrittenInstruction load(GeneralRegister to, int64_t offset,
                               Kind kind = Kind::Other) {
  WrittenInstruction made = plain(0, generalRegister(to), kind);
  made.operands = {slot(offset, /*isWrite=*/false)};
  return made;
}
inline WrittenInstruction store(int64_t offset, GeneralRegister from,
                                Kind kind = Kind::Other) {
  WrittenInstruction made = plain(generalRegister(from), 0, kind);
  made.operands = {slot(offset, /*isWrite=*/true)};
  return made;
}
/// to = [address]
inline WrittenInstruction loadFrom(GeneralRegister to,
                                   GeneralRegister address) {
  WrittenInstruction made = load(to, 0);
  made.operands[0].place = MemoryOperand::Place::Recorded;
  made.instruction.addressUses = generalRegister(address);
  return made;
}
/// [address] = from
inline WrittenInstruction storeTo(GeneralRegister address,
                                  GeneralRegister from) {
  WrittenInstruction made = store(0, from);
  made.operands[0].place = MemoryOperand::Place::Recorded;
  made.instruction.addressUses = generalRegister(address);
  return made;
}
inline WrittenInstruction compare(GeneralRegister with) {
  return plain(generalRegister(with), flagsRegister);
}
inline WrittenInstruction branch() {
  return plain(flagsRegister, 0, Kind::Branch);
}
inline WrittenInstruction call() { return plain(0, 0, Kind::Call); }
inline WrittenInstruction callLibrary() {
  return plain(0, 0, Kind::LibraryCall);
}
inline WrittenInstruction ret() { return plain(0, 0, Kind::Return); }

} // namespace written

/// One module, at a bias of 0.
class HandWrittenRun {
public:
  explicit HandWrittenRun(uint64_t mostBytes = ~uint64_t(0))
      : mostBytes(mostBytes) {
    table.modules.emplace_back();
  }

  /// What follows is of a new function, whose first block sets up a frame.
  void function() {
    block({}, /*hasFrame=*/false);
    uint64_t address = code.blocks.back().address;
    code.functions.push_back({address, address + 1});
  }
  BlockId block(std::vector<WrittenInstruction> instructions,
                bool hasFrame = true) {
    CodeBlock made;
    made.address = 0x1000 + 0x100 * code.blocks.size();
    made.firstInstruction = code.instructions.size();
    made.instructions = instructions.size();
    made.hasFrame = hasFrame;
    for (WrittenInstruction &each : instructions) {
      each.instruction.firstOperand = code.operands.size();
      each.instruction.operands = each.operands.size();
      for (const MemoryOperand &operand : each.operands) {
        made.recordedWords += operand.place == MemoryOperand::Place::Recorded;
        code.operands.push_back(operand);
      }
      code.instructions.push_back(each.instruction);
    }
    code.blocks.push_back(made);
    return BlockId(code.blocks.size() - 1);
  }

  /// Only when all blocks are written.
  DependenceRecorder &recorder() {
    if (!made)
      made = std::make_unique<DependenceRecorder>(table, code, mostBytes);
    return *made;
  }
  void run(uint32_t event, BlockId block, uint64_t frame = topFrame,
           std::vector<uint64_t> words = {}) {
    recorder().atEvent(EventIndex(event), InvocationId(0));
    recorder().executeBlock(block, frame, words);
  }
  /// Prints rdi; its bytes are told from others by `position`.
  void print(uint64_t position, RegisterSet uses = generalRegister(RDI)) {
    LibraryCall call{"print", LibraryCall::Knowledge::Model, uses, 0};
    recorder().beginLibraryCall(call, {});
    recorder().endLibraryCall(call, {}, {position, position + 1});
  }

  static constexpr uint64_t topFrame = 0x7ffff000;
  UnitTable table;
  DataCode code;

private:
  uint64_t mostBytes;
  std::unique_ptr<DependenceRecorder> made;
};

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_HANDWRITTENRUN_H
