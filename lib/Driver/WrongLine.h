//===- WrongLine.h - What is wrong with an output ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_WRONGLINE_H
#define PINSTRIPE_LIB_DRIVER_WRONGLINE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// The lines of a text, without their ends.
std::vector<llvm::StringRef> splitLines(llvm::StringRef text);

/// A line that a program printed, and how far it is to blame.
struct WrongLine {
  size_t number = 0; ///< from 0
  llvm::StringRef text;
  /// No such line was expected; else lines before it are missing.
  bool isUnexpected = true;
};

/// The first line of `printed` that is not as expected; none if nothing was
/// printed where more was expected, or if nothing differs. Blank lines say
/// little about where they come from and are taken only if there is no other.
/// Refers to `printed`.
std::optional<WrongLine> findWrongLine(llvm::StringRef printed,
                                       llvm::StringRef expected);

/// The numbers of the lines that are as expected: before and behind all that
/// differs. Blank ones are left out.
std::vector<size_t> rightLines(llvm::StringRef printed,
                               llvm::StringRef expected);

/// A regular expression for --keep that matches this line and no other.
std::string expressionFor(llvm::StringRef line);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_WRONGLINE_H
