// Finds what a name means in the symbol tables of a module.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linking/ModuleSymbols.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;
using ELF = llvm::object::ELF64LE;

/// Returns what was read from a file, or an empty value if reading failed. So
/// damaged parts of a file count as missing.
template <typename T> static T orNothing(llvm::Expected<T> value) {
  if (value)
    return std::move(*value);
  llvm::consumeError(value.takeError()); // see above
  return T();
}

llvm::Expected<std::unique_ptr<ModuleSymbols>>
ModuleSymbols::read(const std::string &path) {
  auto opened = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!opened)
    return llvm::make_error<TargetError>("'" + path +
                                         "': " + opened.getError().message());
  auto symbols = std::make_unique<ModuleSymbols>();
  symbols->buffer = std::move(*opened);
  auto object = llvm::object::ObjectFile::createObjectFile(*symbols->buffer);
  if (!object)
    return object.takeError();
  symbols->object = std::move(*object);
  symbols->elf =
      llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(symbols->object.get());
  if (!symbols->elf)
    return llvm::make_error<TargetError>("'" + path +
                                         "': not an x86-64 module");
  symbols->readSegments();
  symbols->readSections();
  return symbols;
}

void ModuleSymbols::readSegments() {
  auto headers = elf->getELFFile().program_headers();
  if (!headers)
    return llvm::consumeError(headers.takeError());
  for (const ELF::Phdr &header : *headers) {
    if (header.p_type == llvm::ELF::PT_LOAD)
      lowest = std::min<uint64_t>(lowest, header.p_vaddr);
    if (header.p_type == llvm::ELF::PT_INTERP)
      hasLoader = true;
    if (header.p_type != llvm::ELF::PT_TLS)
      continue;
    // The program's thread-local variables lie just below the thread pointer.
    // Padding after the variables makes their start aligned.
    uint64_t alignment = std::max<uint64_t>(header.p_align, 1);
    uint64_t end = header.p_vaddr + header.p_memsz;
    uint64_t padding = (0 - end) & (alignment - 1);
    threadLocalBegin = -static_cast<int64_t>(header.p_memsz + padding);
  }
}

void ModuleSymbols::readSections() {
  const auto &file = elf->getELFFile();
  auto sections = file.sections();
  if (!sections)
    return llvm::consumeError(sections.takeError());
  llvm::ArrayRef<ELF::Half> versions;
  for (const ELF::Shdr &section : *sections)
    if (section.sh_type == llvm::ELF::SHT_GNU_versym)
      versions = orNothing(
          file.template getSectionContentsAsArray<ELF::Half>(section));
  constexpr uint64_t notConstant =
      llvm::ELF::SHF_WRITE | llvm::ELF::SHF_EXECINSTR;
  for (const ELF::Shdr &section : *sections) {
    if (section.sh_type == llvm::ELF::SHT_SYMTAB)
      readSymbolTable(section);
    else if (section.sh_type == llvm::ELF::SHT_DYNSYM)
      readExported(section, versions);
    else if (section.sh_type == llvm::ELF::SHT_RELA)
      readRelocations(section);
    bool isConstant = section.sh_type == llvm::ELF::SHT_PROGBITS &&
                      (section.sh_flags & llvm::ELF::SHF_ALLOC) != 0 &&
                      (section.sh_flags & notConstant) == 0;
    if (isConstant &&
        orNothing(file.getSectionName(section)).starts_with(".rodata"))
      stringLiterals.add(
          section.sh_addr,
          llvm::toStringRef(orNothing(file.getSectionContents(section))));
  }
}

void ModuleSymbols::readSymbolTable(const ELF::Shdr &section) {
  const auto &file = elf->getELFFile();
  llvm::StringRef names = orNothing(file.getStringTableForSymtab(section));
  llvm::StringRef source;
  for (const ELF::Sym &symbol : orNothing(file.symbols(&section))) {
    if (symbol.getType() == llvm::ELF::STT_FILE)
      // A symbol of type STT_FILE names a source file. The local symbols after
      // it belong to the compilation unit of this source.
      source = llvm::sys::path::filename(orNothing(symbol.getName(names)));
    if (symbol.st_shndx == llvm::ELF::SHN_UNDEF ||
        symbol.getType() == llvm::ELF::STT_FILE ||
        symbol.getType() == llvm::ELF::STT_SECTION)
      continue;
    Name name(orNothing(symbol.getName(names)).split('@').first);
    ModuleSymbol meaning{symbol.st_value,
                         symbol.getType() == llvm::ELF::STT_GNU_IFUNC};
    if (name.val().empty())
      continue;
    if (symbol.getType() == llvm::ELF::STT_TLS)
      threadLocals[name].push_back(symbol.st_value);
    else if (symbol.getBinding() == llvm::ELF::STB_LOCAL)
      // GNU ld makes hidden symbols local. In the symbol table it puts them
      // after an empty file name, so `source` is empty for them.
      locals[name].push_back(
          {meaning, source,
           symbol.getVisibility() != llvm::ELF::STV_DEFAULT || source.empty()});
    else
      globals[name] = meaning;
  }
}

void ModuleSymbols::readExported(const ELF::Shdr &section,
                                 llvm::ArrayRef<ELF::Half> versions) {
  constexpr uint16_t oldVersion = 0x8000;
  const auto &file = elf->getELFFile();
  llvm::StringRef names = orNothing(file.getStringTableForSymtab(section));
  size_t index = 0;
  for (const ELF::Sym &symbol : orNothing(file.symbols(&section))) {
    bool isOld = index < versions.size() && (versions[index] & oldVersion) != 0;
    ++index;
    // A symbol without an address is not defined in the module, so it is
    // skipped. There is an exception in programs at a fixed address: there, the
    // undefined symbol of a library function may have an address, which all
    // modules then use as the address of the function.
    if (symbol.st_value == 0 || symbol.getBinding() == llvm::ELF::STB_LOCAL ||
        symbol.getType() == llvm::ELF::STT_TLS)
      continue;
    Name name(orNothing(symbol.getName(names)));
    auto [place, isNew] = exported.try_emplace(name);
    if (isNew || (place->second.isOldVersion && !isOld))
      place->second = {symbol.st_value,
                       symbol.getType() == llvm::ELF::STT_GNU_IFUNC, isOld};
  }
}

void ModuleSymbols::readRelocations(const ELF::Shdr &section) {
  const auto &file = elf->getELFFile();
  auto table = file.getSection(section.sh_link);
  bool isNamed = table && (*table)->sh_type == llvm::ELF::SHT_DYNSYM;
  if (!table)
    llvm::consumeError(table.takeError()); // no names then
  llvm::StringRef names;
  if (isNamed)
    names = orNothing(file.getStringTableForSymtab(**table));
  for (const ELF::Rela &relocation : orNothing(file.relas(section))) {
    uint32_t type = relocation.getType(/*isMips64EL=*/false);
    if (type == llvm::ELF::R_X86_64_IRELATIVE)
      choices.try_emplace(static_cast<uint64_t>(relocation.r_addend),
                          relocation.r_offset);
    bool isSlot = type == llvm::ELF::R_X86_64_JUMP_SLOT ||
                  type == llvm::ELF::R_X86_64_GLOB_DAT;
    if (!isSlot || !isNamed)
      continue;
    const ELF::Sym *symbol =
        orNothing(file.getRelocationSymbol(relocation, *table));
    if (symbol)
      slots.try_emplace(Name(orNothing(symbol->getName(names))),
                        relocation.r_offset);
  }
}

template <typename Map>
static std::optional<typename Map::mapped_type> lookUp(const Map &map,
                                                       llvm::StringRef name) {
  auto found = map.find(llvm::CachedHashStringRef(name));
  if (found == map.end())
    return std::nullopt;
  return found->second;
}

std::optional<ModuleSymbol>
ModuleSymbols::findGlobal(llvm::StringRef name) const {
  if (auto found = lookUp(globals, name))
    return found;
  return lookUp(exported, name);
}

std::optional<ModuleSymbol>
ModuleSymbols::findExported(llvm::StringRef name) const {
  return lookUp(exported, name);
}

/// Returns the only symbol for which `isWanted` is true; nullopt if there is
/// none, or more than one.
template <typename Symbols, typename Predicate>
static std::optional<ModuleSymbol> onlyOne(const Symbols &symbols,
                                           Predicate isWanted) {
  std::optional<ModuleSymbol> found;
  for (const auto &each : symbols) {
    if (!isWanted(each))
      continue;
    if (found)
      return std::nullopt;
    found = each.symbol;
  }
  return found;
}

std::optional<ModuleSymbol>
ModuleSymbols::findInternal(llvm::StringRef name, llvm::StringRef file) const {
  auto found = locals.find(Name(name));
  if (found == locals.end())
    return std::nullopt;
  return onlyOne(found->second, [&](const LocalSymbol &each) {
    return !each.isHidden && each.file == file;
  });
}

std::optional<ModuleSymbol>
ModuleSymbols::findHidden(llvm::StringRef name) const {
  auto found = locals.find(Name(name));
  if (found == locals.end())
    return std::nullopt;
  return onlyOne(found->second,
                 [](const LocalSymbol &each) { return each.isHidden; });
}

std::optional<int64_t>
ModuleSymbols::findThreadLocal(llvm::StringRef name) const {
  auto found = lookUp(threadLocals, name);
  if (!found || found->size() != 1)
    return std::nullopt;
  return fromThreadPointer(found->front());
}

int64_t ModuleSymbols::fromThreadPointer(uint64_t offset) const {
  return threadLocalBegin + static_cast<int64_t>(offset);
}

std::optional<uint64_t> ModuleSymbols::findSlot(llvm::StringRef name) const {
  return lookUp(slots, name);
}

std::optional<uint64_t> ModuleSymbols::findChoice(uint64_t chooser) const {
  auto found = choices.find(chooser);
  if (found == choices.end())
    return std::nullopt;
  return found->second;
}
