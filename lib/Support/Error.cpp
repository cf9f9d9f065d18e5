//===- Error.cpp - What can go wrong, by remedy ---------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Support/Error.h"

namespace pinstripe {

// Only the addresses of these matter: llvm::ErrorInfo tells classes by them.
char UsageError::ID = 0;
char ReproductionError::ID = 0;
char TargetError::ID = 0;
char NothingToReduceError::ID = 0;
char TraceFormatError::ID = 0;
char EngineError::ID = 0;
char FileError::ID = 0;

} // namespace pinstripe
