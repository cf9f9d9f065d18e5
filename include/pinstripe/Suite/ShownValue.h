// Compares a variable's value in memory with the value that the message of a
// failed assertion shows.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUITE_SHOWNVALUE_H
#define PINSTRIPE_SUITE_SHOWNVALUE_H

#include "llvm/ADT/StringRef.h"

namespace pinstripe {

/// Returns true if the bytes of a variable may hold the value `shown`: a
/// number, `true` or `false`. The type of the variable is not known. So the
/// bytes are tried as an integer with a sign, as one without a sign, and as a
/// floating-point number. Messages show only some digits of a floating-point
/// number.
bool isShownAs(llvm::StringRef bytes, llvm::StringRef shown);

} // namespace pinstripe

#endif // PINSTRIPE_SUITE_SHOWNVALUE_H
