// Tells whether a recorded run has ended by itself, so that it can be reduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RecordedEnding.h"
#include "pinstripe/Execution/LimitOptions.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Trace/TraceSize.h"

using namespace pinstripe;

/// Returns a text for the user if the recorded run has reached a limit;
/// otherwise an empty text. The text says which limit it was and what to do
/// about it.
static std::string describeLimit(const RecordedCase &recorded,
                                 const CaseRunner &runner) {
  const auto *limit = std::get_if<LimitReached>(&recorded.observation.ending);
  if (!limit)
    return "";
  std::string events = std::to_string(recorded.observation.eventsExecuted);
  if (limit->kind != LimitReached::Kind::Events)
    return "the run needs " + describeEnding(*limit) +
           "; choose a smaller input, or allow more with --run-limit " +
           optionFor(limit->kind) + "=";
  std::string text = "the run goes on after " + events +
                     " statement instances, and the " +
                     runner.engineDescription().name +
                     " engine records no more; choose a smaller input";
  if (!runner.engineDescription().fallback.empty())
    text += ", or do away with what keeps the faster engine from it: " +
            runner.engineDescription().fallback;
  return text;
}

bool pinstripe::isTraceFull(const Ending &ending, const EngineTraits &traits) {
  const auto *limit = std::get_if<LimitReached>(&ending);
  return limit && !traits.stopsAtEachEvent() &&
         (limit->kind == LimitReached::Kind::TraceMemory ||
          limit->kind == LimitReached::Kind::Events);
}

std::string pinstripe::describeLength(const RunLength &length,
                                      uint64_t recordedEvents) {
  llvm::StringRef atLeast = length.isAll ? "" : "more than ";
  uint64_t available = availableMemory();
  std::string text = ("the run executes " + atLeast).str() +
                     std::to_string(length.events) + " statement instances";
  if (length.events > largestTrace)
    return text + ", and none of more than " + std::to_string(largestTrace) +
           " can be recorded; choose a smaller input";
  if (available != 0 && length.bytes > roomForTrace(available))
    return text + (", which take " + atLeast).str() +
           describeBytes(length.bytes) + " of memory, more than half of the " +
           describeBytes(available) +
           " that are free; choose a smaller input, or end other programs";
  return text + ", and no more than " + std::to_string(recordedEvents) +
         " are recorded unless you say so; choose a smaller input, or record "
         "more with --run-limit events=" +
         (length.isAll ? std::to_string(length.events) : "NUMBER") +
         (", which takes " + atLeast).str() + describeBytes(length.bytes) +
         " of memory";
}

bool pinstripe::isBySecondThread(const Ending &ending) {
  const auto *diverged = std::get_if<Diverged>(&ending);
  return diverged && diverged->reason == Diverged::Reason::SecondThread;
}

static std::string adviceOnThreads(const EngineTraits &engine) {
  if (!engine.stopsAtEachEvent())
    return "a second thread runs its statements, which the " +
           engine.name.str() +
           " engine can't follow; leave out --engine, and threads that take "
           "turns are recorded";
  return "its threads can't be made to take turns, so their order is a matter "
         "of chance. Run it with one worker thread (by an option of the "
         "program; with OpenMP by --env OMP_NUM_THREADS=1)";
}

/// Returns true if the run has several threads and all of them wait without
/// end.
static bool isDeadlock(const RunResult &result) {
  const auto *timeout = std::get_if<TimedOut>(&result.ending);
  return timeout && timeout->isCertain && result.threads > 1;
}

std::string pinstripe::scheduleOption(const LaunchSpec &launch) {
  return "--schedule " + std::to_string(launch.schedule.value_or(0));
}

llvm::Error pinstripe::checkEnding(const RecordedCase &recorded,
                                   const CaseRunner &runner) {
  const Ending &ending = recorded.observation.ending;
  const std::string &name = recorded.launch.argument0;
  if (std::string text = describeLimit(recorded, runner); !text.empty())
    return llvm::make_error<TargetError>(name + ": " + text);
  if (isDeadlock(recorded.observation))
    return llvm::make_error<TargetError>(
        name +
        ": the run does not end, since its threads wait for each other "
        "in this order (" +
        scheduleOption(recorded.launch) + "); try another number");
  if (std::holds_alternative<TimedOut>(ending) ||
      std::holds_alternative<LimitReached>(ending))
    return llvm::make_error<TargetError>(
        name + ": the run is too long to be recorded (" +
        describeEnding(ending) +
        "); choose a smaller input, or more time with --timeout");
  if (isBySecondThread(ending))
    return llvm::make_error<TargetError>(
        name + ": " + adviceOnThreads(runner.engine().traits()));
  if (std::holds_alternative<Diverged>(ending))
    return llvm::make_error<TargetError>(
        name + ": can't be recorded: " + describeEnding(ending) +
        "; `pinstripe units` shows what is traced");
  return llvm::Error::success();
}
