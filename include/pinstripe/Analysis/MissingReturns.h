// Finds calls that ended without the `return` that their function needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The result of such a call is whatever the result register happens to hold.

#ifndef PINSTRIPE_ANALYSIS_MISSINGRETURNS_H
#define PINSTRIPE_ANALYSIS_MISSINGRETURNS_H

#include "pinstripe/Trace/Trace.h"
#include <set>
#include <vector>

namespace pinstripe {

/// Tells which calls of a recorded run executed no `return`, although their
/// function returns a result in a register. Such a call may also have been left
/// by an exception, a crash or `exit`; users of this class must check that.
/// `main` and coroutines need no `return`. A function without source is never
/// reported, since its `return` statements are unknown.
class MissingReturns {
public:
  /// `table` and `trace` must outlive this object.
  MissingReturns(const UnitTable &table, const Trace &trace);

  /// Returns true if `invocation` is a call of `function` that executed no
  /// `return`, although `function` needs one.
  bool isMissing(InvocationId invocation, FunctionId function) const;
  bool isMissing(InvocationId invocation) const {
    return isMissing(invocation, trace.invocation(invocation).function);
  }
  /// Returns the functions of which at least one call executed no `return`
  /// although they need one. `crashed` is the call in which the run crashed;
  /// nullopt if it did not crash. This call and its callers do not count, since
  /// they did not end.
  std::set<FunctionId>
  functions(std::optional<InvocationId> crashed = std::nullopt) const;

private:
  const UnitTable &table;
  const Trace &trace;
  /// For each function, true if a call of the function ought to execute a
  /// `return`.
  std::vector<bool> needsReturn;
};

} // namespace pinstripe

#endif // PINSTRIPE_ANALYSIS_MISSINGRETURNS_H
