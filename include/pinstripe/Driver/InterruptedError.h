//===- InterruptedError.h - Stopped before any result -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_INTERRUPTEDERROR_H
#define PINSTRIPE_DRIVER_INTERRUPTEDERROR_H

#include "pinstripe/Support/Error.h"

namespace pinstripe {

/// The user interrupted the work before there was a result (exit 130).
class InterruptedError : public MessageError<InterruptedError> {
public:
  static char ID;
  using MessageError::MessageError;
};

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_INTERRUPTEDERROR_H
