// Emits the machine code of the hooks of each mode.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook appends a record, goes on if its event is the next one to be executed,
// leaves a function of which nothing is left to execute, or counts, in a few
// instructions. Everything else is up to the runtime. Hooks use r10, r11 and
// the flags, which are dead at clean entries and exits, but only r11 at
// function entries, where r10 may hold the static chain. They don't touch the
// stack, since leaf functions keep variables in the red zone.

#ifndef PINSTRIPE_LIB_NATIVE_PATCH_HOOKCODE_H
#define PINSTRIPE_LIB_NATIVE_PATCH_HOOKCODE_H

#include "Runtime/Layout.h"
#include "pinstripe/Instrumentation/HookEmitter.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace pinstripe {

struct DetailedSite;

/// What emitters need to know of a hook.
struct HookInfo {
  uint32_t flags = 0; ///< A set of native::HookFlags.
  /// The hook's entry; if the hook is at an operand, the operand.
  uint32_t entry = native::none;
  /// The hook's site in a recording of instructions; null if it has none.
  const DetailedSite *detail = nullptr;
};

/// Makes the emitter for a mode that is not a detailed recording. `hooks` is
/// indexed by hook; it must outlive the emitter.
std::unique_ptr<HookEmitter> makeHooks(native::RunMode mode,
                                       llvm::ArrayRef<HookInfo> hooks);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_HOOKCODE_H
