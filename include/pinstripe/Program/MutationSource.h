// Lists the mutations of a program's sources and compiles mutated functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_MUTATIONSOURCE_H
#define PINSTRIPE_PROGRAM_MUTATIONSOURCE_H

#include "pinstripe/Program/Mutation.h"
#include "pinstripe/Program/RecompiledCode.h"
#include "pinstripe/Program/UnitTable.h"
#include "pinstripe/Program/UnitTableBuilder.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <memory>
#include <vector>

namespace pinstripe {

/// A function of the source. It can be compiled again with changes.
struct MutableFunction {
  std::string name;
  std::string file; ///< Absolute path of the file, with links resolved.
  /// The first and the last line of the function's definition.
  uint32_t firstLine = 0, lastLine = 0;
  uint32_t firstColumn = 0;
  /// True if only one compilation unit can call the function, since the
  /// function is static or in a nameless namespace. If such a function is in a
  /// header, each compilation unit that includes the header has its own copy of
  /// the function.
  bool isOfUnit = false;
};

/// One compilation unit, parsed so that mutations of its functions can be
/// listed and compiled. Parsing takes 20 to 300 ms. Only one thread at a time
/// may use the object.
class MutationSource {
public:
  virtual ~MutationSource() = default;
  /// Absolute path of the compilation unit's main source.
  virtual const std::string &path() const = 0;
  /// The functions of the user's files (not of system headers) that this
  /// compilation unit defines.
  virtual llvm::ArrayRef<MutableFunction> functions() const = 0;
  /// Lists all mutations of a function, in the order of MutationOperator.
  /// Mutations of the same kind are in the order of the source. Returns a
  /// TargetError if Clang crashes.
  virtual llvm::Expected<std::vector<Mutation>>
  mutationsOf(size_t function) = 0;

  /// A request to `compile`: a function with some of its mutations. The
  /// mutations are given as indices into the result of mutationsOf.
  struct Wish {
    size_t function = 0;
    std::vector<size_t> mutations;
  };
  /// The result of `compile`: an object file with the functions that could be
  /// compiled. For each function, `numbered` has the list of the mutations that
  /// the compiler has accepted. The mutation with the index i in this list has
  /// the number RecompiledFunction::firstNumber + 1 + i.
  struct Compiled {
    RecompiledUnit unit;
    /// For each function of `unit`, the request (Wish) for this function, as an
    /// index into the list that `compile` was given.
    std::vector<size_t> wishes;
    /// For each function of `unit`, its mutations as indices into the result of
    /// mutationsOf. They are in the order of the mutations' numbers.
    std::vector<std::vector<size_t>> numbered;
    /// The functions that can't be compiled alone. Each is given by the index
    /// of the request (Wish) for it, with the reason.
    std::vector<std::pair<size_t, std::string>> refused;
  };
  /// Compiles functions with mutations into one object file. The numbers of the
  /// mutations begin with `firstNumber`, which must not be 0. If the flag
  /// `stop` is not null and becomes true, returns soon, with all functions
  /// refused.
  virtual llvm::Expected<Compiled>
  compile(llvm::ArrayRef<Wish> wishes, uint32_t firstNumber,
          const std::atomic<bool> *stop = nullptr) = 0;
};

/// A compilation unit of the program. MutationSources::open parses it.
struct MutationUnit {
  std::string module; ///< Absolute path of the program or library.
  std::string path;   ///< Absolute path of the main source.
  /// The user's files (not system headers) that have code in this compilation
  /// unit.
  std::vector<std::string> files;
};

/// Opens the compilation units of a program. Reads the debug information once.
class MutationSources {
public:
  virtual ~MutationSources() = default;
  virtual llvm::ArrayRef<MutationUnit> units() const = 0;
  /// Parses a compilation unit. Returns a TargetError with the reason if the
  /// source is missing or has errors. Gives up with a TargetError when `stop`
  /// becomes true. `stop` may be null.
  virtual llvm::Expected<std::unique_ptr<MutationSource>>
  open(size_t unit, const std::atomic<bool> *stop = nullptr) = 0;
};

/// Reads the debug information of the modules in `table` to find their
/// compilation units. `options` must be the options with which the table was
/// built.
llvm::Expected<std::unique_ptr<MutationSources>>
readMutationSources(const UnitTable &table, const ModelOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_MUTATIONSOURCE_H
