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
  std::string name; ///< An expression such as `sum` or `p->next`.
  std::string value;
  bool operator==(const NamedValue &) const = default;
};

/// The values of one event in the recorded run, as far as they can be told.
struct EventValues {
  std::vector<NamedValue> read;    ///< Values before the event.
  std::vector<NamedValue> written; ///< Values after the event.
  /// The source with values for names, and its result: `10 + 5 -> 15`,
  /// `1 <= 3 -> true`. Empty if that would say nothing new.
  std::string text;
};

/// The key is an EventIndex.
using ValuesOfEvents = std::map<uint32_t, EventValues>;

/// The values of more events would not be read.
inline constexpr size_t maxEventsWithValues = 2000;

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_EVENTVALUES_H
