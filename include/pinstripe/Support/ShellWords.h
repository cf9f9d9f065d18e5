// Splits command lines into words as a shell does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_SHELLWORDS_H
#define PINSTRIPE_SUPPORT_SHELLWORDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace pinstripe {

/// A part of a command line: a word, or a sign such as `<`.
struct ShellWord {
  std::string text;
  bool isSign = false;
};

/// Splits a command line into words at white space. As in a shell, a character
/// that is quoted or follows a backslash is a part of a word. The form $'...',
/// in which `quoteForShell` writes control characters, is understood, too.
/// Variables, patterns and pipes are not understood. Each character of `signs`
/// is a sign unless it is quoted. Returns a UsageError if a quotation mark is
/// not closed.
llvm::Expected<std::vector<ShellWord>>
splitShellWords(llvm::StringRef line, llvm::StringRef signs = "");

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_SHELLWORDS_H
