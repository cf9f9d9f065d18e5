//===- SliceCriteria.cpp - Where a slice begins ---------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pinstripe/Driver/SliceSession.h"
#include "pinstripe/Predicate/KeptOutput.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace pinstripe;

static llvm::Expected<std::vector<OutputMatch>>
wantedOutput(const PredicateSpec &predicate, llvm::StringRef output) {
  std::vector<OutputMatch> wanted;
  for (const std::string &expression : predicate.keep) {
    auto found = findKept(expression, output);
    if (!found)
      return found.takeError();
    llvm::append_range(wanted, *found);
  }
  if (predicate.sameStdout || predicate.isEmpty())
    wanted.push_back({0, output.size()});
  return wanted;
}

llvm::Expected<SliceCriterion>
pinstripe::outputCriterion(const RecordedCase &recorded,
                           const DependenceGraph &graph) {
  auto wanted = wantedOutput(recorded.theCase.predicate,
                             recorded.observation.standardOutput);
  if (!wanted)
    return wanted.takeError();
  if (wanted->empty() || recorded.observation.standardOutput.empty())
    return llvm::make_error<UsageError>(
        "nothing of standard output is asked for; say what the slice is of "
        "with --keep REGEX or --criterion FILE:LINE");
  SliceCriterion criterion;
  for (const DependenceGraph::Output &output : graph.outputs())
    if (llvm::any_of(*wanted, [&](const OutputMatch &match) {
          return match.begin < output.range.end &&
                 output.range.begin < match.end;
        }))
      criterion.nodes.push_back(output.call);
  if (criterion.nodes.empty())
    return llvm::make_error<TargetError>(
        "which call printed it can't be told; say what the slice is of with "
        "--criterion FILE:LINE");
  return criterion;
}

namespace {

/// `FILE:LINE[#K]`
struct Place {
  llvm::StringRef file;
  uint32_t line = 0;
  uint32_t instance = 0; ///< 0: the last

  static std::optional<Place> read(llvm::StringRef text) {
    Place place;
    auto [where, instance] = text.rsplit('#');
    auto [file, line] = where.rsplit(':');
    bool hasInstance = where.size() != text.size();
    if (hasInstance &&
        (instance.getAsInteger(10, place.instance) || place.instance == 0))
      return std::nullopt;
    if (file.empty() || line.getAsInteger(10, place.line))
      return std::nullopt;
    place.file = file;
    return place;
  }
  /// The file is named by the end of its path.
  bool isIn(llvm::StringRef path) const {
    return path == file ||
           (path.ends_with(file) && path.drop_back(file.size()).ends_with("/"));
  }
};

} // namespace

static llvm::Error nothingAt(const UnitTable &table, const Trace &trace,
                             const Place &place, llvm::StringRef text) {
  std::set<uint32_t> lines;
  for (const Event &event : trace.allEvents()) {
    const SourceRange &range = table.unitOf(event.entry).range;
    if (place.isIn(table.file(range.file)))
      lines.insert(range.line);
  }
  std::string hint = "no statement of that file was executed; name a file as "
                     "`pinstripe show` does";
  if (!lines.empty()) {
    auto next = lines.lower_bound(place.line);
    if (lines.count(place.line))
      hint = "its statements have fewer instances";
    else if (next == lines.end() ||
             (next != lines.begin() &&
              place.line - *std::prev(next) < *next - place.line))
      hint = "the nearest line with an executed statement is " +
             std::to_string(*std::prev(next));
    else
      hint = "the nearest line with an executed statement is " +
             std::to_string(*next);
  }
  return llvm::make_error<UsageError>(text.str() +
                                      ": nothing was executed there; " + hint);
}

llvm::Expected<std::vector<EventIndex>>
pinstripe::eventsAt(const UnitTable &table, const Trace &trace,
                    llvm::StringRef text) {
  std::optional<Place> place = Place::read(text);
  if (!place)
    return llvm::make_error<UsageError>(
        text.str() + ": write FILE:LINE, or FILE:LINE#K for the K-th instance");
  struct Found {
    EventIndex event{};
    uint32_t instances = 0;
  };
  std::vector<bool> isThere(table.units.size());
  for (size_t i = 0; i < table.units.size(); ++i) {
    const SourceRange &range = table.units[i].range;
    isThere[i] =
        range.line == place->line && place->isIn(table.file(range.file));
  }
  std::map<UnitId, Found> found;
  for (size_t i = 0; i < trace.size(); ++i) {
    UnitId unit = table.entry(trace.event(EventIndex(i)).entry).unit;
    if (!isThere[static_cast<size_t>(unit)])
      continue;
    Found &entry = found[unit];
    if (place->instance == 0 || entry.instances < place->instance)
      entry.event = EventIndex(i);
    ++entry.instances;
  }
  std::vector<EventIndex> events;
  for (const auto &[unit, entry] : found)
    if (entry.instances >= std::max(1u, place->instance))
      events.push_back(entry.event);
  if (events.empty())
    return nothingAt(table, trace, *place, text);
  return events;
}
