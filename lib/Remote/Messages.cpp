// Writes and reads the messages between a search and its lanes, which are
// processes that make runs for it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each structure is described by one template, for writing and for reading.

#include "pinstripe/Remote/Messages.h"
#include "pinstripe/Program/RecompiledCode.h"
#include "pinstripe/Trace/TraceSize.h"

using namespace pinstripe;

namespace pinstripe {

// DESCRIBE(Type) is the head of a function that writes a value of this type as
// bytes, or reads it from bytes. `Value` is const if the function writes.
#define DESCRIBE(Type)                                                         \
  template <typename Archive, typename Value>                                  \
    requires std::is_same_v<std::remove_const_t<Value>, Type>                  \
  void describe(Archive &archive, Value &value)

DESCRIBE(Exited) { describeAll(archive, value.status); }
DESCRIBE(Crashed) {
  describeAll(archive, value.signal, value.address, value.library);
  describeChoice(archive, value.fault, FaultKind::Instruction);
  describeAll(archive, value.usedAddress, value.isOfPoison, value.place,
              value.event);
}
DESCRIBE(TimedOut) { describeAll(archive, value.isCertain); }
DESCRIBE(LimitReached) {
  describeChoice(archive, value.kind, LimitReached::Kind::Processes);
}
DESCRIBE(Diverged) {
  describeAll(archive, value.event, value.function);
  describeChoice(archive, value.reason, Diverged::Reason::NotAsRecorded);
}
DESCRIBE(DecidedOtherwise) { describeAll(archive, value.event, value.arrived); }
DESCRIBE(WatchedValue) { describeAll(archive, value.executions, value.bytes); }
DESCRIBE(FlowTarget) { describeAll(archive, value.entry); }
DESCRIBE(MemoryValue) {
  describeAll(archive, value.isInFrame, value.place, value.size, value.value);
}
DESCRIBE(OverwrittenRange) {
  describeAll(archive, value.isInFrame, value.place, value.bytes);
}
DESCRIBE(RecompiledFunction) {
  describeAll(archive, value.name, value.symbols, value.firstNumber,
              value.endNumber);
}
DESCRIBE(RecompiledUnit) {
  describeAll(archive, value.module, value.source, value.object,
              value.functions);
}

DESCRIBE(RequiredMachine) { describeAll(archive, value.tool, value.traits); }
DESCRIBE(CaseOffer) {
  describeAll(archive, value.settings, value.files, value.engine,
              value.writablePaths);
}
DESCRIBE(MaterialFile) { describeAll(archive, value.path, value.content); }
DESCRIBE(TestedRun) {
  describeChoice(archive, value.outcome, Outcome::Unresolved);
  describeAll(archive, value.cause, value.ending, value.seconds);
}
DESCRIBE(TerminalSetting) {
  describeAll(archive, value.columns, value.rows, value.type);
}
DESCRIBE(DisplaySetting) { describeAll(archive, value.width, value.height); }
DESCRIBE(SandboxSpec) {
  describeAll(archive, value.workingDirectory, value.initialDirectory,
              value.hiddenFolders, value.shownFolders, value.hiddenFiles,
              value.writablePaths, value.writtenBytesLimit, value.openFileLimit,
              value.clockStart);
}
/// Writes or reads the members of a LaunchSpec that a plain run of the program
/// needs. The other members are for partial executions only.
DESCRIBE(LaunchSpec) {
  describeAll(archive, value.program, value.arguments, value.argument0,
              value.environment, value.standardInput, value.workingDirectory,
              value.observedFiles, value.wallLimitSeconds,
              value.processorLimitSeconds, value.idleLimitSeconds,
              value.outputLimitBytes, value.fileLimitBytes,
              value.memoryLimitBytes, value.processLimit);
}
DESCRIBE(ProgramSetting) {
  describeAll(archive, value.launch, value.sandbox, value.user);
}
DESCRIBE(PredicateSpec) {
  describeAll(archive, value.sameStdout, value.sameStderr, value.sameExit,
              value.sameCrash, value.keep, value.sameFiles,
              value.sameWrittenFiles, value.watches, value.checks);
}
DESCRIBE(RightRuns) { describeAll(archive, value.program, value.expected); }
DESCRIBE(Materials) {
  describeAll(archive, value.standardInput, value.files, value.arguments,
              value.environment, value.sourceState, value.callValues);
}
DESCRIBE(FailingProgram) {
  describeAll(archive, value.setting, value.predicate, value.recorded,
              value.isCompared, value.right, value.differenceFromRight);
}
DESCRIBE(ProgramOffer) { describeAll(archive, value.program, value.failing); }

// DESCRIBE_FIELDS(Type) is the head of a function that writes a structure as
// bytes, or reads it from bytes. The functions `describe` that Messages.h
// declares call this function.
#define DESCRIBE_FIELDS(Type)                                                  \
  template <typename Archive, typename Value>                                  \
  static void describeFields(Archive &archive, Value &value,                   \
                             std::type_identity<Type>)

DESCRIBE_FIELDS(RunResult) {
  describeAll(archive, value.ending, value.standardOutput, value.standardError,
              value.bufferedOutput, value.files, value.values,
              value.forcedValue, value.eventsExecuted, value.decisions,
              value.breakpointHits, value.threads, value.seconds,
              value.processorSeconds);
}
DESCRIBE_FIELDS(LiveChange) {
  describeChoice(archive, value.kind, LiveChange::Kind::Overwrite);
  describeAll(archive, value.entry, value.target, value.inverse, value.event,
              value.operand);
  describeChoice(archive, value.value, LiveChange::Value::Other);
  describeAll(archive, value.memory, value.mutation, value.ranges);
}
DESCRIBE_FIELDS(MachineTraits) {
  describeAll(archive, value.files, value.namedFiles, value.features);
}
DESCRIBE_FIELDS(LaneOffer) {
  describeAll(archive, value.number, value.machine, value.what);
}
DESCRIBE_FIELDS(LaneReady) { describeAll(archive, value.offer, value.proof); }
DESCRIBE_FIELDS(LaneRefusal) {
  describeAll(archive, value.offer, value.reason);
}
DESCRIBE_FIELDS(LaneLaunch) {
  describeAll(archive, value.arguments, value.environment, value.input);
  describeChoice(archive, value.flow, Flow::Guarded);
  describeChoice(archive, value.poison, Poison::Stale);
  describeChoice(archive, value.unrecordedCalls, UnrecordedCalls::Run);
  describeAll(archive, value.poisonsComputedStores, value.readsWatches,
              value.wallLimitSeconds, value.processorLimitSeconds,
              value.idleLimitSeconds, value.recordedSeconds, value.eventLimit);
  std::optional<std::vector<RecompiledUnit>> units;
  if (!Archive::reads && value.recompiled)
    units = value.recompiled->units;
  describe(archive, units);
  if constexpr (Archive::reads)
    if (units)
      value.recompiled = std::make_shared<const RecompiledCode>(
          RecompiledCode{std::move(*units)});
}
DESCRIBE_FIELDS(PartialRequest) {
  describeAll(archive, value.number, value.included);
}
DESCRIBE_FIELDS(LiveRequest) {
  describeAll(archive, value.number, value.changes);
}
DESCRIBE_FIELDS(TestRequest) {
  describeAll(archive, value.number, value.materials);
}
DESCRIBE_FIELDS(LiveFocusMessage) {
  describeAll(archive, value.changes, value.event);
}
DESCRIBE_FIELDS(LaneResult) {
  describeAll(archive, value.number, value.answer);
}
DESCRIBE_FIELDS(LaneFailure) {
  describeAll(archive, value.number, value.reason, value.mayRepeat);
}

#define DEFINE_DESCRIBED(Type)                                                 \
  void describe(WireWriter &archive, const Type &value) {                      \
    describeFields(archive, value, std::type_identity<Type>());                \
  }                                                                            \
  void describe(WireReader &archive, Type &value) {                            \
    describeFields(archive, value, std::type_identity<Type>());                \
  }
DEFINE_DESCRIBED(RunResult)
DEFINE_DESCRIBED(LiveChange)
DEFINE_DESCRIBED(MachineTraits)
DEFINE_DESCRIBED(LaneOffer)
DEFINE_DESCRIBED(LaneReady)
DEFINE_DESCRIBED(LaneRefusal)
DEFINE_DESCRIBED(LaneLaunch)
DEFINE_DESCRIBED(PartialRequest)
DEFINE_DESCRIBED(LiveRequest)
DEFINE_DESCRIBED(TestRequest)
DEFINE_DESCRIBED(LiveFocusMessage)
DEFINE_DESCRIBED(LaneResult)
DEFINE_DESCRIBED(LaneFailure)

/// Writes a set of events as numbers: how many events the trace has, how many
/// unbroken ranges the set has, and two numbers for each range. These two are
/// its length and its distance from the end of the previous range. The sets in
/// a search have few ranges, so they take few bytes.
void describe(WireWriter &archive, const EventSet &value) {
  archive.number(value.universe());
  uint64_t runs = 0;
  value.forEachRun([&](size_t, size_t) { ++runs; });
  archive.number(runs);
  size_t last = 0;
  value.forEachRun([&](size_t first, size_t end) {
    archive.number(first - last);
    archive.number(end - first);
    last = end;
  });
}

void describe(WireReader &archive, EventSet &value) {
  uint64_t universe = 0, runs = 0;
  archive.number(universe);
  archive.number(runs);
  // The universe of a set is the number of its possible members. If it is
  // larger than every trace, the bytes are damaged.
  if (universe > largestTrace)
    return archive.fail();
  value = EventSet(universe);
  uint64_t last = 0;
  for (uint64_t i = 0; i != runs && archive.isGood(); ++i) {
    uint64_t distance = 0, length = 0;
    archive.number(distance);
    archive.number(length);
    if (distance > universe - last || length > universe - last - distance ||
        length == 0)
      return archive.fail();
    last += distance;
    value.insertRange(EventIndex(last), EventIndex(last + length));
    last += length;
  }
}

} // namespace pinstripe
