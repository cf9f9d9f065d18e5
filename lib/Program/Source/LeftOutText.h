// Finds the source text that the preprocessor leaves out, as after `#if 0`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pinstripe parses the sources again, perhaps without a macro that the compiler
// was given. In this case Pinstripe's parse leaves out text that the compiler
// has compiled.

#ifndef PINSTRIPE_LIB_PROGRAM_SOURCE_LEFTOUTTEXT_H
#define PINSTRIPE_LIB_PROGRAM_SOURCE_LEFTOUTTEXT_H

#include "Source/CompileFlags.h"
#include <set>

namespace clang {
class CompilerInstance;
}

namespace pinstripe {

/// Lines that the preprocessor left out, between two directives such as
/// `#ifdef` and `#else`.
struct LeftOutText {
  /// Absolute path of the file, with symbolic links resolved.
  std::string file;
  /// The line numbers of the directives before and after the left-out text,
  /// such as `#if` and `#endif`.
  uint32_t begin = 0, end = 0;
  /// The undefined macros in the preprocessor conditions that leave out the
  /// text. If the compiler has made code of the text, its command line may have
  /// defined one of these macros.
  std::set<std::string> macros;
  /// The numbers in the preprocessor conditions that leave out the text. A
  /// missing macro may need one of these numbers as its value.
  std::set<uint32_t> numbers = {};
};

/// Makes the preprocessor of `compiler` report each text of the user's files
/// that it leaves out. Each such text is added to `found`.
void findLeftOutText(clang::CompilerInstance &compiler,
                     const CompileCommand &command,
                     std::vector<LeftOutText> &found);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_LEFTOUTTEXT_H
