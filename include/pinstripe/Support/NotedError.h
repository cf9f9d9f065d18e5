// Turns errors after which the work goes on into texts for the result.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_NOTEDERROR_H
#define PINSTRIPE_SUPPORT_NOTEDERROR_H

#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// Handles errors that only make a result, or a part of it, incomplete. If the
/// error is of one of these kinds, stores its message in `reason` and returns
/// success. Returns errors of other kinds unchanged.
template <typename... Kinds>
llvm::Error noteReason(llvm::Error error, std::string &reason) {
  return llvm::handleErrors(
      std::move(error), [&](const Kinds &kind) { reason = kind.message; }...);
}

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_NOTEDERROR_H
