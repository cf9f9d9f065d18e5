//===- ChangeCommand.cpp - What `switch` and `omit` share -----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeCommand.h"
#include "Choices.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Interrupt.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace pinstripe;

void ChangeCommand::addExpectedOutput() {
  options
      ->add_option("--expect-stdout", expected,
                   "What the program should have printed")
      ->option_text("FILE")
      ->group("Experiment");
}

void ChangeCommand::addBudget() {
  options
      ->add_option("--max-tests", budget.tests,
                   "End after so many changed runs")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group("Experiment");
  options
      ->add_option("--max-time", budget.seconds,
                   "End after so long, the reading of the case included")
      ->option_text("SECONDS")
      ->check(aboveZero())
      ->group("Experiment");
}

void ChangeCommand::addLanes() {
  options
      ->add_option("-j,--jobs", lanes,
                   "Changed runs at once: a number, or auto: as many as there "
                   "are processors, if that saves time [auto]. The result does "
                   "not depend on it")
      ->transform(autoOrUpTo(LaneOptions::most))
      ->option_text("N")
      ->group("Experiment");
}

void ChangeCommand::addOutput(const std::string &what) {
  options->add_option("--limit", limit, "How many " + what + " are shown [10]")
      ->option_text("N")
      ->check(wholeAboveZero())
      ->group("Experiment");
  options->add_option("--json", json, "Write JSON to this file (-: stdout)")
      ->option_text("FILE")
      ->group("Files");
}

llvm::Error ChangeCommand::readExpectedOutput() {
  if (expected.empty())
    return llvm::Error::success();
  auto content = llvm::MemoryBuffer::getFile(expected);
  if (!content)
    return llvm::make_error<UsageError>("--expect-stdout " + expected + ": " +
                                        content.getError().message());
  expectedOutput = (*content)->getBuffer().str();
  return llvm::Error::success();
}

llvm::Expected<ExitStatus> ChangeCommand::experiment(
    const CommandWords &words,
    llvm::function_ref<llvm::Expected<ExitStatus>(Experiment &)> conduct) {
  Stopwatch stopwatch;
  if (llvm::Error error = checkOutputFile(json))
    return error;
  if (llvm::Error error = readExpectedOutput())
    return error;
  const std::atomic<bool> &interrupted = watchForInterrupts();
  StatusLine status;
  RecordOptions record = caseOptions.recordOptions(interrupted);
  status.attach(record);
  auto recorded = caseOptions.obtain(words, record);
  status.clear();
  if (!recorded)
    return recorded.takeError();
  Experiment experiment{**recorded, interrupted, record, status, stopwatch};
  return conduct(experiment);
}

LaneOptions ChangeCommand::laneOptions(const RecordOptions &record) const {
  LaneOptions result;
  if (lanes != 0)
    result.lanes = lanes;
  result.say = record.say;
  return result;
}

ChangeOptions ChangeCommand::changeOptions(Experiment &experiment) const {
  ChangeOptions result;
  result.expectedOutput = expectedOutput;
  result.budget = budget;
  if (budget.seconds)
    result.budget.seconds =
        searchSeconds(*budget.seconds, experiment.stopwatch.seconds());
  result.lanes = laneOptions(experiment.record);
  result.progress = [&experiment](uint64_t made, uint64_t all) {
    experiment.status.show(std::to_string(made) + " of " + std::to_string(all) +
                           " changed runs");
  };
  return result;
}

std::function<void(llvm::StringRef, uint64_t)>
ChangeCommand::stepProgress(Experiment &experiment) {
  return [&experiment](llvm::StringRef step, uint64_t runs) {
    experiment.status.show(step.str() + ", " + counted(runs, "run"));
  };
}

llvm::Error
ChangeCommand::report(llvm::function_ref<void(llvm::raw_ostream &)> writeText,
                      llvm::function_ref<void(llvm::raw_ostream &)> writeJSON) {
  if (json != "-")
    writeText(llvm::outs());
  return json.empty() ? llvm::Error::success()
                      : writeOutputFile(json, writeJSON);
}

llvm::Expected<ExitStatus>
ChangeCommand::report(Experiment &experiment,
                      llvm::Expected<ChangeSummary> summary) {
  experiment.status.clear();
  if (!summary)
    return summary.takeError();
  summary->version = PINSTRIPE_VERSION;
  summary->totalSeconds = experiment.stopwatch.seconds();
  llvm::Error error = report(
      [&](llvm::raw_ostream &stream) {
        writeChanges(*summary, styleFor(STDOUT_FILENO), limit, stream);
      },
      [&](llvm::raw_ostream &stream) { writeChangesJSON(*summary, stream); });
  if (error)
    return error;
  return summary->interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
}
