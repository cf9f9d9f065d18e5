// Patches a program or library so that control passes through hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From each hook, the straight run of instructions up to the next place at
// which control can come in is copied to a trampoline, and the first bytes of
// the run become a jump to it. All addresses are those of the file, so the
// trampolines must be loaded with the same bias.

#ifndef PINSTRIPE_INSTRUMENTATION_MODULEPATCHER_H
#define PINSTRIPE_INSTRUMENTATION_MODULEPATCHER_H

#include "pinstripe/Instrumentation/HookEmitter.h"
#include "pinstripe/Program/ModuleCode.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>

namespace pinstripe {

struct HookSite {
  uint64_t address = 0; ///< address of the instruction under the hook
  uint32_t hook = 0;    ///< id of the hook, which is passed to the emitter
};

struct PatchOptions {
  /// Address of the trampolines, which must be within 2 GiB of the whole
  /// module.
  uint64_t trampolineBase = 0;
  /// Every patch is an int3, never a jump, so that tests can compare the two.
  bool trapsOnly = false;
  /// Moves as few instructions as each patch allows, for code in which control
  /// may come in at unknown addresses.
  bool minimalRuns = false;
};

struct Patch {
  enum class Kind : uint8_t {
    Jump,      ///< 5 bytes: a jump to the trampoline
    ShortJump, ///< 2 bytes: a short jump to an Island patch
    /// 5 bytes that nothing executes any more (in a moved run) or never did
    /// (padding): a jump to the trampoline, to which a ShortJump leads.
    Island,
    Trap, ///< 1 byte: an int3
  };
  Kind kind = Kind::Jump;
  uint64_t address = 0;
  uint64_t target = 0; ///< address to which the patch sends control
  llvm::SmallVector<uint8_t, 8> original, replacement;
};

/// A run of instructions that was moved to a trampoline. It starts at a hook,
/// or after the `endbr64` at which the hook is.
struct MovedRun {
  uint64_t begin = 0, end = 0; ///< addresses of the original instructions
  uint64_t trampoline = 0;
  Patch::Kind kind = Patch::Kind::Jump; ///< how control gets to the trampoline
};

struct HookPlace {
  uint32_t hook = 0;
  uint64_t start = 0; ///< address of the hook's code in the trampoline
  uint64_t body = 0;  ///< address of the moved instruction, after the hook
};

class PatchedModule {
public:
  std::vector<Patch> patches;   ///< patches, sorted by address; no two overlap
  std::vector<MovedRun> runs;   ///< runs, sorted by address; no two overlap
  std::vector<HookPlace> hooks; ///< hooks, in the order of their sites
  std::vector<uint8_t> trampolines;
  uint64_t trampolineBase = 0;
  uint32_t movedCalls = 0; ///< how many; each costs a mispredicted return

  /// Returns where to send control to execute the instruction at `address`
  /// without its hook: its copy if the instruction was moved, otherwise
  /// `address`.
  uint64_t landingOf(uint64_t address) const;
  /// Returns the original address for an address in the trampolines. For the
  /// code of a hook, this is the address of the instruction under the hook.
  std::optional<uint64_t> originalOf(uint64_t trampolineAddress) const;

  std::map<uint64_t, uint64_t> copies; ///< original address -> address of copy
  /// Address of a hook or of a copy -> address of the original instruction.
  std::map<uint64_t, uint64_t> originals;
};

/// Patches a module. `sites` are sorted by address, at most one at each
/// address, and each is inside one of `functions`. Returns a TargetError if the
/// code at a site can't be decoded or moved.
llvm::Expected<PatchedModule> patchModule(const ModuleCode &code,
                                          llvm::ArrayRef<CodeRange> functions,
                                          llvm::ArrayRef<HookSite> sites,
                                          HookEmitter &emitter,
                                          const PatchOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_INSTRUMENTATION_MODULEPATCHER_H
