// Finds calls of functions with a result that ended without a `return`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_ANALYSIS_MISSINGRETURNS_H
#define PINSTRIPE_ANALYSIS_MISSINGRETURNS_H

#include "pinstripe/Trace/Trace.h"
#include <vector>

namespace pinstripe {

/// Tells of a recorded run which calls executed no `return`, although their
/// function has a result. Whether such a call came to its end, and not to an
/// exception, a crash or a call of `exit`, is for others to say. `main` needs
/// no `return`, and a function without source has no known ones.
class MissingReturns {
public:
  /// `table` and `trace` must outlive the object.
  MissingReturns(const UnitTable &table, const Trace &trace);

  /// Returns true if the call is one of `function`, and executed no `return`.
  bool isMissing(InvocationId invocation, FunctionId function) const;
  bool isMissing(InvocationId invocation) const {
    return isMissing(invocation, trace.invocation(invocation).function);
  }
  /// Returns whether there is any such call. If the run crashed, `crashed` is
  /// the call in which it did: that call and its callers do not count, since
  /// they have not come to their end.
  bool any(std::optional<InvocationId> crashed = std::nullopt) const;

private:
  const UnitTable &table;
  const Trace &trace;
  /// For each function: whether it ought to execute a `return`.
  std::vector<bool> needsReturn;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_MISSINGRETURNS_H
