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
  std::string name; ///< the function's name as users write it
  /// The names of the function's machine code in the object's symbol table.
  /// There can be several, as for a constructor or a template. Lambdas in the
  /// function and members of its local classes are recompiled with it; their
  /// names come last. The program may lack the names of lambdas, since gcc
  /// names lambdas otherwise than clang.
  std::vector<std::string> symbols;
  /// The range [firstNumber, endNumber) of numbers that belong to the function.
  /// The number `firstNumber` stands for no mutation: with it, the function
  /// does what its source says. Each other number stands for a mutation.
  uint32_t firstNumber = 0, endNumber = 0;
};

/// Some functions of one source, compiled again into one object file. Each
/// function reads the variable `mutationVariable`. If its value is the number
/// of a mutation of the function, the function behaves as mutated; otherwise,
/// as its source says.
struct RecompiledUnit {
  std::string module; ///< Absolute path of the program or library.
  /// Absolute path of the unit's main source. Together with `module`, it tells
  /// which compilation unit has the static variables that the functions use.
  std::string source;
  std::string object; ///< the bytes of the object file, a relocatable ELF file
  std::vector<RecompiledFunction> functions;
};

/// All functions of a program that a run can exchange for recompiled ones. The
/// functions' ranges of numbers do not overlap, and 0 is in none of them: it
/// means that no function is exchanged.
struct RecompiledCode {
  std::vector<RecompiledUnit> units;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_RECOMPILEDCODE_H
