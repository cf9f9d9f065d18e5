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
  uint64_t address = 0; ///< address of the instruction at which the hook is
  uint32_t hook = 0;    ///< number of the hook, which the emitter gets
};

struct PatchOptions {
  /// The address at which the trampolines will be. All of the module must be
  /// within 2 GiB of it, so that jumps reach.
  uint64_t trampolineBase = 0;
  /// Makes each patch an int3, never a jump. Tests compare such a module with
  /// one that has jumps.
  bool trapsOnly = false;
  /// Moves as few instructions as possible for each patch. Meant for code that
  /// control may enter at unknown addresses.
  bool minimalRuns = false;
};

struct Patch {
  enum class Kind : uint8_t {
    Jump,      ///< a jump to the trampoline, 5 bytes
    ShortJump, ///< a short jump to a patch of kind Island, 2 bytes
    /// 5 bytes: a jump to the trampoline, to which a ShortJump leads. It lies
    /// where nothing is executed any more (in instructions that were moved), or
    /// never was (padding).
    Island,
    Trap, ///< 1 byte: an int3
  };
  Kind kind = Kind::Jump;
  uint64_t address = 0;
  uint64_t target = 0; ///< address to which the patch sends control
  llvm::SmallVector<uint8_t, 8> original, replacement;
};

/// Instructions that were moved to a trampoline together. They start at a hook,
/// or after the `endbr64` at which the hook is.
struct MovedRun {
  uint64_t begin = 0, end = 0; ///< original addresses of the moved instructions
  uint64_t trampoline = 0;
  /// The patch that leads to `trampoline`.
  Patch::Kind kind = Patch::Kind::Jump;
};

struct HookPlace {
  uint32_t hook = 0;
  uint64_t start = 0; ///< address of the hook's code in the trampoline
  uint64_t body = 0;  ///< address of the moved instruction in the trampoline
};

class PatchedModule {
public:
  std::vector<Patch> patches; ///< all patches, by address; no two overlap
  std::vector<MovedRun> runs; ///< all moved runs, by address; no two overlap
  /// where each hook's code is, in the order of `sites`
  std::vector<HookPlace> hooks;
  std::vector<uint8_t> trampolines;
  uint64_t trampolineBase = 0;
  /// Number of moved calls. Each one costs time, since the processor
  /// mispredicts its return.
  uint32_t movedCalls = 0;

  /// Returns where the instruction at `address` is executed without its hook:
  /// at its copy if it was moved, otherwise where it was.
  uint64_t landingOf(uint64_t address) const;
  /// Converts an address in the trampolines into one in the original. For the
  /// code of a hook, it is the address of the instruction with the hook.
  std::optional<uint64_t> originalOf(uint64_t trampolineAddress) const;

  /// the address of each moved instruction's copy, by original address
  std::map<uint64_t, uint64_t> copies;
  /// Original addresses, by the addresses of hooks and copies in the
  /// trampolines.
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
