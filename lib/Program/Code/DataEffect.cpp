// Tells which registers and memory an instruction reads and writes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Code/DecoderState.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace pinstripe {

namespace {

using InstructionKind = Instruction::Kind;

/// Returns the size in bytes of an instruction's memory operand. It is taken
/// from the assembly text of the instruction ("dword ptr"), since LLVM MC
/// offers no function for this.
uint32_t printedSize(llvm::StringRef text) {
  llvm::StringRef before = text.take_front(text.find(" ptr"));
  if (before.size() == text.size())
    return text.contains("save") || text.contains("rstor") ? 512 : 8;
  llvm::StringRef word =
      before.take_back(before.size() - before.rfind(' ') - 1);
  return llvm::StringSwitch<uint32_t>(word.trim())
      .Case("byte", 1)
      .Case("word", 2)
      .Case("dword", 4)
      .Case("fword", 6)
      .Case("tbyte", 10)
      .Case("xmmword", 16)
      .Case("ymmword", 32)
      .Case("zmmword", 64)
      .Default(8);
}

/// Returns how many values an x87 instruction adds to the x87 stack. The number
/// is negative if the instruction removes values. Returns nullopt for any other
/// instruction.
std::optional<int8_t> floatingChange(llvm::StringRef text) {
  llvm::StringRef word =
      text.take_until([](char c) { return llvm::isSpace(c); });
  if (!word.starts_with("f") || word.starts_with("fx") ||
      word.starts_with("fn") || word.ends_with("cw") || word.ends_with("env"))
    return word == "fxch" ? std::optional<int8_t>(0) : std::nullopt;
  if (word.starts_with("fld") || word == "fild" || word == "fbld")
    return 1;
  if (word.ends_with("pp"))
    return -2;
  return word.ends_with("p") ? -1 : 0;
}

/// Returns true for an instruction that copies all bytes of its operand, where
/// `name` is LLVM's name of the instruction, such as MOV64rm. A move from one
/// 32-bit register to another one is left out, since it also clears bytes.
bool copiesBytes(llvm::StringRef name) {
  name.consume_front("V");
  if (name == "MOV32rr" || !name.consume_front("MOV") ||
      !(name.consume_back("rm") || name.consume_back("mr") ||
        name.consume_back("rr")))
    return false;
  return llvm::is_contained(
      {"32", "64", "APS", "UPS", "APD", "UPD", "DQA", "DQU"}, name);
}

/// Finds out what one instruction reads and writes.
class EffectReader {
public:
  EffectReader(const Decoder::Implementation &state, const llvm::MCInst &inst,
               const Instruction &instruction, llvm::StringRef text)
      : state(state), inst(inst), instruction(instruction), text(text),
        desc(state.instructions->get(inst.getOpcode())),
        name(state.instructions->getName(inst.getOpcode())) {}

  DataEffect read() {
    if (instruction.kind == InstructionKind::Nop ||
        instruction.kind == InstructionKind::Return ||
        name.starts_with("PREFETCH"))
      return {};
    readOperands();
    readImplicit();
    readStack();
    readStrings();
    readSystemCall();
    effect.floatingStackChange = floatingChange(text);
    effect.isMove = copiesBytes(name);
    applyIdioms();
    constexpr RegisterSet stack = generalRegister(RSP);
    effect.valueUses &= ~stack;
    effect.addressUses &= ~stack;
    effect.defines &= ~stack;
    return std::move(effect);
  }

private:
  void readOperands();
  void addMemory(unsigned first);
  void addImplicitMemory(uint8_t base, int32_t displacement, uint32_t size,
                         bool isWritten);
  void readImplicit();
  void readStack();
  void readStrings();
  void readSystemCall();
  void applyIdioms();
  bool jumps() const {
    return instruction.kind == InstructionKind::Call ||
           instruction.isJumpLike();
  }
  uint8_t general(const llvm::MCOperand &operand) const;

  const Decoder::Implementation &state;
  const llvm::MCInst &inst;
  const Instruction &instruction;
  llvm::StringRef text;
  const llvm::MCInstrDesc &desc;
  llvm::StringRef name;
  DataEffect effect;
};

uint8_t EffectReader::general(const llvm::MCOperand &operand) const {
  for (uint8_t n = 0; n < 16; ++n)
    if (operand.getReg() && state.isRegister(operand, n))
      return n;
  return AddressExpression::noRegister;
}

void EffectReader::addMemory(unsigned first) {
  const llvm::MCOperand &base = inst.getOperand(first);
  const llvm::MCOperand &index = inst.getOperand(first + 2);
  const llvm::MCOperand &segment = inst.getOperand(first + 4);
  RegisterSet registers = state.setOf(base.getReg());
  registers |= state.setOf(index.getReg());
  if (instruction.isLea) {
    effect.valueUses |= registers;
    return;
  }
  effect.addressUses |= registers;
  MemoryReference memory;
  memory.size = printedSize(text);
  memory.isRead = desc.mayLoad() || jumps();
  memory.isWritten = desc.mayStore() && !jumps();
  memory.expression.base = general(base);
  memory.expression.index = general(index);
  memory.expression.scale = inst.getOperand(first + 1).getImm();
  memory.expression.displacement = inst.getOperand(first + 3).getImm();
  memory.expression.isThreadLocal = segment.getReg() != 0;
  // A `pop` to memory first adds 8 to rsp, and only then computes the address
  // of its operand. So the address is 8 larger than the displacement in the
  // instruction says.
  if (name.starts_with("POP") && memory.expression.base == RSP)
    memory.expression.displacement += 8;
  if (!memory.expression.isThreadLocal && !index.getReg()) {
    if (memory.expression.base == RBP) {
      memory.place = MemoryReference::Place::Frame;
      memory.offset = memory.expression.displacement;
    } else if (instruction.dataAddress &&
               memory.expression.base == AddressExpression::noRegister) {
      memory.place = MemoryReference::Place::Fixed;
      memory.offset = static_cast<int64_t>(instruction.dataAddress);
    }
  }
  effect.memory.push_back(memory);
}

void EffectReader::readOperands() {
  for (unsigned i = 0; i < inst.getNumOperands(); ++i) {
    if (isMemoryOperand(inst, desc, i) || (instruction.isLea && i == 1)) {
      addMemory(i);
      i += 4;
      continue;
    }
    const llvm::MCOperand &operand = inst.getOperand(i);
    if (!operand.isReg() || !operand.getReg())
      continue;
    RegisterSet set = state.setOf(operand.getReg());
    if (i < desc.getNumDefs())
      effect.defines |= set;
    else if (jumps())
      effect.addressUses |= set;
    else if (!(i == 1 && inst.getNumOperands() > 2 &&
               (set & allVectorRegisters) && mergesByAccident(name)))
      effect.valueUses |= set;
  }
}

void EffectReader::readImplicit() {
  for (llvm::MCPhysReg reg : desc.implicit_uses())
    effect.valueUses |= state.setOf(reg);
  for (llvm::MCPhysReg reg : desc.implicit_defs())
    effect.defines |= state.setOf(reg);
  if (instruction.kind == InstructionKind::Leave)
    effect.valueUses = effect.addressUses = 0;
}

void EffectReader::addImplicitMemory(uint8_t base, int32_t displacement,
                                     uint32_t size, bool isWritten) {
  MemoryReference memory;
  memory.size = size;
  memory.isRead = !isWritten;
  memory.isWritten = isWritten;
  memory.expression.base = base;
  memory.expression.displacement = displacement;
  effect.memory.push_back(memory);
}

void EffectReader::readStack() {
  int32_t size = name.contains("16") ? 2 : 8;
  if (name.starts_with("PUSH")) {
    for (MemoryReference &memory : effect.memory)
      memory.isWritten = false;
    addImplicitMemory(RSP, -size, size, /*isWritten=*/true);
  } else if (name.starts_with("POP") && !name.starts_with("POPCNT")) {
    for (MemoryReference &memory : effect.memory)
      memory.isRead = false;
    addImplicitMemory(RSP, 0, size, /*isWritten=*/false);
  }
}

/// Adds the memory accesses of the string instructions movs, stos, lods, scas
/// and cmps. Reads are added before writes.
void EffectReader::readStrings() {
  llvm::StringRef form = name.drop_back(1);
  bool readsSource = form == "MOVS" || form == "CMPS" || form == "LODS";
  bool readsTarget = form == "CMPS" || form == "SCAS";
  bool writesTarget = form == "MOVS" || form == "STOS";
  if (!readsSource && !readsTarget && !writesTarget)
    return;
  uint32_t size = printedSize(text);
  constexpr RegisterSet pointers =
      generalRegister(RSI) | generalRegister(RDI) | generalRegister(RCX);
  effect.addressUses |= effect.valueUses & pointers;
  effect.valueUses &= ~pointers;
  if (readsSource)
    addImplicitMemory(RSI, 0, size, /*isWritten=*/false);
  if (readsTarget || writesTarget)
    addImplicitMemory(RDI, 0, size, writesTarget);
  if (!text.starts_with("rep"))
    return;
  effect.addressUses |= generalRegister(RCX);
  effect.defines |= generalRegister(RCX);
  for (MemoryReference &memory : effect.memory)
    memory.isRepeated = true;
}

/// Adds the registers of a Linux system call: its number in rax, its arguments
/// in rdi, rsi, rdx, r10, r8 and r9, its result in rax.
void EffectReader::readSystemCall() {
  if (name != "SYSCALL")
    return;
  for (unsigned argument : {RAX, RDI, RSI, RDX, R10, R8, R9})
    effect.valueUses |= generalRegister(argument);
  effect.defines |=
      generalRegister(RAX) | generalRegister(RCX) | generalRegister(R11);
}

/// If the result of the instruction does not depend on the registers that it
/// reads, these registers are removed from its effect. For example, the result
/// of `xor eax, eax` is always 0.
void EffectReader::applyIdioms() {
  if (isZeroIdiom(inst, name))
    effect.valueUses = 0;
  unsigned count = inst.getNumOperands();
  if (!count)
    return;
  const llvm::MCOperand &last = inst.getOperand(count - 1);
  bool isConstant =
      last.isImm() && ((name.starts_with("AND") && last.getImm() == 0) ||
                       (name.starts_with("OR") && last.getImm() == -1));
  bool isBorrow = name.starts_with("SBB") && name.ends_with("rr") &&
                  last.isReg() &&
                  inst.getOperand(count - 2).getReg() == last.getReg();
  if (isBorrow)
    effect.valueUses = flagsRegister;
  if (!isConstant)
    return;
  effect.valueUses = 0;
  for (MemoryReference &memory : effect.memory)
    memory.isRead = false;
}

} // namespace

DataEffect Decoder::effectOf(llvm::ArrayRef<uint8_t> bytes,
                             const Instruction &instruction) const {
  uint64_t address = instruction.address;
  for (uint64_t prefixes = 0;;) {
    uint64_t size = 0;
    auto inst = implementation->decodeOne(bytes.drop_front(prefixes),
                                          address + prefixes, size);
    if (!inst)
      return {};
    if (implementation->isPrefix(*inst)) {
      prefixes += size;
      continue;
    }
    return EffectReader(*implementation, *inst, instruction,
                        text(bytes, address))
        .read();
  }
}

} // namespace pinstripe
