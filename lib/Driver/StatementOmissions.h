//===- StatementOmissions.h - Statements as wholes --------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_STATEMENTOMISSIONS_H
#define PINSTRIPE_LIB_DRIVER_STATEMENTOMISSIONS_H

#include "OmissionPlan.h"
#include <map>

namespace pinstripe {

/// How statements are left out: all their entries, of which templates have one
/// in each function.
class StatementOmissions {
public:
  /// Both must outlive it.
  StatementOmissions(const UnitTable &table, const Trace &trace);

  /// The executed statements, by number.
  std::vector<UnitId> statements() const;
  /// The ways to leave out all instances, each a run; none: it can't be.
  std::vector<std::vector<LiveChange>> waysToOmit(UnitId unit) const;
  /// The way to leave out one event; none: it can't be.
  std::optional<LiveChange> omit(EventIndex event) const;

private:
  void add(UnitId unit, size_t way, std::vector<LiveChange> &changes) const;
  size_t waysOf(UnitId unit) const;

  const UnitTable &table;
  OmissionPlan plan;
  std::map<UnitId, std::vector<const ChangeableUnit *>> entries;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_STATEMENTOMISSIONS_H
