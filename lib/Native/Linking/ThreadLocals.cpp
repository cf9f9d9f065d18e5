// Binds the thread-local variables that a recompiled object uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linking/ThreadLocals.h"
#include <cstring>

using namespace pinstripe;
using ELF = llvm::object::ELF64LE;

namespace {

class ThreadLocalBinder {
public:
  ThreadLocalBinder(llvm::MutableArrayRef<char> object,
                    const llvm::object::ELFFile<ELF> &file,
                    NameResolver &resolver)
      : object(object), file(file), resolver(resolver) {}

  llvm::Error run() {
    if (llvm::Error error = file.sections().moveInto(sections))
      return error;
    for (const ELF::Shdr &section : sections)
      if (section.sh_type == llvm::ELF::SHT_SYMTAB)
        if (llvm::Error error = announceSymbols(section))
          return error;
    for (const ELF::Shdr &section : sections)
      if (section.sh_type == llvm::ELF::SHT_RELA)
        if (llvm::Error error = bindIn(section))
          return error;
    return llvm::Error::success();
  }

  std::map<std::string, std::string> unknown;

private:
  llvm::Error announceSymbols(const ELF::Shdr &table) {
    auto names = file.getStringTableForSymtab(table);
    auto symbols = file.symbols(&table);
    if (!names || !symbols)
      return llvm::joinErrors(names.takeError(), symbols.takeError());
    for (const ELF::Sym &symbol : *symbols) {
      auto name = symbol.getName(*names);
      if (!name)
        return name.takeError();
      if (symbol.st_shndx == llvm::ELF::SHN_UNDEF || name->empty())
        continue;
      resolver.announce(*name);
      // The compiler puts each thread-local variable into a section of its own,
      // so the section identifies the variable.
      if (symbol.getType() == llvm::ELF::STT_TLS)
        variableOf[symbol.st_shndx] = *name;
    }
    return llvm::Error::success();
  }

  llvm::Error bindIn(const ELF::Shdr &relocations) {
    if (relocations.sh_info >= sections.size() ||
        relocations.sh_link >= sections.size())
      return llvm::Error::success();
    const ELF::Shdr &code = sections[relocations.sh_info];
    const ELF::Shdr &symbols = sections[relocations.sh_link];
    auto list = file.relas(relocations);
    if (!list)
      return list.takeError();
    for (const ELF::Rela &relocation : *list)
      if (relocation.getType(/*isMips64EL=*/false) ==
          llvm::ELF::R_X86_64_TPOFF32)
        if (llvm::Error error = bind(relocation, code, symbols))
          return error;
    return llvm::Error::success();
  }

  llvm::Error bind(const ELF::Rela &relocation, const ELF::Shdr &code,
                   const ELF::Shdr &symbols) {
    auto symbol = file.getRelocationSymbol(relocation, &symbols);
    auto names = file.getStringTableForSymtab(symbols);
    auto section = file.getSectionName(code);
    if (!symbol || !names || !section)
      return llvm::joinErrors(
          symbol.takeError(),
          llvm::joinErrors(names.takeError(), section.takeError()));
    llvm::StringRef name;
    if ((*symbol)->getType() == llvm::ELF::STT_SECTION)
      name = variableOf[(*symbol)->st_shndx];
    else
      name = llvm::expectedToOptional((*symbol)->getName(*names)).value_or("");
    std::optional<int64_t> distance = resolver.threadLocal(name);
    uint64_t place = code.sh_offset + relocation.r_offset;
    if (distance && place + sizeof(int32_t) <= object.size()) {
      auto value = static_cast<int32_t>(*distance + relocation.r_addend);
      std::memcpy(object.data() + place, &value, sizeof(value));
    } else {
      unknown[section->str()] = name.str();
    }
    // JITLink does not support relocations of thread-local variables
    // (R_X86_64_TPOFF32). So the relocation is changed into one that JITLink
    // ignores. The const_cast is allowed, since the relocation lies in
    // `object`, which is not constant.
    const_cast<ELF::Rela &>(relocation)
        .setSymbolAndType(0, llvm::ELF::R_X86_64_NONE, /*IsMips64EL=*/false);
    return llvm::Error::success();
  }

  llvm::MutableArrayRef<char> object;
  const llvm::object::ELFFile<ELF> &file;
  NameResolver &resolver;
  llvm::ArrayRef<ELF::Shdr> sections;
  std::map<uint16_t, llvm::StringRef> variableOf;
};

} // namespace

llvm::Expected<std::map<std::string, std::string>>
pinstripe::bindThreadLocals(llvm::MutableArrayRef<char> object,
                            NameResolver &resolver) {
  auto file = llvm::object::ELFFile<ELF>::create(
      llvm::StringRef(object.data(), object.size()));
  if (!file)
    return file.takeError();
  ThreadLocalBinder binder(object, *file, resolver);
  if (llvm::Error error = binder.run())
    return error;
  return std::move(binder.unknown);
}
