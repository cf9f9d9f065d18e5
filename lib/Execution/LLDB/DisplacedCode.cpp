// Copies of the instructions at hooks, which make breakpoints cheaper.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/DisplacedCode.h"
#include "pinstripe/Support/Error.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace pinstripe;

namespace {

/// Finds instructions that mean the same at any address.
class Decoder {
public:
  static llvm::Expected<std::unique_ptr<Decoder>> create();
  /// Returns the size of the first instruction, or 0 if it can't be moved.
  size_t movableSize(llvm::ArrayRef<uint8_t> code) const;

private:
  bool dependsOnPlace(const llvm::MCInst &instruction) const;

  llvm::MCTargetOptions options;
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> assembler;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
};

} // namespace

llvm::Expected<std::unique_ptr<Decoder>> Decoder::create() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86Disassembler();
  const char *triple = "x86_64-unknown-linux-gnu";
  std::string message;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return llvm::make_error<EngineError>("no x86 support in LLVM: " + message);
  auto decoder = std::make_unique<Decoder>();
  decoder->registers.reset(target->createMCRegInfo(triple));
  decoder->assembler.reset(
      target->createMCAsmInfo(*decoder->registers, triple, decoder->options));
  decoder->subtarget.reset(target->createMCSubtargetInfo(triple, "", ""));
  decoder->instructions.reset(target->createMCInstrInfo());
  decoder->context = std::make_unique<llvm::MCContext>(
      llvm::Triple(triple), decoder->assembler.get(), decoder->registers.get(),
      decoder->subtarget.get());
  decoder->disassembler.reset(
      target->createMCDisassembler(*decoder->subtarget, *decoder->context));
  return decoder;
}

size_t Decoder::movableSize(llvm::ArrayRef<uint8_t> code) const {
  llvm::MCInst instruction;
  uint64_t size = 0;
  auto status = disassembler->getInstruction(instruction, size, code,
                                             /*Address=*/0, llvm::nulls());
  if (status != llvm::MCDisassembler::Success || dependsOnPlace(instruction))
    return 0;
  return size;
}

bool Decoder::dependsOnPlace(const llvm::MCInst &instruction) const {
  const llvm::MCInstrDesc &description =
      instructions->get(instruction.getOpcode());
  if (description.isBranch() || description.isCall() ||
      description.isReturn() || description.isTerminator() ||
      description.isTrap())
    return true;
  for (const llvm::MCOperand &operand : instruction)
    if (operand.isReg() && operand.getReg() != 0 &&
        llvm::StringRef(registers->getName(operand.getReg())) == "RIP")
      return true;
  return false;
}

llvm::Expected<DisplacedCode>
DisplacedCode::create(llvm::ArrayRef<uint64_t> addresses, CodeReader readCode) {
  auto decoder = Decoder::create();
  if (!decoder)
    return decoder.takeError();
  DisplacedCode displaced;
  for (uint64_t address : addresses) {
    std::vector<uint8_t> code = readCode(address);
    size_t size = (*decoder)->movableSize(code);
    if (size == 0)
      continue;
    code.resize(size);
    displaced.slots[address] = displaced.copies.size();
    displaced.copies.push_back({address, std::move(code)});
  }
  return displaced;
}

std::vector<uint8_t> DisplacedCode::image(Placer runTimeAddress) const {
  std::vector<uint8_t> bytes;
  bytes.reserve(size());
  for (const Copy &copy : copies) {
    bytes.insert(bytes.end(), copy.instruction.begin(), copy.instruction.end());
    // jmp *[rip+0], then the absolute address.
    bytes.insert(bytes.end(), {0xff, 0x25, 0, 0, 0, 0});
    uint64_t next = runTimeAddress(copy.address) + copy.instruction.size();
    for (unsigned shift = 0; shift < 64; shift += 8)
      bytes.push_back(static_cast<uint8_t>(next >> shift));
    // Fill with int3, so that nothing can run into the next slot.
    bytes.resize((bytes.size() + slotSize - 1) / slotSize * slotSize, 0xcc);
  }
  return bytes;
}

std::optional<uint64_t> DisplacedCode::offsetOf(uint64_t address) const {
  auto found = slots.find(address);
  if (found == slots.end())
    return std::nullopt;
  return found->second * slotSize;
}

std::optional<uint64_t> DisplacedCode::originalOf(uint64_t offset) const {
  if (offset >= size())
    return std::nullopt;
  return copies[offset / slotSize].address;
}
