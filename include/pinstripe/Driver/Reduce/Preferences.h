// The user's wishes: what a reduction must keep, and what it may remove.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_PREFERENCES_H
#define PINSTRIPE_DRIVER_REDUCE_PREFERENCES_H

#include "pinstripe/Driver/Reduce/ElementMap.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// The user's wishes: what a reduction must keep, and what it may remove. They
/// belong to one reduction, not to the case.
struct Preferences {
  /// The parts of the run that are kept or removed as a whole. nullopt means
  /// single instances; but statements first if there are many instances.
  std::optional<Granularity> granularity = std::nullopt;
  /// Events that must always be executed, named by number or by place, with an
  /// instance if only one is meant: `7,12`, `sample.c:13`, `sample.c:13:5#2`. A
  /// place means the statements that begin at it, or, if none does, those that
  /// contain it.
  std::vector<std::string> keptEvents = {};
  /// Files and functions whose statements may be removed; empty means all.
  /// Statements elsewhere are executed as recorded.
  std::vector<std::string> only = {};
  /// Files and functions whose statements are executed as recorded.
  std::vector<std::string> skipped = {};
};

/// Returns the events that must always be executed because the user wants that;
/// a set of size 0 if there are none. This includes the calls that lead to
/// events named by `keptEvents`, since these would not happen otherwise. It
/// does not include the calls that lead to what `only` and `skipped` exclude:
/// such events are removed together with calls from elsewhere.
llvm::Expected<EventSet> userPinnedEvents(const Preferences &preferences,
                                          const UnitTable &table,
                                          const Trace &trace);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_PREFERENCES_H
