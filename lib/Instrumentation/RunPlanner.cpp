// Decides which instructions are moved together, and how they are patched.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RunPlanner.h"
#include "CodeMover.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Hexadecimal.h"

#include <algorithm>

using namespace llvm;

namespace pinstripe {

using Kind = Instruction::Kind;

/// The machine code of `endbr64`. If the processor checks indirect calls and
/// jumps (CET), each of their targets begins with this instruction.
static constexpr uint8_t endBranch[] = {0xf3, 0x0f, 0x1e, 0xfa};

ArrayRef<uint8_t> RunPlanner::bytesOf(const Instruction &instruction) const {
  return module.bytesAt(instruction.address, instruction.size);
}

bool RunPlanner::hasHook(size_t site, uint64_t address) const {
  return site < sites.size() && sites[site].address == address;
}

/// Returns true if the instruction `next` may be moved to the same trampoline
/// as the instructions before it, which begin at `begin`.
bool RunPlanner::mayFollow(const FunctionFlow &flow, uint64_t begin,
                           const Instruction &next, unsigned patchSize,
                           bool hasOwnHook) const {
  bool isNeeded = next.address - begin < patchSize;
  if ((options.minimalRuns || options.trapsOnly) && !isNeeded)
    return false;
  // Control can enter a trampoline only at its start. So if control may come in
  // at or inside of the instruction, no other instruction may come before it in
  // a trampoline.
  if (flow.nextBarrier(next.address - 1) < next.end())
    return false;
  // A moved call costs time. So a call is moved only if it has a hook (code
  // that is added before it), or if the patch overwrites some of its bytes.
  if (next.kind == Kind::Call && !isNeeded && !hasOwnHook)
    return false;
  return CodeMover::canMove(bytesOf(next), next);
}

RunPlanner::Extent RunPlanner::extend(const FunctionFlow &flow,
                                      const PlannedRun &run,
                                      unsigned patchSize) const {
  Extent extent;
  size_t site = run.firstSite;
  // If the first hook is at an `endbr64`, the `endbr64` stays where it is. Only
  // the instructions after it are moved, together with the hook.
  if (sites[site].address < run.begin)
    ++site;
  for (uint32_t i = run.firstInstruction; i < flow.instructions.size(); ++i) {
    const Instruction &next = flow.instructions[i];
    bool hasOwnHook = hasHook(site, next.address);
    if (next.address != run.begin &&
        !mayFollow(flow, run.begin, next, patchSize, hasOwnHook))
      break;
    site += hasOwnHook;
    ++extent.instructions;
    extent.end = next.end();
    if (next.kind == Kind::Call)
      extent.movesCall |= !hasOwnHook;
    if (next.kind == Kind::Call || next.endsBlock())
      break;
  }
  extent.sites = static_cast<uint32_t>(site - run.firstSite);
  uint64_t end = extent.end == flow.range.high ? paddingEnd(flow) : extent.end;
  extent.available = std::min(end, flow.nextBarrier(run.begin)) - run.begin;
  return extent;
}

void RunPlanner::apply(const Extent &extent, Patch::Kind kind,
                       PlannedRun &run) {
  run.instructions = extent.instructions;
  run.sites = extent.sites;
  run.end = extent.end;
  run.kind = kind;
}

void RunPlanner::choose(const FunctionFlow &flow, PlannedRun &run) {
  if (options.trapsOnly)
    return apply(extend(flow, run, trapSize), Patch::Kind::Trap, run);
  Extent jump = extend(flow, run, jumpSize);
  bool jumpFits = jump.available >= jumpSize;
  if (jumpFits && !jump.movesCall)
    return apply(jump, Patch::Kind::Jump, run);
  Extent shortJump = extend(flow, run, shortJumpSize);
  bool shortJumpFits = shortJump.available >= shortJumpSize;
  if (shortJumpFits && !(jumpFits && shortJump.movesCall))
    return apply(shortJump, Patch::Kind::ShortJump, run);
  if (jumpFits)
    return apply(jump, Patch::Kind::Jump, run);
  apply(extend(flow, run, trapSize), Patch::Kind::Trap, run);
}

Error RunPlanner::planFunction(size_t &site) {
  const FunctionFlow &flow = flows.back();
  while (site < sites.size() && flow.range.contains(sites[site].address)) {
    uint64_t address = sites[site].address;
    auto index = indexAt(flow.instructions, address);
    if (!index)
      return make_error<TargetError>("there is no instruction at " +
                                     hexadecimal(address));
    uint64_t next = flow.instructions[*index].end();
    // If the hook is at an `endbr64`, the `endbr64` stays at its place, since
    // indirect calls to this address would fault without it. Only the
    // instructions after it are moved.
    if (bytesOf(flow.instructions[*index]) == ArrayRef(endBranch) &&
        *index + 1 < flow.instructions.size() && !flow.isBarrier(next))
      ++*index;
    const Instruction &first = flow.instructions[*index];
    if (!CodeMover::canMove(bytesOf(first), first))
      return make_error<TargetError>(
          "the instruction at " + hexadecimal(first.address) +
          " can't be moved: " + decoder.text(bytesOf(first), first.address));
    PlannedRun run;
    run.flow = static_cast<uint32_t>(flows.size() - 1);
    run.firstInstruction = *index;
    run.firstSite = static_cast<uint32_t>(site);
    run.begin = first.address;
    choose(flow, run);
    site += run.sites;
    runs.push_back(run);
  }
  return Error::success();
}

Error RunPlanner::plan(ArrayRef<CodeRange> functions) {
  std::vector<CodeRange> sorted = functions.vec();
  std::ranges::sort(sorted, {}, &CodeRange::low);
  std::vector<uint64_t> jumpTargets;
  if (!sorted.empty())
    jumpTargets =
        nearJumpTargets(module, {sorted.front().low, sorted.back().high});
  size_t site = 0;
  for (const CodeRange &range : sorted) {
    if (site == sites.size() || !range.contains(sites[site].address))
      continue;
    auto flow = FunctionFlow::read(module, range, jumpTargets, decoder);
    if (!flow)
      return make_error<TargetError>(
          "the function at " + hexadecimal(range.low) +
          " contains bytes that are not instructions");
    flows.push_back(std::move(*flow));
    if (Error error = planFunction(site))
      return error;
  }
  if (site < sites.size())
    return make_error<TargetError>("the hook at " +
                                   hexadecimal(sites[site].address) +
                                   " is not in any function");
  collectSlots();
  findIslands();
  return Error::success();
}

// Islands

/// Returns where the padding after a function ends. Returns the end of the
/// function if there is no padding.
uint64_t RunPlanner::paddingEnd(const FunctionFlow &flow) const {
  constexpr uint64_t alignment = 16;
  uint64_t begin = flow.range.high;
  uint64_t end = (begin + alignment - 1) / alignment * alignment;
  ArrayRef<uint8_t> bytes = module.bytesAt(begin, end - begin);
  if (end == begin || bytes.empty() || !module.isCode(begin) ||
      !module.isCode(end - 1))
    return begin;
  // The bytes after the function are not padding if a symbol or an address in
  // data points to one of them, as when another function begins there.
  if (auto symbol = module.symbols.lower_bound(begin);
      symbol != module.symbols.end() && symbol->first < end)
    return begin;
  if (auto address = module.codeAddressesInData.lower_bound(begin);
      address != module.codeAddressesInData.end() && *address < end)
    return begin;
  constexpr uint8_t trap = 0xcc;
  if (all_of(bytes, [](uint8_t byte) { return byte == trap; }))
    return end;
  auto decoded = decoder.decode(bytes, begin);
  bool isPadding =
      decoded && all_of(*decoded, [&](const Instruction &instruction) {
        return instruction.kind == Kind::Nop &&
               bytesOf(instruction) != ArrayRef(endBranch);
      });
  return isPadding ? end : begin;
}

void RunPlanner::addSlots(uint64_t begin, uint64_t end) {
  for (; begin + jumpSize <= end; begin += jumpSize)
    slots.insert(begin);
}

/// Collects the free addresses for islands. An island is a long jump to which a
/// short jump leads. The bytes at a free address are never executed: they are
/// padding, or they belong to moved instructions and are not replaced by a
/// patch.
void RunPlanner::collectSlots() {
  for (size_t i = 0; i < runs.size(); ++i) {
    const PlannedRun &run = runs[i];
    const FunctionFlow &flow = flows[run.flow];
    unsigned patchSize = run.kind == Patch::Kind::Jump        ? jumpSize
                         : run.kind == Patch::Kind::ShortJump ? shortJumpSize
                                                              : trapSize;
    addSlots(run.begin + patchSize,
             std::min(run.end, flow.nextBarrier(run.begin)));
    // Islands (long jumps to which short jumps lead) may lie in the padding
    // after a function. But if the last moved instructions begin fewer than
    // five bytes before the end of the function, a jump of five bytes at their
    // beginning would reach into the padding. In this case, the padding gets no
    // islands.
    bool isLast = i + 1 == runs.size() || runs[i + 1].flow != run.flow;
    if (isLast && run.begin + jumpSize <= flow.range.high)
      addSlots(flow.range.high, paddingEnd(flow));
  }
}

/// Takes the free address that is nearest to the short jump at `shortJump`, and
/// returns it. It becomes the address of the long jump to which the short jump
/// leads. Returns 0 if the short jump reaches no free address.
uint64_t RunPlanner::takeSlot(uint64_t shortJump) {
  constexpr uint64_t backward = 128, forward = 127;
  uint64_t from = shortJump + shortJumpSize;
  auto distance = [&](uint64_t slot) {
    return slot < from ? from - slot : slot - from;
  };
  auto best = slots.end();
  for (auto slot = slots.lower_bound(from < backward ? 0 : from - backward);
       slot != slots.end() && *slot <= from + forward; ++slot)
    if (best == slots.end() || distance(*slot) < distance(*best))
      best = slot;
  if (best == slots.end())
    return 0;
  uint64_t slot = *best;
  slots.erase(best);
  return slot;
}

void RunPlanner::findIslands() {
  for (PlannedRun &run : runs) {
    if (run.kind != Patch::Kind::ShortJump)
      continue;
    run.island = takeSlot(run.begin);
    if (run.island)
      continue;
    const FunctionFlow &flow = flows[run.flow];
    // A short jump leads to a long jump, which needs a free address within
    // reach. If there is none, a jump of five bytes leads to the moved
    // instructions instead, or an int3 if there is too little room. The jump of
    // five bytes never overlaps a long jump that was placed for other
    // instructions.
    Extent jump = extend(flow, run, jumpSize);
    if (jump.available >= jumpSize)
      apply(jump, Patch::Kind::Jump, run);
    else
      run.kind = Patch::Kind::Trap;
  }
}

} // namespace pinstripe
