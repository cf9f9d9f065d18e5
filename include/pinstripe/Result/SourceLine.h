// Defines a line of the traced source.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_SOURCELINE_H
#define PINSTRIPE_RESULT_SOURCELINE_H

#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

struct SourceLine {
  FileId file{};
  uint32_t number = 0;
  auto operator<=>(const SourceLine &) const = default;
};

/// Returns the source line in which a statement unit begins. A statement unit
/// is the smallest part of the source that can be skipped.
inline SourceLine lineOf(const StatementUnit &unit) {
  return {unit.range.file, unit.range.line};
}

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_SOURCELINE_H
