// Defines which values of the program a run reads, and holds the values that
// were read.
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

/// A request for a value of the program before or after one event of a partial
/// execution. The event can be given as a recorded event, or by its number
/// among the executed events. This number does not count events in calls that
/// the recorded run did not make.
struct Watch {
  /// Where the value is in memory before an event whose statement begins at
  /// `entry`, the address at which control enters the statement.
  struct Place {
    EntryId entry{};
    LocationProgram location;
  };
  /// The places in memory from which the value can be read. There is one for
  /// each entry (the beginning of a statement) at which this is possible. If
  /// `event` is set, there is only the place for the entry of that event.
  std::vector<Place> places;
  /// The number of the event before which the value is read, counted from 1; 0
  /// means the last one. Only executed events that begin at an entry in
  /// `places` count.
  uint64_t instance = 0;
  /// The recorded event before or after which the value is read. If it is set,
  /// `instance` does not matter.
  std::optional<EventIndex> event = {};
  /// True if the value is read after `event`: when control comes to the next
  /// event of the same call, or to the exit of the function. False if the value
  /// is read before `event`.
  bool isAfter = false;
};

/// The answer to a Watch, which asks for a value of the program.
struct WatchedValue {
  /// The number of executed events that began at one of the entries in
  /// Watch::places. An entry is the beginning of a statement.
  uint64_t executions = 0;
  /// The bytes of the value; nullopt if the event of the Watch was not
  /// executed, or if the memory could not be read. Padding bytes are zeros.
  std::optional<std::string> bytes = {};
  bool operator==(const WatchedValue &) const = default;
};

/// A list of watches. All lanes that execute the same program share one list. A
/// lane is a thread with an engine of its own.
using WatchList = std::shared_ptr<const std::vector<Watch>>;

/// Sets the padding bytes of a value to zero. Padding bytes are those that
/// belong to no member of the value.
void clearPadding(const LocationProgram &location, std::string &bytes);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_WATCH_H
