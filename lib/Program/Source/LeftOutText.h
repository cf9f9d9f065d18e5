// Finds the text that the preprocessor leaves out of a source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If the compiler has made code of text that our parse leaves out, the parse
// lacks a macro that the compiler was given.

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
  std::string file;            ///< Absolute path of the file, links resolved.
  uint32_t begin = 0, end = 0; ///< Lines of the two directives.
  /// The macros that are not defined, but that the conditions before the text
  /// ask for.
  std::set<std::string> macros;
  /// The numbers in these conditions. A macro may have to equal one of them.
  std::set<uint32_t> numbers = {};
};

/// From now on, adds each text that the preprocessor of `compiler` leaves out
/// of the user's files to `found`.
void findLeftOutText(clang::CompilerInstance &compiler,
                     const CompileCommand &command,
                     std::vector<LeftOutText> &found);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_SOURCE_LEFTOUTTEXT_H
