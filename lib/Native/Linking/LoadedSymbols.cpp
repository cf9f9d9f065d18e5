// Finds symbols in all modules that a process has loaded.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linking/LoadedSymbols.h"
#include "Runtime/Layout.h"
#include "llvm/Support/MathExtras.h"

using namespace pinstripe;

llvm::Expected<const ModuleSymbols *>
SymbolCache::module(const std::string &path) {
  auto known = modules.find(path);
  if (known == modules.end()) {
    auto symbols = ModuleSymbols::read(path);
    if (!symbols)
      return symbols.takeError();
    known = modules.emplace(path, std::move(*symbols)).first;
  }
  return known->second.get();
}

llvm::Expected<const UnitSymbols *>
SymbolCache::unit(const std::string &path, const std::string &source) {
  llvm::Expected<const ModuleSymbols *> symbols = module(path);
  if (!symbols)
    return symbols.takeError();
  std::unique_ptr<ModuleUnits> &its = units[path];
  if (!its)
    its = std::make_unique<ModuleUnits>(**symbols);
  return its->find(source);
}

LoadedSymbols::LoadedSymbols(SymbolCache &cache,
                             llvm::ArrayRef<Mapping> mappings,
                             const ProcessMemory &memory)
    : memory(memory) {
  llvm::StringRef last;
  for (const Mapping &mapping : mappings) {
    llvm::StringRef name = mapping.name;
    if (!name.starts_with("/") || name == last)
      continue;
    last = name;
    llvm::Expected<const ModuleSymbols *> symbols = cache.module(mapping.name);
    if (!symbols) {
      // A mapped file that is neither a program nor a library, such as a
      // locale, has no symbols.
      llvm::consumeError(symbols.takeError());
      continue;
    }
    modules.push_back(
        {*symbols, mapping.begin - llvm::alignDown((*symbols)->lowestAddress(),
                                                   native::pageSize)});
  }
}

std::optional<uint64_t> LoadedSymbols::wordAt(uint64_t address) const {
  std::optional<uint64_t> word = memory.readWord(address);
  return word && *word != 0 ? word : std::nullopt;
}

std::optional<uint64_t> LoadedSymbols::slotOf(const Module &module,
                                              llvm::StringRef name) const {
  std::optional<uint64_t> slot = module.symbols->findSlot(name);
  return slot ? wordAt(*slot + module.bias) : std::nullopt;
}

std::optional<uint64_t>
LoadedSymbols::addressOf(const Module &module,
                         const ModuleSymbol &symbol) const {
  if (!symbol.isChooser)
    return symbol.address + module.bias;
  if (module.symbols->isStatic())
    // A static program chooses the implementation of an IFUNC only after its
    // entry point, where the process has stopped. So the choice is not known
    // yet.
    return std::nullopt;
  std::optional<uint64_t> slot = module.symbols->findChoice(symbol.address);
  return slot ? wordAt(*slot + module.bias) : std::nullopt;
}

std::optional<uint64_t>
LoadedSymbols::findExported(llvm::StringRef name) const {
  bool isChosen = false;
  for (bool isOldAllowed : {false, true})
    for (const Module &module : modules) {
      auto symbol = module.symbols->findExported(name);
      if (!symbol || (symbol->isOldVersion && !isOldAllowed))
        continue;
      if (auto address = addressOf(module, *symbol))
        return address;
      isChosen = true;
    }
  // If the function is an IFUNC, the loader has chosen an implementation. It
  // stores the address of the implementation in each module that uses the
  // function. The module that defines the function need not use it, so all
  // modules are searched.
  if (isChosen)
    for (const Module &module : modules)
      if (auto address = slotOf(module, name))
        return address;
  return std::nullopt;
}
