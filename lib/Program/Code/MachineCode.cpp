// Decodes machine code into descriptions of instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM MC decodes the instructions.

#include "Code/DecoderState.h"
#include "pinstripe/Support/Error.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/TargetSelect.h"
#include <algorithm>

namespace pinstripe {

namespace {

constexpr const char *triple = "x86_64-unknown-linux-gnu";

struct GeneralNames {
  const char *whole, *half, *word, *low, *high;
};
constexpr GeneralNames generalNames[16] = {
    {"RAX", "EAX", "AX", "AL", "AH"},    {"RCX", "ECX", "CX", "CL", "CH"},
    {"RDX", "EDX", "DX", "DL", "DH"},    {"RBX", "EBX", "BX", "BL", "BH"},
    {"RSP", "ESP", "SP", "SPL", ""},     {"RBP", "EBP", "BP", "BPL", ""},
    {"RSI", "ESI", "SI", "SIL", ""},     {"RDI", "EDI", "DI", "DIL", ""},
    {"R8", "R8D", "R8W", "R8B", ""},     {"R9", "R9D", "R9W", "R9B", ""},
    {"R10", "R10D", "R10W", "R10B", ""}, {"R11", "R11D", "R11W", "R11B", ""},
    {"R12", "R12D", "R12W", "R12B", ""}, {"R13", "R13D", "R13W", "R13B", ""},
    {"R14", "R14D", "R14W", "R14B", ""}, {"R15", "R15D", "R15W", "R15B", ""},
};

constexpr RegisterSet highByte(unsigned n) { return RegisterSet(2) << (3 * n); }

/// Maps each register of LLVM MC to the set of its parts. For example, ax is
/// mapped to the two lowest bytes of rax. The registers are recognised by their
/// names, since packaged LLVM keeps the enumeration of x86 registers private.
std::vector<RegisterSet> registerSets(const llvm::MCRegisterInfo &registers) {
  llvm::StringMap<RegisterSet> byName;
  for (unsigned n = 0; n < 16; ++n) {
    byName[generalNames[n].whole] = generalRegister(n);
    byName[generalNames[n].half] = generalRegister(n);
    byName[generalNames[n].word] = lowByte(n) | highByte(n);
    byName[generalNames[n].low] = lowByte(n);
    if (*generalNames[n].high)
      byName[generalNames[n].high] = highByte(n);
    for (const char *prefix : {"XMM", "YMM", "ZMM"})
      byName[prefix + std::to_string(n)] = vectorRegister(n);
  }
  byName["EFLAGS"] = flagsRegister;
  std::vector<RegisterSet> sets(registers.getNumRegs(), 0);
  for (unsigned id = 1; id < registers.getNumRegs(); ++id)
    if (auto found = byName.find(registers.getName(id)); found != byName.end())
      sets[id] = found->second;
  return sets;
}

/// Returns how many bytes a store writes. Most of LLVM's opcode names contain
/// the size in bits, for example MOV32mr and ADD8mi.
uint8_t storeSize(llvm::StringRef name) {
  for (auto [width, size] : {std::pair("64m", 8),     std::pair("32m", 4),
                             std::pair("16m", 2),     std::pair("80m", 10),
                             std::pair("8m", 1),      std::pair("SETCCm", 1),
                             std::pair("MOVSSm", 4),  std::pair("MOVSDm", 8),
                             std::pair("MOVLP", 8),   std::pair("MOVHP", 8),
                             std::pair("PQI2QIm", 8), std::pair("PDI2DIm", 4),
                             std::pair("PSYm", 32),   std::pair("PDYm", 32),
                             std::pair("DQAYm", 32),  std::pair("DQUYm", 32),
                             std::pair("PSm", 16),    std::pair("PDm", 16),
                             std::pair("DQAm", 16),   std::pair("DQUm", 16)})
    if (name.contains(width))
      return size;
  return Instruction::unknownStoreSize;
}

bool namesZeroIdiom(llvm::StringRef name) {
  for (llvm::StringRef prefix :
       {"XOR", "SUB", "PXOR", "VPXOR", "VXORP", "PSUB"})
    if (name.starts_with(prefix) && name.ends_with("rr"))
      return true;
  return false;
}

/// Returns true for a string instruction that is repeated rcx times, such as
/// `rep stosq`. LLVM MC keeps the prefix `rep` as a flag.
bool isRepeated(const llvm::MCInst &inst, const Instruction &described) {
  constexpr unsigned repeatUnlessEqual = 4, repeat = 8;
  constexpr RegisterSet pointers = generalRegister(RSI) | generalRegister(RDI);
  RegisterSet implicit = described.defines & ~described.definesExplicitly;
  return (implicit & pointers) &&
         (inst.getFlags() & (repeat | repeatUnlessEqual));
}

} // namespace

bool isZeroIdiom(const llvm::MCInst &inst, llvm::StringRef name) {
  unsigned count = inst.getNumOperands();
  return namesZeroIdiom(name) && count >= 2 &&
         inst.getOperand(count - 1).isReg() &&
         inst.getOperand(count - 2).isReg() &&
         inst.getOperand(count - 1).getReg() ==
             inst.getOperand(count - 2).getReg();
}

bool mergesByAccident(llvm::StringRef name) {
  for (llvm::StringRef prefix : {"CVT", "VCVT", "SQRTS", "VSQRTS"})
    if (name.starts_with(prefix))
      return true;
  return false;
}

std::string describeRegisters(RegisterSet set) {
  std::string text;
  auto add = [&](llvm::StringRef name) {
    text += (text.empty() ? "" : ", ") + name.lower();
  };
  for (unsigned n = 0; n < 16; ++n)
    if (set & generalRegister(n))
      add(generalNames[n].whole);
  for (unsigned n = 0; n < 15; ++n)
    if (set & vectorRegister(n))
      add("xmm" + std::to_string(n));
  if (set & flagsRegister)
    add("flags");
  return text;
}

bool isMemoryOperand(const llvm::MCInst &inst, const llvm::MCInstrDesc &desc,
                     unsigned index) {
  auto isMemory = [&](unsigned i) {
    return i < desc.getNumOperands() &&
           desc.operands()[i].OperandType == llvm::MCOI::OPERAND_MEMORY;
  };
  return isMemory(index) && (index == 0 || !isMemory(index - 1)) &&
         index + 4 < inst.getNumOperands();
}

llvm::MCOperand *
Decoder::Implementation::ripDistance(llvm::MCInst &inst) const {
  // LLVM MC represents a memory operand by five operands: base, scale, index,
  // displacement, segment.
  for (unsigned i = 0; i + 4 < inst.getNumOperands(); ++i) {
    const llvm::MCOperand &base = inst.getOperand(i);
    if (base.isReg() && base.getReg() &&
        llvm::StringRef(registers->getName(base.getReg())) == "RIP" &&
        inst.getOperand(i + 3).isImm())
      return &inst.getOperand(i + 3);
  }
  return nullptr;
}

void Decoder::Implementation::describeMemory(const llvm::MCInst &inst,
                                             unsigned first,
                                             Instruction &result) const {
  // LLVM MC represents a memory operand by five operands: base, scale, index,
  // displacement, segment.
  const llvm::MCOperand &base = inst.getOperand(first);
  const llvm::MCOperand &index = inst.getOperand(first + 2);
  const llvm::MCOperand &displacement = inst.getOperand(first + 3);
  if (!displacement.isImm())
    return;
  bool hasIndex = index.getReg() != 0;
  llvm::StringRef baseName =
      base.getReg() ? registers->getName(base.getReg()) : "";
  result.isRipRelative |= baseName == "RIP" || baseName == "EIP";
  if (baseName == "RIP")
    result.dataAddress = result.end() + displacement.getImm();
  else if (!base.getReg())
    result.dataAddress = displacement.getImm();
  else if (baseName == "RBP" && !hasIndex)
    result.frameOffset = static_cast<int32_t>(displacement.getImm());
  result.isIndexed = hasIndex;
}

void Decoder::Implementation::describeOperands(const llvm::MCInst &inst,
                                               const llvm::MCInstrDesc &desc,
                                               Instruction &result) const {
  llvm::StringRef name = instructions->getName(inst.getOpcode());
  for (unsigned i = 0; i < inst.getNumOperands(); ++i) {
    if (isMemoryOperand(inst, desc, i) || (result.isLea && i == 1))
      describeMemory(inst, i, result);
    const llvm::MCOperand &operand = inst.getOperand(i);
    if (!operand.isReg() || !operand.getReg())
      continue;
    RegisterSet set = setOf(operand.getReg());
    bool isDefinition = i < desc.getNumDefs();
    if (isDefinition)
      result.defines |= set;
    else if (!(i == 1 && inst.getNumOperands() > 2 &&
               (set & allVectorRegisters) && mergesByAccident(name)))
      result.uses |= set;
  }
  result.definesExplicitly = result.defines;
  for (llvm::MCPhysReg reg : desc.implicit_uses())
    result.uses |= setOf(reg);
  for (llvm::MCPhysReg reg : desc.implicit_defs())
    result.defines |= setOf(reg);
  if (isZeroIdiom(inst, name))
    result.uses = 0;
  if (isRepeated(inst, result)) {
    result.uses |= generalRegister(RCX);
    result.defines |= generalRegister(RCX);
  }
}

void Decoder::Implementation::describeControl(const llvm::MCInst &inst,
                                              const llvm::MCInstrDesc &desc,
                                              llvm::StringRef name,
                                              Instruction &result) const {
  using Kind = Instruction::Kind;
  if (desc.isCall())
    result.kind = Kind::Call;
  else if (desc.isReturn())
    result.kind = Kind::Return;
  else if (desc.isConditionalBranch())
    result.kind = Kind::ConditionalJump;
  else if (desc.isBranch())
    result.kind = Kind::Jump;
  else if (name == "TRAP" || name == "HLT" || name.starts_with("UD"))
    result.kind = Kind::Trap;
  else if (name.starts_with("NOOP") || name == "ENDBR64" || name == "NOP")
    result.kind = Kind::Nop;
  else if (name == "LEAVE64" || name == "LEAVE")
    result.kind = Kind::Leave;
  else if (name.starts_with("PUSH") && !name.starts_with("PUSHF"))
    result.kind = Kind::Push;
  else if (name.starts_with("POP64r"))
    result.kind = Kind::Pop;
  if (result.kind == Kind::Call || result.isJumpLike()) {
    uint64_t target = 0;
    if (analysis->evaluateBranch(inst, result.address, result.size, target))
      result.target = target;
    else
      result.isIndirect = true;
  }
  if (result.kind == Kind::Call) {
    result.defines |= generalRegister(RAX) | generalRegister(RCX) |
                      generalRegister(RDX) | generalRegister(RSI) |
                      generalRegister(RDI) | generalRegister(R8) |
                      generalRegister(R9) | generalRegister(R10) |
                      generalRegister(R11) | allVectorRegisters | flagsRegister;
    result.writesMemory = true;
  }
  // A `ret` is described as an instruction that reads no register. Whether it
  // reads rax depends on the type of the function, which the decoder does not
  // know.
  if (result.kind == Kind::Return)
    result.uses = 0;
}

void Decoder::Implementation::describeStack(const llvm::MCInst &inst,
                                            llvm::StringRef name,
                                            Instruction &result) const {
  using Kind = Instruction::Kind;
  if (result.kind == Kind::Push) {
    result.stackChange = -8;
    return;
  }
  if (result.kind == Kind::Pop) {
    result.stackChange = 8;
    return;
  }
  if (result.kind == Kind::Leave) {
    result.stackFromFrame = 8;
    result.stackChange = std::nullopt;
    return;
  }
  unsigned count = inst.getNumOperands();
  if (!count || !isRegister(inst.getOperand(0), RSP) ||
      !(result.defines & generalRegister(RSP)) || result.kind == Kind::Call ||
      result.kind == Kind::Return)
    return;
  result.stackChange = std::nullopt;
  if (name.starts_with("SUB64ri"))
    result.stackChange = -inst.getOperand(count - 1).getImm();
  else if (name.starts_with("ADD64ri"))
    result.stackChange = inst.getOperand(count - 1).getImm();
  else if (name.starts_with("AND64ri"))
    result.stackAlignment =
        static_cast<uint32_t>(-inst.getOperand(count - 1).getImm());
  else if (name.starts_with("MOV64rr") && isRegister(inst.getOperand(1), RBP))
    result.stackFromFrame = 0;
  else if (name == "LEA64r" && result.frameOffset)
    result.stackFromFrame = *result.frameOffset;
}

Instruction Decoder::Implementation::describe(const llvm::MCInst &inst,
                                              uint64_t address,
                                              uint64_t size) const {
  const llvm::MCInstrDesc &desc = instructions->get(inst.getOpcode());
  llvm::StringRef name = instructions->getName(inst.getOpcode());
  Instruction result;
  result.address = address;
  result.size = static_cast<uint8_t>(size);
  result.isLea = name.starts_with("LEA64") || name.starts_with("LEA32");
  result.writesMemory = desc.mayStore();
  result.readsMemory = desc.mayLoad();
  describeOperands(inst, desc, result);
  describeControl(inst, desc, name, result);
  describeStack(inst, name, result);
  unsigned count = inst.getNumOperands();
  if ((name.starts_with("CMP") || name.starts_with("SUB")) && count &&
      inst.getOperand(count - 1).isImm())
    result.comparedWith = inst.getOperand(count - 1).getImm();
  bool isConditional = name.starts_with("JCC_") || name == "SETCCr";
  if (isConditional && count && inst.getOperand(count - 1).isImm())
    result.condition =
        static_cast<uint8_t>(inst.getOperand(count - 1).getImm());
  if (result.writesMemory)
    result.storeSize = storeSize(name);
  if (name == "MOV64rm")
    for (uint8_t n = 0; n < 16; ++n)
      if (isRegister(inst.getOperand(0), n))
        result.loadedRegister = n;
  return result;
}

Decoder::Decoder(std::unique_ptr<Implementation> implementation)
    : implementation(std::move(implementation)) {}
Decoder::~Decoder() = default;

llvm::Expected<std::unique_ptr<Decoder>> Decoder::create() {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllDisassemblers();
  auto state = std::make_unique<Implementation>();
  std::string error;
  state->target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!state->target)
    return llvm::make_error<EngineError>("LLVM has no x86-64 target: " + error);
  state->registers.reset(state->target->createMCRegInfo(triple));
  state->assembly.reset(state->target->createMCAsmInfo(
      *state->registers, triple, llvm::MCTargetOptions()));
  state->instructions.reset(state->target->createMCInstrInfo());
  state->subtarget.reset(state->target->createMCSubtargetInfo(triple, "", ""));
  state->context = std::make_unique<llvm::MCContext>(
      llvm::Triple(triple), state->assembly.get(), state->registers.get(),
      state->subtarget.get());
  state->disassembler.reset(
      state->target->createMCDisassembler(*state->subtarget, *state->context));
  state->analysis.reset(
      state->target->createMCInstrAnalysis(state->instructions.get()));
  constexpr unsigned intelSyntax = 1;
  state->printer.reset(state->target->createMCInstPrinter(
      llvm::Triple(triple), intelSyntax, *state->assembly, *state->instructions,
      *state->registers));
  if (!state->disassembler || !state->analysis || !state->printer)
    return llvm::make_error<EngineError>("LLVM has no x86-64 disassembler");
  state->printer->setPrintImmHex(true);
  state->printer->setPrintBranchImmAsAddress(true);
  state->sets = registerSets(*state->registers);
  return std::unique_ptr<Decoder>(new Decoder(std::move(state)));
}

std::optional<Instruction> Decoder::decodeFirst(llvm::ArrayRef<uint8_t> bytes,
                                                uint64_t address) const {
  // The largest size of an instruction of x86-64 in bytes.
  constexpr uint64_t longest = 15;
  for (uint64_t prefixes = 0;;) {
    uint64_t size = 0;
    auto inst = implementation->decodeOne(bytes.drop_front(prefixes),
                                          address + prefixes, size);
    if (!inst || prefixes + size > longest)
      return std::nullopt;
    // LLVM MC decodes some prefixes, such as `lock`, as separate instructions.
    // The loop adds up their sizes and goes on to the instruction after them.
    if (implementation->isPrefix(*inst)) {
      prefixes += size;
      continue;
    }
    Instruction result =
        implementation->describe(*inst, address + prefixes, size);
    result.address = address;
    result.size = static_cast<uint8_t>(prefixes + size);
    return result;
  }
}

std::optional<std::vector<Instruction>>
Decoder::decode(llvm::ArrayRef<uint8_t> bytes, uint64_t address) const {
  std::vector<Instruction> result;
  for (uint64_t offset = 0; offset < bytes.size();) {
    auto instruction = decodeFirst(bytes.drop_front(offset), address + offset);
    if (!instruction)
      return std::nullopt;
    offset += instruction->size;
    result.push_back(std::move(*instruction));
  }
  return result;
}

std::optional<uint8_t>
Decoder::distanceOffset(llvm::ArrayRef<uint8_t> bytes,
                        const Instruction &instruction) const {
  uint64_t target =
      instruction.target ? instruction.target : instruction.dataAddress;
  llvm::SmallVector<uint8_t, 16> changed(bytes.take_front(instruction.size));
  uint32_t distance = static_cast<uint32_t>(target - instruction.end());
  // Four bytes of the instruction hold the distance to its target, but a
  // constant operand may consist of the same four bytes. So the loop goes to
  // each place at which the instruction has these bytes, changes them there,
  // and decodes the result. If the target has moved, the distance is at this
  // place.
  constexpr uint32_t step = 0x1000;
  for (uint8_t place = 1; place + 4 <= instruction.size; ++place) {
    if (llvm::support::endian::read32le(&changed[place]) != distance)
      continue;
    llvm::support::endian::write32le(&changed[place], distance + step);
    auto again = decodeFirst(changed, instruction.address);
    llvm::support::endian::write32le(&changed[place], distance);
    if (again && again->size == instruction.size &&
        (again->target ? again->target : again->dataAddress) - target == step)
      return place;
  }
  return std::nullopt;
}

std::optional<uint32_t> indexAt(llvm::ArrayRef<Instruction> instructions,
                                uint64_t address) {
  auto found = std::ranges::lower_bound(instructions, address, {},
                                        &Instruction::address);
  if (found == instructions.end() || found->address != address)
    return std::nullopt;
  return static_cast<uint32_t>(found - instructions.begin());
}

std::string Decoder::text(llvm::ArrayRef<uint8_t> bytes,
                          uint64_t address) const {
  std::string result;
  llvm::raw_string_ostream stream(result);
  for (bool isPrefix = true; isPrefix;) {
    uint64_t size = 0;
    auto inst = implementation->decodeOne(bytes, address, size);
    if (!inst)
      return "(bad)";
    address += size;
    bytes = bytes.drop_front(size);
    if (llvm::MCOperand *distance = implementation->ripDistance(*inst))
      distance->setImm(static_cast<int64_t>(address + distance->getImm()));
    implementation->printer->printInst(&*inst, address, "",
                                       *implementation->subtarget, stream);
    isPrefix = implementation->isPrefix(*inst);
  }
  std::replace(result.begin(), result.end(), '\t', ' ');
  return llvm::StringRef(result).trim().str();
}

} // namespace pinstripe
