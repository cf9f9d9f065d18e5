// Finds the places at which control may come into a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Such a place is called a barrier. Control may come to a barrier from
// elsewhere than from the instruction before it, for example by a jump. No
// patch may extend across a barrier, since control would then arrive inside the
// patch.

#ifndef PINSTRIPE_LIB_INSTRUMENTATION_FUNCTIONFLOW_H
#define PINSTRIPE_LIB_INSTRUMENTATION_FUNCTIONFLOW_H

#include "pinstripe/Program/MachineCode.h"
#include "pinstripe/Program/ModuleCode.h"
#include <optional>

namespace pinstripe {

/// Returns all addresses in the range `span` to which near jumps of the module
/// lead, sorted. The whole module is searched: an optimised function may
/// consist of several parts that jump to each other. The search does not decode
/// instructions, so some of the addresses are not really targets.
std::vector<uint64_t> nearJumpTargets(const ModuleCode &module, CodeRange span);

class FunctionFlow {
public:
  /// Reads the instructions of a function and finds the places where control
  /// may come in. Returns nullopt if some bytes of the function are not
  /// instructions. `jumpTargets` are the targets of near jumps in the whole
  /// module, since other functions may jump into the function.
  static std::optional<FunctionFlow> read(const ModuleCode &module,
                                          CodeRange range,
                                          llvm::ArrayRef<uint64_t> jumpTargets,
                                          const Decoder &decoder);

  CodeRange range;
  std::vector<Instruction> instructions;
  /// The addresses at which control may come into the function, sorted. They
  /// are targets of jumps, return addresses, entries of jump tables, labels
  /// whose address is taken, code addresses in data, landing pads and symbols.
  /// If an indirect jump could lead anywhere, all instructions are barriers.
  std::vector<uint64_t> barriers;

  bool isBarrier(uint64_t address) const;
  /// Returns the first address after `address` at which control may come in.
  /// Returns the largest number if there is no such address.
  uint64_t nextBarrier(uint64_t address) const;

private:
  void addBranches();
  void addLabels(const ModuleCode &module);
  void addOverlaps();
  void addOffsetTables(const ModuleCode &module, uint64_t base,
                       const std::set<uint64_t> &tables);
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_INSTRUMENTATION_FUNCTIONFLOW_H
