// Emits the machine code of hooks, the code to which patched instructions jump.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each mode (kind of run, such as a recording) has hooks of its own. Some work
// is so frequent that hooks do it by themselves: to append a record to the raw
// trace (the log of a recording), or to count an event. For all other work they
// call the runtime, which is the tool's code in the process.
//
// Hooks may change r10, r11 and the flags. These registers hold no values of
// the program where statements begin and at exits of functions. At function
// entries hooks use r11 only, since r10 may hold the static chain. Hooks don't
// touch the stack, since leaf functions keep variables in the red zone, below
// the stack pointer.

#ifndef PINSTRIPE_LIB_NATIVE_PATCH_HOOKCODE_H
#define PINSTRIPE_LIB_NATIVE_PATCH_HOOKCODE_H

#include "Runtime/Layout.h"
#include "pinstripe/Instrumentation/HookEmitter.h"
#include "pinstripe/Program/UnitTable.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace pinstripe {

struct DetailedSite;

/// Describes one hook to the emitter, which writes the hook's machine code.
struct HookInfo {
  /// The kind of the hook: a combination of native::HookFlags.
  uint32_t flags = 0;
  /// Index of the statement entry (an address at which a statement can begin)
  /// where the hook is. For a hook with the flag hookIsOperand: index of the
  /// operand of `&&`, `||` or `?`.
  uint32_t entry = native::none;
  /// The registers in which the code of the statement expects values from the
  /// frame. Those that hooks change are loaded again by the hook.
  llvm::ArrayRef<RegisterReload> reloads = {};
  /// In a recording of instructions, says what the hook has to do to record
  /// them; null in all other modes.
  const DetailedSite *detail = nullptr;
};

/// Makes an object that emits the hooks of a mode. The mode DetailedRecording
/// is not allowed, because the class DetailedHooks emits its hooks. Element i
/// of `hooks` describes hook number i. `hooks` must outlive the emitter.
/// `entryWidth` is the size in bytes of an element in the table at
/// `unitsAddress`. `isGuarded` is true in guarded flow, a kind of partial
/// execution in which conditions must decide as recorded. If `takesTurns` is
/// true, the threads of the program take turns; in guarded flow that is not
/// allowed.
std::unique_ptr<HookEmitter> makeHooks(native::RunMode mode,
                                       llvm::ArrayRef<HookInfo> hooks,
                                       uint32_t entryWidth, bool isGuarded,
                                       bool takesTurns);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_HOOKCODE_H
