// Copies the instructions at hooks (addresses at which the engine takes
// control), which makes breakpoints cheaper.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To continue from a breakpoint, LLDB removes the breakpoint, executes one
// instruction and inserts the breakpoint again. This is half of the cost of a
// hit. To avoid this cost, control is sent to a displaced copy of the
// instruction. A jump to the instruction after the original follows the copy.

#ifndef PINSTRIPE_LIB_EXECUTION_LLDB_DISPLACEDCODE_H
#define PINSTRIPE_LIB_EXECUTION_LLDB_DISPLACEDCODE_H

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
  /// A function that reads the 15 bytes of code at a table address, or fewer at
  /// the end of a section. A table address is an address as in the executable
  /// file, before loading.
  using CodeReader = llvm::function_ref<std::vector<uint8_t>(uint64_t address)>;

  DisplacedCode() = default;
  static llvm::Expected<DisplacedCode>
  create(llvm::ArrayRef<uint64_t> addresses, CodeReader readCode);

  /// Returns an object that contains only the delay and no copies of
  /// instructions. It is for a user's debugger: if the program executed a copy,
  /// the debugger could not show where it is in the source.
  static DisplacedCode delayOnly() {
    DisplacedCode displaced;
    displaced.hasDelay = true;
    return displaced;
  }

  bool isEmpty() const { return !hasDelay; }
  /// Returns the size of all copies, together with the code after them that
  /// delays a waiting thread.
  uint64_t size() const {
    return isEmpty() ? 0 : delayTarget() + sizeof(uint64_t);
  }
  /// Returns the offset of the delay, which is code after the copies that keeps
  /// a waiting thread busy for some microseconds. The delay changes no
  /// register. It then jumps to the address that is stored at the offset
  /// `delayTarget()`.
  uint64_t delay() const { return copies.size() * slotSize; }
  uint64_t delayTarget() const {
    return delay() + delayPauses * pauseSize + jumpSize;
  }
  using Placer = llvm::function_ref<uint64_t(uint64_t address)>;
  /// Returns the machine code of all copies and of the delay after them, which
  /// has to be written at the base address. `runTimeAddress` converts a table
  /// address into a run-time address. A table address is an address as in the
  /// executable file, before loading.
  std::vector<uint8_t> image(Placer runTimeAddress) const;
  /// Returns where the copy of the instruction at `address` is, as an offset
  /// from the base address of all copies; nullopt if that instruction has no
  /// copy.
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
  /// A thread that has to wait executes a delay: `delayPauses` instructions
  /// `pause`, which together take about 20 us. Each has `pauseSize` bytes.
  static constexpr uint64_t delayPauses = 500, pauseSize = 2;
  static constexpr uint64_t jumpSize = 6; ///< size of jmp *[rip+0], in bytes

  bool hasDelay = false;
  std::vector<Copy> copies;
  llvm::DenseMap<uint64_t, size_t> slots;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_LLDB_DISPLACEDCODE_H
