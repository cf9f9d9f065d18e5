//===- ModuleCode.cpp - Reading the code of an ELF file -------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Program/ModuleCode.h"
#include "DamageGuard.h"
#include "ElfFile.h"
#include "ExceptionTables.h"
#include "pinstripe/Support/Error.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"
#include <cstring>

using namespace llvm;
using llvm::object::ELF64LEObjectFile;

namespace pinstripe {

ArrayRef<uint8_t> ModuleCode::bytesAt(uint64_t address, uint64_t size) const {
  for (const Segment &segment : segments)
    if (address >= segment.address &&
        address - segment.address <= segment.bytes.size() &&
        size <= segment.bytes.size() - (address - segment.address))
      return ArrayRef(segment.bytes).slice(address - segment.address, size);
  return {};
}

bool ModuleCode::isCode(uint64_t address) const {
  auto behind = llvm::upper_bound(
      codeRanges, address,
      [](uint64_t value, const CodeRange &range) { return value < range.low; });
  return behind != codeRanges.begin() && std::prev(behind)->contains(address);
}

const FunctionSymbol *ModuleCode::findFunction(StringRef name) const {
  for (const FunctionSymbol &symbol : functionSymbols)
    if (symbol.name == name)
      return &symbol;
  return nullptr;
}

Expected<ModuleCode> ModuleCode::read(const std::string &path) {
  DamageGuard guard(path);
  auto file = ElfFile::open(path);
  if (!file)
    return file.takeError();
  ModuleCode code;
  if (Error error = file->readCode(code))
    return error;
  return code;
}

Error ElfFile::fail(const Twine &what) const {
  return make_error<TargetError>("'" + path + "': " + what);
}

Expected<ElfFile> ElfFile::open(const std::string &path) {
  ElfFile file(path);
  if (Error error = file.open())
    return error;
  return file;
}

/// What ELFObjectFile hides of its base class.
static const object::ELFObjectFileBase &base(const ELF64LEObjectFile &elf) {
  return elf;
}

Error ElfFile::open() {
  auto opened = MemoryBuffer::getFile(path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!opened)
    return fail(opened.getError().message());
  buffer = std::move(*opened);
  StringRef bytes = buffer->getBuffer();
  if (bytes.starts_with("#!"))
    return fail("is a script; run its interpreter instead, built with "
                "-g -O0, with the script as its argument");
  if (!bytes.starts_with("\x7f"
                         "ELF"))
    return fail("is not an ELF executable; give a program built for Linux");
  auto created = object::ObjectFile::createObjectFile(*buffer);
  if (!created)
    return fail("is not a readable ELF file (" + toString(created.takeError()) +
                "); build it again");
  object = std::move(*created);
  file = dyn_cast<ELF64LEObjectFile>(object.get());
  if (!file || base(*file).getEMachine() != ELF::EM_X86_64)
    return fail("is built for " + object->getFileFormatName() +
                "; build it for x86-64");
  uint16_t type = base(*file).getEType();
  if (type != ELF::ET_EXEC && type != ELF::ET_DYN)
    return fail("is not an executable; link it first");
  return checkCompression();
}

/// LLVM takes the memory for what a section says it is, and ends the process if
/// there is not as much.
Error ElfFile::checkCompression() const {
  // zlib: 1,032 to 1.
  constexpr uint64_t highestRatio = 1100;
  for (const object::ELFSectionRef section : file->sections()) {
    if ((section.getFlags() & ELF::SHF_COMPRESSED) == 0)
      continue;
    auto contents = section.getContents();
    if (!contents) {
      consumeError(contents.takeError()); // whoever wants it finds the same
      continue;
    }
    object::ELF64LE::Chdr header;
    if (contents->size() < sizeof(header))
      continue;
    std::memcpy(&header, contents->data(), sizeof(header));
    if (header.ch_size > contents->size() * highestRatio)
      return fail("is damaged, a compressed section has an impossible size; "
                  "build it again");
  }
  return Error::success();
}

/// Nothing where the size leads out of the address space.
static void addRange(uint64_t low, uint64_t size,
                     std::vector<CodeRange> &ranges) {
  if (size != 0 && low <= UINT64_MAX - size)
    ranges.push_back({low, low + size});
}

Error ElfFile::readSegments(ModuleCode &code) const {
  auto headers = file->getELFFile().program_headers();
  if (!headers)
    return fail(toString(headers.takeError()) + "; build it again");
  for (const auto &header : *headers) {
    if (header.p_type != ELF::PT_LOAD)
      continue;
    if (header.p_offset > buffer->getBufferSize() ||
        header.p_filesz > buffer->getBufferSize() - header.p_offset)
      return fail("is truncated; build it again");
    StringRef bytes =
        buffer->getBuffer().substr(header.p_offset, header.p_filesz);
    code.segments.push_back({header.p_vaddr,
                             (header.p_flags & ELF::PF_X) != 0,
                             {bytes.bytes_begin(), bytes.bytes_end()}});
    if ((header.p_flags & ELF::PF_W) != 0)
      addRange(header.p_vaddr, header.p_memsz, code.writableRanges);
  }
  return Error::success();
}

namespace {

/// Linkers may put constants into the executable segment; sections tell them
/// from code.
void readCodeRanges(const ELF64LEObjectFile &elf, ModuleCode &code) {
  for (const object::ELFSectionRef section : elf.sections())
    if (section.getFlags() & ELF::SHF_EXECINSTR)
      addRange(section.getAddress(), section.getSize(), code.codeRanges);
  if (code.codeRanges.empty())
    for (const ModuleCode::Segment &segment : code.segments)
      if (segment.isCode)
        addRange(segment.address, segment.bytes.size(), code.codeRanges);
  llvm::sort(code.codeRanges, [](const CodeRange &a, const CodeRange &b) {
    return a.low < b.low;
  });
}

// Of a damaged file, LLVM's iterators over symbols and relocations end the
// process or never end; what follows reads the sections as a whole.

using Section = ELF64LEObjectFile::Elf_Shdr;

ArrayRef<Section> sectionsOf(const ELF64LEObjectFile &elf) {
  auto sections = elf.getELFFile().sections();
  if (sections)
    return *sections;
  consumeError(sections.takeError()); // as if there were none
  return {};
}

/// A symbol table with its names.
class SymbolTable {
public:
  using Symbol = ELF64LEObjectFile::Elf_Sym;

  /// Empty if it is damaged.
  SymbolTable(const ELF64LEObjectFile &elf, const Section &section) {
    auto read = elf.getELFFile().symbols(&section);
    auto text = elf.getELFFile().getStringTableForSymtab(section);
    if (read && text) {
      symbols = *read;
      names = *text;
    }
    consumeError(read.takeError());
    consumeError(text.takeError());
  }

  ArrayRef<Symbol> all() const { return symbols; }
  /// Empty if it has none.
  StringRef nameOf(const Symbol &symbol) const {
    auto name = symbol.getName(names);
    if (name)
      return *name;
    consumeError(name.takeError()); // outside of the names
    return "";
  }
  StringRef nameOf(uint32_t index) const {
    return index < symbols.size() ? nameOf(symbols[index]) : "";
  }

private:
  ArrayRef<Symbol> symbols;
  StringRef names;
};

void readSymbols(const ELF64LEObjectFile &elf, ModuleCode &code) {
  for (uint32_t type : {ELF::SHT_SYMTAB, ELF::SHT_DYNSYM})
    for (const Section &section : sectionsOf(elf)) {
      if (section.sh_type != type)
        continue;
      SymbolTable table(elf, section);
      for (const SymbolTable::Symbol &symbol : table.all()) {
        StringRef name = table.nameOf(symbol);
        if (name.empty() || symbol.st_value == 0 ||
            symbol.getType() != ELF::STT_FUNC)
          continue;
        code.symbols.emplace(symbol.st_value, name.str());
        code.functionSymbols.push_back(
            {name.str(), symbol.st_value, symbol.st_size});
      }
      code.hasSymbolTable |= type == ELF::SHT_SYMTAB && table.all().size() > 1;
    }
}

/// The same as R_X86_64_RELATIVE, packed; addends stand in place.
void readPackedRelocations(const ELF64LEObjectFile &elf, ModuleCode &code) {
  for (const Section &section : sectionsOf(elf)) {
    if (section.sh_type != ELF::SHT_RELR)
      continue;
    auto packed = elf.getELFFile().relrs(section);
    if (!packed)
      return consumeError(packed.takeError()); // malformed: no code address
    for (const auto &place : elf.getELFFile().decode_relrs(*packed)) {
      ArrayRef<uint8_t> bytes = code.bytesAt(place.r_offset, 8);
      if (bytes.empty())
        continue;
      if (uint64_t value = support::endian::read64le(bytes.data());
          code.isCode(value))
        code.codeAddressesInData.insert(value);
    }
  }
}

void readRelocations(const ELF64LEObjectFile &elf, const Section &section,
                     ModuleCode &code) {
  auto relocations = elf.getELFFile().relas(section);
  auto symbols = elf.getELFFile().getSection(section.sh_link);
  if (relocations && symbols) {
    SymbolTable table(elf, **symbols);
    for (const auto &relocation : *relocations) {
      uint32_t type = relocation.getType(/*isMips64EL=*/false);
      uint32_t symbol = relocation.getSymbol(/*isMips64EL=*/false);
      auto addend = static_cast<uint64_t>(relocation.r_addend);
      if (type == ELF::R_X86_64_RELATIVE && code.isCode(addend))
        code.codeAddressesInData.insert(addend);
      bool isSlot =
          type == ELF::R_X86_64_JUMP_SLOT || type == ELF::R_X86_64_GLOB_DAT;
      if (isSlot && symbol != 0)
        code.slots.emplace(relocation.r_offset, table.nameOf(symbol).str());
    }
  }
  consumeError(relocations.takeError()); // malformed: no known function
  consumeError(symbols.takeError());
}

/// Of those that the loader applies.
void readRelocations(const ELF64LEObjectFile &elf, ModuleCode &code) {
  for (const Section &section : sectionsOf(elf))
    if (section.sh_type == ELF::SHT_RELA &&
        (section.sh_flags & ELF::SHF_ALLOC) != 0)
      readRelocations(elf, section, code);
}

/// Executables without relocations hold absolute addresses.
void readAbsoluteAddresses(ModuleCode &code) {
  for (const ModuleCode::Segment &segment : code.segments)
    for (size_t i = 0; i + 8 <= segment.bytes.size(); i += 8)
      if (uint64_t value = support::endian::read64le(&segment.bytes[i]);
          code.isCode(value) && !code.isCode(segment.address + i))
        code.codeAddressesInData.insert(value);
}

std::string hashOf(const MemoryBuffer &bytes) {
  uint64_t hash = xxh3_64bits(arrayRefFromStringRef(bytes.getBuffer()));
  return utohexstr(hash, /*LowerCase=*/true, /*Width=*/16);
}

} // namespace

Expected<std::string> hashModuleFile(StringRef path) {
  auto bytes = MemoryBuffer::getFile(path, /*IsText=*/false,
                                     /*RequiresNullTerminator=*/false);
  if (!bytes)
    return make_error<TargetError>(
        "'" + path + "': " + bytes.getError().message() + "; check the path");
  return hashOf(**bytes);
}

Error ElfFile::readCode(ModuleCode &code) const {
  code.hash = hashOf(*buffer);
  code.isRelocatable = base(*file).getEType() == ELF::ET_DYN;
  if (Error error = readSegments(code))
    return error;
  readCodeRanges(*file, code);
  readSymbols(*file, code);
  readRelocations(*file, code);
  readPackedRelocations(*file, code);
  if (!code.isRelocatable)
    readAbsoluteAddresses(code);
  for (const auto &[address, name] : linkageStubs(*file, code.slots))
    code.symbols.emplace(address, name);
  readLandingPads(*file, code);
  return Error::success();
}

} // namespace pinstripe
