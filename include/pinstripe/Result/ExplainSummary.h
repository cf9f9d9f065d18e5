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

/// Says what was left out of the command line and of the input of a failing
/// run.
struct SmallerRun {
  /// What was found about the arguments; nullopt if they were not searched.
  std::optional<OptionsSummary> options = {};
  /// What was found about standard input and the files that arguments name;
  /// nullopt if they were not searched.
  std::optional<InputSummary> inputs = {};
  /// Why arguments or inputs were not searched, or why nothing was found; empty
  /// if there is a result.
  std::string withoutOptions = {}, withoutInputs = {};
  /// How long the searches took.
  double secondsOfOptions = 0, secondsOfInputs = 0;
  /// The command lines for a shell, with `< FILE` for standard input.
  std::string originalCommand = {}, command = {};
  /// How many events the original run has.
  uint64_t originalEvents = 0;
  /// True if a smaller run was found, and the rest of the result is about it.
  bool isSmaller = false;
  /// Says why a smaller run that was found is not explained; empty if it is, or
  /// if none was found.
  std::string discarded = {};
};

/// An event on the way from the cause to the wrong output or the crash.
struct CauseLink {
  EventIndex event{};
  /// What the event did for the next one; nullopt for the last one.
  std::optional<SliceReason::Kind> leads = {};
};

/// The parts of the work, in the order in which they are done.
enum class ExplainPart : uint8_t {
  Options,
  Inputs,
  Location,
  TraceFlow,
  GuardedFlow,
  Chain,
};
constexpr size_t explainParts = 6;

/// Says how a part of the work came out.
struct PartReport {
  double seconds = 0;
  /// Says why the part has no result; empty if it has one.
  std::string omitted = {};
};

/// A change that makes the output right, or more of it.
struct Remedy {
  enum class Kind : uint8_t { Mutation, Switch, Replacement, Omission };
  /// The line of source, as an index into LocateSummary::lines.
  size_t line = 0;
  Kind kind = Kind::Mutation;
  bool operator==(const Remedy &) const = default;
};

/// The result of `pinstripe explain`. Each part is there even if others failed.
struct ExplainSummary : RunHeader {
  SmallerRun smaller = {};
  /// The suspect lines of the source, the best first; nullopt if they are not
  /// known.
  std::optional<LocateSummary> location = {};
  /// The suspect lines of the stated run, if a smaller one is explained. The
  /// order of the lines in `location` depends on them, too. Nullopt if they are
  /// not known.
  std::optional<LocateSummary> inStated = {};
  /// Why the suspect lines of the stated run are not known; empty if they are,
  /// or if there was no time.
  std::string withoutStated = {};
  /// The critical slices of the wrong line or the crash, in both flows: what a
  /// reduction kept. In trace flow the recording decides where control goes, in
  /// guarded flow each condition must decide as in the recorded run.
  std::optional<ReductionSummary> inTraceFlow = {}, inGuardedFlow = {};
  /// How many events the dynamic slice of the wrong line or the crash has;
  /// nullopt if it is not known.
  std::optional<uint64_t> slicedEvents = {};
  /// The instance of the first suspect line with which the chain begins.
  std::optional<EventIndex> cause = {};
  /// The events from the cause to the output or the crash. Empty if no
  /// dependences lead from one to the other.
  std::vector<CauseLink> chain = {};
  /// The values that events of the chain read and wrote.
  ValuesOfEvents values = {};
  /// What would have to be otherwise, the best first.
  std::vector<Remedy> remedies = {};
  /// Sentences that say what remains open. They begin with a small letter and
  /// have no period at the end.
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
