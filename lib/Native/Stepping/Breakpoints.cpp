// Sets and lifts the int3 instructions at which a stepped program stops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stepping/Breakpoints.h"

using namespace pinstripe;

static constexpr uint8_t trap = 0xcc;

bool Breakpoints::add(uint64_t address) {
  if (isAt(address))
    return true;
  uint8_t original = 0;
  if (!memory.read(address, original) || !memory.write(address, trap))
    return false;
  originals[address] = original;
  return true;
}

bool Breakpoints::lift(uint64_t address) const {
  return memory.write(address, originals.lookup(address));
}

bool Breakpoints::putBack(uint64_t address) const {
  return memory.write(address, trap);
}

void Breakpoints::remove(uint64_t address) {
  lift(address);
  originals.erase(address);
}

void Breakpoints::removeAllFrom(const ProcessMemory &other) const {
  for (const auto &[address, original] : originals)
    other.write(address, original);
}

void Breakpoints::putAllBack() const {
  for (const auto &[address, original] : originals)
    memory.write(address, trap);
}
