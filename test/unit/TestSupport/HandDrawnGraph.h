// Builds unit tables whose control flow a test states by lists of successors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_TESTSUPPORT_HANDDRAWNGRAPH_H
#define PINSTRIPE_TEST_UNIT_TESTSUPPORT_HANDDRAWNGRAPH_H

#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

/// As a successor of an entry: the function returns.
constexpr uint32_t leaves = ~uint32_t(0);

/// A unit table that a test fills in. Each unit has one entry, which has the
/// same number as the unit. Functions must be added in the order of their
/// numbers, beginning with 0.
class HandDrawnGraph {
public:
  /// Adds an entry with its successors and returns its number.
  uint32_t entry(uint32_t function, std::vector<uint32_t> successors) {
    auto number = static_cast<uint32_t>(table.entries.size());
    UnitEntry entry{addressOf(number), UnitId(number), FunctionId(function)};
    for (uint32_t successor : successors)
      if (successor == leaves)
        entry.flow.mayLeave = true;
      else
        entry.flow.successors.push_back(addressOf(successor));
    table.entries.push_back(std::move(entry));
    table.units.emplace_back();
    if (table.functions.size() <= function)
      table.functions.resize(function + 1);
    return number;
  }

  UnitTable table;

private:
  static uint64_t addressOf(uint32_t number) { return 0x1000 + 16 * number; }
};

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_TESTSUPPORT_HANDDRAWNGRAPH_H
