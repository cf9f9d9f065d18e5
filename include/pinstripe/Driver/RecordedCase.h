//===- RecordedCase.h - A case with its recorded run ------------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_DRIVER_RECORDEDCASE_H
#define PINSTRIPE_DRIVER_RECORDEDCASE_H

#include "pinstripe/Containment/Sandbox.h"
#include "pinstripe/Driver/ContainmentOptions.h"
#include "pinstripe/Driver/Engines.h"
#include "pinstripe/Execution/StatedLimits.h"
#include "pinstripe/Store/CaseDirectory.h"
#include "pinstripe/Store/PrivateDirectory.h"
#include <atomic>
#include <functional>

namespace pinstripe {

/// How a case is recorded, or opened again; no part of the case.
struct RecordOptions {
  std::string caseDirectory = CaseDirectory::defaultName.str();
  std::string engine = "auto";
  /// Takes notes and warnings for the user: "note: ...".
  std::function<void(llvm::StringRef)> say;
  /// What is being done now, for a person who waits.
  std::function<void(llvm::StringRef)> status;
  ContainmentOptions containment;
  const std::atomic<bool> *interrupted = nullptr;
};

/// Everything that partial executions need: the case in its directory, the
/// unit table, the recorded trace and observation, a working directory, and
/// an engine. Holds the lock of the case directory.
class RecordedCase {
public:
  /// Runs the program of `value` as it is, to see that it is deterministic,
  /// then records it and writes the case directory. `value.launch` need only
  /// have what the user stated; the rest is filled in. Errors say why the
  /// program can't be used, or that its runs differ.
  static llvm::Expected<std::unique_ptr<RecordedCase>>
  record(Case value, const RecordOptions &options);

  /// The case in `options.caseDirectory`. A predicate that is not empty
  /// replaces the stored one for this time.
  static llvm::Expected<std::unique_ptr<RecordedCase>>
  open(const PredicateSpec &predicate, const RecordOptions &options);

  /// To be called before each run.
  llvm::Error prepareRun();

  CaseDirectory directory;
  Case theCase;
  PrivateDirectory workingDirectory;
  /// What the sandboxes of runs show; empty where they are not confined.
  SandboxSpec sandbox;
  /// By the user's word, of this command or of the recording.
  StatedLimits limits;
  /// How the runs are started: in the working directory, on copied input.
  LaunchSpec launch;
  UnitTable table;
  Trace trace;
  RunResult observation;
  /// Wall time of the recording.
  double recordSeconds = 0;
  /// Why the program may show less than it should; mostly empty.
  std::string terminalHint;

  ChosenEngine engine;

private:
  friend class CaseRecorder;
  RecordedCase(CaseDirectory directory, Case theCase,
               PrivateDirectory workingDirectory);
};

/// What reports say about the case.
CaseDescription describeCase(const RecordedCase &recorded);

/// Each predicate as typed: `--keep 'sum = .*'`.
std::vector<std::string> describePredicates(const PredicateSpec &spec);

} // namespace pinstripe

#endif // PINSTRIPE_DRIVER_RECORDEDCASE_H
