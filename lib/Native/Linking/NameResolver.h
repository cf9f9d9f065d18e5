// Finds out what the names in a recompiled object mean in the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_LINKING_NAMERESOLVER_H
#define PINSTRIPE_LIB_NATIVE_LINKING_NAMERESOLVER_H

#include "Linking/LoadedSymbols.h"
#include "llvm/Support/Path.h"
#include <map>

namespace pinstripe {

/// The meaning of a name in the process: an address, or nothing, or a reason
/// why the address can't be known.
struct Meaning {
  std::optional<uint64_t> address;
  std::string problem; ///< Empty unless the address can't be known.
};

/// Resolves the names of one unit of one module.
class NameResolver {
public:
  /// Says which units of the program mean the same by a name of the object:
  /// only the unit itself (a `static` function or variable), or all.
  enum class Linkage { Internal, External };

  /// `source` is the main source of the unit. All arguments must outlive the
  /// object.
  NameResolver(const LoadedSymbols &process,
               const LoadedSymbols::Module &module, bool isProgram,
               const UnitSymbols &unit, llvm::StringRef source)
      : process(process), module(module), isProgram(isProgram), unit(unit),
        file(llvm::sys::path::filename(source)) {}

  /// Announces a symbol that the object defines. All must be announced before
  /// the names of static local variables can be resolved.
  void announce(llvm::StringRef symbol);

  /// Returns what a name means that the object defines and that its module
  /// perhaps defines, too.
  Meaning ofDefined(llvm::StringRef name, Linkage linkage) const;
  /// Returns what a name means that the object uses but does not define.
  Meaning ofUsed(llvm::StringRef name) const;
  /// Returns what the libraries of the process export under this name.
  Meaning ofLibraries(llvm::StringRef name) const;
  /// Returns the distance from the thread pointer to a thread-local variable;
  /// nullopt if it is unknown or not the same in all threads.
  std::optional<int64_t> threadLocal(llvm::StringRef name) const;

private:
  Meaning staticLocal(llvm::StringRef name, bool isThreadLocal) const;
  Meaning ofModule(llvm::StringRef name, Linkage linkage) const;
  Meaning ofConstructor(llvm::StringRef name) const;

  const LoadedSymbols &process;
  LoadedSymbols::Module module;
  bool isProgram;
  const UnitSymbols &unit;
  llvm::StringRef file; ///< Main source of the unit, without folders.
  /// For static local variables of one name: the numbers by which clang tells
  /// them apart.
  std::map<std::string, std::vector<unsigned>> numbers;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_NAMERESOLVER_H
