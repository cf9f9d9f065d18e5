//===- Watch.h - Values of a run in memory ----------------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_WATCH_H
#define PINSTRIPE_EXECUTION_WATCH_H

#include "pinstripe/Program/Location.h"
#include "pinstripe/Trace/Trace.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// Asks for a value at a moment of a partial execution. Only events count:
/// what an invocation does that runs unrecorded is not seen.
struct Watch {
  /// Where the value lies when an event begins with this entry.
  struct Place {
    EntryId entry{};
    LocationProgram location;
  };
  /// By entry, or one for `event`, which then is what it begins with.
  std::vector<Place> places;
  /// Which one of the events that begin at `places` is meant, just before it is
  /// executed, in the run at hand: from 1 up; 0: the last one.
  uint64_t instance = 0;
  /// This event of the recording alone.
  std::optional<EventIndex> event = {};
  /// With `event`: when it is over and control comes to the next one of its
  /// invocation, or to the exit.
  bool isAfter = false;
};

/// What came of it.
struct WatchedValue {
  /// Events that were executed at its places.
  uint64_t executions = 0;
  /// Of the one that is meant; none: it was not executed, or the memory is not
  /// readable. Bytes without meaning are zeros.
  std::optional<std::string> bytes = {};
  bool operator==(const WatchedValue &) const = default;
};

/// Shared by all that run the same.
using WatchList = std::shared_ptr<const std::vector<Watch>>;

/// Zeros for what has no meaning.
void clearPadding(const LocationProgram &location, std::string &bytes);

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_WATCH_H
