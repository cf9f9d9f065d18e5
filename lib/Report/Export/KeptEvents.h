// Describes in words what a reduction has found, for SARIF and Markdown.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_EXPORT_KEPTEVENTS_H
#define PINSTRIPE_LIB_REPORT_EXPORT_KEPTEVENTS_H

#include "Export/ReportIndex.h"

namespace pinstripe {

/// The kept events that an export lists, in the order of the run. If there are
/// too many kept events, those in the middle of the run are left out.
struct CausalChain {
  /// All kept events if `leftOut` is 0; otherwise those at the beginning of the
  /// run.
  std::vector<EventIndex> first;
  /// If `leftOut` is not 0, the kept events at the end of the run.
  std::vector<EventIndex> last;
  /// How many kept events in the middle of the run neither list contains.
  uint64_t leftOut = 0;
};

/// Returns the events that the last reduction kept. If there are more than
/// `max`, leaves out events in the middle of the run. Returns no events if
/// there was no reduction.
CausalChain chainOf(const ReportIndex &index, size_t max);

/// Returns the kept events of each source line: those whose statements begin on
/// the line.
std::map<SourceLine, std::vector<EventIndex>>
keptByLine(const ReportIndex &index);

/// Returns which instances of a line are kept. If only one statement of the
/// line was executed, returns the numbers of its kept instances: "#2-6 of 6".
/// Otherwise returns how many instances are kept: "7 of 12". `kept` are the
/// kept events whose statements begin on the line.
std::string describeInstances(const ReportIndex &index,
                              llvm::ArrayRef<EventIndex> kept,
                              const LineInstances &counts);

/// Returns what a run must reproduce, in the words of the user: "--keep 'sum =
/// .*'", "the crash" or "all of standard output".
std::string describeQuestion(const CaseReport &report);

/// Returns what is proved about the kept events, as a sentence without a
/// period: "each was left out once, and the output then did not come out".
/// `report` must have a reduction.
std::string describeProof(const CaseReport &report);

/// Says how many events are kept and what is proved about them, in a sentence
/// without a period. There must have been a reduction.
std::string describeResult(const CaseReport &report);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_EXPORT_KEPTEVENTS_H
