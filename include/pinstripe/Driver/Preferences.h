//===- Preferences.h - What a user wants of a reduction ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_PREFERENCES_H
#define PINSTRIPE_DRIVER_PREFERENCES_H

#include "pinstripe/Driver/ElementMap.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace pinstripe {

/// What of a recorded run is to be tried without, and by what. Belongs to one
/// reduction, not to the case.
struct Preferences {
  /// None: events, or, where they are many, statements first.
  std::optional<Granularity> granularity = std::nullopt;
  /// Events that are always executed, by number or by place, with the instance
  /// if it is one only: `7,12`, `sample.c:13`, `sample.c:13:5#2`. A place is
  /// where statements begin, or, if none does, what they cover.
  std::vector<std::string> keptEvents = {};
  /// Files and functions; none: all. What is not in one of them is executed as
  /// recorded.
  std::vector<std::string> only = {};
  /// Files and functions that are executed as recorded.
  std::vector<std::string> skipped = {};
};

/// The events that are no elements, so that `ElementMap` is to pin them; of no
/// size if the user has no such wish. Kept events have the calls among them
/// that lead to them, for without these they don't happen. Of what `only` and
/// `skipped` leave executing that is not so: it goes with calls from elsewhere.
///
/// A UsageError if a word names nothing of the recorded run, or if nothing is
/// left to be reduced. Takes 1 ns an event of the trace for each word, and 4
/// bytes an event for instances.
llvm::Expected<EventSet> userPinnedEvents(const Preferences &preferences,
                                          const UnitTable &table,
                                          const Trace &trace);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_PREFERENCES_H
