//===- CodeBuffer.h - Machine code under construction -----------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes at a known address, with labels for jumps among them.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_INSTRUMENTATION_CODEBUFFER_H
#define PINSTRIPE_INSTRUMENTATION_CODEBUFFER_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace pinstripe {

/// x86 condition codes, as in the opcodes of jumps.
enum class ConditionCode : uint8_t {
  Below = 2,
  AboveOrEqual = 3,
  Equal = 4,
  NotEqual = 5,
};

class CodeBuffer {
public:
  enum class Label : uint32_t {};

  explicit CodeBuffer(uint64_t base) : base(base) {}

  /// Address of the next byte.
  uint64_t here() const { return base + code.size(); }
  llvm::ArrayRef<uint8_t> bytes() const { return code; }

  void append(llvm::ArrayRef<uint8_t> bytes);
  void append32(uint32_t value); ///< little-endian

  Label newLabel();
  void bind(Label label); ///< here
  /// Near jumps (rel32) to a label of this buffer, bound before or later.
  void jump(Label label);
  void jumpIf(ConditionCode condition, Label label);
  /// 4 bytes: the distance to the label from their end.
  void appendDistance(Label label);
  /// Near jumps to an address within 2 GiB.
  void jumpTo(uint64_t address);
  void jumpIfTo(ConditionCode condition, uint64_t address);

  /// Fills in the jumps. All labels must be bound by now.
  std::vector<uint8_t> finish();

private:
  struct Fixup {
    size_t place = 0; ///< of the 4 bytes
    Label label{};
  };
  uint64_t base;
  std::vector<uint8_t> code;
  std::vector<uint64_t> places; ///< by label; address or 0
  std::vector<Fixup> fixups;
};

} // namespace pinstripe

#endif // PINSTRIPE_INSTRUMENTATION_CODEBUFFER_H
