// Reads which addresses of a module hold functions and variables of its own,
// not of libraries.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Binary/DebugRanges.h"
#include "Binary/ElfFile.h"

#include "llvm/BinaryFormat/Dwarf.h"

using namespace llvm::dwarf;

namespace pinstripe {

/// Returns the address of a static or global variable in the module; nullopt
/// for a variable without a fixed address.
static std::optional<uint64_t> addressOf(const llvm::DWARFDie &die) {
  auto location = die.find(DW_AT_location);
  auto bytes = location ? location->getAsBlock() : std::nullopt;
  if (!bytes || bytes->empty())
    return std::nullopt;
  llvm::DWARFUnit &unit = *die.getDwarfUnit();
  llvm::DataExtractor data(*bytes, /*IsLittleEndian=*/true,
                           unit.getAddressByteSize());
  uint64_t offset = 1;
  if ((*bytes)[0] == DW_OP_addr && bytes->size() == 9)
    return data.getU64(&offset);
  if ((*bytes)[0] != DW_OP_addrx && (*bytes)[0] != DW_OP_GNU_addr_index)
    return std::nullopt;
  auto address = unit.getAddrOffsetSectionItem(data.getULEB128(&offset));
  return address ? std::optional(address->Address) : std::nullopt;
}

/// Returns the address ranges of the objects in the symbol tables, sorted. All
/// symbols of a section are read at once, since LLVM's iterators over symbols
/// crash if the file is damaged.
static std::vector<CodeRange> readObjects(const ElfFile &file) {
  std::vector<CodeRange> objects;
  const auto &elf = file.elf().getELFFile();
  auto sections = llvm::expectedToOptional(elf.sections());
  if (!sections)
    return objects;
  for (const auto &section : *sections) {
    if (section.sh_type != llvm::ELF::SHT_SYMTAB &&
        section.sh_type != llvm::ELF::SHT_DYNSYM)
      continue;
    auto symbols = llvm::expectedToOptional(elf.symbols(&section));
    if (!symbols)
      continue;
    for (const auto &symbol : *symbols)
      if (symbol.getType() == llvm::ELF::STT_OBJECT && symbol.st_value != 0 &&
          symbol.st_size <= UINT64_MAX - symbol.st_value)
        objects.push_back({symbol.st_value, symbol.st_value + symbol.st_size});
  }
  std::ranges::sort(objects, {}, &CodeRange::low);
  return objects;
}

/// Removes the objects that belong to libraries from the writable ranges, and
/// returns what is left of these ranges. An object belongs to a library if none
/// of the module's own variables lies in it. `variables` has the addresses of
/// these variables. All three lists are sorted by address.
static std::vector<CodeRange>
withoutForeign(llvm::ArrayRef<CodeRange> writable,
               llvm::ArrayRef<CodeRange> objects,
               llvm::ArrayRef<uint64_t> variables) {
  std::vector<CodeRange> own;
  for (const CodeRange &data : writable) {
    uint64_t low = data.low;
    for (const CodeRange &object : objects) {
      auto first = llvm::lower_bound(variables, object.low);
      bool isOwn = first != variables.end() && *first < object.high;
      if (isOwn || object.high <= low || object.low >= data.high)
        continue;
      if (object.low > low)
        own.push_back({low, object.low});
      low = std::min(object.high, data.high);
    }
    if (low < data.high)
      own.push_back({low, data.high});
  }
  return own;
}

llvm::Expected<DebugRanges> readDebugRanges(const std::string &path,
                                            const ModuleCode &module) {
  auto file = ElfFile::open(path);
  if (!file)
    return file.takeError();
  DebugRanges ranges;
  std::vector<uint64_t> variables;
  std::unique_ptr<llvm::DWARFContext> dwarf = file->openDwarf();
  for (const auto &unit : dwarf->compile_units()) {
    llvm::DWARFDie root = unit->getNonSkeletonUnitDIE(false);
    if (!root)
      continue;
    llvm::DWARFUnit *entries = root.getDwarfUnit();
    for (const llvm::DWARFDebugInfoEntry &entry : entries->dies()) {
      llvm::DWARFDie die(entries, &entry);
      uint64_t low = 0, high = 0, section = 0;
      if (die.getTag() == DW_TAG_subprogram &&
          die.getLowAndHighPC(low, high, section) && high > low &&
          module.isCode(low))
        ranges.functions.push_back({low, high});
      if (die.getTag() == DW_TAG_variable)
        if (std::optional<uint64_t> address = addressOf(die))
          variables.push_back(*address);
    }
  }
  llvm::sort(ranges.functions, [](const CodeRange &a, const CodeRange &b) {
    return std::pair(a.low, b.high) < std::pair(b.low, a.high);
  });
  // Several compilation units may describe the same function, for example an
  // inline function of a header. If ranges overlap, only the first of them is
  // kept.
  dropOverlaps(ranges.functions);
  llvm::sort(variables);
  ranges.variables =
      withoutForeign(module.writableRanges, readObjects(*file), variables);
  return ranges;
}

} // namespace pinstripe
