// Finds the names in a line of source text, and guesses which it declares.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REVISIONS_LINENAMES_H
#define PINSTRIPE_LIB_REVISIONS_LINENAMES_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace pinstripe {

/// A name that occurs in a line of source.
struct NameInLine {
  llvm::StringRef name; ///< The name; it refers to the text of the line.
  /// True if the line seems to declare the name, because a type or a word such
  /// as `#define` or `class` stands before the name.
  bool isDeclared = false;
  /// True if the name stands in parentheses. A name that is declared in
  /// parentheses is a parameter.
  bool isInParentheses = false;
};

/// Returns the names in a line, without those in comments and in text between
/// quotation marks. If `isInEnum` is true, the line is part of an enumeration,
/// and a name at its beginning counts as declared.
///
/// A line is read by itself, without the lines around it and without knowledge
/// of the language. So the answer is a guess, which is right for most lines of
/// C, C++ and similar languages.
std::vector<NameInLine> namesIn(llvm::StringRef line, bool isInEnum);

/// Returns the words of a line that contain a dot. They can be names of files.
std::vector<llvm::StringRef> fileNamesIn(llvm::StringRef line);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REVISIONS_LINENAMES_H
