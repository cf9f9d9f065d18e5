// What events read and wrote.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_EVENTVALUES_H
#define PINSTRIPE_RESULT_EVENTVALUES_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pinstripe {

struct NamedValue {
  std::string name; ///< `sum`, `p->next`
  std::string value;
  bool operator==(const NamedValue &) const = default;
};

/// Of one event in the recorded run, as far as that can be told.
struct EventValues {
  std::vector<NamedValue> read;    ///< before it
  std::vector<NamedValue> written; ///< after it
  /// The source with values for names, and what it comes to: `10 + 5 -> 15`,
  /// `1 <= 3 -> true`. Empty: that would say nothing new.
  std::string text;
};

/// By EventIndex.
using ValuesOfEvents = std::map<uint32_t, EventValues>;

/// What is said of more would not be read.
inline constexpr size_t maxEventsWithValues = 2000;

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_EVENTVALUES_H
