// Describes which values are to be read during a run, and what they were.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_EXECUTION_WATCH_H
#define PINSTRIPE_EXECUTION_WATCH_H

#include "pinstripe/Program/Location.h"
#include "pinstripe/Trace/Trace.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// Asks for a value at a certain moment of a partial execution: before or after
/// an event. Events in calls that the recording does not have are not counted.
struct Watch {
  /// Where the value is in memory when an event begins at `entry`.
  struct Place {
    EntryId entry{};
    LocationProgram location;
  };
  /// Where the value is: a place for each entry at which it is to be read. If
  /// `event` is set, there is only the place for the entry of that event.
  std::vector<Place> places;
  /// Says which event is meant. The executed events that begin at an entry in
  /// `places` are counted from 1, and the value is read just before the event
  /// with this number. 0 means the last one.
  uint64_t instance = 0;
  /// If set, the value is read only at this event of the recording, and
  /// `instance` does not matter.
  std::optional<EventIndex> event = {};
  /// Whether the value is read after `event`: when control comes to the next
  /// event of the same invocation, or to the exit of its function.
  bool isAfter = false;
};

/// The value that a Watch asked for.
struct WatchedValue {
  /// How many executed events began at an entry of Watch::places.
  uint64_t executions = 0;
  /// The bytes of the value; nullopt if the event was not executed, or if the
  /// memory could not be read. Padding bytes are zeros.
  std::optional<std::string> bytes = {};
  bool operator==(const WatchedValue &) const = default;
};

/// A list of watches, shared by all lanes that execute the same case.
using WatchList = std::shared_ptr<const std::vector<Watch>>;

/// Sets the padding bytes of a value to zero.
void clearPadding(const LocationProgram &location, std::string &bytes);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_WATCH_H
