//===- DetailedRun.cpp - The recorded run, instruction by instruction -----===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DetailedRun.h"
#include "Disturbances.h"
#include "pinstripe/Driver/InterruptedError.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

/// A recorded run may take so many times as long as a plain one.
static constexpr double recordingSlowdown = 60;
/// A minute or so of stepping.
static constexpr uint64_t mostSteppedEvents = uint64_t(1) << 19;

llvm::Expected<DataCode> pinstripe::readDataCode(const UnitTable &table) {
  std::vector<ModuleCode> modules;
  for (const TracedModule &module : table.modules) {
    llvm::Expected<ModuleCode> code = ModuleCode::read(module.path);
    if (!code)
      return code.takeError();
    modules.push_back(std::move(*code));
  }
  std::vector<const ModuleCode *> pointers;
  for (const ModuleCode &module : modules)
    pointers.push_back(&module);
  return DataCode::create(table, pointers);
}

llvm::StringRef pinstripe::reasonForSteps(const RecordedCase &recorded) {
  const EngineDescription &engine = recorded.engine.description;
  if (engine.name == "native")
    return "";
  return engine.fallback.empty() ? "the engine is LLDB"
                                 : llvm::StringRef(engine.fallback);
}

llvm::Error pinstripe::announceSteps(const RecordedCase &recorded,
                                     llvm::StringRef reason,
                                     const DependenceOptions &options) {
  if (recorded.trace.size() > mostSteppedEvents)
    return llvm::make_error<TargetError>(
        recorded.launch.argument0 + ": a run of " +
        std::to_string(recorded.trace.size()) +
        " statement instances is too long to be recorded step by step (" +
        reason.str() + "); choose a smaller input");
  if (options.say)
    options.say("note: recording step by step, which is slow: " + reason.str());
  return llvm::Error::success();
}

static bool isSame(const Trace &left, const Trace &right) {
  return std::equal(left.allEvents().begin(), left.allEvents().end(),
                    right.allEvents().begin(), right.allEvents().end(),
                    [](const Event &a, const Event &b) {
                      return a.entry == b.entry && a.invocation == b.invocation;
                    });
}

llvm::Error pinstripe::checkSameRun(const RecordedCase &recorded,
                                    const Recording &again) {
  if (isSame(recorded.trace, again.trace) &&
      again.result.standardOutput == recorded.observation.standardOutput)
    return llvm::Error::success();
  return llvm::make_error<ReproductionError>(
      recorded.launch.argument0 +
      ": recorded again, instruction by instruction, the run is another one (" +
      describeEnding(again.result.ending) + " after " +
      std::to_string(again.trace.size()) + " statement instances instead of " +
      std::to_string(recorded.trace.size()) +
      "); give it more time with --timeout, or see whether it reads the clock");
}

llvm::Expected<Recording>
pinstripe::recordInDetail(RecordedCase &recorded, ExecutionEngine &engine,
                          const DataCode &code, ExecutionObserver &observer,
                          const DependenceOptions &options) {
  if (llvm::Error error = recorded.prepareRun())
    return error;
  LaunchSpec launch = recorded.launch;
  launch.wallLimitSeconds *= recordingSlowdown;
  launch.eventLimit = 0;
  engine.watchRecording(options.progress);
  llvm::Expected<Recording> recording =
      engine.recordInstructions(launch, code, observer);
  engine.watchRecording({});
  // What interrupts us may have reached the program, too.
  if (options.interrupted && options.interrupted->load()) {
    llvm::consumeError(recording.takeError());
    return llvm::make_error<InterruptedError>(
        "interrupted before there was a result");
  }
  if (recording && mayBeFromOutside(recording->result.ending) &&
      !mayBeFromOutside(recorded.observation.ending))
    return llvm::make_error<EngineError>(
        recorded.launch.argument0 + ": recorded again, it ends with " +
        describeEnding(recording->result.ending) +
        "; somebody ends it, or there is not enough memory");
  return recording;
}
