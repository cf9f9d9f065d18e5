// Copies the instructions at hooks, which makes breakpoints cheaper.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hook is an address at which the engine takes control, by a breakpoint. To
// continue from a breakpoint, an engine or LLDB has to remove the breakpoint,
// to execute one instruction and to insert the breakpoint again. This is half
// of the cost of a hit. To avoid this cost, control is sent to a displaced copy
// of the instruction. After the copy comes a jump to the instruction after the
// original.

#ifndef PINSTRIPE_EXECUTION_DISPLACEDCODE_H
#define PINSTRIPE_EXECUTION_DISPLACEDCODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace pinstripe {

/// Displaced copies of instructions. Instructions whose meaning depends on
/// their address are not copied: branches, calls, returns, and instructions
/// with addresses relative to rip.
class DisplacedCode {
public:
  /// A function that reads the code at a table address. It returns 15 bytes, or
  /// fewer at the end of a section. A table address is the address in the
  /// module's file plus a constant for each module (see UnitTable).
  using CodeReader = llvm::function_ref<std::vector<uint8_t>(uint64_t address)>;

  /// The address of the copies in a process, far from everything that the
  /// kernel or a program places.
  static constexpr uint64_t place = uint64_t(1) << 36;

  DisplacedCode() = default;
  static llvm::Expected<DisplacedCode>
  create(llvm::ArrayRef<uint64_t> addresses, CodeReader readCode);

  /// Returns an object without copies of instructions. It has only the code of
  /// the metronome, the thread that wakes up the engine from time to time. A
  /// user's debugger needs such an object: if the program executed a copy, the
  /// debugger could not show the place in the source.
  static DisplacedCode metronomeOnly() {
    DisplacedCode displaced;
    displaced.hasMetronome = true;
    return displaced;
  }

  bool isEmpty() const { return !hasMetronome; }
  /// Returns the size in bytes of all copies and of the code after them, which
  /// `metronome` describes.
  uint64_t size() const { return isEmpty() ? 0 : period() + periodSize; }
  /// Returns the offset of the metronome: code after the copies, which a thread
  /// executes while it has to wait for its turn. The code waits in the kernel
  /// for the time at the offset `period()`. Then it comes to the instruction at
  /// the offset `tick()`, where the engine takes control. The code uses no
  /// stack, and changes only registers that system calls use.
  uint64_t metronome() const { return copies.size() * slotSize; }
  uint64_t tick() const { return metronome() + waitSize; }
  /// Returns the offset of the timespec structure that says for how long the
  /// code at `metronome()` waits. The tool writes this structure.
  uint64_t period() const { return metronome() + metronomeSize; }
  using Placer = llvm::function_ref<uint64_t(uint64_t address)>;
  /// Returns the machine code of all copies, and the code after them that
  /// `metronome` describes. The caller has to write both at the base address.
  /// `runTimeAddress` converts a table address into a run-time address. A table
  /// address is the address in the module's file plus a constant for each
  /// module (see UnitTable).
  std::vector<uint8_t> image(Placer runTimeAddress) const;
  /// Returns the offset of the copy of the instruction at `address`. The offset
  /// is counted from the base address of all copies. Returns nullopt if the
  /// instruction has no copy.
  std::optional<uint64_t> offsetOf(uint64_t address) const;
  /// Returns the address of the instruction whose copy is at `offset` from the
  /// base address of all copies; nullopt if no copy is there.
  std::optional<uint64_t> originalOf(uint64_t offset) const;

private:
  struct Copy {
    uint64_t address = 0;
    std::vector<uint8_t> instruction;
  };
  /// The number of bytes reserved for each copy: an instruction has up to 15
  /// bytes, and the jump after it has 14.
  static constexpr uint64_t slotSize = 32;
  /// The size in bytes of three parts: the code from the offset `metronome()`
  /// up to the offset `tick()`; all code of the metronome with its futex word,
  /// which never changes; and the timespec structure, which says for how long
  /// the metronome waits.
  static constexpr uint64_t waitSize = 28, metronomeSize = 48, periodSize = 16;

  bool hasMetronome = false;
  std::vector<Copy> copies;
  llvm::DenseMap<uint64_t, size_t> slots;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_DISPLACEDCODE_H
