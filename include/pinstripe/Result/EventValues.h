// The values that events read and wrote.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_EVENTVALUES_H
#define PINSTRIPE_RESULT_EVENTVALUES_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pinstripe {

struct NamedValue {
  std::string name; ///< A source expression such as `sum` or `p->next`.
  std::string value;
  bool operator==(const NamedValue &) const = default;
};

/// The values of one event in the recorded run, as far as they can be told.
struct EventValues {
  std::vector<NamedValue> read;    ///< What it reads: values before the event.
  std::vector<NamedValue> written; ///< What it writes: values after it.
  /// The source with values in place of names, and the result: `10 + 5 -> 15`,
  /// `1 <= 3 -> true`. Empty if this text would say nothing new.
  std::string text;
};

/// Maps an EventIndex to the values of that event.
using ValuesOfEvents = std::map<uint32_t, EventValues>;

/// How many events get values at most. Nobody would read more.
inline constexpr size_t maxEventsWithValues = 2000;

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_EVENTVALUES_H
