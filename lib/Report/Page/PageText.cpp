// Prepares texts for the page of a report.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Page/PageText.h"
#include "pinstripe/Result/Text.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace pinstripe;

const llvm::json::Object *
pinstripe::resultOfReduction(const CaseReport &report) {
  auto found = report.documents.find("reduce");
  const llvm::json::Object *whole =
      found == report.documents.end() ? nullptr : found->second.getAsObject();
  return whole ? whole->getObject("result") : nullptr;
}

bool pinstripe::isUnfinished(const CaseReport &report) {
  if (const llvm::json::Object *result = resultOfReduction(report))
    return result->getBoolean("interrupted").value_or(false) ||
           result->get("ended_by");
  // The JSON document has no result if the reduction was killed, or if its
  // result was replaced. Then the stored certificate (what the tests have
  // proved) says whether the reduction ended early.
  return report.reduction &&
         report.reduction->certificate.minimality == Minimality::None;
}

/// Returns how many of the kept events the reduction tried to leave out. It
/// does not try events that can't be skipped, or events that the user wants to
/// keep. It does not try cleanups either, since they are skipped together with
/// the construction of their object.
static uint64_t triedEvents(const CaseReport &report) {
  const ReportedReduction &reduction = *report.reduction;
  uint64_t tried = llvm::count_if(reduction.kept, [&](EventIndex event) {
    bool isPinned = report.table.unitOf(report.trace.entryOf(event)).isPinned();
    bool isUserPinned =
        !reduction.userPinned.isUnset() && reduction.userPinned.contains(event);
    return !isPinned && !isUserPinned;
  });
  return tried - reduction.cleanups.count();
}

std::string pinstripe::certificateSentence(const CaseReport &report) {
  const ReportedReduction &reduction = *report.reduction;
  std::string without = report.crash ? "the crash then did not happen"
                                     : "the output then did not come out";
  bool isUnfinishedSearch = isUnfinished(report);
  switch (reduction.certificate.minimality) {
  case Minimality::None:
    return isUnfinishedSearch
               ? "the search was not finished, so more can perhaps be left out"
               : "nothing is proved about the kept statement instances";
  case Minimality::OneMinimal:
    break;
  default:
    return "the kept statement instances are " +
           certificateName(reduction.certificate);
  }
  switch (reduction.certificate.granularity) {
  case Granularity::Statement:
    return "every one of the kept statements was left out once, with all its "
           "instances: " +
           without;
  case Granularity::Iteration:
    return "every one of the kept iterations of loops was left out once: " +
           without;
  case Granularity::Invocation:
    return "every one of the kept calls was left out once, with all that it "
           "executed itself: " +
           without;
  case Granularity::Instance:
    break;
  }
  uint64_t kept = reduction.kept.count();
  uint64_t tried = triedEvents(report);
  std::string others = tried == kept ? ""
                                     : "; " + std::to_string(kept - tried) +
                                           " more can't be left out";
  if (tried == 0)
    return "nothing is kept that could be left out";
  if (tried == 1)
    return "the one kept instance was left out once: " + without + others;
  return "every one of the " + std::to_string(tried) +
         " was left out once: " + without + others;
}

llvm::json::Value pinstripe::withFewerEvents(llvm::json::Value document,
                                             size_t max) {
  llvm::json::Object *whole = document.getAsObject();
  if (!whole)
    return document;
  auto cut = [&](llvm::json::Object &object, llvm::StringRef name) {
    llvm::json::Array *events = object.getArray(name);
    if (!events || events->size() <= max)
      return;
    while (events->size() > max)
      events->pop_back();
    if (object.get("listed"))
      object["listed"] = static_cast<int64_t>(max);
    if (object.get("cut"))
      object["cut"] = (name + " has the first " + std::to_string(max) +
                       " only; --json of the verb lists more")
                          .str();
  };
  cut(*whole, "instances");
  if (llvm::json::Object *result = whole->getObject("result"))
    cut(*result, "events");
  return document;
}

/// Shortens the attribute `name` of `object`, a text, to at most `max` bytes.
/// The text is cut at the end of a character.
static void shorten(llvm::json::Object &object, llvm::StringRef name,
                    size_t max) {
  std::optional<llvm::StringRef> text = object.getString(name);
  if (text && text->size() > max)
    object[name] = text->take_front(characterBoundary(*text, max)).str();
}

llvm::json::Value pinstripe::shortStory(llvm::json::Value document,
                                        size_t maxEvents) {
  llvm::json::Object *whole = document.getAsObject();
  if (!whole)
    return document;
  for (const char *flow : {"in_trace_flow", "in_guarded_flow"})
    if (llvm::json::Value *reduction = whole->get(flow))
      *reduction = withFewerEvents(std::move(*reduction), maxEvents);
  for (const char *run : {"location", "original_location"}) {
    llvm::json::Object *location = whole->getObject(run);
    llvm::json::Array *lines =
        location ? location->getArray("ranked") : nullptr;
    while (lines && lines->size() > maxSuspectsInStory)
      lines->pop_back();
  }
  llvm::json::Object *run = whole->getObject("run");
  llvm::json::Object *search = run ? run->getObject("inputs") : nullptr;
  llvm::json::Array *inputs = search ? search->getArray("inputs") : nullptr;
  for (size_t i = 0; inputs && i != inputs->size(); ++i)
    if (llvm::json::Object *input = (*inputs)[i].getAsObject())
      if (llvm::json::Object *failing = input->getObject("failing"))
        for (const char *content : {"text", "hex"})
          shorten(*failing, content, maxInputInStory);
  return document;
}

UTF8Positions::UTF8Positions(llvm::StringRef text)
    : text(text), isValid(llvm::json::isUTF8(text)) {}

/// Returns the position of the first byte of the character that contains the
/// byte at `position`. If this byte is not part of a valid character, returns
/// `position`.
static uint64_t beginOfCharacter(llvm::StringRef text, uint64_t position) {
  constexpr uint64_t longest = 4;
  if (position >= text.size())
    return text.size();
  uint64_t from = position < longest ? 0 : position - (longest - 1);
  uint64_t begin =
      from + characterBoundary(text.drop_front(from), position - from);
  uint64_t end =
      begin + llvm::getNumBytesForUTF8(static_cast<llvm::UTF8>(text[begin]));
  return position < end ? begin : position;
}

uint64_t UTF8Positions::of(uint64_t position) {
  position = beginOfCharacter(text, position);
  if (isValid)
    return position;
  if (position < before)
    before = beforeFixed = 0;
  beforeFixed += llvm::json::fixUTF8(text.slice(before, position)).size();
  before = position;
  return beforeFixed;
}
