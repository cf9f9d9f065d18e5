// Compares a value in memory with the text by which a message shows it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUITE_SHOWNVALUE_H
#define PINSTRIPE_SUITE_SHOWNVALUE_H

#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// Returns true if the bytes of a variable can be those of the number `shown`,
/// or of `true` or `false`. The type of the variable is not known: the bytes
/// are tried as an integer, with and without a sign, and as a floating-point
/// number, of which messages show some digits only.
bool isShownAs(llvm::StringRef bytes, llvm::StringRef shown);

} // namespace pinstripe

#endif // PINSTRIPE_SUITE_SHOWNVALUE_H
