// Builds machine code for a known address, with labels and jumps.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INSTRUMENTATION_CODEBUFFER_H
#define PINSTRIPE_INSTRUMENTATION_CODEBUFFER_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace pinstripe {

/// The conditions of jumps on x86. The values are the numbers of the conditions
/// in the opcodes of conditional jumps.
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

  /// Returns the address at which the next byte will be appended.
  uint64_t here() const { return base + code.size(); }
  llvm::ArrayRef<uint8_t> bytes() const { return code; }

  void append(llvm::ArrayRef<uint8_t> bytes);
  /// Appends a number as 4 bytes, little-endian.
  void append32(uint32_t value);

  Label newLabel();
  /// Sets the address of the label to that of the next byte.
  void bind(Label label);
  /// Appends a jump (rel32) to a label. The label gets its address by `bind`,
  /// before or after this call.
  void jump(Label label);
  void jumpIf(ConditionCode condition, Label label);
  /// Appends 4 bytes with the distance to the label. The distance counts from
  /// the end of these bytes, as in a jump or a rip-relative operand.
  void appendDistance(Label label);
  /// Appends a near jump to an address, which must be within 2 GiB of the code.
  void jumpTo(uint64_t address);
  void jumpIfTo(ConditionCode condition, uint64_t address);

  /// Fills in the distances of all jumps, and returns the code. Before this
  /// call, all labels must have got their addresses.
  std::vector<uint8_t> finish();

private:
  struct Fixup {
    /// The offset in the code of the 4 bytes for the distance to the label. The
    /// function `finish` fills in these bytes.
    size_t place = 0;
    Label label{};
  };
  uint64_t base;
  std::vector<uint8_t> code;
  /// The address of each label; 0 if the label has none yet.
  std::vector<uint64_t> places;
  std::vector<Fixup> fixups;
};

} // namespace pinstripe

#endif // PINSTRIPE_INSTRUMENTATION_CODEBUFFER_H
