// Describes in words what a reduction has found, for SARIF and Markdown.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Export/KeptEvents.h"
#include "Text/SourceRegions.h"
#include "pinstripe/Result/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace pinstripe;

CausalChain pinstripe::chainOf(const ReportIndex &index, size_t max) {
  if (!index.report.reduction)
    return {};
  const EventSet &kept = index.report.reduction->kept;
  size_t count = kept.count();
  CausalChain chain;
  if (count <= max) {
    chain.first.assign(kept.begin(), kept.end());
    return chain;
  }
  size_t half = max / 2, number = 0;
  chain.leftOut = count - 2 * half;
  for (EventIndex event : kept) {
    if (number < half)
      chain.first.push_back(event);
    if (number >= count - half)
      chain.last.push_back(event);
    ++number;
  }
  return chain;
}

std::map<SourceLine, std::vector<EventIndex>>
pinstripe::keptByLine(const ReportIndex &index) {
  std::map<SourceLine, std::vector<EventIndex>> result;
  if (index.report.reduction)
    for (EventIndex event : index.report.reduction->kept)
      result[lineOf(index.unitOf(event))].push_back(event);
  return result;
}

std::string pinstripe::describeInstances(const ReportIndex &index,
                                         llvm::ArrayRef<EventIndex> kept,
                                         const LineInstances &counts) {
  auto unitOf = [&](EventIndex event) { return index.instances.unitOf(event); };
  bool isOneStatement = counts.executed == counts.mostExecuted &&
                        llvm::all_of(kept, [&](EventIndex event) {
                          return unitOf(event) == unitOf(kept.front());
                        });
  std::string all = " of " + std::to_string(counts.executed);
  if (!isOneStatement)
    return std::to_string(kept.size()) + all;
  InstanceRanges ranges;
  for (EventIndex event : kept)
    ranges.add(index.instances.instanceOf(event));
  constexpr unsigned width = 16;
  return describeInstances(ranges, width) + all;
}

std::string pinstripe::describeQuestion(const CaseReport &report) {
  if (!report.theCase.predicates.empty())
    return llvm::join(report.theCase.predicates, " ");
  return report.crash ? "the crash" : "all of standard output";
}

/// Returns how many of the kept events the reduction could try to leave out
/// alone. Three kinds of events are not tried alone: events that can't be
/// skipped, clean-ups, and events that the user wants to keep.
static uint64_t countTriedAlone(const CaseReport &report) {
  const ReportedReduction &reduction = *report.reduction;
  return llvm::count_if(reduction.kept, [&](EventIndex event) {
    const UnitEntry &entry = report.table.entry(report.trace.entryOf(event));
    const StatementUnit &unit = report.table.unit(entry.unit);
    bool isWanted =
        !reduction.userPinned.isUnset() && reduction.userPinned.contains(event);
    return !unit.isPinned() && unit.kind != UnitKind::Cleanup && !isWanted;
  });
}

std::string pinstripe::describeProof(const CaseReport &report) {
  const Certificate &certificate = report.reduction->certificate;
  if (!certificate.isOneMinimal())
    return "it is not proved that each is needed";
  std::string part = "each";
  if (certificate.granularity != Granularity::Instance)
    part = "each " + granularityName(certificate.granularity).str();
  if (countTriedAlone(report) != report.reduction->kept.count())
    part += " that can be skipped alone";
  return part + " was left out once, and the output then did not come out";
}

std::string pinstripe::describeResult(const CaseReport &report) {
  const ReportedReduction &reduction = *report.reduction;
  bool isProved = reduction.certificate.isOneMinimal();
  uint64_t kept = reduction.kept.count();
  uint64_t named = isProved ? countTriedAlone(report) : kept;
  std::string text =
      std::to_string(named) + " of " +
      counted(report.trace.size(), "executed statement instance") +
      (isProved ? " are critical for " : " are kept for ") +
      describeQuestion(report);
  if (named != kept)
    text += ", and " + std::to_string(kept - named) +
            (kept - named == 1 ? " more is kept with them"
                               : " more are kept with them");
  return text + ": " + describeProof(report);
}
