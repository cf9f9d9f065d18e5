// Finds the places at which control may come into a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FunctionFlow.h"
#include "pinstripe/Program/JumpTargets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include <limits>

using namespace llvm;

namespace pinstripe {

std::vector<uint64_t> nearJumpTargets(const ModuleCode &module,
                                      CodeRange span) {
  std::vector<uint64_t> targets;
  for (CodeRange range : module.codeRanges) {
    ArrayRef<uint8_t> bytes = module.bytesAt(range.low, range.high - range.low);
    for (size_t i = 1; i + 4 < bytes.size(); ++i) {
      bool isJump = bytes[i] == 0xe9 ||
                    ((bytes[i] & 0xf0) == 0x80 && bytes[i - 1] == 0x0f);
      if (!isJump)
        continue;
      auto distance =
          static_cast<int32_t>(support::endian::read32le(&bytes[i + 1]));
      if (uint64_t target = range.low + i + 5 + int64_t(distance);
          span.contains(target))
        targets.push_back(target);
    }
  }
  llvm::sort(targets);
  return targets;
}

std::optional<FunctionFlow> FunctionFlow::read(const ModuleCode &module,
                                               CodeRange range,
                                               ArrayRef<uint64_t> jumpTargets,
                                               const Decoder &decoder) {
  auto decoded = decoder.decode(
      module.bytesAt(range.low, range.high - range.low), range.low);
  if (!decoded || decoded->empty())
    return std::nullopt;
  FunctionFlow flow;
  flow.range = range;
  flow.instructions = std::move(*decoded);
  flow.addBranches();
  for (auto target = llvm::lower_bound(jumpTargets, range.low);
       target != jumpTargets.end() && *target < range.high; ++target)
    if (indexAt(flow.instructions, *target))
      flow.barriers.push_back(*target);
  flow.addLabels(module);
  flow.addOverlaps();
  llvm::sort(flow.barriers);
  flow.barriers.erase(llvm::unique(flow.barriers), flow.barriers.end());
  return flow;
}

void FunctionFlow::addBranches() {
  for (const Instruction &instruction : instructions) {
    if (instruction.kind == Instruction::Kind::Call)
      barriers.push_back(instruction.end());
    // A barrier is an address at which control may come in from elsewhere. The
    // target of a jump is a barrier. The target of a call may be inside of the
    // function as well: `call .+5` is a way to get the address of the code.
    if (range.contains(instruction.target))
      barriers.push_back(instruction.target);
  }
}

/// Adds barriers for jumps into the middle of an instruction, for example past
/// its `lock` prefix. After such a jump, control comes to the end of the
/// instruction without having been at its beginning. So the end becomes a
/// barrier.
void FunctionFlow::addOverlaps() {
  for (size_t i = 0, count = barriers.size(); i < count; ++i) {
    auto next = std::ranges::upper_bound(instructions, barriers[i], {},
                                         &Instruction::address);
    if (next != instructions.begin() && std::prev(next)->address != barriers[i])
      barriers.push_back(std::prev(next)->end());
  }
}

void FunctionFlow::addLabels(const ModuleCode &module) {
  if (auto pads = module.landingPads.find(range.low);
      pads != module.landingPads.end())
    append_range(barriers, pads->second);
  for (auto symbol = module.symbols.lower_bound(range.low);
       symbol != module.symbols.end() && symbol->first < range.high; ++symbol)
    barriers.push_back(symbol->first);
  JumpTargets targets(module, range, instructions);
  append_range(barriers, targets.labels());
  bool isIndirect = false, isLost = false;
  for (size_t i = 0; i < instructions.size(); ++i) {
    const Instruction &instruction = instructions[i];
    if (instruction.kind != Instruction::Kind::Jump || !instruction.isIndirect)
      continue;
    isIndirect = true;
    std::vector<uint64_t> entries = targets.tableEntries(i);
    append_range(barriers, entries);
    // An indirect jump through the linkage table is a tail call, which leaves
    // the function. Any other indirect jump whose targets are unknown may lead
    // anywhere.
    isLost |= entries.empty() && !module.slots.count(instruction.dataAddress);
  }
  if (!isIndirect)
    return;
  // The entries of a jump table may be distances from the table, or from a
  // label. Both possibilities are tried. The wrong one does no harm: it only
  // adds needless barriers.
  addOffsetTables(module, 0, targets.data());
  for (uint64_t label : targets.labels())
    addOffsetTables(module, label, targets.data());
  if (isLost && targets.labels().empty())
    for (const Instruction &instruction : instructions)
      barriers.push_back(instruction.address);
}

/// Reads possible jump tables at the addresses `tables`, and adds the targets
/// of their entries to `barriers`. An entry is the distance of its target from
/// `base`, or from the table itself if `base` is 0.
void FunctionFlow::addOffsetTables(const ModuleCode &module, uint64_t base,
                                   const std::set<uint64_t> &tables) {
  constexpr unsigned maxEntries = 4096;
  for (uint64_t table : tables) {
    if (module.isCode(table))
      continue;
    for (unsigned i = 0; i < maxEntries; ++i) {
      ArrayRef<uint8_t> bytes = module.bytesAt(table + 4 * uint64_t(i), 4);
      if (bytes.empty())
        break;
      uint64_t target =
          (base ? base : table) + static_cast<int64_t>(static_cast<int32_t>(
                                      support::endian::read32le(bytes.data())));
      if (!indexAt(instructions, target))
        break;
      barriers.push_back(target);
    }
  }
}

bool FunctionFlow::isBarrier(uint64_t address) const {
  return std::binary_search(barriers.begin(), barriers.end(), address);
}

uint64_t FunctionFlow::nextBarrier(uint64_t address) const {
  auto found = std::upper_bound(barriers.begin(), barriers.end(), address);
  return found == barriers.end() ? std::numeric_limits<uint64_t>::max()
                                 : *found;
}

} // namespace pinstripe
