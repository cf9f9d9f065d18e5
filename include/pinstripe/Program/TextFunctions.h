// Finds the functions that a program text defines.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_PROGRAM_TEXTFUNCTIONS_H
#define PINSTRIPE_PROGRAM_TEXTFUNCTIONS_H

#include "pinstripe/Program/SourceEdits.h"
#include <atomic>

namespace pinstripe {

/// The definition of a function in a text.
struct TextFunction {
  std::string name; ///< With namespaces and classes: "shop::Cart::total".
  /// The parameters as they are written, with white space as single spaces.
  /// They tell overloaded functions apart.
  std::string parameters;
  /// Line numbers, which count from 0. `nameLine` is the line of the function's
  /// name. It comes after the first line if there is a result type or
  /// `template` before the name.
  uint32_t firstLine = 0, nameLine = 0, lastLine = 0;
};

/// Returns the functions that a text in C or C++ defines, in the order of their
/// first lines. The text is parsed alone, without the headers that it includes.
/// Functions that Clang does not recognise are missing, as are those in
/// inactive branches of `#if`.
///
/// The parse happens in a child process. If this process crashes, or needs more
/// time or memory than any real text, no functions are returned. If `givenUp`
/// is not null and becomes true, the call returns soon, with no functions.
std::vector<TextFunction> functionsIn(const SourceText &file,
                                      const std::atomic<bool> *givenUp);

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_TEXTFUNCTIONS_H
