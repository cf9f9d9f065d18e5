// Declares the interface through which a caller writes the code of its hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The patcher knows where hooks are; what they do is its caller's business.

#ifndef PINSTRIPE_INSTRUMENTATION_HOOKEMITTER_H
#define PINSTRIPE_INSTRUMENTATION_HOOKEMITTER_H

#include "pinstripe/Instrumentation/CodeBuffer.h"

namespace pinstripe {

class HookEmitter {
public:
  virtual ~HookEmitter() = default;
  /// Appends the code that runs before the instruction under the hook. At its
  /// end control must fall through to that instruction.
  virtual void emit(uint32_t hook, CodeBuffer &code) = 0;
  /// Appends rarely executed parts of the hook's code, after the moved run that
  /// contains the hook. Control never falls through into or out of these parts.
  virtual void emitRare(uint32_t hook, CodeBuffer &code) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_INSTRUMENTATION_HOOKEMITTER_H
