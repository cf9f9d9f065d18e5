// Finds the targets of the indirect jumps in a function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Targets come from jump tables and from labels whose address is taken, in the
// shapes in which gcc and clang write them.

#ifndef PINSTRIPE_PROGRAM_JUMPTARGETS_H
#define PINSTRIPE_PROGRAM_JUMPTARGETS_H

#include "pinstripe/Program/MachineCode.h"
#include "pinstripe/Program/ModuleCode.h"

namespace pinstripe {

/// The targets of indirect jumps in one function; `instructions` are all its
/// instructions in order of address.
class JumpTargets {
public:
  JumpTargets(const ModuleCode &module, CodeRange function,
              llvm::ArrayRef<Instruction> instructions);

  /// Returns the code addresses in the function that are stored in data or
  /// taken by `lea`.
  const std::vector<uint64_t> &labels() const { return takenLabels; }
  /// Returns what the tables hold that the indirect jump with this index may
  /// use: tables whose address is taken a few instructions before the jump.
  std::vector<uint64_t> tableEntries(size_t jump) const;
  /// Returns the addresses of data that instructions of the function name.
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
