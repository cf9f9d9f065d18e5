// Declares the error for a program that the native engine can't run.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_NATIVE_NATIVEREFUSAL_H
#define PINSTRIPE_NATIVE_NATIVEREFUSAL_H

#include "pinstripe/Support/Error.h"

namespace pinstripe {

/// The error for a program that the native engine can't run exactly; the
/// message says why. The LLDB engine may be able to run the program.
/// createNativeEngine, or the first run of the engine, returns this error.
class NativeRefusal : public llvm::ErrorInfo<NativeRefusal, TargetError> {
public:
  static inline char ID = 0;
  using ErrorInfo::ErrorInfo;
};

} // namespace pinstripe

#endif // PINSTRIPE_NATIVE_NATIVEREFUSAL_H
