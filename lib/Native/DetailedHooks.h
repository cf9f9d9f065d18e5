//===- DetailedHooks.h - Hooks of detailed recordings -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between any two instructions: registers, flags and the red zone may all be
// in use. Hooks use r10 and r11, which are put aside in functions that use
// them, and change no flags but where these are dead.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_DETAILEDHOOKS_H
#define PINSTRIPE_LIB_NATIVE_DETAILEDHOOKS_H

#include "DetailedSites.h"
#include "HookBase.h"

namespace pinstripe {

class DetailedHooks : public Hooks {
public:
  /// `hooks` by index; it must outlive the emitter, as must their sites.
  explicit DetailedHooks(llvm::ArrayRef<HookInfo> hooks)
      : Hooks(hooks, /*slowCell=*/0) {}

  void emit(uint32_t hook, CodeBuffer &code) override;
  void emitRare(uint32_t hook, CodeBuffer &code) override;

  /// Where control goes on behind what the runtime does at a function entry or
  /// a library call; 0: it does nothing.
  uint64_t resumeOf(uint32_t hook) const { return resumes.lookup(hook); }

private:
  /// A way to the runtime and back.
  struct Detour {
    Label begin, end;
    uint32_t cell;
  };

  void emitStart(uint32_t hook, CodeBuffer &code);
  void emitThreadCheck(uint32_t hook, CodeBuffer &code);
  void emitRoomCheck(uint32_t hook, CodeBuffer &code);
  void emitRecord(uint32_t hook, CodeBuffer &code);
  void emitOperands(uint32_t hook, CodeBuffer &code);
  static void emitOperand(const MemoryOperand &operand, CodeBuffer &code);
  void emitCall(uint32_t hook, CodeBuffer &code);
  void detour(uint32_t hook, ConditionCode condition, uint32_t cell,
              CodeBuffer &code);

  llvm::DenseMap<uint32_t, std::vector<Detour>> detours;
  llvm::DenseMap<uint32_t, uint64_t> resumes;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_DETAILEDHOOKS_H
