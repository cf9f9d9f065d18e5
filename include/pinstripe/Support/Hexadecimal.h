// Writes addresses in hexadecimal.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_HEXADECIMAL_H
#define PINSTRIPE_SUPPORT_HEXADECIMAL_H

#include "llvm/ADT/StringExtras.h"
#include <string>

namespace pinstripe {

/// Returns an address as text, such as "0x401a6f".
inline std::string hexadecimal(uint64_t address) {
  return "0x" + llvm::utohexstr(address, /*LowerCase=*/true);
}

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_HEXADECIMAL_H
