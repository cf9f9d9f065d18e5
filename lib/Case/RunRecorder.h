// Records the run of a case, with another engine if the first one fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_RUNRECORDER_H
#define PINSTRIPE_LIB_CASE_RUNRECORDER_H

#include "SeenDifference.h"
#include "pinstripe/Case/CaseRecorder.h"
#include "pinstripe/Case/PlainRuns.h"

namespace pinstripe {

/// Records a run with the engine of the runner. Uses the LLDB engine if the
/// runner's engine can't record the program, and the user has left the choice
/// to Pinstripe.
class RunRecorder {
public:
  /// Makes a recorder that stores the result of the run and its trace in
  /// `recorded`.
  RunRecorder(RecordedCase &recorded, CaseRunner &runner,
              const RecordOptions &options)
      : recorded(recorded), runner(runner), options(options) {}

  llvm::Expected<Trace> record();
  /// Records until the recorded run does the same as a run without an engine.
  /// If a pattern in uninitialised memory changes what the program does, tells
  /// the user, and all further runs leave such memory as it is. If an engine
  /// disturbs the program, records with another engine.
  llvm::Error recordFaithfully(const PlainObservation &plain);
  /// Returns a ReproductionError if `again`, the trace of a repetition of the
  /// recorded run, differs from the recorded trace.
  llvm::Error checkRepeated(const Trace &again) const;

private:
  llvm::Error fallBack(llvm::Error reason);
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
  llvm::Error checkEnding() const;
  std::string describeLimit() const;
  uint64_t eventsToRecord() const;
  llvm::Error refuseLength(Trace trace) const;

  RecordedCase &recorded;
  CaseRunner &runner;
  const RecordOptions &options;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_RUNRECORDER_H
