//===- BestResult.cpp - The best configuration so far ---------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Store/BestResult.h"
#include "PredicateYAML.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

constexpr uint32_t bestFormatVersion = 1;

struct BestFile {
  uint32_t version = bestFormatVersion;
  uint32_t events = 0;
  uint32_t kept = 0;
  std::string keptEvents;
  uint32_t units = 0; ///< 0: by event
  std::string keptUnits;
  uint64_t tests = 0;
  std::string minimality;
  std::string granularity;
  std::string userPinned;
  PredicateSpec predicate;
  UnrecordedCalls unrecordedCalls;
  Flow flow;
};

std::string formatRanges(const EventSet &set) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::ListSeparator space(" ");
  for (int first = set.find_first(); first >= 0;) {
    int end = set.find_next_unset(first);
    if (end < 0)
      end = static_cast<int>(set.size());
    stream << space << first + 1;
    if (end - first > 1)
      stream << '-' << end;
    first = end < static_cast<int>(set.size()) ? set.find_next(end) : -1;
  }
  return text;
}

/// Adds "7" or "1-4"; false if it is neither, or not within the set.
bool addRange(llvm::StringRef range, EventSet &set) {
  auto [firstText, lastText] = range.split('-');
  uint32_t first = 0, last = 0;
  if (firstText.getAsInteger(10, first))
    return false;
  last = first;
  if (range.contains('-') && lastText.getAsInteger(10, last))
    return false;
  if (first == 0 || last < first || last > set.size())
    return false;
  set.set(first - 1, last);
  return true;
}

/// Adds "1-4 7". The first one that can't be added, or nothing.
llvm::StringRef addRanges(llvm::StringRef text, EventSet &set) {
  llvm::SmallVector<llvm::StringRef> ranges;
  llvm::SplitString(text, ranges, " ");
  for (llvm::StringRef range : ranges)
    if (!addRange(range, set))
      return range;
  return "";
}

} // namespace

template <> struct llvm::yaml::MappingTraits<BestFile> {
  static void mapping(IO &io, BestFile &file) {
    io.mapRequired("version", file.version);
    io.mapRequired("events", file.events);
    io.mapRequired("kept", file.kept);
    io.mapRequired("kept-events", file.keptEvents);
    io.mapOptional("units", file.units, 0u);
    io.mapOptional("kept-units", file.keptUnits, std::string());
    io.mapRequired("tests", file.tests);
    io.mapRequired("minimality", file.minimality);
    io.mapOptional("granularity", file.granularity, std::string("instance"));
    io.mapOptional("user-pinned", file.userPinned, std::string());
    io.mapOptional("predicate", file.predicate);
    io.mapOptional("flow", file.flow, Flow::Trace);
    io.mapOptional("unrecorded", file.unrecordedCalls,
                   UnrecordedCalls::Diverge);
  }
};

namespace pinstripe {

std::string formatBest(const BestResult &best) {
  BestFile file;
  file.events = best.kept.size();
  file.kept = best.size();
  file.keptEvents = formatRanges(best.kept);
  file.units = best.keptUnits.size();
  file.keptUnits = formatRanges(best.keptUnits);
  file.tests = best.tests;
  file.minimality = best.minimality;
  file.granularity = best.granularity;
  file.userPinned = formatRanges(best.userPinned);
  file.predicate = best.predicate;
  file.unrecordedCalls = best.unrecordedCalls;
  file.flow = best.flow;
  return writeYAML(file);
}

llvm::Expected<BestResult> parseBest(llvm::StringRef text,
                                     llvm::StringRef name) {
  BestFile file;
  if (llvm::Error error =
          readYAML(text, name, "result", bestFormatVersion, file))
    return error;
  auto refusal = [&](const llvm::Twine &what) {
    return llvm::make_error<TraceFormatError>(name + ": " + what +
                                              "; record it again");
  };
  // A set takes memory by its size: the file itself must be in proportion.
  constexpr uint32_t largestTrace = 1u << 31;
  if (file.events > largestTrace || file.units > largestTrace)
    return refusal("an impossible number of events");
  BestResult best;
  best.kept.resize(file.events);
  best.keptUnits.resize(file.units);
  if (!file.userPinned.empty())
    best.userPinned.resize(file.events);
  if (llvm::StringRef range = addRanges(file.keptEvents, best.kept);
      !range.empty())
    return refusal("no events of this trace: " + range);
  if (llvm::StringRef range = addRanges(file.userPinned, best.userPinned);
      !range.empty())
    return refusal("no events of this trace: " + range);
  if (llvm::StringRef range = addRanges(file.keptUnits, best.keptUnits);
      !range.empty())
    return refusal("no units of this trace: " + range);
  if (best.size() != file.kept)
    return refusal("the number of kept events is wrong");
  best.tests = file.tests;
  best.minimality = file.minimality;
  best.granularity = file.granularity;
  best.predicate = file.predicate;
  best.unrecordedCalls = file.unrecordedCalls;
  best.flow = file.flow;
  return best;
}

} // namespace pinstripe
