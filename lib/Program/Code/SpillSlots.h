// Finds the frame slots in which compilers keep temporary values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_CODE_SPILLSLOTS_H
#define PINSTRIPE_LIB_PROGRAM_CODE_SPILLSLOTS_H

#include "Code/FunctionCode.h"
#include "llvm/ADT/BitVector.h"
#include <map>

namespace pinstripe {

/// The spill slots of a function. A spill slot is a place in the stack frame
/// for a temporary value. It belongs to no variable. The function only stores
/// registers there, always with the same size, and reads them again.
class SpillSlots {
public:
  /// Finds the spill slots of a function. `isOutside` is true for each
  /// instruction that can't be skipped, such as those of the prologue. If such
  /// an instruction uses a place in the stack frame, the place is not a spill
  /// slot: it holds, for example, the function's result.
  SpillSlots(const DebugFunction &function, const FunctionCode &code,
             const std::vector<bool> &isOutside);

  /// Returns the spill slots that are live at the instruction `index`: the code
  /// from there on may read them before it sets them.
  const llvm::BitVector &liveIn(uint32_t index) const { return live[index]; }
  /// `setBy` returns the spill slot that the instruction `index` sets, and
  /// `readBy` the spill slot that this instruction reads; nullopt if there is
  /// none.
  std::optional<unsigned> setBy(uint32_t index) const { return sets[index]; }
  std::optional<unsigned> readBy(uint32_t index) const { return reads[index]; }

private:
  std::map<int32_t, uint8_t> findSlots(const DebugFunction &function,
                                       const std::vector<bool> &isOutside);
  void numberSlots(const std::map<int32_t, uint8_t> &sizes);
  void computeLiveness();

  const FunctionCode &code;
  unsigned count = 0;
  /// `sets` has, for each instruction, the spill slot that the instruction
  /// sets, and `reads` has the spill slot that it reads; nullopt if there is
  /// none.
  std::vector<std::optional<unsigned>> sets, reads;
  /// For each instruction, the spill slots that are live there: the code from
  /// this instruction on may read them before it sets them.
  std::vector<llvm::BitVector> live;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_CODE_SPILLSLOTS_H
