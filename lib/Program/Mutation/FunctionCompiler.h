// Compiles changed functions of a compilation unit, and nothing else of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_MUTATION_FUNCTIONCOMPILER_H
#define PINSTRIPE_LIB_PROGRAM_MUTATION_FUNCTIONCOMPILER_H

#include "Mutation/ParsedUnit.h"
#include <atomic>

namespace pinstripe {

/// A function of the source, and its changed text. The changed text replaces
/// FunctionSource::written.
struct ChangedFunction {
  const FunctionSource *source = nullptr;
  llvm::StringRef text;
};

/// An error that clang reports in the changed text of a function.
struct TextError {
  /// The index of the function in the list of changed functions.
  size_t function = 0;
  size_t offset = 0; ///< The offset of the error in the function's text.
  std::string message;
};

struct CompiledText {
  /// The bytes of the object file; empty if there were errors.
  std::string object;
  /// The symbols in the object file for each changed function. A function has
  /// no symbols if the compiler has not made code of it.
  std::vector<std::vector<std::string>> symbols;
  std::vector<TextError> errors;
  /// The first error that lies outside the texts of all functions; empty if no
  /// such error occurred.
  std::string otherError;
};

/// Compiles the functions into one object. Skips the bodies of all other
/// functions, which saves much time. If `isWhole` is true, skips no body, as is
/// needed for instances of templates. Ends early, with an error as the result,
/// once `stop` becomes true; `stop` may be null.
CompiledText compileFunctions(ParsedUnit &unit,
                              llvm::ArrayRef<ChangedFunction> functions,
                              bool isWhole, const std::atomic<bool> *stop);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_MUTATION_FUNCTIONCOMPILER_H
