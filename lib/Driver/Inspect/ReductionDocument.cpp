// Reads what the JSON document of a reduction says about each event.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Inspect/ReductionDocument.h"
#include "pinstripe/Result/StoredNotes.h"
#include "pinstripe/Result/TestTally.h"
#include <algorithm>

using namespace pinstripe;

static std::string textIn(const llvm::json::Object &object,
                          llvm::StringRef name) {
  return object.getString(name).value_or("").str();
}

/// Returns `name` with spaces in place of hyphens. JSON documents write the
/// name of a cause with hyphens, and the program uses spaces.
static std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

/// Returns the reason why an event was kept: the outcome of the test in which
/// only this event was left out. `without` is the JSON object that describes
/// this test. Returns nullopt if the outcome is not a reason to keep the event.
static std::optional<KeptReason> reasonIn(const llvm::json::Object &without) {
  KeptReason reason;
  std::string outcome = textIn(without, "outcome");
  if (outcome == outcomeName(Outcome::Unresolved))
    reason.outcome = Outcome::Unresolved;
  else if (outcome != outcomeName(Outcome::Pass))
    return std::nullopt;
  if (reason.outcome == Outcome::Unresolved)
    reason.cause = causeNamed(spaced(textIn(without, "cause")));
  reason.text = textIn(without, "text");
  return reason;
}

static const llvm::json::Object *partOf(const llvm::json::Value &document,
                                        llvm::StringRef name) {
  const llvm::json::Object *whole = document.getAsObject();
  return whole ? whole->getObject(name) : nullptr;
}

DocumentedEvents
pinstripe::readDocumentedEvents(const llvm::json::Value &document,
                                size_t events) {
  DocumentedEvents found;
  const llvm::json::Array *listed = eventsOf(document);
  if (!listed)
    return found;
  for (const llvm::json::Value &each : *listed) {
    const llvm::json::Object *event = each.getAsObject();
    auto index = event ? event->getInteger("index") : std::nullopt;
    if (!index || *index < 1 || static_cast<uint64_t>(*index) > events)
      continue;
    auto number = static_cast<uint32_t>(*index - 1);
    if (const llvm::json::Object *values = event->getObject("values"))
      found.values[number] = {namedValues(values->getArray("read")),
                              namedValues(values->getArray("written")),
                              textIn(*values, "text")};
    if (const llvm::json::Object *without = event->getObject("without"))
      if (std::optional<KeptReason> reason = reasonIn(*without))
        found.reasons[number] = std::move(*reason);
  }
  return found;
}

bool pinstripe::isAboutResult(const llvm::json::Value &document, size_t kept,
                              const std::vector<std::string> &predicates,
                              llvm::StringRef flow) {
  const llvm::json::Object *result = partOf(document, "result");
  const llvm::json::Object *described = partOf(document, "case");
  const llvm::json::Array *stated =
      described ? described->getArray("predicate") : nullptr;
  if (!result || !stated || textIn(*described, "flow") != flow ||
      result->getInteger("kept") != static_cast<int64_t>(kept) ||
      stated->size() != predicates.size())
    return false;
  for (size_t i = 0; i != predicates.size(); ++i) {
    // A JSON document can hold only valid UTF-8, so invalid bytes in the user's
    // text were replaced when the document was written. They are replaced in
    // `wanted` in the same way, so that the texts can be compared.
    std::string wanted = predicates[i];
    if (!llvm::json::isUTF8(wanted))
      wanted = llvm::json::fixUTF8(wanted);
    if ((*stated)[i].getAsString() != llvm::StringRef(wanted))
      return false;
  }
  return true;
}
