//===- HookBase.h - What all hooks have in common ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_HOOKBASE_H
#define PINSTRIPE_LIB_NATIVE_HOOKBASE_H

#include "HookCode.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

constexpr uint32_t processField(size_t offset) {
  return static_cast<uint32_t>(native::processStateAddress + offset);
}
constexpr uint32_t cursorField =
    processField(offsetof(native::ProcessState, cursor));
constexpr uint32_t chunkEndField =
    processField(offsetof(native::ProcessState, chunkEnd));

/// What both kinds of hooks have in common. Absolute operands are encoded
/// with a SIB byte (0x25) and 32 bits of address.
class Hooks : public HookEmitter {
public:
  /// What the hook itself can't do is done through `slowCell`.
  Hooks(llvm::ArrayRef<HookInfo> hooks, uint32_t slowCell)
      : hooks(hooks), slowCell(slowCell) {}

  void emitRare(uint32_t hook, CodeBuffer &code) override {
    auto found = rareParts.find(hook);
    if (found == rareParts.end())
      return;
    code.bind(found->second);
    goToRuntime(hook, slowCell, code);
    rareParts.erase(found);
  }

protected:
  /// mov r11d, hook; jmp [cell]
  static void goToRuntimeKeepingR10(uint32_t hook, uint32_t cell,
                                    CodeBuffer &code) {
    code.append({0x41, 0xbb});
    code.append32(hook);
    jumpThrough(cell, code);
  }
  /// mov r10d, hook; jmp [cell]
  static void goToRuntime(uint32_t hook, uint32_t cell, CodeBuffer &code) {
    code.append({0x41, 0xba});
    code.append32(hook);
    jumpThrough(cell, code);
  }
  /// True if the hook is one that both modes leave to the runtime.
  bool emitEntry(uint32_t hook, CodeBuffer &code) const {
    uint32_t flags = hooks[hook].flags;
    if (flags & (native::hookIsFunctionEntry | native::hookIsExitFunction |
                 native::hookIsGetRandom))
      goToRuntimeKeepingR10(hook, enterCell, code);
    else if (flags & native::hookIsVFork)
      goToRuntimeKeepingR10(hook, replaceVForkCell, code);
    else
      return false;
    return true;
  }

  using Label = CodeBuffer::Label;

  static void jumpThrough(uint32_t cell, CodeBuffer &code) {
    code.append({0xff, 0x24, 0x25});
    code.append32(cell);
  }

  llvm::ArrayRef<HookInfo> hooks;
  uint32_t slowCell;
  llvm::DenseMap<uint32_t, Label> rareParts;

private:
  static constexpr uint32_t enterCell = static_cast<uint32_t>(
      native::runtimeBase + offsetof(native::ImageHeader, enter));
  static constexpr uint32_t replaceVForkCell = static_cast<uint32_t>(
      native::runtimeBase + offsetof(native::ImageHeader, replaceVFork));
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_HOOKBASE_H
