// The error of work that was interrupted before it had a result.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_CASE_INTERRUPTEDERROR_H
#define PINSTRIPE_CASE_INTERRUPTEDERROR_H

#include "pinstripe/Support/Error.h"

namespace pinstripe {

/// The user interrupted the work before there was a result (exit status 130).
class InterruptedError : public MessageError<InterruptedError> {
public:
  static char ID;
  using MessageError::MessageError;
};

} // namespace pinstripe

#endif // PINSTRIPE_CASE_INTERRUPTEDERROR_H
