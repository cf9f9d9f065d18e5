// Notes an error that leaves a result incomplete, and lets the work go on.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_SUPPORT_NOTEDERROR_H
#define PINSTRIPE_SUPPORT_NOTEDERROR_H

#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// Handles an error that leaves the result incomplete but need not end the
/// work. If the error is of one of the classes `Kinds`, stores its message in
/// `reason` and returns success. Otherwise, returns the error unchanged. If
/// several errors occur, only the first message is stored, since the first
/// error has often caused the others.
template <typename... Kinds>
llvm::Error noteReason(llvm::Error error, std::string &reason) {
  bool isFirst = true;
  return llvm::handleErrors(std::move(error), [&](const Kinds &kind) {
    if (isFirst)
      reason = kind.message;
    isFirst = false;
  }...);
}

} // namespace pinstripe

#endif // PINSTRIPE_SUPPORT_NOTEDERROR_H
