//===- ShellQuote.h - Command lines in messages -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_SUPPORT_SHELLQUOTE_H
#define PINSTRIPE_SUPPORT_SHELLQUOTE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace pinstripe {

/// One word as a user can paste it into a shell: `'sum = .*'`.
std::string quoteForShell(llvm::StringRef word);

/// A whole command line, words separated by one space.
std::string quoteForShell(llvm::ArrayRef<std::string> words);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_SHELLQUOTE_H
