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

/// Asks for a value at a certain moment of a partial execution. The moment is
/// given by executed events. What unrecorded calls execute counts as no event.
struct Watch {
  /// Where the value lies in memory when an event begins at this entry.
  struct Place {
    EntryId entry{};
    LocationProgram location;
  };
  /// The places: one for each entry at which the value is read. If `event` is
  /// set, there is a single one, for the entry of that event.
  std::vector<Place> places;
  /// Which event is meant: the executed events that begin at an entry of
  /// `places` are counted from 1, and the value is read just before the event
  /// with this number. 0 means the last of these events.
  uint64_t instance = 0;
  /// If set, the value is read only at this event of the recording, whatever
  /// `instance` is.
  std::optional<EventIndex> event = {};
  /// Whether the value is read after `event`: when control comes to the next
  /// event of the same invocation, or to the exit of its function.
  bool isAfter = false;
};

/// The value that was read for a Watch.
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
