// The user's wishes about what a reduction keeps or removes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_PREFERENCES_H
#define PINSTRIPE_DRIVER_REDUCE_PREFERENCES_H

#include "pinstripe/Driver/Reduce/ElementMap.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// The user's wishes about what a reduction may remove. They belong to one
/// reduction, not to the case.
struct Preferences {
  /// The granularity; nullopt for instances, or, if there are many, statements
  /// first.
  std::optional<Granularity> granularity = std::nullopt;
  /// Events that are always executed, by number or by place, with an instance
  /// if only one is meant: `7,12`, `sample.c:13`, `sample.c:13:5#2`. A place
  /// means the statements that begin at it, or, if none does, those that
  /// contain it.
  std::vector<std::string> keptEvents = {};
  /// Files and functions whose statements may be removed; empty for all files.
  /// Other statements are executed as recorded.
  std::vector<std::string> only = {};
  /// Files and functions that are executed as recorded.
  std::vector<std::string> skipped = {};
};

/// Returns the events that `ElementMap` is to pin because of the preferences.
/// The set has size 0 if the user has no such wish. The calls that lead to kept
/// events are included, since the events do not happen without these calls. The
/// calls that lead to events which `only` and `skipped` exclude are not: such
/// events are removed together with calls from elsewhere.
llvm::Expected<EventSet> userPinnedEvents(const Preferences &preferences,
                                          const UnitTable &table,
                                          const Trace &trace);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_PREFERENCES_H
