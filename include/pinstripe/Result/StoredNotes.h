// Reads notes about the kept events from the stored result of a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_STOREDNOTES_H
#define PINSTRIPE_RESULT_STOREDNOTES_H

#include "pinstripe/Result/EventValues.h"
#include "pinstripe/Trace/Trace.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <optional>

namespace pinstripe {

/// Says what the stored result of a reduction tells about one kept event.
struct StoredNote {
  EventValues values;
  /// How a test that left out the event ended, for example "the output differs:
  /// `sum = 10` in place of `sum = 15`". Empty if that is not known.
  std::string without;
  /// True if the event's statement can't be skipped.
  bool isPinned = false;
  bool isUserPinned = false; ///< True if the user has asked to keep the event.
  /// True if the event is a condition on which other kept events depend. Known
  /// only in guarded flow, where each condition must decide as in the recorded
  /// run.
  bool isGuard = false;
  /// If this event destroys an object, the event that constructed the object:
  /// the two are executed or skipped together. Otherwise nullopt.
  std::optional<EventIndex> goesWith;
};

/// Maps an EventIndex to what is known of the event.
using StoredNotes = std::map<uint32_t, StoredNote>;

/// Returns the list of events in the JSON document of a verb's result; null if
/// there is none.
const llvm::json::Array *eventsOf(const llvm::json::Value &document);

/// Reads a list of named values, such as the variables that an event read, from
/// the JSON document of a verb's result. `list` may be null.
std::vector<NamedValue> namedValues(const llvm::json::Array *list);

/// Reads the notes from the JSON of a reduction. Returns no notes if `document`
/// is not such JSON.
StoredNotes storedNotesIn(llvm::StringRef document);

/// Returns sentences that say why the reduction kept the event which `note` is
/// about. Returns an empty text if the reason is not known.
std::string explain(const StoredNote &note);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_STOREDNOTES_H
