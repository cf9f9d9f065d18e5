// Defines the result of `pinstripe explain`.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_EXPLAINSUMMARY_H
#define PINSTRIPE_RESULT_EXPLAINSUMMARY_H

#include "pinstripe/Analysis/Slicer.h"
#include "pinstripe/Result/InputSummary.h"
#include "pinstripe/Result/LocateSummary.h"
#include "pinstripe/Result/OptionsSummary.h"
#include "pinstripe/Result/ReductionSummary.h"
#include <array>

namespace pinstripe {

/// The smaller run that `explain` has found, and what the searches have removed
/// from the command line and the inputs of the original run.
struct SmallerRun {
  /// The result of the search in the arguments; nullopt if there was no such
  /// search.
  std::optional<OptionsSummary> options = {};
  /// The result of the search in standard input and the files that arguments
  /// name; nullopt if there was no such search.
  std::optional<InputSummary> inputs = {};
  /// The reason why the arguments or the inputs were not searched, or why the
  /// search found nothing; empty if there is a result.
  std::string withoutOptions = {}, withoutInputs = {};
  /// How long the searches in the arguments and in the inputs took.
  double secondsOfOptions = 0, secondsOfInputs = 0;
  /// The command lines of the original run and of the smaller run, as a user
  /// types them in a shell, with `< FILE` for standard input.
  std::string originalCommand = {}, command = {};
  /// How many events the original run has.
  uint64_t originalEvents = 0;
  /// True if a smaller run was found and the rest of the result explains it.
  /// False if the rest explains the run that the user gave.
  bool isSmaller = false;
  /// The reason why `explain` explains the original run although a smaller run
  /// was found; empty if the smaller run is explained, or if none was found.
  std::string discarded = {};
};

/// An event of the chain that leads from the cause of a failure to the wrong
/// output or the crash.
struct CauseLink {
  EventIndex event{};
  /// How the next event in the chain depends on this event; nullopt for the
  /// last event.
  std::optional<SliceReason::Kind> leads = {};
};

/// An event that set a value or an address which the event `neededBy` used.
struct CauseOrigin {
  EventIndex event{};
  /// Says how the event `neededBy` used what this event has set: as a value
  /// (Data) or as an address (Address).
  SliceReason::Kind leads = SliceReason::Kind::Data;
  EventIndex neededBy{};
  bool operator==(const CauseOrigin &) const = default;
};

/// The parts of the work of `explain`, in the order in which they are done.
enum class ExplainPart : uint8_t {
  Options,
  Inputs,
  Location,
  TraceFlow,
  GuardedFlow,
  Chain,
};
constexpr size_t explainParts = 6;

/// Says whether a part of the work has a result, and how long the part took.
struct PartReport {
  double seconds = 0;
  /// The reason why the part has no result; empty if it has one.
  std::string omitted = {};
};

/// A change of one line of the program that improves the output.
struct Remedy {
  enum class Kind : uint8_t { Mutation, Switch, Replacement, Omission };
  /// The line of source that is changed, as an index into LocateSummary::lines.
  size_t line = 0;
  Kind kind = Kind::Mutation;
  bool operator==(const Remedy &) const = default;
};

/// The result of `pinstripe explain`. Parts that succeeded are there even if
/// others failed.
struct ExplainSummary : RunHeader {
  SmallerRun smaller = {};
  /// The suspect lines of source, the most suspect first; nullopt if they are
  /// not known.
  std::optional<LocateSummary> location = {};
  /// The suspect lines of the run that the user gave, if a smaller run is
  /// explained. The order of the lines in `location` depends on these lines,
  /// too. Nullopt if they are not known.
  std::optional<LocateSummary> inStated = {};
  /// The reason why the suspect lines of the run that the user gave are not
  /// known; empty if they are known, or if there was no time to find them.
  std::string withoutStated = {};
  /// The critical slices of the wrong line or the crash: the events that a
  /// reduction had to keep. In trace flow, the recording decides where control
  /// goes; in guarded flow, each condition must decide as in the recorded run.
  std::optional<ReductionSummary> inTraceFlow = {}, inGuardedFlow = {};
  /// How many events the dynamic slice of the wrong line or the crash has;
  /// nullopt if it is not known.
  std::optional<uint64_t> slicedEvents = {};
  /// The cause: the instance of the most suspect line with which `chain`
  /// begins.
  std::optional<EventIndex> cause = {};
  /// The events that lead from the cause to the wrong output or the crash.
  /// Empty if no dependences lead from the cause to the failure.
  std::vector<CauseLink> chain = {};
  /// The events that set what the cause has used, in the order of the run. They
  /// are looked for only if the cause itself printed the wrong output or
  /// crashed, so that `chain` has a single event. There are two forms. Either
  /// the cause has used what each of these events set. Or the events form a
  /// chain: each has used what the one before it set, and the cause has used
  /// what the last one set.
  std::vector<CauseOrigin> origins = {};
  /// The values that the events of `chain` and `origins` read and wrote.
  ValuesOfEvents values = {};
  /// The changes of single lines that improve the output, the best change
  /// first.
  std::vector<Remedy> remedies = {};
  /// Sentences that say what `explain` could not find out. They begin with a
  /// small letter and have no period at the end.
  std::vector<std::string> open = {};
  std::array<PartReport, explainParts> parts = {};

  PartReport &part(ExplainPart which) {
    return parts[static_cast<size_t>(which)];
  }
  const PartReport &part(ExplainPart which) const {
    return parts[static_cast<size_t>(which)];
  }
};

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_EXPLAINSUMMARY_H
