// Reads notes about the kept events from the stored result of a reduction.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Result/StoredNotes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace pinstripe;

std::vector<NamedValue> pinstripe::namedValues(const llvm::json::Array *list) {
  std::vector<NamedValue> values;
  if (!list)
    return values;
  for (const llvm::json::Value &each : *list)
    if (const llvm::json::Object *value = each.getAsObject())
      values.push_back({value->getString("name").value_or("").str(),
                        value->getString("value").value_or("").str()});
  return values;
}

/// Says in words what happened in a test that left an event out, for example
/// "the run crashes". `outcome` and `cause` are the attributes of the same
/// names in the JSON of a reduction.
static llvm::StringRef consequence(llvm::StringRef outcome,
                                   llvm::StringRef cause) {
  if (outcome == "PASS")
    return "the run differs";
  return llvm::StringSwitch<llvm::StringRef>(cause)
      .Case("crash", "the run crashes")
      .Case("hang", "the run does not end in time")
      .Case("divergence", "the run leaves the recorded one")
      .Case("decided-otherwise", "a condition decides otherwise")
      .Case("undecided", "the predicate can't tell")
      .StartsWith("limit", "the run reaches a limit")
      .Default("the run can't be judged");
}

static std::string describeWithout(const llvm::json::Object &without) {
  std::string text = consequence(without.getString("outcome").value_or(""),
                                 without.getString("cause").value_or(""))
                         .str();
  llvm::StringRef how = without.getString("text").value_or("");
  // The text of a test may begin with words that say the same as `outcome` and
  // `cause`. These words are removed.
  for (llvm::StringRef said :
       {"divergence: ", "a condition decided otherwise, "})
    how.consume_front(said);
  if (!how.empty())
    text += ": " + how.str();
  return text;
}

static StoredNote readNote(const llvm::json::Object &event) {
  StoredNote note;
  if (const llvm::json::Object *values = event.getObject("values")) {
    note.values.read = namedValues(values->getArray("read"));
    note.values.written = namedValues(values->getArray("written"));
    note.values.text = values->getString("text").value_or("").str();
  }
  if (const llvm::json::Object *without = event.getObject("without"))
    note.without = describeWithout(*without);
  note.isPinned = event.getBoolean("pinned").value_or(false);
  note.isUserPinned = event.getBoolean("user_pinned").value_or(false);
  note.isGuard = event.getBoolean("guard").value_or(false);
  if (auto other = event.getInteger("goes_with"); other && *other > 0)
    note.goesWith = EventIndex(static_cast<uint32_t>(*other - 1));
  return note;
}

const llvm::json::Array *
pinstripe::eventsOf(const llvm::json::Value &document) {
  const llvm::json::Object *whole = document.getAsObject();
  const llvm::json::Object *result =
      whole ? whole->getObject("result") : nullptr;
  return result ? result->getArray("events") : nullptr;
}

StoredNotes pinstripe::storedNotesIn(llvm::StringRef document) {
  StoredNotes notes;
  auto parsed = llvm::json::parse(document);
  if (!parsed) {
    // A text that is not valid JSON yields no notes.
    llvm::consumeError(parsed.takeError());
    return notes;
  }
  const llvm::json::Array *events = eventsOf(*parsed);
  if (!events)
    return notes;
  for (const llvm::json::Value &each : *events) {
    const llvm::json::Object *event = each.getAsObject();
    auto index = event ? event->getInteger("index") : std::nullopt;
    if (index && *index > 0)
      notes[static_cast<uint32_t>(*index - 1)] = readNote(*event);
  }
  return notes;
}

std::string pinstripe::explain(const StoredNote &note) {
  if (note.isUserPinned)
    return "it is kept on request (--keep-event), whether it is needed or not";
  if (note.isPinned)
    return "its statement can't be skipped, so it is in every partial "
           "execution";
  if (note.goesWith)
    return "it destroys what event " +
           std::to_string(static_cast<uint64_t>(*note.goesWith) + 1) +
           " constructs, and is executed together with it";
  if (!note.without.empty())
    return "without it, " + note.without;
  if (note.isGuard)
    return "kept events depend on what this condition decides";
  return "";
}
