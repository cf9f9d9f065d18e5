// Decides which instructions are moved together, and how they are patched.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_INSTRUMENTATION_RUNPLANNER_H
#define PINSTRIPE_LIB_INSTRUMENTATION_RUNPLANNER_H

#include "FunctionFlow.h"
#include "pinstripe/Instrumentation/ModulePatcher.h"
#include <set>

namespace pinstripe {

constexpr unsigned jumpSize = 5;
constexpr unsigned shortJumpSize = 2;
constexpr unsigned trapSize = 1;

struct PlannedRun {
  uint32_t flow = 0;
  /// `firstInstruction` is the index of the first moved instruction in its
  /// function, and `instructions` is the number of moved instructions. `flow`
  /// is the index of the function in RunPlanner::flows.
  uint32_t firstInstruction = 0, instructions = 0;
  uint32_t firstSite = 0, sites = 0;
  uint64_t begin = 0, end = 0;
  Patch::Kind kind = Patch::Kind::Jump;
  /// The address of the long jump to which the patch leads, if the patch is a
  /// ShortJump.
  uint64_t island = 0;
};

/// Decides which instructions of a module are moved together to a trampoline,
/// and which patch is written over the first of them. The patch is the first in
/// this list that is possible:
/// - a jump of five bytes for which no call is moved
/// - a short jump to a long jump nearby, for which no call is moved
/// - a jump of five bytes for which a call is moved, which costs time
/// - a short jump for which a call is moved
/// - an int3
class RunPlanner {
public:
  RunPlanner(const ModuleCode &module, llvm::ArrayRef<HookSite> sites,
             const PatchOptions &options, const Decoder &decoder)
      : module(module), sites(sites), options(options), decoder(decoder) {}

  llvm::Error plan(llvm::ArrayRef<CodeRange> functions);

  /// The control flow of each function that has hooks.
  std::vector<FunctionFlow> flows;
  /// The groups of instructions to be moved together, sorted by address.
  std::vector<PlannedRun> runs;

private:
  /// The instructions that are moved together to a trampoline if a patch of a
  /// given size is written over the first of them.
  struct Extent {
    uint32_t instructions = 0, sites = 0;
    uint64_t end = 0;
    /// The number of bytes, from the first moved instruction on, that a patch
    /// may overwrite.
    uint64_t available = 0;
    /// True if one of the moved instructions is a call without a hook. The call
    /// is moved only because the patch overwrites some of its bytes. Each
    /// execution of a moved call costs time.
    bool movesCall = false;
  };

  llvm::Error planFunction(size_t &site);
  bool hasHook(size_t site, uint64_t address) const;
  bool mayFollow(const FunctionFlow &flow, uint64_t begin,
                 const Instruction &next, unsigned patchSize,
                 bool hasOwnHook) const;
  Extent extend(const FunctionFlow &flow, const PlannedRun &run,
                unsigned patchSize) const;
  void choose(const FunctionFlow &flow, PlannedRun &run);
  static void apply(const Extent &extent, Patch::Kind kind, PlannedRun &run);
  llvm::ArrayRef<uint8_t> bytesOf(const Instruction &instruction) const;

  uint64_t paddingEnd(const FunctionFlow &flow) const;
  void addSlots(uint64_t begin, uint64_t end);
  void collectSlots();
  uint64_t takeSlot(uint64_t shortJump);
  void findIslands();

  const ModuleCode &module;
  llvm::ArrayRef<HookSite> sites;
  const PatchOptions &options;
  const Decoder &decoder;
  /// Addresses at which islands can be placed. An island is a long jump to
  /// which a short jump leads. The bytes at these addresses are never executed,
  /// and belong to no island yet.
  std::set<uint64_t> slots;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INSTRUMENTATION_RUNPLANNER_H
