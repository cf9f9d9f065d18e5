//===- Breakpoints.h - Where a stepped program stops ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An int3 in the place of the first byte of an instruction, written through
// /proc, so that code stays as read-only as it is.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_BREAKPOINTS_H
#define PINSTRIPE_LIB_NATIVE_BREAKPOINTS_H

#include "pinstripe/Execution/ProcessFiles.h"
#include "llvm/ADT/DenseMap.h"

namespace pinstripe {

class Breakpoints {
public:
  /// `memory` must outlive the object.
  explicit Breakpoints(const ProcessMemory &memory) : memory(memory) {}

  /// False if there is nothing to be written to. Twice at one place is once.
  bool add(uint64_t address);
  bool isAt(uint64_t address) const { return originals.contains(address); }

  /// For the time that its instruction takes.
  bool lift(uint64_t address) const;
  bool putBack(uint64_t address) const;
  /// For good.
  void remove(uint64_t address);

  /// In a copy of the memory, or in memory that is shared.
  void removeAllFrom(const ProcessMemory &other) const;
  void putAllBack() const;
  /// The memory is another one by now.
  void forgetAll() { originals.clear(); }

private:
  const ProcessMemory &memory;
  llvm::DenseMap<uint64_t, uint8_t> originals;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_BREAKPOINTS_H
