// Finds the addresses at which a recording of instructions has hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Patch/DetailedSites.h"
#include "Libraries/LibraryModels.h"
#include "Runtime/Layout.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;
using Kind = DataInstruction::Kind;

namespace {

class SiteFinder {
public:
  SiteFinder(const UnitTable &table, const DataCode &code,
             llvm::ArrayRef<PlacedModule> modules, const Decoder &decoder)
      : table(table), code(code), modules(modules), decoder(decoder) {}

  DetailedSites find();

private:
  void beginFunction(uint64_t address);
  void addBlock(uint32_t index);
  void addReferences(const DataInstruction &instruction, uint32_t &words);
  void addLibraryCall(const DataInstruction &instruction);
  std::string calleeOf(const Instruction &call, const ModuleCode &code);
  llvm::StringRef modelledNameAt(uint64_t address, const ModuleCode &code);
  bool mayUseFlags(const CodeBlock &block, unsigned depth = 0) const;
  const PlacedModule &module(uint64_t address) const;
  llvm::ArrayRef<uint8_t> bytesOf(const DataInstruction &instruction) const;
  std::optional<Instruction> decode(const DataInstruction &instruction) const;
  DetailedSite &siteAt(uint64_t address) {
    DetailedSite &site = sites[address];
    site.keepsR10 = keepsR10;
    site.keepsR11 = keepsR11;
    return site;
  }

  const UnitTable &table;
  const DataCode &code;
  llvm::ArrayRef<PlacedModule> modules;
  const Decoder &decoder;
  DetailedSites sites;
  /// For each module: the library functions whose reads and writes are known.
  /// The inner map leads from the address of a function in the module's file to
  /// its name.
  std::map<const ModuleCode *, std::map<uint64_t, llvm::StringRef>>
      modelledNames;
  uint64_t functionEnd = 0;
  bool keepsR10 = false, keepsR11 = false;
};

DetailedSites SiteFinder::find() {
  for (uint32_t i = 0; i < code.blocks.size(); ++i) {
    if (code.blocks[i].address >= functionEnd)
      beginFunction(code.blocks[i].address);
    addBlock(i);
  }
  return std::move(sites);
}

/// Finds out whether the function at `address` uses r10 or r11. A hook in such
/// a function must save these registers before it changes them. Most functions
/// use neither of the two.
void SiteFinder::beginFunction(uint64_t address) {
  auto next =
      std::ranges::upper_bound(code.functions, address, {}, &CodeRange::low);
  functionEnd =
      next == code.functions.begin() ? address + 1 : std::prev(next)->high;
  RegisterSet named = 0;
  for (auto at = std::ranges::lower_bound(code.instructions, address, {},
                                          &DataInstruction::address);
       at != code.instructions.end() && at->address < functionEnd; ++at)
    named |= at->valueUses | at->addressUses | at->defines;
  keepsR10 = (named & generalRegister(R10)) != 0;
  keepsR11 = (named & generalRegister(R11)) != 0;
}

void SiteFinder::addBlock(uint32_t index) {
  const CodeBlock &block = code.blocks[index];
  DetailedSite &start = siteAt(block.address);
  start.block = BlockId{index};
  start.keepsFlags = mayUseFlags(block);
  start.isUntracedEntry =
      code.isFunction(block.address) &&
      (!block.function || table.function(*block.function).low != block.address);
  uint32_t words = 0;
  for (const DataInstruction &instruction : code.instructionsOf(block)) {
    addReferences(instruction, words);
    if (instruction.kind == Kind::LibraryCall)
      addLibraryCall(instruction);
  }
}

void SiteFinder::addReferences(const DataInstruction &instruction,
                               uint32_t &words) {
  llvm::ArrayRef<MemoryReference> references = code.referencesOf(instruction);
  uint32_t its = 0;
  for (const MemoryReference &reference : references)
    if (reference.place == MemoryReference::Place::Recorded)
      its += reference.isRepeated ? 2 : 1;
  if (its == 0)
    return;
  DetailedSite &site = siteAt(instruction.address);
  site.references = references;
  site.size = instruction.size;
  site.needsRoom =
      words / native::wordsPerCheck != (words + its) / native::wordsPerCheck;
  words += its;
}

/// Returns whether this block, or a block that can follow it, may read
/// processor flags that were set before this block. If so, the hook at the
/// start of this block must not change the flags.
bool SiteFinder::mayUseFlags(const CodeBlock &block, unsigned depth) const {
  constexpr unsigned farEnough = 8;
  if (depth == farEnough)
    return true;
  for (const DataInstruction &each : code.instructionsOf(block)) {
    if (each.valueUses & flagsRegister)
      return true;
    if (each.defines & flagsRegister)
      return false;
    switch (each.kind) {
    case Kind::Call:
    case Kind::LibraryCall:
    case Kind::Return:
      return false;
    case Kind::Branch:
      return true;
    default:
      break;
    }
  }
  const DataInstruction &last = code.instructionsOf(block).back();
  std::optional<Instruction> decoded = decode(last);
  if (!decoded)
    return true;
  uint64_t next = last.address + last.size;
  if (decoded->isJumpLike())
    next = decoded->target + module(last.address).tableBase;
  std::optional<BlockId> following = code.blockAt(next);
  return !following || mayUseFlags(code.block(*following), depth + 1);
}

const PlacedModule &SiteFinder::module(uint64_t address) const {
  return modules[static_cast<size_t>(table.moduleOf(address))];
}

llvm::ArrayRef<uint8_t>
SiteFinder::bytesOf(const DataInstruction &instruction) const {
  const PlacedModule &its = module(instruction.address);
  return its.code->bytesAt(instruction.address - its.tableBase,
                           instruction.size);
}

std::optional<Instruction>
SiteFinder::decode(const DataInstruction &instruction) const {
  return decoder.decodeFirst(bytesOf(instruction),
                             table.fileAddress(instruction.address));
}

void SiteFinder::addLibraryCall(const DataInstruction &instruction) {
  uint64_t address = instruction.address;
  uint64_t next = address + instruction.size;
  std::optional<Instruction> call = decode(instruction);
  if (!call || call->kind != Instruction::Kind::Call)
    return;
  DetailedSite &site = siteAt(address);
  site.isLibraryCall = true;
  site.isIndirect = call->isIndirect;
  site.callBytes = bytesOf(instruction);
  site.dataAddress = call->isRipRelative ? call->dataAddress : 0;
  site.callee = calleeOf(*call, *module(instruction.address).code);
  // If no code of the function comes after the call instruction, the call never
  // returns. So the address after the instruction needs no hook.
  if (next >= functionEnd || !code.blockAt(next))
    return;
  DetailedSite &landing = siteAt(next);
  landing.isReturnSite = true;
  landing.isLandingSite = llvm::is_contained(
      {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"}, sites[address].callee);
}

llvm::StringRef SiteFinder::modelledNameAt(uint64_t address,
                                           const ModuleCode &code) {
  auto [place, isNew] = modelledNames.try_emplace(&code);
  if (isNew)
    for (const FunctionSymbol &symbol : code.functionSymbols)
      if (LibraryModels::get().find(symbol.name) != native::none)
        place->second.try_emplace(symbol.address, symbol.name);
  auto found = place->second.find(address);
  return found == place->second.end() ? llvm::StringRef() : found->second;
}

std::string SiteFinder::calleeOf(const Instruction &call,
                                 const ModuleCode &code) {
  const auto &names = call.isIndirect ? code.slots : code.symbols;
  auto found = names.find(call.isIndirect ? call.dataAddress : call.target);
  if (found == names.end())
    return "";
  // A function may have several names. Models of library functions are looked
  // up by name, so a name that has a model is preferred. A model says what a
  // library function reads and writes.
  if (!call.isIndirect)
    if (llvm::StringRef name = modelledNameAt(call.target, code); !name.empty())
      return name.str();
  // The name of a linkage stub or of a versioned symbol contains an `@`. Only
  // the text before the `@` is the name of the function.
  return llvm::StringRef(found->second).split('@').first.str();
}

} // namespace

llvm::Expected<DetailedSites>
pinstripe::findDetailedSites(const UnitTable &table, const DataCode &code,
                             llvm::ArrayRef<PlacedModule> modules) {
  auto decoder = Decoder::create();
  if (!decoder)
    return decoder.takeError();
  return SiteFinder(table, code, modules, **decoder).find();
}
