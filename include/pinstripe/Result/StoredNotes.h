// Reads from the stored result of a reduction what is known of each kept event.
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

/// Holds what the stored result of a reduction has about one kept event.
struct StoredNote {
  EventValues values;
  /// How the test that left the event out ended, such as "the output differs:
  /// `sum = 10` in place of `sum = 15`"; empty if that is not known.
  std::string without;
  bool isPinned = false;     ///< The statement can't be skipped.
  bool isUserPinned = false; ///< The user has asked to keep the event.
  /// Other kept events depend on this condition (only in guarded flow).
  bool isGuard = false;
  /// The construction of an object that is executed or skipped together with
  /// this event, which destroys the object; nullopt if there is none.
  std::optional<EventIndex> goesWith;
};

/// Maps an EventIndex to what is known of the event.
using StoredNotes = std::map<uint32_t, StoredNote>;

/// Returns the list of events in the JSON document of a verb's result; null if
/// there is none.
const llvm::json::Array *eventsOf(const llvm::json::Value &document);

/// Reads the notes from the JSON of a reduction. Returns no notes if `document`
/// is no such JSON.
StoredNotes storedNotesIn(llvm::StringRef document);

/// Returns sentences that say why the event of `note` is kept, as far as that
/// is known.
std::string explain(const StoredNote &note);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_STOREDNOTES_H
