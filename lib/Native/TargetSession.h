//===- TargetSession.h - A server with everything that it needs -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launch, instrumentation and tables of one program in one mode, put
// together: what stays the same from run to run.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_NATIVE_TARGETSESSION_H
#define PINSTRIPE_LIB_NATIVE_TARGETSESSION_H

#include "InstrumentedProgram.h"
#include "NativeServer.h"
#include "TraceTables.h"
#include "WatchTables.h"

namespace pinstripe {

/// What all sessions of an engine share.
struct SessionTools {
  const UnitTable &table;
  const HookMap &hooks;
  ModuleCache &modules;
  const OutputFiles &outputs;
  Janitor &janitor;
  Watchdog &watchdog;
  bool trapsOnly = false;
};

class TargetSession {
public:
  static constexpr uint32_t ringChunks = 64;

  static llvm::Expected<std::unique_ptr<TargetSession>>
  forRecording(const SessionTools &tools, const LaunchSpec &spec);
  /// The same with what `code` says; it must outlive the session.
  static llvm::Expected<std::unique_ptr<TargetSession>>
  forDetailedRecording(const SessionTools &tools, const LaunchSpec &spec,
                       const DataCode &code);
  static llvm::Expected<std::unique_ptr<TargetSession>>
  forLiveRecording(const SessionTools &tools, const LaunchSpec &spec);
  /// `trace` and its tables must outlive the session.
  static llvm::Expected<std::unique_ptr<TargetSession>>
  forExecution(const SessionTools &tools, const LaunchSpec &spec,
               const Trace &trace, TraceTables &tables);
  static llvm::Expected<std::unique_ptr<TargetSession>>
  forLiveFlow(const SessionTools &tools, const LaunchSpec &spec);

  /// Whether a run of `spec` would start like those of this session.
  bool fits(const LaunchSpec &spec) const;

  const InstrumentedProgram &program() const { return instrumented; }
  const PlanTables &plan() const { return *tables; } ///< of an execution
  NativeServer &server() { return *theServer; }
  /// What the next run executes, of an execution.
  void include(const EventSet &events);
  /// The events up to which a run leads to a checkpoint.
  llvm::MutableArrayRef<uint64_t> prefix() { return prefixWords; }
  /// On the program's stack, as it starts.
  uint64_t stackAddress() const { return stackPointer; }
  /// Before a run of an execution: nothing is known of watched values.
  void forgetWatchedValues() { watchTables.clear(watchResults); }
  /// What the last run has found.
  std::vector<WatchedValue> watchedValues() const {
    return watchTables.values(watchResults);
  }
  /// Of a recording.
  llvm::MutableArrayRef<uint64_t> ring() { return ringWords; }

private:
  bool isRecording() const {
    return native::isRecording(mode) || mode == native::RunMode::LiveRecording;
  }
  bool isLive() const {
    return mode == native::RunMode::Live ||
           mode == native::RunMode::LiveRecording;
  }
  TargetSession(const SessionTools &tools, const LaunchSpec &spec)
      : tools(tools), spec(spec) {}

  llvm::Error start(native::RunMode itsMode, std::vector<uint64_t> addresses);
  llvm::Error startServer(TracedLaunch &launch,
                          std::unique_ptr<TargetMemory> memory,
                          std::vector<uint64_t> addresses);
  void addProgramRegions(TargetMemory &memory) const;
  void addOperandRegions(TargetMemory &memory) const;
  void addSkippedRegions(TargetMemory &memory) const;
  void addComputedRegions(TargetMemory &memory) const;
  void addDetailedRegions(TargetMemory &memory) const;
  void addWatchRegions(TargetMemory &memory) const;
  void addModeRegions(TargetMemory &memory) const;
  native::Setup setup() const;
  llvm::Error fillComputed(TargetMemory &memory) const;
  llvm::Error openViews(TargetMemory &memory);
  llvm::Error openWatchViews(TargetMemory &memory,
                             llvm::ArrayRef<uint32_t> entries);

  SessionTools tools;
  LaunchSpec spec;
  native::RunMode mode = native::RunMode::Recording;
  unsigned inputVersion = 0; ///< which copy of the input it has
  InstrumentedProgram instrumented;
  const DataCode *code = nullptr; ///< of a detailed recording
  uint64_t stackPointer = 0;
  const PlanTables *tables = nullptr;        ///< of an execution
  const TraceTables::Guard *guard = nullptr; ///< in guarded flow
  /// The same; null: nothing is known, or nothing poisoned.
  const ComputedStores *computed = nullptr;
  std::unique_ptr<NativeServer> theServer;
  llvm::MutableArrayRef<uint64_t> includedWords;
  llvm::MutableArrayRef<uint64_t> prefixWords;
  uint64_t *heapLimit = nullptr; ///< behind the included words
  llvm::MutableArrayRef<uint64_t> ringWords;
  WatchTables watchTables; ///< of an execution
  llvm::MutableArrayRef<uint8_t> watchResults;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_NATIVE_TARGETSESSION_H
