// Defines what `pinstripe report` and `pinstripe export` show of a case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A case is a recorded run with everything that the verbs have found out about
// it. This header only holds data; Driver/Inspect/ReportCollector collects
// them.

#ifndef PINSTRIPE_RESULT_CASEREPORT_H
#define PINSTRIPE_RESULT_CASEREPORT_H

#include "pinstripe/Result/Certificate.h"
#include "pinstripe/Result/EventValues.h"
#include "pinstripe/Result/KeptReason.h"
#include "pinstripe/Result/RunHeader.h"
#include "llvm/Support/JSON.h"

namespace pinstripe {

/// A text that a report shows. The end of the text may be cut off.
struct ReportedText {
  std::string text;
  /// The size of the whole text in bytes, with the part that was cut off.
  uint64_t bytes = 0;
  bool isTruncated() const { return text.size() < bytes; }
};

/// A dependence of an event on the event `on`: the event used a value that `on`
/// had set.
struct EventDependence {
  EventIndex on{};
  /// True if the event used the value only as an address, to know where in
  /// memory to look.
  bool isAddress = false;
  bool operator==(const EventDependence &) const = default;
};

/// The dependences between the events of a run.
struct EventDependences {
  /// For each event, the index in `all` at which its dependences begin. One
  /// more element at the end holds the number of all dependences.
  std::vector<uint64_t> first;
  std::vector<EventDependence> all;
  /// True if `all` has the dependences of only some events: those in the full
  /// slice, and kept ones. The dependences of all events of a long run would
  /// take too much memory.
  bool isOfSliceOnly = false;

  llvm::ArrayRef<EventDependence> of(EventIndex event) const {
    auto index = static_cast<size_t>(event);
    return llvm::ArrayRef(all).slice(first[index],
                                     first[index + 1] - first[index]);
  }
};

/// A range of bytes of standard output, and the event that printed them.
struct PrintedBytes {
  EventIndex event{};
  uint64_t begin = 0, end = 0;
};

/// The result of the last reduction, which is stored in the case.
struct ReportedReduction {
  EventSet kept;
  /// The events kept on the user's request. If there are none, the set may be
  /// unset (of size 0).
  EventSet userPinned = {};
  /// The clean-ups (calls of destructors) that the reduction kept only because
  /// it kept the construction of their object. They can't be skipped alone, so
  /// they are not counted as critical. If there are none, the set may be unset.
  EventSet cleanups = {};
  /// The kept conditions on which other kept events depend. The set is unset
  /// (of size 0) if these conditions are not known. It is also unset in trace
  /// flow, where the recording decides where control goes.
  EventSet guards = {};
  Certificate certificate = {};
  KeptReasons reasons = {};
};

/// A test of the last reduction.
struct ReportedTest {
  uint64_t number = 0;
  Outcome outcome = Outcome::Unresolved;
  std::string cause;  ///< Why the outcome is UNRESOLVED: "crash", "hang", ...
  std::string ending; ///< How the run ended, such as "exit status 0".
  double seconds = 0;
  uint64_t executed = 0; ///< How many events the test was to execute.
  /// The events that the test was to execute. The set is unset for some tests
  /// if storing the sets of all tests would take too much memory.
  EventSet events;
};

/// Holds what reports and exports show of a case: a recorded run with
/// everything that was found out about it.
struct CaseReport : RunHeader {
  /// The command line with which the user can repeat the last reduction.
  std::string command = {};
  /// How the recorded run ended, for example "exit status 0". Empty if the run
  /// could not be repeated for the report, for example because the program is
  /// gone. In this case the outputs are not known either.
  std::string ending = {};
  ReportedText standardOutput = {};
  std::optional<ReportedText> standardError = {};
  std::optional<ReportedText> standardInput = {};
  /// The output that the user expected; nullopt if the user never gave an
  /// expected output.
  std::optional<ReportedText> expectedOutput = {};
  /// The parts of standard output that the predicate checks, each as the
  /// position of its first byte and the position after its last byte. Empty if
  /// the predicate checks all of the output or none of it.
  std::vector<std::pair<uint64_t, uint64_t>> matched = {};
  /// The parts of standard output, each with the event that printed it, in the
  /// order of the output; empty if they are not known.
  std::vector<PrintedBytes> printed = {};
  /// The texts of the source files, by FileId; nullopt for a file that could
  /// not be read.
  std::vector<std::optional<std::string>> sources = {};
  std::optional<ReportedReduction> reduction = {};
  /// Says for each event, by EventIndex, which earlier event decided that it
  /// happens; see ControlTree. Empty if the deciding events are not known.
  std::vector<std::optional<EventIndex>> controlParents = {};
  std::optional<EventDependences> dependences = {};
  /// The reason why `dependences` is not set; empty if it is set.
  std::string withoutDependences = {};
  /// The full slice and the data slice of the output that the report is about;
  /// nullopt if the dependences between events are not known.
  std::optional<EventSet> fullSlice = {}, dataSlice = {};
  ValuesOfEvents values = {};
  std::vector<ReportedTest> tests = {};
  /// The JSON documents that verbs have written for this recording, by the
  /// name of the verb, such as "locate".
  std::map<std::string, llvm::json::Value> documents = {};
  /// Sentences for the user. Each names a part that the report lacks, and the
  /// reason.
  std::vector<std::string> omissions = {};
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CASEREPORT_H
