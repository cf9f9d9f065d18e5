// Emits the hooks of detailed recordings, which record instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These hooks may stand between any two instructions, where registers, flags
// and the red zone can all be in use. The hooks need r10 and r11, and save both
// in functions that use these registers. The hooks change flags only where no
// code reads the flags.

#ifndef PINSTRIPE_LIB_NATIVE_PATCH_DETAILEDHOOKS_H
#define PINSTRIPE_LIB_NATIVE_PATCH_DETAILEDHOOKS_H

#include "Patch/DetailedSites.h"
#include "Patch/HookBase.h"

namespace pinstripe {

class DetailedHooks : public Hooks {
public:
  /// Element i of `hooks` says what hook number i has to do. `hooks`, and the
  /// DetailedSites to which its elements point, must outlive this object.
  explicit DetailedHooks(llvm::ArrayRef<HookInfo> hooks)
      : Hooks(hooks, /*slowCell=*/0) {}

  /// Returns the address inside the hook number `hook` at which control goes on
  /// when the runtime (the tool's code in the process) returns. Only hooks at
  /// function entries and library calls have such an address; returns 0 for
  /// other hooks.
  uint64_t resumeOf(uint32_t hook) const { return resumes.lookup(hook); }

private:
  /// A jump from a hook to the runtime (the tool's code in the process), and
  /// the place to which the runtime returns.
  struct Detour {
    Label begin, end;
    uint32_t cell;
  };

  void assemble(uint32_t hook) override;
  void assembleRare(uint32_t hook) override;
  void assembleStart(uint32_t hook);
  void checkThread(uint32_t hook);
  void checkRoom(uint32_t hook);
  void assembleReferences(uint32_t hook);
  void assembleReference(const MemoryReference &reference);
  void assembleCall(uint32_t hook);
  void loadAddress(const AddressExpression &address);
  void loadCallee(const DetailedSite &site);
  void appendWord();
  void saveRegisters(const DetailedSite &site);
  void restoreRegisters(const DetailedSite &site);
  void saveFlags();
  void restoreFlags();
  void detour(uint32_t hook, ConditionCode condition, uint32_t cell);

  llvm::DenseMap<uint32_t, std::vector<Detour>> detours;
  llvm::DenseMap<uint32_t, uint64_t> resumes;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_PATCH_DETAILEDHOOKS_H
