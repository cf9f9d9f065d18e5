// Holds the values that events of the recorded run read and wrote.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_EVENTVALUES_H
#define PINSTRIPE_RESULT_EVENTVALUES_H

#include "pinstripe/Program/ValueType.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pinstripe {

/// The limits on the length of a value's text. Longer texts are hard to read,
/// and a debugger can show the whole value.
inline constexpr ValueLimits shownValueLimits = {8, 3, 40};

struct NamedValue {
  /// The text of an expression in the source, such as `p->next`.
  std::string name;
  std::string value;
  bool operator==(const NamedValue &) const = default;
};

/// The values that one event of the recorded run read and wrote, as far as they
/// are known.
struct EventValues {
  /// The values that the event found in variables.
  std::vector<NamedValue> read;
  /// The values that the event left in variables.
  std::vector<NamedValue> written;
  /// The source text of the event with values in place of names, and the result
  /// after an arrow. Examples are `10 + 5 -> 15` and `1 <= 3 -> true`. Empty if
  /// this text would say nothing more than the source text.
  std::string text;
};

/// The values of events, by event number (EventIndex).
using ValuesOfEvents = std::map<uint32_t, EventValues>;

/// The largest number of events for which values are read. The limit saves
/// time, since nobody would look at the values of more events.
inline constexpr size_t maxEventsWithValues = 2000;

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_EVENTVALUES_H
