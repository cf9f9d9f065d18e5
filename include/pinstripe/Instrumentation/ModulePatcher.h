// Patches a program or library so that control passes through hooks.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is code that is added before an instruction. Instructions that are
// moved together are called a run. A run begins at a hook. It ends at the
// latest before the next place where control may come in from elsewhere. The
// run is copied to a trampoline, together with the code of its hooks. At the
// original address, a jump to the trampoline replaces the first bytes.
//
// All addresses are those in the module's file, before loading. So the
// trampolines must be loaded with the same bias as the module. The bias is the
// run-time address minus the address in the file.

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
  uint64_t address = 0; ///< The address of the instruction that has the hook.
  uint32_t hook = 0;    ///< The number by which the HookEmitter knows the hook.
};

struct PatchOptions {
  /// The address at which the trampolines will be. All code of the module must
  /// be within 2 GiB of this address, so that jumps reach.
  uint64_t trampolineBase = 0;
  /// If true, each patch is an int3 instruction instead of a jump. Tests
  /// compare a module with int3 patches and a module with jumps.
  bool trapsOnly = false;
  /// If true, each patch moves as few instructions as possible. This is meant
  /// for code that control may enter at unknown addresses.
  bool minimalRuns = false;
};

struct Patch {
  enum class Kind : uint8_t {
    Jump, ///< The patch is a jump of 5 bytes to moved instructions.
    /// The patch is a jump of 2 bytes to an Island, a longer jump that leads to
    /// the trampoline.
    ShortJump,
    /// The patch is a jump to which a ShortJump leads. It has 5 bytes and leads
    /// on to the trampoline. It lies in bytes that are never executed: in
    /// padding, or in the original place of moved instructions.
    Island,
    Trap, ///< The patch is an int3 instruction, which has 1 byte.
  };
  Kind kind = Kind::Jump;
  uint64_t address = 0;
  uint64_t target = 0; ///< The address to which the patch sends control.
  llvm::SmallVector<uint8_t, 8> original, replacement;
};

/// Instructions that were moved to a trampoline together. The first of them
/// either has a hook, or follows an `endbr64` instruction that has a hook.
struct MovedRun {
  /// The original addresses of the moved instructions.
  uint64_t begin = 0, end = 0;
  uint64_t trampoline = 0;
  /// The kind of the patch that replaces the first moved instruction and leads
  /// to `trampoline`.
  Patch::Kind kind = Patch::Kind::Jump;
};

struct HookPlace {
  uint32_t hook = 0;
  uint64_t start = 0; ///< The address of the hook's code in the trampoline.
  /// The address of the moved instruction, which comes after the hook's code.
  uint64_t body = 0;
};

class PatchedModule {
public:
  /// All patches, sorted by address; no two overlap.
  std::vector<Patch> patches;
  /// All groups of instructions that were moved together, sorted by address; no
  /// two overlap.
  std::vector<MovedRun> runs;
  /// For each hook, in the order of the parameter `sites` of patchModule, the
  /// address of its code.
  std::vector<HookPlace> hooks;
  std::vector<uint8_t> trampolines;
  uint64_t trampolineBase = 0;
  /// Number of call instructions that were moved to trampolines. Each moved
  /// call costs time, since the processor mispredicts the address to which the
  /// call returns.
  uint32_t movedCalls = 0;

  /// Returns an address from which control goes on with the instruction at
  /// `address` without executing the hook of this instruction. If the
  /// instruction was moved, this is the address of its copy, otherwise
  /// `address`.
  uint64_t landingOf(uint64_t address) const;
  /// Converts an address in the trampolines into the address of the original
  /// instruction. The code of a hook counts as part of the instruction that has
  /// the hook. Returns nullopt if `trampolineAddress` is not in the
  /// trampolines.
  std::optional<uint64_t> originalOf(uint64_t trampolineAddress) const;

  /// Maps the original address of each moved instruction to the address of its
  /// copy in the trampolines.
  std::map<uint64_t, uint64_t> copies;
  /// Maps addresses in the trampolines to the addresses of original
  /// instructions. The keys are the addresses at which the code of a hook or a
  /// copied instruction begins.
  std::map<uint64_t, uint64_t> originals;
};

/// Patches a module so that it executes hooks at the addresses in `sites`. The
/// sites must be sorted by address, with at most one at each address. Each site
/// must be inside one of `functions`. Returns a TargetError if the code at a
/// site can't be decoded or moved.
llvm::Expected<PatchedModule> patchModule(const ModuleCode &code,
                                          llvm::ArrayRef<CodeRange> functions,
                                          llvm::ArrayRef<HookSite> sites,
                                          HookEmitter &emitter,
                                          const PatchOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_INSTRUMENTATION_MODULEPATCHER_H
