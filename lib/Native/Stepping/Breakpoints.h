// Sets and removes the int3 instructions at which a stepped program stops.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An int3 replaces the first byte of an instruction. The byte is written
// through /proc/PID/mem, so that the program's code can stay read-only.

#ifndef PINSTRIPE_LIB_NATIVE_STEPPING_BREAKPOINTS_H
#define PINSTRIPE_LIB_NATIVE_STEPPING_BREAKPOINTS_H

#include "pinstripe/Execution/ProcessFiles.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace pinstripe {

class Breakpoints {
public:
  /// `memory` is the memory of the stepped program. It must outlive this
  /// object.
  explicit Breakpoints(const ProcessMemory &memory) : memory(memory) {}

  /// Sets a breakpoint at `address`, unless one is there already. Returns false
  /// if the memory can't be accessed.
  bool add(uint64_t address) {
    if (isAt(address))
      return true;
    uint8_t original = 0;
    if (!memory.read(address, original) || !memory.write(address, trap))
      return false;
    originals[address] = original;
    return true;
  }
  bool isAt(uint64_t address) const { return originals.contains(address); }
  /// Returns true if there is a breakpoint at `address`, and the program's own
  /// instruction there is an int3, too.
  bool isAtTrap(uint64_t address) const {
    return originals.lookup(address) == trap;
  }

  /// Restores the original instruction at `address`, so that it can be
  /// executed. `putBack` sets the breakpoint again. Returns false if the memory
  /// can't be written.
  bool lift(uint64_t address) const {
    return memory.write(address, originals.lookup(address));
  }
  bool putBack(uint64_t address) const { return memory.write(address, trap); }
  /// Removes the breakpoint at `address` for good.
  void remove(uint64_t address) {
    lift(address);
    originals.erase(address);
  }

  /// Restores the original instructions in a child process, whose memory is
  /// `other`. After vfork, the child shares this memory with the stepped
  /// program. Then the program has no breakpoints either, until `putAllBack`
  /// sets them again.
  void removeAllFrom(const ProcessMemory &other) const {
    for (const auto &[address, original] : originals)
      other.write(address, original);
  }
  void putAllBack() const {
    for (uint64_t address : llvm::make_first_range(originals))
      putBack(address);
  }
  /// Forgets all breakpoints, after an exec has replaced the program's memory.
  void forgetAll() { originals.clear(); }

private:
  static constexpr uint8_t trap = 0xcc;

  const ProcessMemory &memory;
  llvm::DenseMap<uint64_t, uint8_t> originals;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_STEPPING_BREAKPOINTS_H
