// Removes what differs from one launch of a program to the next.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Execution/LaunchRandomness.h"
#include "pinstripe/Support/AuxiliaryVector.h"
#include "pinstripe/Support/SteadyNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

using namespace pinstripe;

bool pinstripe::fixRandomBytes(const ProcessMemory &memory, uint64_t place,
                               uint64_t size) {
  for (uint64_t at = 0; at < size; at += sizeof(fixedRandomBytes)) {
    llvm::ArrayRef<uint8_t> part(fixedRandomBytes);
    if (!memory.write(place + at, part.take_front(size - at)))
      return false;
  }
  return true;
}

bool pinstripe::fixKernelRandomness(pid_t pid, const ProcessMemory &memory) {
  uint64_t place = auxiliaryValue(pid, AT_RANDOM);
  return place == 0 || fixRandomBytes(memory, place, sizeof(fixedRandomBytes));
}

bool pinstripe::clearUnusedStack(pid_t pid, const ProcessMemory &memory,
                                 uint64_t stackPointer) {
  std::vector<Mapping> mappings = readMappings(pid);
  auto stack = llvm::find_if(mappings, [&](const Mapping &mapping) {
    return mapping.begin <= stackPointer && stackPointer < mapping.end;
  });
  if (stack == mappings.end())
    return false;
  // Pages that are zero already are not written, since a written page must be
  // copied by every fork.
  constexpr uint64_t page = 4096;
  const std::array<uint8_t, page> zeros{};
  for (uint64_t begin = stack->begin; begin < stackPointer; begin += page) {
    std::array<uint8_t, page> buffer;
    llvm::MutableArrayRef<uint8_t> unused(
        buffer.data(), std::min<uint64_t>(page, stackPointer - begin));
    if (!memory.read(begin, unused))
      return false;
    bool isClear = llvm::all_of(unused, [](uint8_t byte) { return byte == 0; });
    if (!isClear &&
        !memory.write(begin, llvm::ArrayRef(zeros).take_front(unused.size())))
      return false;
  }
  return true;
}
