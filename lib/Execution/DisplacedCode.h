//===- DisplacedCode.h - Copies of the instructions under hooks -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To go on from a breakpoint, LLDB removes it, steps, and inserts it again:
// half of the cost of a hit. A copy of the instruction elsewhere, followed by
// a jump back behind the original, makes that unnecessary.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_EXECUTION_DISPLACEDCODE_H
#define PINSTRIPE_LIB_EXECUTION_DISPLACEDCODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace pinstripe {

/// The copies for one program. Instructions whose meaning depends on where
/// they are have none: branches, calls, returns, operands relative to rip.
class DisplacedCode {
public:
  /// Reads the 15 bytes of code at a table address, or fewer at the
  /// end of a section.
  using CodeReader = llvm::function_ref<std::vector<uint8_t>(uint64_t address)>;

  DisplacedCode() = default;
  static llvm::Expected<DisplacedCode>
  create(llvm::ArrayRef<uint64_t> addresses, CodeReader readCode);

  bool isEmpty() const { return copies.empty(); }
  uint64_t size() const { return copies.size() * slotSize; }
  using Placer = llvm::function_ref<uint64_t(uint64_t address)>;
  /// What to put at the base address; `runTimeAddress` knows where the process
  /// has a table address.
  std::vector<uint8_t> image(Placer runTimeAddress) const;
  /// Where the copy of this instruction is, relative to the base address.
  std::optional<uint64_t> offsetOf(uint64_t address) const;
  /// The address of the instruction whose copy is there.
  std::optional<uint64_t> originalOf(uint64_t offset) const;

private:
  struct Copy {
    uint64_t address = 0;
    std::vector<uint8_t> instruction;
  };
  /// The longest instruction has 15 bytes, the jump 14.
  static constexpr uint64_t slotSize = 32;

  std::vector<Copy> copies;
  llvm::DenseMap<uint64_t, size_t> slots;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_EXECUTION_DISPLACEDCODE_H
