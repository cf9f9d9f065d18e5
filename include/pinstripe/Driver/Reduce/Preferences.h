// Finds the executed statements that the user wants a reduction to keep.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_DRIVER_REDUCE_PREFERENCES_H
#define PINSTRIPE_DRIVER_REDUCE_PREFERENCES_H

#include "pinstripe/Driver/Reduce/ElementMap.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// Says which events a reduction must keep, and which it may remove, as the
/// user wants it. The case does not store these wishes.
struct Preferences {
  /// Says which events are kept or removed together, such as all events of a
  /// statement or of an iteration. If nullopt, each event is kept or removed on
  /// its own, but a long run is first reduced by whole statements.
  std::optional<Granularity> granularity = std::nullopt;
  /// Events that must always be executed. Each text has numbers of events
  /// (`7,12`), a place in the source (`sample.c:13`), or a single instance of a
  /// statement (`sample.c:13:5#2`). A place stands for the statements that
  /// begin there or, if there are none, for the statements that contain it.
  std::vector<std::string> keptEvents = {};
  /// Files and functions whose statements may be removed. All other statements
  /// are executed as recorded. An empty list means that all statements may be
  /// removed.
  std::vector<std::string> only = {};
  /// Files and functions whose statements are executed as recorded: none of
  /// them may be removed.
  std::vector<std::string> skipped = {};
};

/// Returns the events that must always be executed because of the user's
/// wishes. If there are none, the result is a set of size 0.
///
/// The set has the events that `keptEvents` names, and the calls that lead to
/// these events. It also has the events that `only` and `skipped` exclude from
/// the reduction, but not the calls that lead to these events. If such a call
/// is removed, the events in the called function do not happen.
llvm::Expected<EventSet> userPinnedEvents(const Preferences &preferences,
                                          const UnitTable &table,
                                          const Trace &trace);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_REDUCE_PREFERENCES_H
