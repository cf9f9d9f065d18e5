// The classes of errors that callers tell apart, one for each exit status.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
