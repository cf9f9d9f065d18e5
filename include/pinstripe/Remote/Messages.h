// Defines the messages between a search and its lanes, which are processes that
// make runs for it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_REMOTE_MESSAGES_H
#define PINSTRIPE_REMOTE_MESSAGES_H

#include "pinstripe/Circumstance/FailingProgram.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Execution/LiveChange.h"
#include "pinstripe/Execution/RunResult.h"
#include "pinstripe/Remote/Wire.h"
#include <map>

namespace pinstripe {

/// The properties of a machine on which the behaviour of a program depends.
struct MachineTraits {
  /// A hash of each file that the program consists of: the program and the
  /// libraries that it loads, by their paths.
  std::map<std::string, std::string> files;
  /// A hash of each other file that a command line names: an argument of the
  /// program, or a check program of the user.
  std::map<std::string, std::string> namedFiles = {};
  /// The features of the processor that programs can use, such as "avx2".
  std::vector<std::string> features;
};

/// Says what must be the same on a lane's machine as on the machine of the
/// search.
struct RequiredMachine {
  /// A hash of Pinstripe's executable file, which tells one build from another.
  std::string tool;
  MachineTraits traits;
};

/// A case (a recorded run with its files) in the form in which it is sent to a
/// lane.
struct CaseOffer {
  /// The settings of the case, as the YAML text that formatCase returns.
  std::string settings;
  /// The files of the case directory, as an archive of `tar`.
  std::string files;
  std::string engine; ///< The engine's name, as for --engine.
  std::vector<std::string> writablePaths; ///< Paths where runs may write.
};

/// Tells a lane about a program that fails, and about a run in which it fails.
struct ProgramOffer {
  FailingProgram program;
  Materials failing; ///< The input, files and so on of the failing run.
};

/// A message that tells a lane for which case or program it must make runs from
/// now on. These messages are numbered from 1 on.
struct LaneOffer {
  uint64_t number = 0;
  RequiredMachine machine;
  std::variant<CaseOffer, ProgramOffer> what;
};

/// The two answers of a lane to an offer: LaneReady if it can make the runs,
/// otherwise LaneRefusal. `offer` is the number of the offer. In a LaneRefusal
/// it is 0 if the lane could not read the offer.
struct LaneReady {
  uint64_t offer = 0;
  /// The result of the lane's first run, which repeats the recorded run of the
  /// case. It is empty if a program was offered, since the lane itself then
  /// judges its first run.
  RunResult proof = {};
};
struct LaneRefusal {
  uint64_t offer = 0;
  std::string reason; ///< A sentence for the user.
};

/// The part of a LaunchSpec that can differ from run to run of a case. A lane
/// knows the rest from the case.
struct LaneLaunch {
  std::vector<std::string> arguments, environment;
  /// The content of standard input; nullopt for the input of the case.
  std::optional<std::string> input;
  Flow flow = Flow::Trace;
  Poison poison = Poison::Pattern;
  UnrecordedCalls unrecordedCalls = UnrecordedCalls::Diverge;
  /// True if poison (a pattern) is written where a skipped event would have
  /// stored, even at addresses that are known only from the recording. The lane
  /// finds these addresses itself, see LaunchSpec::computedStores.
  bool poisonsComputedStores = false;
  bool readsWatches = false; ///< True if the runs read watched values.
  double wallLimitSeconds = 0, processorLimitSeconds = 0, idleLimitSeconds = 0;
  /// How long the recorded run took on the machine of the searching process. A
  /// slower machine gets longer limits.
  double recordedSeconds = 0;
  uint64_t eventLimit = 0;
  /// The functions that were recompiled with a mutation; null if there are
  /// none.
  std::shared_ptr<const RecompiledCode> recompiled = nullptr;
};

/// The two kinds of requests for a run. PartialRequest asks for a partial
/// execution of the events `included`. LiveRequest asks for a run in live flow,
/// in which the program itself decides where control goes, apart from the given
/// `changes`. `number` identifies the run.
struct PartialRequest {
  uint64_t number = 0;
  EventSet included;
};
struct LiveRequest {
  uint64_t number = 0;
  std::vector<LiveChange> changes;
};

/// Asks for a test of the program: a run with the given materials, such as an
/// input.
struct TestRequest {
  uint64_t number = 0;
  Materials materials;
};

/// Announces runs that begin alike, as LiveFlowEngine::focusLive does.
struct LiveFocusMessage {
  std::vector<LiveChange> changes;
  EventIndex event{};
};

/// A lane's answer to a request: the outcome if a test of a program was
/// requested, otherwise the result of the run.
using LaneAnswer = std::variant<RunResult, TestedRun>;

/// The two answers to a request for a run or a test: LaneResult if the run was
/// made, otherwise LaneFailure. `number` is the number of the request.
struct LaneResult {
  uint64_t number = 0;
  LaneAnswer answer;
};
struct LaneFailure {
  uint64_t number = 0;
  std::string reason;
  /// True if the run may succeed at another attempt, because only the engine
  /// has failed. False if the lane can't be used any more, for example because
  /// its disk is full.
  bool mayRepeat = true;
};

// The following functions write and read the structures above; see Wire.h.
// They are defined for WireWriter and for WireReader.
#define PINSTRIPE_DESCRIBED(Type)                                              \
  void describe(WireWriter &archive, const Type &value);                       \
  void describe(WireReader &archive, Type &value);
PINSTRIPE_DESCRIBED(EventSet)
PINSTRIPE_DESCRIBED(RunResult)
PINSTRIPE_DESCRIBED(LiveChange)
PINSTRIPE_DESCRIBED(MachineTraits)
PINSTRIPE_DESCRIBED(LaneOffer)
PINSTRIPE_DESCRIBED(LaneReady)
PINSTRIPE_DESCRIBED(LaneRefusal)
PINSTRIPE_DESCRIBED(LaneLaunch)
PINSTRIPE_DESCRIBED(PartialRequest)
PINSTRIPE_DESCRIBED(LiveRequest)
PINSTRIPE_DESCRIBED(TestRequest)
PINSTRIPE_DESCRIBED(LiveFocusMessage)
PINSTRIPE_DESCRIBED(LaneResult)
PINSTRIPE_DESCRIBED(LaneFailure)
#undef PINSTRIPE_DESCRIBED

} // namespace pinstripe

#endif // PINSTRIPE_REMOTE_MESSAGES_H
