//===- RunRecorder.h - Records the run of a case ----------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_DRIVER_RUNRECORDER_H
#define PINSTRIPE_LIB_DRIVER_RUNRECORDER_H

#include "pinstripe/Driver/PlainRuns.h"
#include "pinstripe/Driver/RecordedCase.h"

namespace pinstripe {

/// Records with the engine that was asked for, or, where that was left open
/// and an engine does not do, with the reference engine.
class RunRecorder {
public:
  /// Engine, observation and trace go into `recorded`.
  RunRecorder(RecordedCase &recorded, const RecordOptions &options)
      : recorded(recorded), options(options) {}

  llvm::Error startEngine();
  llvm::Expected<Trace> record();
  /// Until the run does what the plain one did: another engine may leave alone
  /// what this one disturbs.
  llvm::Error recordFaithfully(const PlainObservation &plain);

private:
  void status(llvm::StringRef text) const {
    if (options.status)
      options.status(text);
  }
  llvm::Error fallBack(llvm::Error reason);
  void watchRecording(ExecutionEngine &engine) const;
  llvm::Expected<Recording> runEngine();
  llvm::Error checkRecording(const PlainObservation &plain) const;
  llvm::Error checkEnding() const;

  RecordedCase &recorded;
  const RecordOptions &options;
};

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_RUNRECORDER_H
