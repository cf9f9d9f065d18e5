// Holds the symbols of all modules that a process has loaded.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_LINKING_LOADEDSYMBOLS_H
#define PINSTRIPE_LIB_NATIVE_LINKING_LOADEDSYMBOLS_H

#include "Linking/ModuleSymbols.h"
#include "Linking/UnitSymbols.h"
#include "Patch/ModulePlacement.h"

namespace pinstripe {

/// Caches the symbols of modules (programs and libraries) and of compilation
/// units, since many servers are started for the same program.
class SymbolCache {
public:
  llvm::Expected<const ModuleSymbols *> module(const std::string &path);
  /// Returns the symbols of the compilation unit with the main source `source`
  /// in the module at `path`. Returns null if the module has no such unit, or
  /// several.
  llvm::Expected<const UnitSymbols *> unit(const std::string &path,
                                           const std::string &source);

private:
  std::map<std::string, std::unique_ptr<ModuleSymbols>> modules;
  std::map<std::string, std::unique_ptr<ModuleUnits>> units;
};

/// The modules (the program and its libraries) of a process that is stopped at
/// its entry point. All addresses that the functions return are run-time
/// addresses.
class LoadedSymbols {
public:
  struct Module {
    const ModuleSymbols *symbols = nullptr;
    uint64_t bias = 0;
  };

  /// `memory` is the memory of the process and must outlive the object.
  LoadedSymbols(SymbolCache &cache, llvm::ArrayRef<Mapping> mappings,
                const ProcessMemory &memory);

  /// For the function or variable `name` of another module, the loader stores
  /// the address in a word of `module`. Returns this address; nullopt if there
  /// is no such word, or it is empty.
  std::optional<uint64_t> slotOf(const Module &module,
                                 llvm::StringRef name) const;
  /// Returns the address of a symbol. If the symbol is that of a function with
  /// several implementations, returns the one that was chosen, or nullopt if
  /// that is unknown.
  std::optional<uint64_t> addressOf(const Module &module,
                                    const ModuleSymbol &symbol) const;
  /// Returns the address of the function or variable that the libraries export
  /// under this name; nullopt if there is none.
  std::optional<uint64_t> findExported(llvm::StringRef name) const;

private:
  std::optional<uint64_t> wordAt(uint64_t address) const;

  const ProcessMemory &memory;
  /// The program and all libraries that are loaded.
  std::vector<Module> modules;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_LOADEDSYMBOLS_H
