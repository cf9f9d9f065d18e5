// Makes any bytes safe to print, and fits text to the width of a terminal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_PRINTABLETEXT_H
#define PINSTRIPE_SUPPORT_PRINTABLETEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace pinstripe {

/// Returns the text as one line that a terminal can show. The line is valid
/// UTF-8 without control or formatting characters. Characters that can't be
/// shown are written as in a C literal, such as `\n`, `\x1b` or `\u202e`. A
/// byte that is not UTF-8 becomes `\xa5`, for example. Tabs are expanded to
/// columns of eight. A second call on the result changes nothing.
std::string printable(llvm::StringRef text);

/// Makes each line of a text safe for a terminal, in the same way as
/// `printable`. Keeps the line ends.
std::string printableLines(llvm::StringRef text);

/// Returns the text as a C literal between two `quote` characters. Characters
/// that a terminal can show are not escaped, except for a backslash and
/// `quote`.
std::string quotedText(llvm::StringRef text, char quote);

/// Returns the number of columns that printable text takes on a terminal.
unsigned displayWidth(llvm::StringRef text);

/// Cuts printable text to `width` columns, with an ellipsis where something was
/// cut off. A width of 0 means no limit.
std::string fitted(llvm::StringRef text, unsigned width);

/// Returns the largest position, at most `offset`, at which a UTF-8 text can be
/// cut without splitting a character.
size_t characterBoundary(llvm::StringRef text, size_t offset);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_PRINTABLETEXT_H
