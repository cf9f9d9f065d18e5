//===- HookCode.h - The machine code of hooks -------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What hooks do, in a few instructions each: append a record, go on when the
// event that control came to is the next one of the plan, leave a function of
// which nothing is left to execute, or count. All else is up to the runtime.
// Hooks use r10, r11 and the flags, which are dead at clean entries and exits;
// at function entries, where r10 may hold the static chain, r11 only. They
// touch no stack: leaf functions keep variables in the red zone.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_HOOKCODE_H
#define PINSTRIPE_LIB_NATIVE_HOOKCODE_H

#include "Runtime/Layout.h"
#include "pinstripe/Instrumentation/HookEmitter.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace pinstripe {

struct DetailedSite;

struct HookInfo {
  uint32_t flags = 0;            ///< native::HookFlags
  uint32_t entry = native::none; ///< of a unit; of an operand's hook: that
  /// Of detailed recordings; null: the hook has no part in them.
  const DetailedSite *detail = nullptr;
};

/// `hooks` by index; it must outlive the emitter.
std::unique_ptr<HookEmitter> makeRecorderHooks(llvm::ArrayRef<HookInfo> hooks);
std::unique_ptr<HookEmitter> makeDispatchHooks(llvm::ArrayRef<HookInfo> hooks);
std::unique_ptr<HookEmitter> makeLiveHooks(llvm::ArrayRef<HookInfo> hooks);
/// Slow: the runtime records what comes of each arrival.
std::unique_ptr<HookEmitter>
makeLiveRecorderHooks(llvm::ArrayRef<HookInfo> hooks);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_HOOKCODE_H
