// Finds the frame slots in which compilers keep temporary values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Code/SpillSlots.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include <set>

namespace pinstripe {

namespace {

/// Returns true if the instruction stores a register in the stack frame and
/// does nothing else.
bool storesRegister(const Instruction &instruction) {
  return instruction.kind == Instruction::Kind::Other &&
         instruction.frameOffset && instruction.writesMemory &&
         !instruction.readsMemory && !instruction.defines &&
         (instruction.uses & ~generalRegister(RBP)) &&
         instruction.storeSize != Instruction::unknownStoreSize;
}

bool onlyReads(const Instruction &instruction) {
  return instruction.frameOffset && instruction.readsMemory &&
         !instruction.writesMemory;
}

bool isOfVariable(const DebugFunction &function, int64_t begin, int64_t end) {
  return llvm::any_of(function.frameVariables,
                      [&](const FrameVariable &variable) {
                        return variable.begin < end && begin < variable.end;
                      });
}

} // namespace

SpillSlots::SpillSlots(const DebugFunction &function, const FunctionCode &code,
                       const std::vector<bool> &isOutside)
    : code(code), sets(code.size()), reads(code.size()) {
  numberSlots(findSlots(function, isOutside));
  computeLiveness();
}

/// Finds the spill slots of a function: the places in its frame in which the
/// compiler keeps temporary values. The result maps the distance of each slot
/// from rbp to the size of the slot. Leaves out places that overlap. Also
/// leaves out places with which the code does more than store a register and
/// load it again.
std::map<int32_t, uint8_t>
SpillSlots::findSlots(const DebugFunction &function,
                      const std::vector<bool> &isOutside) {
  std::map<int32_t, uint8_t> sizes;
  /// Places in the frame that are not spill slots, since the code does more
  /// with them than store a register and load it again. Each place is a
  /// distance from rbp.
  std::set<int32_t> others;
  std::set<int32_t> read;
  for (uint32_t i = 0; i < code.size(); ++i) {
    const Instruction &each = code.instructions[i];
    if (!each.frameOffset)
      continue;
    int32_t place = *each.frameOffset;
    if (onlyReads(each))
      read.insert(place);
    if (!isOutside[i] && storesRegister(each) &&
        !isOfVariable(function, place, int64_t(place) + each.storeSize)) {
      auto [found, isNew] = sizes.try_emplace(place, each.storeSize);
      if (!isNew && found->second != each.storeSize)
        others.insert(place);
    } else if (isOutside[i] || !onlyReads(each)) {
      others.insert(place);
    }
  }
  for (auto [place, size] : sizes) {
    auto next = sizes.upper_bound(place);
    if (next != sizes.end() && next->first < place + size)
      others.insert({place, next->first});
    auto part = read.upper_bound(place);
    if (part != read.end() && *part < place + size)
      others.insert(place);
  }
  std::erase_if(sizes, [&](const std::pair<const int32_t, uint8_t> &slot) {
    auto other = others.lower_bound(slot.first);
    return other != others.end() && *other < slot.first + slot.second;
  });
  return sizes;
}

void SpillSlots::numberSlots(const std::map<int32_t, uint8_t> &sizes) {
  std::map<int32_t, unsigned> numbers;
  for (auto [place, size] : sizes)
    numbers.emplace(place, count++);
  for (uint32_t i = 0; i < code.size(); ++i) {
    const Instruction &each = code.instructions[i];
    auto found =
        each.frameOffset ? numbers.find(*each.frameOffset) : numbers.end();
    if (found != numbers.end())
      (onlyReads(each) ? reads : sets)[i] = found->second;
  }
}

void SpillSlots::computeLiveness() {
  live.assign(code.size(), llvm::BitVector(count));
  if (count == 0)
    return;
  auto pending = llvm::to_vector(llvm::seq<uint32_t>(0, code.size()));
  while (!pending.empty()) {
    uint32_t i = pending.pop_back_val();
    llvm::BitVector in(count);
    for (uint32_t next : code.successors[i])
      in |= live[next];
    if (sets[i])
      in.reset(*sets[i]);
    if (reads[i])
      in.set(*reads[i]);
    if (in == live[i])
      continue;
    live[i] = std::move(in);
    llvm::append_range(pending, code.predecessors[i]);
  }
}

} // namespace pinstripe
