// Quotes words so that a user can paste them into a shell.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_SHELLQUOTE_H
#define PINSTRIPE_SUPPORT_SHELLQUOTE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace pinstripe {

/// Quotes one word for a shell if it needs quotes: `sum = .*` becomes
/// `'sum = .*'`.
std::string quoteForShell(llvm::StringRef word);

/// Quotes each word of a command line for a shell and joins the words with
/// spaces.
std::string quoteForShell(llvm::ArrayRef<std::string> words);

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_SHELLQUOTE_H
