//===- ModulePatcher.h - Hooks for a program or library ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which bytes of a module to overwrite so that control passes through hooks.
// From each hook the straight run of instructions up to the next place where
// control may come in is copied to a trampoline; the first bytes become a
// jump there. All addresses are those of the file; trampolines have to be
// loaded at the same bias.
//
//===----------------------------------------------------------------------===//

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
  uint64_t address = 0; ///< of an instruction
  uint32_t hook = 0;    ///< for the emitter
};

struct PatchOptions {
  /// Where the trampolines will be; within 2 GiB of all of the module.
  uint64_t trampolineBase = 0;
  /// Only int3, for comparison with everything else.
  bool trapsOnly = false;
  /// Move no more than a patch needs: for code of which it is not quite known
  /// where control may come in.
  bool minimalRuns = false;
};

struct Patch {
  enum class Kind : uint8_t {
    Jump,      ///< 5 bytes to the trampoline
    ShortJump, ///< 2 bytes to an island
    Island,    ///< 5 bytes, in code that was moved away or in padding
    Trap,      ///< int3
  };
  Kind kind = Kind::Jump;
  uint64_t address = 0;
  uint64_t target = 0; ///< where control goes from here
  llvm::SmallVector<uint8_t, 8> original, replacement;
};

/// A run of instructions that was moved. It starts at a hook or, where that is
/// at an `endbr64`, behind it.
struct MovedRun {
  uint64_t begin = 0, end = 0; ///< original place
  uint64_t trampoline = 0;
  Patch::Kind kind = Patch::Kind::Jump; ///< how control gets there
};

struct HookPlace {
  uint32_t hook = 0;
  uint64_t start = 0; ///< of the hook's code
  uint64_t body = 0;  ///< behind it: the copy of the instruction
};

class PatchedModule {
public:
  std::vector<Patch> patches;   ///< sorted by address, disjoint
  std::vector<MovedRun> runs;   ///< sorted by begin, disjoint
  std::vector<HookPlace> hooks; ///< one for each site, in their order
  std::vector<uint8_t> trampolines;
  uint64_t trampolineBase = 0;
  uint32_t movedCalls = 0; ///< each costs a wrong guess when it returns

  /// Where to go to execute the instruction at `address` without its hook:
  /// its copy if it was moved, else itself.
  uint64_t landingOf(uint64_t address) const;
  /// The original of an address in the trampolines; that of a hook is the
  /// instruction under it.
  std::optional<uint64_t> originalOf(uint64_t trampolineAddress) const;

  std::map<uint64_t, uint64_t> copies;    ///< original -> copy
  std::map<uint64_t, uint64_t> originals; ///< start of hook or copy -> original
};

/// `sites` are sorted by address, one an address, each inside one of
/// `functions`. A TargetError if code there can't be decoded or moved.
llvm::Expected<PatchedModule> patchModule(const ModuleCode &code,
                                          llvm::ArrayRef<CodeRange> functions,
                                          llvm::ArrayRef<HookSite> sites,
                                          HookEmitter &emitter,
                                          const PatchOptions &options);

} // namespace pinstripe

#endif // PINSTRIPE_INSTRUMENTATION_MODULEPATCHER_H
