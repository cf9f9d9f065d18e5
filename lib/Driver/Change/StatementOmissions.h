// Omits statements through all their entries.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_STATEMENTOMISSIONS_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_STATEMENTOMISSIONS_H

#include "Change/ChangePlan.h"
#include <map>

namespace pinstripe {

/// Knows how to omit a statement, which needs a change at each of its entries.
/// A statement in a template has entries in each instantiation of the template.
class StatementOmissions {
public:
  /// Both arguments must outlive the object.
  StatementOmissions(const UnitTable &table, const Trace &trace);

  /// Returns the executed statements, sorted by UnitId.
  std::vector<UnitId> statements() const;
  /// Returns the ways to omit all instances of a statement, each with the
  /// changes of one run. Empty if the statement can't be omitted.
  std::vector<std::vector<LiveChange>> waysToOmit(UnitId unit) const;
  /// Returns the change that omits one event; nullopt if it can't be omitted.
  std::optional<LiveChange> omit(EventIndex event) const;

private:
  void add(UnitId unit, size_t way, std::vector<LiveChange> &changes) const;
  size_t waysOf(UnitId unit) const;

  const UnitTable &table;
  std::unique_ptr<ChangePlan> plan;
  std::map<UnitId, std::vector<const ChangeableUnit *>> entries;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CHANGE_STATEMENTOMISSIONS_H
