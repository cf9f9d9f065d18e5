// Finds what a name means in the symbol tables of a module.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_LINKING_MODULESYMBOLS_H
#define PINSTRIPE_LIB_NATIVE_LINKING_MODULESYMBOLS_H

#include "Linking/StringLiterals.h"
#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>

namespace pinstripe {

/// Tells for what a name stands in a module (the program or a library).
struct ModuleSymbol {
  /// The symbol's address in the module's file, which differs from its run-time
  /// address.
  uint64_t address = 0;
  /// True if the symbol is an IFUNC. An IFUNC is a function that chooses among
  /// several implementations when the module is loaded.
  bool isChooser = false;
  /// True if the symbol is an old version of a function, which the library
  /// keeps for programs that were linked against an older version of the
  /// library.
  bool isOldVersion = false;
};

/// The symbols of the program or a library. All addresses are addresses in the
/// module's file, not run-time addresses. Parts of the file that are damaged
/// count as missing.
class ModuleSymbols {
public:
  static llvm::Expected<std::unique_ptr<ModuleSymbols>>
  read(const std::string &path);

  /// Returns the global symbol called `name`. Other modules and other object
  /// files can use such a symbol.
  std::optional<ModuleSymbol> findGlobal(llvm::StringRef name) const;
  /// Returns the symbol called `name` that the module exports to other modules;
  /// nullopt if there is none.
  std::optional<ModuleSymbol> findExported(llvm::StringRef name) const;
  /// Returns the symbol called `name` that is `static` in one compilation unit.
  /// `file` is the name of the unit's main source, without folders. Returns
  /// nullopt if there is no such symbol, or if several units with this file
  /// name have one.
  std::optional<ModuleSymbol> findInternal(llvm::StringRef name,
                                           llvm::StringRef file) const;
  /// Returns the symbol called `name` that has hidden visibility. All
  /// compilation units of the module can use such a symbol, but no other module
  /// can.
  std::optional<ModuleSymbol> findHidden(llvm::StringRef name) const;
  /// Returns the distance from the thread pointer to the thread-local variable
  /// called `name`. Returns nullopt if there is no such variable, or more than
  /// one. Must be called only if the module is the program, not for a library.
  std::optional<int64_t> findThreadLocal(llvm::StringRef name) const;
  /// Returns the distance from the thread pointer to the byte `offset` of the
  /// program's thread-local variables.
  int64_t fromThreadPointer(uint64_t offset) const;
  /// Returns the address of a word into which the loader has stored the address
  /// of a function or variable of another module. `name` is the name of the
  /// function or variable. Returns nullopt if there is no such word.
  std::optional<uint64_t> findSlot(llvm::StringRef name) const;
  /// Returns the address of the word in which the loader has stored the choice
  /// of the IFUNC at `chooser`; nullopt if there is no such word. An IFUNC is a
  /// function that chooses among several implementations.
  std::optional<uint64_t> findChoice(uint64_t chooser) const;

  /// Returns the lowest address of the module in its file. Together with the
  /// run-time address at which the mapping of the file begins, this address
  /// tells how far the loader has moved the module.
  uint64_t lowestAddress() const { return lowest; }
  bool isStatic() const { return exported.empty() && !hasLoader; }
  const StringLiterals &literals() const { return stringLiterals; }
  const llvm::object::ELF64LEObjectFile &file() const { return *elf; }

private:
  using Name = llvm::CachedHashStringRef;

  void readSegments();
  void readSymbolTable(const llvm::object::ELF64LE::Shdr &section);
  void readExported(const llvm::object::ELF64LE::Shdr &section,
                    llvm::ArrayRef<llvm::object::ELF64LE::Half> versions);
  void readRelocations(const llvm::object::ELF64LE::Shdr &section);
  void readSections();

  std::unique_ptr<llvm::MemoryBuffer> buffer;
  std::unique_ptr<llvm::object::ObjectFile> object;
  const llvm::object::ELF64LEObjectFile *elf = nullptr;
  // The keys of these maps point into `buffer`, which holds the module's file.
  llvm::DenseMap<Name, ModuleSymbol> globals, exported;
  struct LocalSymbol {
    ModuleSymbol symbol;
    /// The file name of the symbol's source, without folders.
    llvm::StringRef file;
    bool isHidden = false;
  };
  llvm::DenseMap<Name, llvm::SmallVector<LocalSymbol, 1>> locals;
  llvm::DenseMap<Name, llvm::SmallVector<uint64_t, 1>> threadLocals;
  llvm::DenseMap<Name, uint64_t> slots;
  llvm::DenseMap<uint64_t, uint64_t> choices;
  StringLiterals stringLiterals;
  uint64_t lowest = ~uint64_t(0);
  /// The distance from the thread pointer to the first of the program's
  /// thread-local variables.
  int64_t threadLocalBegin = 0;
  bool hasLoader = false;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_MODULESYMBOLS_H
