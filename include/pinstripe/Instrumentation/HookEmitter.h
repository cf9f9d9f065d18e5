//===- HookEmitter.h - What stands at a hook --------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patching knows where hooks are; what they do is its caller's business.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_INSTRUMENTATION_HOOKEMITTER_H
#define PINSTRIPE_INSTRUMENTATION_HOOKEMITTER_H

#include "pinstripe/Instrumentation/CodeBuffer.h"

namespace pinstripe {

class HookEmitter {
public:
  virtual ~HookEmitter() = default;
  /// Code that runs before the instruction under the hook; control must be
  /// able to run off its end.
  virtual void emit(uint32_t hook, CodeBuffer &code) = 0;
  /// Rare parts of the code of `hook`, called once after the straight run
  /// that the hook stands in; control never runs into or out of them.
  virtual void emitRare(uint32_t hook, CodeBuffer &code) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_INSTRUMENTATION_HOOKEMITTER_H
