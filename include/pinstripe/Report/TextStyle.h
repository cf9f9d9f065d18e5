// Defines the colours and the width of text output.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REPORT_TEXTSTYLE_H
#define PINSTRIPE_REPORT_TEXTSTYLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace pinstripe {

/// Says whether text output is coloured, and how wide it is. The command-line
/// tool decides this from the terminal and the environment variables.
struct TextStyle {
  bool colour = false;
  /// The largest number of columns in a line; 0 for no limit, as in a file.
  unsigned width = 0;
};

/// The role of a piece of text, which decides in which colour it is written.
enum class Emphasis : uint8_t { Plain, Critical, Strong, Dim, Heading };

void writeStyled(llvm::raw_ostream &stream, const TextStyle &style,
                 Emphasis emphasis, llvm::StringRef text);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TEXTSTYLE_H
