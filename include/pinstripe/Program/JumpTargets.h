//===- JumpTargets.h - Where indirect jumps lead ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Jump tables and labels whose address is taken, as both compilers write them.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_PROGRAM_JUMPTARGETS_H
#define PINSTRIPE_PROGRAM_JUMPTARGETS_H

#include "pinstripe/Program/MachineCode.h"
#include "pinstripe/Program/ModuleCode.h"

namespace pinstripe {

/// For one function; `instructions` are all of it, in order.
class JumpTargets {
public:
  JumpTargets(const ModuleCode &module, CodeRange function,
              llvm::ArrayRef<Instruction> instructions);

  /// Addresses in the function that stand in data or are taken by `lea`.
  const std::vector<uint64_t> &labels() const { return takenLabels; }
  /// Entries of the tables that the indirect jump with this index may use:
  /// tables addressed within a few instructions before it.
  std::vector<uint64_t> tableEntries(size_t jump) const;
  /// Data that the function addresses.
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
