// Finds symbols in all modules that a process has loaded.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_LINKING_LOADEDSYMBOLS_H
#define PINSTRIPE_LIB_NATIVE_LINKING_LOADEDSYMBOLS_H

#include "Linking/ModuleSymbols.h"
#include "Linking/UnitSymbols.h"
#include "Patch/ModulePlacement.h"

namespace pinstripe {

/// Caches the symbols of modules and of compilation units. A module is the
/// program or a library. Many servers (processes from which runs are forked)
/// are started for the same program, and all of them need the same symbols.
class SymbolCache {
public:
  llvm::Expected<const ModuleSymbols *> module(const std::string &path);
  /// Returns the symbols of the compilation unit whose main source file is
  /// `source`, in the module at `path`. Returns null if the module has no such
  /// unit, or more than one.
  llvm::Expected<const UnitSymbols *> unit(const std::string &path,
                                           const std::string &source);

private:
  std::map<std::string, std::unique_ptr<ModuleSymbols>> modules;
  std::map<std::string, std::unique_ptr<ModuleUnits>> units;
};

/// The modules of a process that is stopped at its entry point. A module is the
/// program or a library. All addresses that the functions return are run-time
/// addresses.
class LoadedSymbols {
public:
  struct Module {
    const ModuleSymbols *symbols = nullptr;
    uint64_t bias = 0;
  };

  /// `memory` is the memory of the process. It must outlive this LoadedSymbols.
  LoadedSymbols(SymbolCache &cache, llvm::ArrayRef<Mapping> mappings,
                const ProcessMemory &memory);

  /// Returns the address of the function or variable `name`, which `module`
  /// uses and another module defines. The loader has stored the address in a
  /// word of `module`. Returns nullopt if there is no such word, or if it is
  /// still empty.
  std::optional<uint64_t> slotOf(const Module &module,
                                 llvm::StringRef name) const;
  /// Returns the address of a symbol. If the symbol is a function with several
  /// implementations, returns the address of the chosen implementation. Returns
  /// nullopt if the choice is unknown.
  std::optional<uint64_t> addressOf(const Module &module,
                                    const ModuleSymbol &symbol) const;
  /// Returns the address of the function or variable that the libraries export
  /// under the name `name`; nullopt if there is none.
  std::optional<uint64_t> findExported(llvm::StringRef name) const;

private:
  std::optional<uint64_t> wordAt(uint64_t address) const;

  const ProcessMemory &memory;
  /// The program and all libraries that the process has loaded.
  std::vector<Module> modules;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_LOADEDSYMBOLS_H
