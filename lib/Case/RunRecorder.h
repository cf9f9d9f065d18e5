// Records the run of a case.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_CASE_RUNRECORDER_H
#define PINSTRIPE_LIB_CASE_RUNRECORDER_H

#include "pinstripe/Case/CaseRecorder.h"
#include "pinstripe/Case/PlainRuns.h"

namespace pinstripe {

/// Records with the runner's engine. If that engine can't record the program
/// and the runner may fall back, records with the reference engine.
class RunRecorder {
public:
  /// Stores observation and trace in `recorded`.
  RunRecorder(RecordedCase &recorded, CaseRunner &runner,
              const RecordOptions &options)
      : recorded(recorded), runner(runner), options(options) {}

  llvm::Expected<Trace> record();
  /// Records until the run does what the plain run did. If an engine disturbs
  /// the program, another engine is tried.
  llvm::Error recordFaithfully(const PlainObservation &plain);

private:
  llvm::Error fallBack(llvm::Error reason);
  llvm::Expected<Recording> runEngineOnce(LaunchSpec &launch) const;
  llvm::Expected<Recording> runEngine();
  llvm::Error checkRecording(const PlainObservation &plain) const;
  llvm::Error checkEnding() const;
  std::string describeLimit() const;

  RecordedCase &recorded;
  CaseRunner &runner;
  const RecordOptions &options;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CASE_RUNRECORDER_H
