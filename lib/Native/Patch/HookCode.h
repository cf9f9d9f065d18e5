// Emits the machine code of the hooks of each mode.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a few instructions a hook appends a record, or goes on if its event is the
// next one to be executed, or leaves a function of which nothing is left to
// execute, or counts. Everything else it leaves to the runtime. Hooks use r10,
// r11 and the flags, which hold nothing at entries of units and at exits. At
// function entries they use r11 only, since r10 may hold the static chain. They
// don't touch the stack, since leaf functions keep variables in the red zone.

#ifndef PINSTRIPE_LIB_NATIVE_PATCH_HOOKCODE_H
#define PINSTRIPE_LIB_NATIVE_PATCH_HOOKCODE_H

#include "Runtime/Layout.h"
#include "pinstripe/Instrumentation/HookEmitter.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace pinstripe {

struct DetailedSite;

/// Describes one hook for an emitter.
struct HookInfo {
  /// The kind of the hook: a combination of native::HookFlags.
  uint32_t flags = 0;
  /// Index of the entry at which the hook is or, for the hook of an operand,
  /// index of the operand.
  uint32_t entry = native::none;
  /// In a recording of instructions: what else the hook has to do. Otherwise
  /// null.
  const DetailedSite *detail = nullptr;
};

/// Makes the emitter for a mode, which must not be that of a detailed
/// recording. `hooks` describes each hook by its index, and must outlive the
/// emitter.
std::unique_ptr<HookEmitter> makeHooks(native::RunMode mode,
                                       llvm::ArrayRef<HookInfo> hooks);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_HOOKCODE_H
