// Records the run of a case, with another engine if the first one fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_RUNRECORDER_H
#define PINSTRIPE_LIB_CASE_RUNRECORDER_H

#include "SeenDifference.h"
#include "pinstripe/Case/CaseRecorder.h"
#include "pinstripe/Case/PlainRuns.h"

namespace pinstripe {

/// Records a run with the engine of the runner. If this engine can't record the
/// program, uses another engine instead, unless the user has named an engine.
class RunRecorder {
public:
  /// Makes a recorder that stores the result of the run and its trace in
  /// `recorded`.
  RunRecorder(RecordedCase &recorded, CaseRunner &runner,
              const RecordOptions &options)
      : recorded(recorded), runner(runner), options(options) {}

  llvm::Expected<Trace> record();
  /// Records the program until the recorded run does the same as the run
  /// without an engine, which `plain` describes. If an engine disturbs the
  /// program, records with another engine. If a pattern in uninitialised memory
  /// changes what the program does, records without the pattern and tells the
  /// user.
  llvm::Error recordFaithfully(const PlainObservation &plain);
  /// Compares the trace of a repetition, `again`, with the recorded trace.
  /// Returns a ReproductionError if they differ.
  llvm::Error checkRepeated(const Trace &again) const;

private:
  llvm::Error fallBack(llvm::Error reason, bool hasThreads);
  llvm::Expected<Recording> runEngineOnce(LaunchSpec &launch) const;
  llvm::Expected<Recording> runEngine();
  llvm::Error recordAsPlain(const PlainObservation &plain);
  bool mayDependOnPoison(const PlainObservation &plain,
                         const llvm::Error &difference) const;
  llvm::Expected<bool> isRepeatable();
  llvm::Expected<std::string> differenceByChance(const PlainObservation &plain,
                                                 const RunResult &withPoison);
  llvm::Error keepWithoutPoison(const llvm::Twine &remark) const;
  llvm::Error recordWithoutPoison(const PlainObservation &plain,
                                  llvm::Error difference);
  void setPoison(Poison poison);
  llvm::Expected<std::optional<RunDifference>>
  compareWith(const NamedResult &other) const;
  llvm::Error checkRecording(const PlainObservation &plain) const;
  llvm::Error checkSchedule(const PlainObservation &plain);
  uint64_t eventsToRecord() const;
  llvm::Error refuseLength(Trace trace) const;

  RecordedCase &recorded;
  CaseRunner &runner;
  const RecordOptions &options;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_RUNRECORDER_H
