// Lets tests write machine code and its execution by hand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A test states the code in the form of DataCode, with a few simple
// instructions, and reports its execution block by block.

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_HANDWRITTENRUN_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_HANDWRITTENRUN_H

#include "pinstripe/Analysis/DependenceRecorder.h"

namespace pinstripe {

/// An instruction with its memory references.
struct WrittenInstruction {
  DataInstruction instruction;
  std::vector<MemoryReference> references;
};

namespace written {

using Kind = DataInstruction::Kind;

inline MemoryReference slot(int64_t offset, bool isWrite, uint32_t size = 8) {
  MemoryReference reference;
  reference.place = MemoryReference::Place::Frame;
  reference.offset = offset;
  reference.size = size;
  (isWrite ? reference.isWritten : reference.isRead) = true;
  return reference;
}
inline WrittenInstruction plain(RegisterSet uses, RegisterSet defines,
                                Kind kind = Kind::Other) {
  WrittenInstruction made;
  made.instruction.valueUses = uses;
  made.instruction.defines = defines;
  made.instruction.kind = kind;
  return made;
}
/// Returns the instruction: register = constant.
inline WrittenInstruction set(GeneralRegister to) {
  return plain(0, generalRegister(to));
}
/// Returns the instruction: to += from.
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
  made.references = {slot(offset, /*isWrite=*/false)};
  return made;
}
inline WrittenInstruction store(int64_t offset, GeneralRegister from,
                                Kind kind = Kind::Other) {
  WrittenInstruction made = plain(generalRegister(from), 0, kind);
  made.references = {slot(offset, /*isWrite=*/true)};
  return made;
}
/// Returns the instruction: to = [address].
inline WrittenInstruction loadFrom(GeneralRegister to,
                                   GeneralRegister address) {
  WrittenInstruction made = load(to, 0);
  made.references[0].place = MemoryReference::Place::Recorded;
  made.instruction.addressUses = generalRegister(address);
  return made;
}
/// Returns the instruction: [address] = from.
inline WrittenInstruction storeTo(GeneralRegister address,
                                  GeneralRegister from) {
  WrittenInstruction made = store(0, from);
  made.references[0].place = MemoryReference::Place::Recorded;
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

/// The frame of a function that is called first.
constexpr uint64_t topFrame = 0x7ffff000;

/// A program of one module, loaded with a bias of 0.
class HandWrittenRun {
public:
  explicit HandWrittenRun(uint64_t maxBytes = ~uint64_t(0))
      : maxBytes(maxBytes) {
    table.modules.emplace_back();
  }

  /// Begins a new function, whose first block sets up a frame.
  void function() {
    block({}, /*hasFrame=*/false);
    uint64_t address = code.blocks.back().address;
    code.functions.push_back({address, address + 1});
  }
  /// Makes all functions written so far traced functions, in this order.
  void traceFunctions() {
    size_t next = 0;
    for (CodeBlock &block : code.blocks) {
      next += next < code.functions.size() &&
              block.address == code.functions[next].low;
      if (next != 0)
        block.function = FunctionId(next - 1);
    }
  }
  BlockId block(std::vector<WrittenInstruction> instructions,
                bool hasFrame = true) {
    CodeBlock made;
    made.address = 0x1000 + 0x100 * code.blocks.size();
    made.firstInstruction = code.instructions.size();
    made.instructions = instructions.size();
    made.hasFrame = hasFrame;
    for (WrittenInstruction &each : instructions) {
      each.instruction.firstReference = code.references.size();
      each.instruction.references = each.references.size();
      for (const MemoryReference &reference : each.references) {
        made.recordedWords +=
            reference.place == MemoryReference::Place::Recorded;
        code.references.push_back(reference);
      }
      code.instructions.push_back(each.instruction);
    }
    code.blocks.push_back(made);
    return BlockId(code.blocks.size() - 1);
  }

  /// Returns the recorder. May be called only after all blocks were written.
  DependenceRecorder &recorder() {
    if (!made)
      made = std::make_unique<DependenceRecorder>(table, code, maxBytes);
    return *made;
  }
  void run(uint32_t event, BlockId block, uint64_t frame = topFrame,
           std::vector<uint64_t> words = {}) {
    recorder().atEvent(EventIndex(event), InvocationId(0));
    recorder().executeBlock(block, frame, words);
  }
  /// Prints the value of rdi. `position` is the place of the value in the
  /// output.
  void print(uint64_t position, RegisterSet uses = generalRegister(RDI)) {
    LibraryCall call{"print", LibraryCall::Knowledge::Model, uses, 0};
    recorder().beginLibraryCall(call, {});
    recorder().endLibraryCall(call, {}, {position, position + 1});
  }

  UnitTable table;
  DataCode code;

private:
  uint64_t maxBytes;
  std::unique_ptr<DependenceRecorder> made;
};

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_HANDWRITTENRUN_H
