// Finds the addresses of the names that a recompiled object file uses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_LINKING_NAMERESOLVER_H
#define PINSTRIPE_LIB_NATIVE_LINKING_NAMERESOLVER_H

#include "Linking/LoadedSymbols.h"
#include "llvm/Support/Path.h"
#include <map>

namespace pinstripe {

/// The meaning of a name in the process: its address, or a reason why its
/// address can't be known. Neither is set if the process has nothing of this
/// name.
struct Meaning {
  std::optional<uint64_t> address;
  /// The reason why the address of the name can't be known; empty if there is
  /// none.
  std::string problem;
};

/// Finds out what the names in one compilation unit of a module mean in the
/// process under test.
class NameResolver {
public:
  /// Says where a name of the recompiled object file is known. An external name
  /// has the same meaning in all compilation units. An internal name, such as
  /// that of a `static` variable, is known in one compilation unit only.
  enum class Linkage { Internal, External };

  /// `source` is the main source of the compilation unit. All arguments must
  /// outlive this resolver.
  NameResolver(const LoadedSymbols &process,
               const LoadedSymbols::Module &module, bool isProgram,
               const UnitSymbols &unit, llvm::StringRef source)
      : process(process), module(module), isProgram(isProgram), unit(unit),
        file(llvm::sys::path::filename(source)) {}

  /// Tells the resolver that the recompiled object file defines a symbol. Must
  /// be called for all symbols before the names of static local variables are
  /// resolved.
  void announce(llvm::StringRef symbol);

  /// Returns what a name means in the process, for a name that the recompiled
  /// object file defines.
  Meaning ofDefined(llvm::StringRef name, Linkage linkage) const;
  /// Returns what a name means in the process, for a name that the recompiled
  /// object file uses but does not define.
  Meaning ofUsed(llvm::StringRef name) const;
  /// Returns the meaning that a name has in the libraries of the process.
  Meaning ofLibraries(llvm::StringRef name) const;
  /// Returns the distance from the thread pointer to a thread-local variable.
  /// Returns nullopt if the distance is unknown, or is not the same in all
  /// threads.
  std::optional<int64_t> threadLocal(llvm::StringRef name) const;

private:
  Meaning staticLocal(llvm::StringRef name, bool isThreadLocal) const;
  Meaning ofModule(llvm::StringRef name, Linkage linkage) const;
  Meaning ofConstructor(llvm::StringRef name) const;

  const LoadedSymbols &process;
  LoadedSymbols::Module module;
  bool isProgram;
  const UnitSymbols &unit;
  /// The file name of the compilation unit's source, without folders.
  llvm::StringRef file;
  /// The numbers that clang has appended to the names of static local
  /// variables. Clang appends a number if a function has several such variables
  /// of the same name. The key is `function.name`.
  std::map<std::string, std::vector<unsigned>> numbers;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_NAMERESOLVER_H
