// Finds the targets of indirect jumps in a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Program/JumpTargets.h"

#include "llvm/Support/Endian.h"
#include <algorithm>

namespace pinstripe {

JumpTargets::JumpTargets(const ModuleCode &module, CodeRange function,
                         llvm::ArrayRef<Instruction> instructions)
    : module(module), function(function), instructions(instructions) {
  for (auto at = module.codeAddressesInData.upper_bound(function.low);
       at != module.codeAddressesInData.end() && *at < function.high; ++at)
    takenLabels.push_back(*at);
  for (const Instruction &instruction : instructions) {
    if (!instruction.dataAddress)
      continue;
    addressedData.insert(instruction.dataAddress);
    if (instruction.isLea && instruction.dataAddress != function.low &&
        function.contains(instruction.dataAddress))
      takenLabels.push_back(instruction.dataAddress);
  }
}

/// Returns an upper limit for the number of entries in the jump table of an
/// indirect jump. The limit comes from the comparison that checks the index
/// before the jump.
unsigned JumpTargets::tableSize(size_t jump) const {
  constexpr unsigned maxSize = 4096;
  constexpr size_t reach = 24;
  bool sawCheck = false;
  for (size_t i = jump; i > 0 && i + reach > jump; --i) {
    const Instruction &instruction = instructions[i - 1];
    sawCheck |= instruction.kind == Instruction::Kind::ConditionalJump;
    if (sawCheck && instruction.comparedWith)
      return static_cast<unsigned>(
          std::clamp<int64_t>(*instruction.comparedWith + 1, 1, maxSize));
  }
  return maxSize;
}

void JumpTargets::addEntries(size_t jump, uint64_t table, bool isRelative,
                             std::vector<uint64_t> &targets) const {
  unsigned maxEntries = tableSize(jump);
  unsigned width = isRelative ? 4 : 8;
  if (module.isCode(table))
    return;
  for (unsigned i = 0; i < maxEntries; ++i) {
    uint64_t at = table + uint64_t(i) * width;
    // If an instruction refers to the address `at`, the data at this address is
    // not part of the jump table. So the table ends before this address.
    if (i && addressedData.count(at))
      return;
    llvm::ArrayRef<uint8_t> bytes = module.bytesAt(at, width);
    if (bytes.empty())
      return;
    uint64_t target =
        isRelative ? table + static_cast<int64_t>(static_cast<int32_t>(
                                 llvm::support::endian::read32le(bytes.data())))
                   : llvm::support::endian::read64le(bytes.data());
    if (!function.contains(target))
      return;
    targets.push_back(target);
  }
}

std::vector<uint64_t> JumpTargets::tableEntries(size_t jump) const {
  // Compilers at -O0 put the instruction that computes the address of a jump
  // table shortly before the jump. `reach` is the largest distance between the
  // two, as a number of instructions.
  constexpr size_t reach = 14;
  std::vector<uint64_t> targets;
  for (size_t i = jump; i + reach > jump; --i) {
    const Instruction &instruction = instructions[i];
    if (instruction.dataAddress && instruction.isLea && !instruction.isIndexed)
      addEntries(jump, instruction.dataAddress, /*isRelative=*/true, targets);
    else if (instruction.dataAddress > 0x1000 &&
             (instruction.isIndexed || i == jump))
      addEntries(jump, instruction.dataAddress, /*isRelative=*/false, targets);
    if (i == 0)
      break;
  }
  return targets;
}

} // namespace pinstripe
