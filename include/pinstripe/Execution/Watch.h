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

/// Asks for a value at a certain moment of a partial execution. Only events
/// count; calls that run although the recording does not have them are not
/// seen.
struct Watch {
  /// The location of the value when an event begins with this entry.
  struct Place {
    EntryId entry{};
    LocationProgram location;
  };
  /// One place for each entry, or a single one for the entry of `event`.
  std::vector<Place> places;
  /// Counts, from 1, the executed events that begin at one of the places: the
  /// value is read just before the one with this number; 0 means the last one.
  uint64_t instance = 0;
  /// If set, the value is read at this event of the recording only.
  std::optional<EventIndex> event = {};
  /// With `event`: the value is read after the event, when control comes to the
  /// next event of its invocation or to the exit.
  bool isAfter = false;
};

/// The answer to a Watch.
struct WatchedValue {
  /// Number of executed events at the places of the Watch.
  uint64_t executions = 0;
  /// The value; none if that event was not executed, or if the memory could not
  /// be read. Padding bytes are zeros.
  std::optional<std::string> bytes = {};
  bool operator==(const WatchedValue &) const = default;
};

/// Shared by all lanes that execute the same case.
using WatchList = std::shared_ptr<const std::vector<Watch>>;

/// Sets the padding bytes of a value to zero.
void clearPadding(const LocationProgram &location, std::string &bytes);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_WATCH_H
