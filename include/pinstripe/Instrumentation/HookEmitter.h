// Declares the interface through which a caller of the patcher writes the code
// of its hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is code that is added before an instruction. The patcher knows where
// hooks are. Its caller decides what the hooks do.

#ifndef PINSTRIPE_INSTRUMENTATION_HOOKEMITTER_H
#define PINSTRIPE_INSTRUMENTATION_HOOKEMITTER_H

#include "pinstripe/Instrumentation/CodeBuffer.h"

namespace pinstripe {

class HookEmitter {
public:
  virtual ~HookEmitter() = default;
  /// Appends the code of a hook. This code is executed before the instruction
  /// that has the hook. At its end, control must fall through to the code that
  /// is appended next.
  virtual void emit(uint32_t hook, CodeBuffer &code) = 0;
  /// Appends the rarely executed parts of a hook's code. These parts are placed
  /// after all instructions that are moved together with the hook's
  /// instruction. Control must enter and leave each part by jumps.
  virtual void emitRare(uint32_t hook, CodeBuffer &code) = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_INSTRUMENTATION_HOOKEMITTER_H
