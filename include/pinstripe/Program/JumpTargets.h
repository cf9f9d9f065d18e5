// Finds the targets of indirect jumps in a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The targets are needed to know all ways that control can take in the
// function. They come from jump tables and from labels whose address is taken.
// Both are recognised in the forms that gcc and clang write.

#ifndef PINSTRIPE_PROGRAM_JUMPTARGETS_H
#define PINSTRIPE_PROGRAM_JUMPTARGETS_H

#include "pinstripe/Program/MachineCode.h"
#include "pinstripe/Program/ModuleCode.h"

namespace pinstripe {

/// Finds where the indirect jumps of one function can go. `instructions` are
/// all instructions of the function, sorted by address.
class JumpTargets {
public:
  JumpTargets(const ModuleCode &module, CodeRange function,
              llvm::ArrayRef<Instruction> instructions);

  /// Returns the addresses in the function to which a computed goto (`goto
  /// *label`) may jump: those that are stored in data or computed by `lea`.
  const std::vector<uint64_t> &labels() const { return takenLabels; }
  /// Returns the addresses to which an indirect jump can go by way of jump
  /// tables. A jump table is found if the jump, or one of the few instructions
  /// before it, names the address of the table. `jump` is the index of the jump
  /// in the function's instructions.
  std::vector<uint64_t> tableEntries(size_t jump) const;
  /// Returns the addresses of all data that the function's instructions refer
  /// to.
  const std::set<uint64_t> &data() const { return addressedData; }

private:
  unsigned tableSize(size_t jump) const;
  void addEntries(size_t jump, uint64_t table, bool isRelative,
                  std::vector<uint64_t> &targets) const;

  const ModuleCode &module;
  CodeRange function;
  llvm::ArrayRef<Instruction> instructions;
  std::vector<uint64_t> takenLabels;
  std::set<uint64_t> addressedData;
};

} // namespace pinstripe

#endif // PINSTRIPE_PROGRAM_JUMPTARGETS_H
