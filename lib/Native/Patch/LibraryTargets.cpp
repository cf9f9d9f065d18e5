// Finds the run-time addresses of library functions whose effects are known.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Patch/LibraryTargets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <tuple>

using namespace pinstripe;

namespace {

class TargetFinder {
public:
  void addModule(const PlacedModule &module) {
    for (const auto &[address, name] : module.code->symbols)
      add(name, address + module.bias);
  }

  /// Adds the functions of a library that have a model. A model describes what
  /// a function reads and writes. The library's file is mapped from the address
  /// `low` on.
  void addLibrary(const std::string &path, uint64_t low) {
    auto opened = llvm::object::ObjectFile::createObjectFile(path);
    if (!opened) // If the file can't be read, its functions stay unknown.
      return llvm::consumeError(opened.takeError());
    auto *elf =
        llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(opened->getBinary());
    if (!elf)
      return;
    auto headers = elf->getELFFile().program_headers();
    if (!headers)
      return llvm::consumeError(headers.takeError());
    uint64_t lowest = ~uint64_t(0);
    for (const auto &header : *headers)
      if (header.p_type == llvm::ELF::PT_LOAD)
        lowest = std::min<uint64_t>(lowest, header.p_vaddr);
    uint64_t bias = low - llvm::alignDown(lowest, native::pageSize);
    for (const llvm::object::ELFSymbolRef symbol :
         elf->getDynamicSymbolIterators())
      addSymbol(symbol, bias);
  }

  std::vector<native::TargetRecord> take() {
    llvm::sort(targets, [](const auto &a, const auto &b) {
      return std::tie(a.address, a.model) < std::tie(b.address, b.model);
    });
    auto same =
        std::ranges::unique(targets, {}, &native::TargetRecord::address);
    targets.erase(same.begin(), same.end());
    return std::move(targets);
  }

private:
  void addSymbol(const llvm::object::ELFSymbolRef &symbol, uint64_t bias) {
    // A symbol whose name is damaged is ignored.
    auto name = llvm::expectedToOptional(symbol.getName());
    uint64_t address =
        llvm::expectedToOptional(symbol.getAddress()).value_or(0);
    if (name && address != 0 && symbol.getELFType() == llvm::ELF::STT_FUNC)
      add(*name, address + bias);
  }

  void add(llvm::StringRef name, uint64_t address) {
    uint32_t model = LibraryModels::get().find(name.split('@').first);
    if (model != native::none)
      targets.push_back({address, model, 0});
  }

  std::vector<native::TargetRecord> targets;
};

} // namespace

std::vector<native::TargetRecord>
pinstripe::findLibraryTargets(llvm::ArrayRef<PlacedModule> modules,
                              llvm::ArrayRef<Mapping> mappings) {
  TargetFinder finder;
  for (const PlacedModule &module : modules)
    if (module.isTraced)
      finder.addModule(module);
  std::map<std::string, uint64_t> files;
  for (const Mapping &mapping : mappings)
    if (llvm::StringRef(mapping.name).starts_with("/"))
      files.try_emplace(mapping.name, mapping.begin);
  for (const auto &[path, low] : files)
    if (path.find(".so") != std::string::npos)
      finder.addLibrary(path, low);
  return finder.take();
}

static uint64_t addressOf(llvm::StringRef name,
                          const llvm::object::ELFSymbolRef &symbol) {
  // A symbol whose name can't be read is ignored.
  auto its = llvm::expectedToOptional(symbol.getName());
  auto address = llvm::expectedToOptional(symbol.getAddress());
  return its && its->split('@').first == name ? address.value_or(0) : 0;
}

uint64_t pinstripe::findVariable(llvm::StringRef name,
                                 const PlacedModule &module,
                                 llvm::ArrayRef<Mapping> mappings) {
  for (const Mapping &mapping : mappings) {
    if (mapping.begin != module.low)
      continue;
    auto opened = llvm::object::ObjectFile::createObjectFile(mapping.name);
    if (!opened) {
      // If the file can't be opened, perhaps because it was deleted, the
      // variable counts as not found.
      llvm::consumeError(opened.takeError());
      return 0;
    }
    auto *elf =
        llvm::dyn_cast<llvm::object::ELF64LEObjectFile>(opened->getBinary());
    if (!elf)
      return 0;
    for (const llvm::object::ELFSymbolRef symbol :
         elf->getDynamicSymbolIterators())
      if (uint64_t address = addressOf(name, symbol))
        return address + module.bias;
    for (const llvm::object::ELFSymbolRef symbol : elf->symbols())
      if (uint64_t address = addressOf(name, symbol))
        return address + module.bias;
  }
  return 0;
}
