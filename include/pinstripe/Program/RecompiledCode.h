// Functions of the program that were compiled again, with mutations in them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_RECOMPILEDCODE_H
#define PINSTRIPE_PROGRAM_RECOMPILEDCODE_H

#include <cstdint>
#include <string>
#include <vector>

namespace pinstripe {

/// The variable of type `int` that all recompiled functions read, by this name,
/// to learn which mutation is chosen. No object defines it: whoever links the
/// object does.
constexpr char mutationVariable[] = "__pinstripe_mutation";

/// A function of the source that was compiled again.
struct RecompiledFunction {
  std::string name; ///< Name as users write it.
  /// Names of its machine functions in the object's symbol table. A constructor
  /// or a template can have several. The lambdas in the function and the
  /// members of its local classes are changed with it. Their names come last;
  /// gcc gives lambdas other names than clang, so the program may not have
  /// them.
  std::vector<std::string> symbols;
  /// The mutations of the function have the numbers [firstNumber, endNumber).
  /// The number `firstNumber` itself stands for no mutation: with it, the
  /// function does what its source says.
  uint32_t firstNumber = 0, endNumber = 0;
};

/// Some functions of one source, compiled again into one object file. Each
/// reads the variable `mutationVariable` and behaves as with the mutation of
/// that number; any other number means no mutation.
struct RecompiledUnit {
  std::string module; ///< Absolute path of the program or library.
  /// Absolute path of the unit's main source. With `module`, it names the
  /// compilation unit in DWARF whose static variables the functions use.
  std::string source;
  std::string object; ///< The bytes of the relocatable ELF file.
  std::vector<RecompiledFunction> functions;
};

/// All functions that a server can exchange. No two ranges of numbers overlap,
/// and 0 is in none of them: it means that no function is exchanged.
struct RecompiledCode {
  std::vector<RecompiledUnit> units;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_RECOMPILEDCODE_H
