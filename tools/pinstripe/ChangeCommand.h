//===- ChangeCommand.h - What `switch` and `omit` share ---------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TOOLS_CHANGECOMMAND_H
#define PINSTRIPE_TOOLS_CHANGECOMMAND_H

#include "CaseOptions.h"
#include "Console.h"
#include "pinstripe/Driver/ChangeSession.h"

namespace pinstripe {

/// A verb that experiments with a recorded run and shows what came of it.
class ChangeCommand : public Command {
protected:
  /// A case, and what is needed to experiment with it.
  struct Experiment {
    RecordedCase &recorded;
    const std::atomic<bool> &stop;
    const RecordOptions &record;
    StatusLine &status;
    const Stopwatch &stopwatch;
  };

  ChangeCommand(CLI::App *app, bool statesPredicate)
      : Command(app), caseOptions(*app, statesPredicate) {}
  void addExpectedOutput();
  void addBudget();
  void addLanes();
  void addOutput(const std::string &what);

  /// Obtains the case, and calls `conduct`.
  llvm::Expected<ExitStatus> experiment(
      const CommandWords &words,
      llvm::function_ref<llvm::Expected<ExitStatus>(Experiment &)> conduct);
  ChangeOptions changeOptions(Experiment &experiment) const;
  LaneOptions laneOptions(const RecordOptions &record) const;
  /// Writes what was found as text, as JSON, or both.
  llvm::Error report(llvm::function_ref<void(llvm::raw_ostream &)> writeText,
                     llvm::function_ref<void(llvm::raw_ostream &)> writeJSON);
  llvm::Expected<ExitStatus> report(Experiment &experiment,
                                    llvm::Expected<ChangeSummary> summary);
  /// What a step of the experiment is called, and how many runs it took.
  static std::function<void(llvm::StringRef, uint64_t)>
  stepProgress(Experiment &experiment);

  CaseOptions caseOptions;
  std::string expected;
  ChangeBudget budget;
  unsigned lanes = 0; ///< 0: auto
  size_t limit = 10;
  std::string json;

  std::string expectedOutput; ///< what is in that file

private:
  llvm::Error readExpectedOutput();
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_CHANGECOMMAND_H
