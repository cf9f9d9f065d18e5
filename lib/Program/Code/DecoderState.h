// Holds the objects of LLVM MC that the source files of the decoder share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_CODE_DECODERSTATE_H
#define PINSTRIPE_LIB_PROGRAM_CODE_DECODERSTATE_H

#include "pinstripe/Program/MachineCode.h"

#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"

namespace pinstripe {

/// Returns true if a memory operand begins at the operand `index`. In LLVM MC,
/// a memory operand consists of five operands: base, scale, index, displacement
/// and segment.
bool isMemoryOperand(const llvm::MCInst &inst, const llvm::MCInstrDesc &desc,
                     unsigned index);

/// Returns true if the instruction clears a register: `xor eax, eax`.
bool isZeroIdiom(const llvm::MCInst &inst, llvm::StringRef name);

/// Returns true if the instruction is a conversion or a square root. Many of
/// these instructions leave a part of their destination register unchanged. But
/// they are treated as if they set the whole register, because code at -O0
/// never uses the unchanged part.
bool mergesByAccident(llvm::StringRef name);

struct Decoder::Implementation {
  const llvm::Target *target = nullptr;
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> assembly;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstrAnalysis> analysis;
  std::unique_ptr<llvm::MCInstPrinter> printer;
  std::vector<RegisterSet> sets;

  std::optional<llvm::MCInst> decodeOne(llvm::ArrayRef<uint8_t> bytes,
                                        uint64_t address,
                                        uint64_t &size) const {
    llvm::MCInst inst;
    auto status =
        disassembler->getInstruction(inst, size, bytes, address, llvm::nulls());
    if (status == llvm::MCDisassembler::Fail || !size)
      return std::nullopt;
    return inst;
  }
  bool isPrefix(const llvm::MCInst &inst) const {
    return instructions->getName(inst.getOpcode()).ends_with("_PREFIX");
  }
  /// Returns the displacement of a rip-relative operand; null if the
  /// instruction has no such operand.
  llvm::MCOperand *ripDistance(llvm::MCInst &inst) const;

  RegisterSet setOf(unsigned reg) const { return sets[reg]; }
  bool isRegister(const llvm::MCOperand &operand, unsigned number) const {
    return operand.isReg() &&
           setOf(operand.getReg()) == generalRegister(number);
  }

  Instruction describe(const llvm::MCInst &inst, uint64_t address,
                       uint64_t size) const;
  void describeOperands(const llvm::MCInst &inst, const llvm::MCInstrDesc &desc,
                        Instruction &result) const;
  void describeMemory(const llvm::MCInst &inst, unsigned first,
                      Instruction &result) const;
  void describeControl(const llvm::MCInst &inst, const llvm::MCInstrDesc &desc,
                       llvm::StringRef name, Instruction &result) const;
  void describeStack(const llvm::MCInst &inst, llvm::StringRef name,
                     Instruction &result) const;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_CODE_DECODERSTATE_H
