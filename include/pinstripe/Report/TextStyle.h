//===- TextStyle.h - How text output may look -------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REPORT_TEXTSTYLE_H
#define PINSTRIPE_REPORT_TEXTSTYLE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace pinstripe {

/// Decided once in tools/ from the terminal and the environment.
struct TextStyle {
  bool colour = false;
  /// Columns; 0: no limit (not a terminal).
  unsigned width = 0;
};

/// What a piece of text is, for those who see colours.
enum class Emphasis : uint8_t { Plain, Critical, Strong, Dim, Heading };

/// Columns that the UTF-8 text takes on a terminal.
unsigned displayWidth(llvm::StringRef text);

/// The text, cut to `width` columns with an ellipsis if need be; 0: whole.
std::string fitted(llvm::StringRef text, unsigned width);

/// Tabs expanded to columns of eight, control characters made visible.
std::string printable(llvm::StringRef text);

void writeStyled(llvm::raw_ostream &stream, const TextStyle &style,
                 Emphasis emphasis, llvm::StringRef text);

/// "1 event", "2 events": only for words that take an s.
std::string counted(uint64_t number, llvm::StringRef noun);

/// "840 ms", "3.1 s", "2 min 05 s".
std::string describeSeconds(double seconds);

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_TEXTSTYLE_H
