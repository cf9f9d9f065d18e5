// Holds functions of the program that were compiled again, with mutations in
// them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_RECOMPILEDCODE_H
#define PINSTRIPE_PROGRAM_RECOMPILEDCODE_H

#include <cstdint>
#include <string>
#include <vector>

namespace pinstripe {

/// The name of a variable of type `int`. All recompiled functions read this
/// variable to learn which mutation is chosen. No object file defines it, so
/// whoever links the object has to define it.
constexpr char mutationVariable[] = "__pinstripe_mutation";

/// A function of the source that was compiled again.
struct RecompiledFunction {
  std::string name; ///< The function's name as users write it.
  /// The names of the function's machine code in the object's symbol table.
  /// There can be several names, for example for a constructor or a template.
  /// Lambdas in the function and members of its local classes are recompiled
  /// with the function. Their names come last. The program may lack the names
  /// of lambdas, since gcc and clang name lambdas differently.
  std::vector<std::string> symbols;
  /// The numbers from `firstNumber` to `endNumber` - 1 belong to the function.
  /// The number `firstNumber` stands for the function as its source says,
  /// without a mutation. Each other number stands for a mutation.
  uint32_t firstNumber = 0, endNumber = 0;
};

/// Some functions of one source, compiled again into one object file. Each
/// function reads the variable `mutationVariable`. If the variable holds the
/// number of one of the function's mutations, the function behaves as mutated.
/// Otherwise it behaves as its source says.
struct RecompiledUnit {
  std::string module; ///< Absolute path of the program or library.
  /// Absolute path of the unit's main source. The functions use the static
  /// variables of the compilation unit that `module` and `source` identify.
  std::string source;
  std::string object; ///< The bytes of the object file, a relocatable ELF file.
  std::vector<RecompiledFunction> functions;
};

/// All recompiled functions of a program. A run can execute one of them instead
/// of the original function. A number tells which one, and with which mutation:
/// each function has a range of such numbers, and the ranges do not overlap. No
/// range contains 0, since 0 means that all functions stay as they are.
struct RecompiledCode {
  std::vector<RecompiledUnit> units;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_RECOMPILEDCODE_H
