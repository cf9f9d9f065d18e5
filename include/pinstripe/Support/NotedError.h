// Turns errors that do not end the work into texts for the result.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_NOTEDERROR_H
#define PINSTRIPE_SUPPORT_NOTEDERROR_H

#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// Returns the text of an error of one of these kinds, as the reason why a
/// result, or a part of it, is missing. Returns errors of other kinds
/// unchanged.
template <typename... Kinds>
llvm::Error noteReason(llvm::Error error, std::string &reason) {
  return llvm::handleErrors(
      std::move(error), [&](const Kinds &kind) { reason = kind.message; }...);
}

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_NOTEDERROR_H
