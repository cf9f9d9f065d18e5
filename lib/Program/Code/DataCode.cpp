// Lists which data the machine code of traced modules reads and writes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code is split into blocks, and each block has the list of the data that
// it reads and writes.

#include "pinstripe/Program/DataCode.h"
#include "Binary/DebugRanges.h"
#include "pinstripe/Program/JumpTargets.h"
#include "pinstripe/Support/Error.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace pinstripe {

namespace {

using InstructionKind = Instruction::Kind;
using DataKind = DataInstruction::Kind;

constexpr RegisterSet frameRegister = generalRegister(RBP);

/// Returns the addresses at which a block of code must begin. They come from
/// the unit table, which lists the traced functions and their statements. A
/// block begins at each statement. In each function, blocks also begin at four
/// other places: at the body, at the epilogue, at the code that tears down the
/// stack frame, and at the code that loads the function's result into a
/// register.
std::vector<uint64_t> tableLeaders(const UnitTable &table) {
  std::vector<uint64_t> leaders;
  for (const UnitEntry &entry : table.entries)
    leaders.push_back(entry.address);
  for (const TracedFunction &function : table.functions)
    for (uint64_t address : {function.bodyStart, function.exit,
                             function.tearDown, function.resultReload})
      if (address)
        leaders.push_back(address);
  llvm::sort(leaders);
  return leaders;
}

/// Decodes one function, splits it into blocks, and appends the blocks to a
/// DataCode, which describes the code of the whole program.
class FunctionReader {
public:
  FunctionReader(const ModuleCode &module, CodeRange range, uint64_t base,
                 const Decoder &decoder, llvm::ArrayRef<uint64_t> leaders,
                 DataCode &code)
      : module(module), range(range), base(base), decoder(decoder),
        tableLeaders(leaders), code(code) {}

  /// Decodes the function. Returns false, and adds nothing, if some bytes of it
  /// are not an instruction.
  bool read();

private:
  void findFrame();
  void findLeaders();
  void addLeader(uint64_t address) {
    if (auto index = indexAt(decoded, address))
      isLeader[*index] = true;
  }
  void addInstruction(uint32_t index);
  void addReferences(DataEffect &effect, bool isFramed,
                     DataInstruction &described);
  void trackFloatingStack(uint32_t index, const DataEffect &effect,
                          DataInstruction &described);
  DataKind kindOf(const Instruction &instruction,
                  const DataInstruction &described, bool isMove);
  bool savesRegister(const Instruction &instruction,
                     const DataInstruction &described) const;
  bool restoresRegister(const Instruction &instruction,
                        const DataInstruction &described) const;
  llvm::ArrayRef<uint8_t> bytesOf(const Instruction &instruction) const {
    return module.bytesAt(instruction.address, instruction.size);
  }

  const ModuleCode &module;
  CodeRange range; ///< Address range of the function in the module's file.
  uint64_t base;
  const Decoder &decoder;
  llvm::ArrayRef<uint64_t> tableLeaders;
  DataCode &code;
  std::vector<Instruction> decoded;
  std::vector<bool> isLeader;
  /// For each instruction, true if rbp holds the frame address when the
  /// instruction begins.
  std::vector<bool> isFramed;
  bool hasStandardFrame = false;
  /// The callee-saved registers that no instruction has set so far. A store of
  /// such a register saves the caller's value.
  RegisterSet untouched = calleeSavedRegisters | frameRegister;
  int floatingDepth = 0;
  std::map<uint64_t, int> depthAtTarget;
};

bool FunctionReader::read() {
  auto result = decoder.decode(
      module.bytesAt(range.low, range.high - range.low), range.low);
  if (!result || result->empty())
    return false;
  decoded = std::move(*result);
  isLeader.assign(decoded.size(), false);
  isFramed.assign(decoded.size(), false);
  findFrame();
  findLeaders();
  for (uint32_t i = 0; i < decoded.size(); ++i) {
    if (isLeader[i]) {
      CodeBlock block;
      block.address = base + decoded[i].address;
      block.firstInstruction = static_cast<uint32_t>(code.instructions.size());
      block.hasFrame = isFramed[i];
      code.blocks.push_back(block);
    }
    addInstruction(i);
  }
  return true;
}

/// Finds the instructions at which rbp holds the frame address. Finds none if
/// the function does not begin with `push rbp; mov rbp, rsp`, perhaps after
/// nops and `endbr64`. Also finds none if an instruction sets rbp again, unless
/// it is a `leave` or `pop rbp` before a return.
void FunctionReader::findFrame() {
  uint32_t push = 0;
  while (push < decoded.size() && decoded[push].kind == InstructionKind::Nop)
    ++push;
  uint32_t body = push + 2;
  if (body >= decoded.size() || decoded[push].kind != InstructionKind::Push ||
      !(decoded[push].uses & frameRegister))
    return;
  const Instruction &move = decoded[push + 1];
  if (!(move.defines & frameRegister) || !(move.uses & generalRegister(RSP)) ||
      move.readsMemory || move.isLea)
    return;
  bool isTornDown = false;
  for (uint32_t i = body; i < decoded.size(); ++i) {
    const Instruction &instruction = decoded[i];
    isFramed[i] = !isTornDown;
    bool restores = instruction.kind == InstructionKind::Leave ||
                    (instruction.kind == InstructionKind::Pop &&
                     (instruction.defines & frameRegister));
    if (restores)
      isTornDown = true;
    else if (instruction.kind != InstructionKind::Call &&
             (instruction.defines & frameRegister))
      return isFramed.assign(decoded.size(), false);
    if (instruction.endsBlock())
      isTornDown = false;
  }
  hasStandardFrame = true;
  isLeader[body] = true;
}

void FunctionReader::findLeaders() {
  isLeader[0] = true;
  JumpTargets targets(module, range, decoded);
  for (uint32_t i = 0; i < decoded.size(); ++i) {
    const Instruction &instruction = decoded[i];
    if (instruction.isJumpLike() && !instruction.isIndirect)
      addLeader(instruction.target);
    if (instruction.kind == InstructionKind::Jump && instruction.isIndirect)
      for (uint64_t entry : targets.tableEntries(i))
        addLeader(entry);
    bool ends = instruction.isJumpLike() || instruction.endsBlock() ||
                instruction.kind == InstructionKind::Call;
    if (ends && i + 1 < decoded.size())
      isLeader[i + 1] = true;
  }
  for (uint64_t label : targets.labels())
    addLeader(label);
  if (auto pads = module.landingPads.find(range.low);
      pads != module.landingPads.end())
    for (uint64_t pad : pads->second)
      addLeader(pad);
  for (const uint64_t *at = llvm::lower_bound(tableLeaders, base + range.low);
       at != tableLeaders.end() && *at < base + range.high; ++at)
    addLeader(*at - base);
}

/// Counts the values on the x87 stack, which is empty between statements at
/// -O0. An instruction that loads a value onto the empty stack does not depend
/// on earlier contents of the x87 registers.
void FunctionReader::trackFloatingStack(uint32_t index,
                                        const DataEffect &effect,
                                        DataInstruction &described) {
  const Instruction &instruction = decoded[index];
  if (auto known = depthAtTarget.find(instruction.address);
      known != depthAtTarget.end() && isLeader[index])
    floatingDepth = known->second;
  if (instruction.isJumpLike() && instruction.target > instruction.address)
    depthAtTarget.try_emplace(instruction.target, floatingDepth);
  if (!effect.floatingStackChange)
    return;
  described.defines |= floatingStackRegisters;
  if (floatingDepth > 0 || *effect.floatingStackChange <= 0)
    described.valueUses |= floatingStackRegisters;
  floatingDepth = std::max(0, floatingDepth + *effect.floatingStackChange);
}

void FunctionReader::addReferences(DataEffect &effect, bool isFramed,
                                   DataInstruction &described) {
  described.firstReference = static_cast<uint32_t>(code.references.size());
  for (MemoryReference &reference : effect.memory) {
    if (!reference.isRead && !reference.isWritten)
      continue;
    if (reference.place == MemoryReference::Place::Frame && !isFramed)
      reference.place = MemoryReference::Place::Recorded;
    if (reference.place == MemoryReference::Place::Fixed)
      reference.offset += static_cast<int64_t>(base);
    if (reference.place == MemoryReference::Place::Recorded)
      code.blocks.back().recordedWords += reference.isRepeated ? 2 : 1;
    code.references.push_back(reference);
    ++described.references;
  }
}

/// Returns true if the instruction saves a callee-saved register for the
/// caller: it stores the whole register, and nothing was written to the
/// register before.
bool FunctionReader::savesRegister(const Instruction &instruction,
                                   const DataInstruction &described) const {
  for (unsigned n : {RBX, RBP, R12, R13, R14, R15})
    if (described.valueUses == (generalRegister(n) & untouched) &&
        described.valueUses && !described.defines &&
        described.references == 1) {
      const MemoryReference &slot = code.references[described.firstReference];
      return slot.isWritten && !slot.isRead && slot.size == 8 &&
             slot.place != MemoryReference::Place::Fixed &&
             (instruction.kind == InstructionKind::Push ||
              !described.addressUses);
    }
  return false;
}

bool FunctionReader::restoresRegister(const Instruction &instruction,
                                      const DataInstruction &described) const {
  if (described.references != 1 || described.valueUses || described.addressUses)
    return false;
  const MemoryReference &slot = code.references[described.firstReference];
  bool isLoad =
      instruction.kind == InstructionKind::Pop || instruction.loadedRegister;
  for (unsigned n : {RBX, RBP, R12, R13, R14, R15})
    if (isLoad && described.defines == generalRegister(n))
      return slot.isRead && slot.place != MemoryReference::Place::Fixed;
  return false;
}

DataKind FunctionReader::kindOf(const Instruction &instruction,
                                const DataInstruction &described, bool isMove) {
  switch (instruction.kind) {
  case InstructionKind::Call:
    return !instruction.isIndirect && code.isFunction(base + instruction.target)
               ? DataKind::Call
               : DataKind::LibraryCall;
  case InstructionKind::Return:
    return DataKind::Return;
  case InstructionKind::ConditionalJump:
    return DataKind::Branch;
  case InstructionKind::Jump:
    return instruction.isIndirect ? DataKind::Branch : DataKind::Other;
  default:
    if (savesRegister(instruction, described))
      return DataKind::SaveRegister;
    if (restoresRegister(instruction, described))
      return DataKind::RestoreRegister;
    return isMove ? DataKind::Move : DataKind::Other;
  }
}

void FunctionReader::addInstruction(uint32_t index) {
  const Instruction &instruction = decoded[index];
  DataEffect effect = decoder.effectOf(bytesOf(instruction), instruction);
  DataInstruction described;
  described.address = base + instruction.address;
  described.size = instruction.size;
  bool movesFrame = hasStandardFrame &&
                    ((effect.valueUses | effect.defines) & frameRegister) &&
                    (instruction.kind == InstructionKind::Push ||
                     instruction.kind == InstructionKind::Pop ||
                     instruction.kind == InstructionKind::Leave);
  if (!movesFrame) {
    RegisterSet tracked = hasStandardFrame ? ~frameRegister : ~RegisterSet(0);
    described.valueUses = effect.valueUses & tracked;
    described.addressUses = effect.addressUses & tracked;
    if (instruction.kind != InstructionKind::Call)
      described.defines = effect.defines & tracked;
    addReferences(effect, isFramed[index], described);
    trackFloatingStack(index, effect, described);
  }
  described.kind = kindOf(instruction, described, effect.isMove);
  untouched &= ~described.defines;
  code.instructions.push_back(described);
  ++code.blocks.back().instructions;
}

} // namespace

bool DataCode::isFunction(uint64_t address) const {
  return std::ranges::binary_search(functions, address, {}, &CodeRange::low);
}

std::optional<BlockId> DataCode::blockAt(uint64_t address) const {
  auto found =
      std::ranges::lower_bound(blocks, address, {}, &CodeBlock::address);
  if (found == blocks.end() || found->address != address)
    return std::nullopt;
  return static_cast<BlockId>(found - blocks.begin());
}

llvm::Expected<DataCode>
DataCode::create(const UnitTable &table,
                 llvm::ArrayRef<const ModuleCode *> modules) {
  auto decoder = Decoder::create();
  if (!decoder)
    return decoder.takeError();
  DataCode code;
  for (size_t i = 0; i < modules.size(); ++i) {
    const TracedModule &module = table.module(ModuleId(i));
    auto ranges = readDebugRanges(module.path, *modules[i]);
    if (!ranges)
      return ranges.takeError();
    // Functions whose machine code can't be decoded are removed from the list
    // of functions. Calls of these functions are then treated like calls of
    // library functions.
    llvm::erase_if(ranges->functions, [&](const CodeRange &range) {
      llvm::ArrayRef<uint8_t> bytes =
          modules[i]->bytesAt(range.low, range.high - range.low);
      return bytes.empty() || !(*decoder)->decode(bytes, range.low);
    });
    for (const CodeRange &range : ranges->functions)
      code.functions.push_back(
          {module.base + range.low, module.base + range.high});
    for (const CodeRange &range : ranges->variables)
      code.variables.push_back(
          {module.base + range.low, module.base + range.high});
  }
  std::vector<uint64_t> leaders = tableLeaders(table);
  for (const CodeRange &function : code.functions) {
    ModuleId module = table.moduleOf(function.low);
    uint64_t base = table.module(module).base;
    CodeRange range{function.low - base, function.high - base};
    FunctionReader(*modules[static_cast<size_t>(module)], range, base,
                   **decoder, leaders, code)
        .read();
  }
  llvm::ArrayRef<TracedFunction> traced = table.functions;
  for (CodeBlock &block : code.blocks) {
    auto next = std::ranges::upper_bound(traced, block.address, {},
                                         &TracedFunction::low);
    if (next != traced.begin() && block.address < std::prev(next)->high)
      block.function = FunctionId(next - traced.begin() - 1);
  }
  return code;
}

llvm::Expected<DataCode> DataCode::read(const UnitTable &table) {
  std::vector<ModuleCode> modules;
  for (const TracedModule &module : table.modules) {
    llvm::Expected<ModuleCode> code = ModuleCode::read(module.path);
    if (!code)
      return code.takeError();
    modules.push_back(std::move(*code));
  }
  std::vector<const ModuleCode *> pointers;
  for (const ModuleCode &module : modules)
    pointers.push_back(&module);
  return create(table, pointers);
}

} // namespace pinstripe
