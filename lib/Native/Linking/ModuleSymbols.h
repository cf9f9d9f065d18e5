// Holds what the names in a module's symbol tables mean.
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

/// Says what a name means in a module (the program or a library).
struct ModuleSymbol {
  /// The symbol's address in the module's file, before loading.
  uint64_t address = 0;
  /// True if the symbol is that of an IFUNC: a function that chooses among
  /// several implementations when the module is loaded.
  bool isChooser = false;
  /// True if the name means an old version of a function, kept for programs
  /// that were linked long ago.
  bool isOldVersion = false;
};

/// The symbols of the program or a library. All addresses are those in the
/// file, before loading. Damaged parts of the file count as missing.
class ModuleSymbols {
public:
  static llvm::Expected<std::unique_ptr<ModuleSymbols>>
  read(const std::string &path);

  /// Returns the global symbol called `name`, which other modules or other
  /// object files of the same module can use.
  std::optional<ModuleSymbol> findGlobal(llvm::StringRef name) const;
  /// Returns the symbol called `name` that the module exports to other modules;
  /// nullopt if there is none.
  std::optional<ModuleSymbol> findExported(llvm::StringRef name) const;
  /// Returns the symbol called `name` that has internal linkage (`static`) in
  /// the compilation unit with the main source `file`, a file name without
  /// folders. Returns nullopt if there is no such symbol, or if several units
  /// with this file name have one.
  std::optional<ModuleSymbol> findInternal(llvm::StringRef name,
                                           llvm::StringRef file) const;
  /// Returns the symbol called `name` with hidden visibility: all compilation
  /// units of the module can use it, but no other module can.
  std::optional<ModuleSymbol> findHidden(llvm::StringRef name) const;
  /// Returns the distance from the thread pointer to the thread-local variable
  /// called `name`; nullopt if there is not exactly one variable of this name.
  /// The function may be called for the program itself, but not for libraries.
  std::optional<int64_t> findThreadLocal(llvm::StringRef name) const;
  /// Returns the distance from the thread pointer to the byte `offset` of the
  /// program's thread-local variables.
  int64_t fromThreadPointer(uint64_t offset) const;
  /// Returns the address of the word in which the loader has stored the address
  /// of another module's function or variable `name`; nullopt if there is none.
  std::optional<uint64_t> findSlot(llvm::StringRef name) const;
  /// A symbol can stand for a function that chooses among several
  /// implementations (IFUNC). Returns the address of the word in which the
  /// loader has stored the choice of the function at `chooser`; nullopt if
  /// there is no such word.
  std::optional<uint64_t> findChoice(uint64_t chooser) const;

  /// The difference between the run-time address of the first byte of the
  /// mapped file and the addresses in the file.
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
