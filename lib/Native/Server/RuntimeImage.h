// Provides the code that the tool puts into the process under test, as bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_NATIVE_SERVER_RUNTIMEIMAGE_H
#define PINSTRIPE_LIB_NATIVE_SERVER_RUNTIMEIMAGE_H

#include "Runtime/Layout.h"
#include "llvm/ADT/ArrayRef.h"

extern "C" {
extern const uint8_t pinstripe_native_runtime_begin[];
extern const uint8_t pinstripe_native_runtime_end[];
}

namespace pinstripe {

inline llvm::ArrayRef<uint8_t> runtimeImage() {
  return {pinstripe_native_runtime_begin, pinstripe_native_runtime_end};
}

inline const native::ImageHeader &runtimeHeader() {
  return *reinterpret_cast<const native::ImageHeader *>(
      pinstripe_native_runtime_begin);
}

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_SERVER_RUNTIMEIMAGE_H
