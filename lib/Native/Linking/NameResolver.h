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
  std::string problem; ///< Says why the address can't be known; else empty.
};

/// Finds out what the names that occur in one compilation unit of a module mean
/// in the process.
class NameResolver {
public:
  /// Says which compilation units of the program mean the same function or
  /// variable by a name in the object: only the unit itself (as for a `static`
  /// variable), or all units.
  enum class Linkage { Internal, External };

  /// `source` is the main source of the unit. All arguments must outlive the
  /// object.
  NameResolver(const LoadedSymbols &process,
               const LoadedSymbols::Module &module, bool isProgram,
               const UnitSymbols &unit, llvm::StringRef source)
      : process(process), module(module), isProgram(isProgram), unit(unit),
        file(llvm::sys::path::filename(source)) {}

  /// Announces a symbol that the object defines. All symbols must be announced
  /// before the names of static local variables can be resolved.
  void announce(llvm::StringRef symbol);

  /// Returns the meaning of a name that the object defines and that its module
  /// perhaps defines, too.
  Meaning ofDefined(llvm::StringRef name, Linkage linkage) const;
  /// Returns the meaning of a name that the recompiled object uses but does not
  /// define.
  Meaning ofUsed(llvm::StringRef name) const;
  /// Returns the meaning that a name has in the libraries of the process.
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
  /// The file name of the unit's main source, without folders.
  llvm::StringRef file;
  /// The numbers by which clang tells static local variables of one name and
  /// function apart. The key is `function.name`.
  std::map<std::string, std::vector<unsigned>> numbers;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_LINKING_NAMERESOLVER_H
