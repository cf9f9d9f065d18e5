// Reads the code and symbols of an executable or shared library.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/ModuleCode.h"
#include "Binary/ElfFile.h"
#include "Binary/ExceptionTables.h"
#include "pinstripe/Support/Error.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"
#include <cstring>

using llvm::object::ELF64LEObjectFile;

namespace pinstripe {

llvm::ArrayRef<uint8_t> ModuleCode::bytesAt(uint64_t address,
                                            uint64_t size) const {
  for (const Segment &segment : segments)
    if (address >= segment.address &&
        address - segment.address <= segment.bytes.size() &&
        size <= segment.bytes.size() - (address - segment.address))
      return llvm::ArrayRef(segment.bytes)
          .slice(address - segment.address, size);
  return {};
}

bool ModuleCode::isCode(uint64_t address) const {
  auto next =
      std::ranges::upper_bound(codeRanges, address, {}, &CodeRange::low);
  return next != codeRanges.begin() && std::prev(next)->contains(address);
}

const FunctionSymbol *ModuleCode::findFunction(llvm::StringRef name) const {
  auto found = std::ranges::find(functionSymbols, name, &FunctionSymbol::name);
  return found == functionSymbols.end() ? nullptr : &*found;
}

llvm::Expected<ModuleCode> ModuleCode::read(const std::string &path) {
  auto file = ElfFile::open(path);
  if (!file)
    return file.takeError();
  ModuleCode code;
  if (llvm::Error error = readCode(*file, code))
    return error;
  return code;
}

/// Adds a range of addresses to `ranges`. A range that ends beyond the address
/// space is not added.
static void addRange(uint64_t low, uint64_t size,
                     std::vector<CodeRange> &ranges) {
  if (size != 0 && low <= UINT64_MAX - size)
    ranges.push_back({low, low + size});
}

static llvm::Error readSegments(const ElfFile &file, ModuleCode &code) {
  auto headers = file.elf().getELFFile().program_headers();
  if (!headers)
    return file.fail(llvm::toString(headers.takeError()) + "; build it again");
  for (const auto &header : *headers) {
    if (header.p_type != llvm::ELF::PT_LOAD)
      continue;
    if (header.p_offset > file.size() ||
        header.p_filesz > file.size() - header.p_offset)
      return file.fail("is truncated; build it again");
    llvm::StringRef bytes =
        file.bytes().substr(header.p_offset, header.p_filesz);
    code.segments.push_back({header.p_vaddr,
                             (header.p_flags & llvm::ELF::PF_X) != 0,
                             {bytes.bytes_begin(), bytes.bytes_end()}});
    if ((header.p_flags & llvm::ELF::PF_W) != 0)
      addRange(header.p_vaddr, header.p_memsz, code.writableRanges);
  }
  return llvm::Error::success();
}

namespace {

/// Finds out which addresses of an ELF file hold code. The sections tell this.
/// The executable segment alone does not, since linkers may put constants into
/// it.
void readCodeRanges(const ELF64LEObjectFile &elf, ModuleCode &code) {
  for (const llvm::object::ELFSectionRef section : elf.sections())
    if (section.getFlags() & llvm::ELF::SHF_EXECINSTR)
      addRange(section.getAddress(), section.getSize(), code.codeRanges);
  if (code.codeRanges.empty())
    for (const ModuleCode::Segment &segment : code.segments)
      if (segment.isCode)
        addRange(segment.address, segment.bytes.size(), code.codeRanges);
  std::ranges::sort(code.codeRanges, {}, &CodeRange::low);
}

// On a damaged file, LLVM's iterators over symbols and relocations may end the
// process or never stop. So the following functions read a section as one
// array.

using Section = ELF64LEObjectFile::Elf_Shdr;

llvm::ArrayRef<Section> sectionsOf(const ELF64LEObjectFile &elf) {
  // An ELF file with damaged section headers is treated as a file without
  // sections.
  return llvm::expectedToOptional(elf.getELFFile().sections())
      .value_or(llvm::ArrayRef<Section>());
}

/// A symbol table of an ELF file, with the names of its symbols.
class SymbolTable {
public:
  using Symbol = ELF64LEObjectFile::Elf_Sym;

  /// Reads the symbols of a section. If the section is damaged, the constructed
  /// table has no symbols.
  SymbolTable(const ELF64LEObjectFile &elf, const Section &section) {
    auto read = llvm::expectedToOptional(elf.getELFFile().symbols(&section));
    auto text = llvm::expectedToOptional(
        elf.getELFFile().getStringTableForSymtab(section));
    if (read && text) {
      symbols = *read;
      names = *text;
    }
  }

  llvm::ArrayRef<Symbol> all() const { return symbols; }
  /// Returns the name of a symbol; empty if it has none.
  llvm::StringRef nameOf(const Symbol &symbol) const {
    // In a damaged file, a symbol's name may lie outside the table of names.
    // Such a symbol counts as one without a name.
    return llvm::expectedToOptional(symbol.getName(names)).value_or("");
  }
  llvm::StringRef nameOf(uint32_t index) const {
    return index < symbols.size() ? nameOf(symbols[index]) : "";
  }

private:
  llvm::ArrayRef<Symbol> symbols;
  llvm::StringRef names;
};

void readSymbols(const ELF64LEObjectFile &elf, ModuleCode &code) {
  for (uint32_t type : {llvm::ELF::SHT_SYMTAB, llvm::ELF::SHT_DYNSYM})
    for (const Section &section : sectionsOf(elf)) {
      if (section.sh_type != type)
        continue;
      SymbolTable table(elf, section);
      for (const SymbolTable::Symbol &symbol : table.all()) {
        llvm::StringRef name = table.nameOf(symbol);
        if (name.empty() || symbol.st_value == 0 ||
            symbol.getType() != llvm::ELF::STT_FUNC)
          continue;
        code.symbols.emplace(symbol.st_value, name.str());
        code.functionSymbols.push_back(
            {name.str(), symbol.st_value, symbol.st_size});
      }
      code.hasSymbolTable |=
          type == llvm::ELF::SHT_SYMTAB && table.all().size() > 1;
    }
}

/// Reads packed relocations (section type RELR). Each of them acts like a
/// relocation of type R_X86_64_RELATIVE. Its addend is stored at the address
/// that is relocated.
void readPackedRelocations(const ELF64LEObjectFile &elf, ModuleCode &code) {
  for (const Section &section : sectionsOf(elf)) {
    if (section.sh_type != llvm::ELF::SHT_RELR)
      continue;
    // If the section is damaged, its relocations are ignored.
    auto packed = llvm::expectedToOptional(elf.getELFFile().relrs(section));
    if (!packed)
      continue;
    for (const auto &place : elf.getELFFile().decode_relrs(*packed)) {
      llvm::ArrayRef<uint8_t> bytes = code.bytesAt(place.r_offset, 8);
      if (bytes.empty())
        continue;
      if (uint64_t value = llvm::support::endian::read64le(bytes.data());
          code.isCode(value))
        code.codeAddressesInData.insert(value);
    }
  }
}

void readRelocations(const ELF64LEObjectFile &elf, const Section &section,
                     ModuleCode &code) {
  // A malformed section of relocations counts as empty.
  auto relocations = llvm::expectedToOptional(elf.getELFFile().relas(section));
  auto symbols =
      llvm::expectedToOptional(elf.getELFFile().getSection(section.sh_link));
  if (!relocations || !symbols)
    return;
  SymbolTable table(elf, **symbols);
  for (const auto &relocation : *relocations) {
    uint32_t type = relocation.getType(/*isMips64EL=*/false);
    uint32_t symbol = relocation.getSymbol(/*isMips64EL=*/false);
    auto addend = static_cast<uint64_t>(relocation.r_addend);
    if (type == llvm::ELF::R_X86_64_RELATIVE && code.isCode(addend))
      code.codeAddressesInData.insert(addend);
    bool isSlot = type == llvm::ELF::R_X86_64_JUMP_SLOT ||
                  type == llvm::ELF::R_X86_64_GLOB_DAT;
    if (isSlot && symbol != 0)
      code.slots.emplace(relocation.r_offset, table.nameOf(symbol).str());
  }
}

/// Reads the relocations that the dynamic loader applies. Relocations that the
/// linker has already applied are skipped; they are in files that were linked
/// with -Wl,-q.
void readRelocations(const ELF64LEObjectFile &elf, ModuleCode &code) {
  for (const Section &section : sectionsOf(elf))
    if (section.sh_type == llvm::ELF::SHT_RELA &&
        (section.sh_flags & llvm::ELF::SHF_ALLOC) != 0)
      readRelocations(elf, section, code);
}

/// Finds pointers to code in the data of an executable that has no relocations.
/// Nothing says where such pointers are stored. So each word counts as a
/// pointer to code if its value is the address of code.
void readAbsoluteAddresses(ModuleCode &code) {
  for (const ModuleCode::Segment &segment : code.segments)
    for (size_t i = 0; i + 8 <= segment.bytes.size(); i += 8)
      if (uint64_t value = llvm::support::endian::read64le(&segment.bytes[i]);
          code.isCode(value) && !code.isCode(segment.address + i))
        code.codeAddressesInData.insert(value);
}

std::string hashOf(llvm::StringRef bytes) {
  uint64_t hash = llvm::xxh3_64bits(llvm::arrayRefFromStringRef(bytes));
  return llvm::utohexstr(hash, /*LowerCase=*/true, /*Width=*/16);
}

} // namespace

llvm::Expected<std::string> hashModuleFile(llvm::StringRef path) {
  auto bytes = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!bytes)
    return llvm::make_error<TargetError>(
        "'" + path + "': " + bytes.getError().message() + "; check the path");
  return hashOf((*bytes)->getBuffer());
}

llvm::Error readCode(const ElfFile &file, ModuleCode &code) {
  const ELF64LEObjectFile &elf = file.elf();
  code.hash = hashOf(file.bytes());
  code.isRelocatable = elf.getELFFile().getHeader().e_type == llvm::ELF::ET_DYN;
  if (llvm::Error error = readSegments(file, code))
    return error;
  readCodeRanges(elf, code);
  readSymbols(elf, code);
  readRelocations(elf, code);
  readPackedRelocations(elf, code);
  if (!code.isRelocatable)
    readAbsoluteAddresses(code);
  for (const auto &[address, name] : linkageStubs(elf, code.slots))
    code.symbols.emplace(address, name);
  readLandingPads(elf, code);
  return llvm::Error::success();
}

} // namespace pinstripe
