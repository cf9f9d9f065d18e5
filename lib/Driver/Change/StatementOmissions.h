// Finds all changes that omit a statement, even if it has code at several
// addresses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CHANGE_STATEMENTOMISSIONS_H
#define PINSTRIPE_LIB_DRIVER_CHANGE_STATEMENTOMISSIONS_H

#include "Change/ChangePlan.h"
#include <map>

namespace pinstripe {

/// Finds the changes that omit a statement: one change for each address at
/// which control can enter the statement. A statement in a template has such
/// addresses in each instantiation of the template.
class StatementOmissions {
public:
  /// `table` and `trace` must outlive this object.
  StatementOmissions(const UnitTable &table, const Trace &trace);

  /// Returns the statements that the run executed, sorted by their ids.
  std::vector<UnitId> statements() const;
  /// Returns the ways to omit all instances (executions) of a statement. Each
  /// way is a list of changes that are made together in one run. Returns an
  /// empty list if the statement can't be omitted.
  std::vector<std::vector<LiveChange>> waysToOmit(UnitId unit) const;
  /// Returns the change that omits a single event (one execution of a
  /// statement). Returns nullopt if the event can't be omitted.
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
