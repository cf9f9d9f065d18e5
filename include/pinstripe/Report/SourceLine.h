//===- SourceLine.h - A line of the traced source ---------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_REPORT_SOURCELINE_H
#define PINSTRIPE_REPORT_SOURCELINE_H

#include "pinstripe/Program/UnitTable.h"

namespace pinstripe {

struct SourceLine {
  FileId file{};
  uint32_t number = 0;
  auto operator<=>(const SourceLine &) const = default;
};

/// Where the unit begins.
inline SourceLine lineOf(const StatementUnit &unit) {
  return {unit.range.file, unit.range.line};
}

} // namespace pinstripe

#endif // PINSTRIPE_REPORT_SOURCELINE_H
