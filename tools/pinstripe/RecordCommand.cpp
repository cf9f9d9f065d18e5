//===- RecordCommand.cpp - pinstripe record -------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseOptions.h"
#include "Command.h"
#include "Console.h"
#include "pinstripe/Report/JSONReporter.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Interrupt.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

class RecordCommand : public Command {
public:
  explicit RecordCommand(CLI::App &app);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  CaseOptions caseOptions;
  std::string json;
};

} // namespace

RecordCommand::RecordCommand(CLI::App &app)
    : Command(app.add_subcommand(
          "record", "Records a run into a case directory, for `reduce` and "
                    "`show`: `pinstripe record [OPTIONS] -- PROGRAM "
                    "[ARGUMENTS]`")),
      caseOptions(*options) {
  options->add_option("--json", json, "Write JSON to this file (-: stdout)")
      ->option_text("FILE")
      ->group("Files");
  options->footer("Example:\n  pinstripe record --stdin in.txt -o case -- "
                  "./prog 1 2\n  pinstripe reduce -o case --keep 'sum = .*'");
}

/// A line; empty: there are none.
static std::string describeFiles(const std::vector<std::string> &files) {
  if (files.empty())
    return "";
  constexpr size_t most = 5;
  std::string text = "it writes ";
  for (size_t i = 0; i < files.size() && i < most; ++i)
    text += (i == 0 ? "" : ", ") + quoteForShell(llvm::StringRef(files[i]));
  if (files.size() > most)
    text += " and " + counted(files.size() - most, "other file");
  return text + "; --same-files compares those in this folder\n";
}

llvm::Expected<ExitStatus> RecordCommand::run(const CommandWords &words) {
  if (words.empty())
    return llvm::make_error<UsageError>(
        "no program to record; put it behind `--`: `pinstripe record -- "
        "./prog`");
  if (llvm::Error error = checkOutputFile(json))
    return error;
  const std::atomic<bool> &interrupted = watchForInterrupts();
  StatusLine status;
  RecordOptions record = caseOptions.recordOptions(interrupted);
  status.attach(record);
  llvm::Expected<std::unique_ptr<RecordedCase>> recorded =
      caseOptions.obtain(words, record);
  status.clear();
  if (!recorded)
    return recorded.takeError();
  const RecordedCase &result = **recorded;
  if (!result.terminalHint.empty())
    llvm::errs() << "note: " << result.terminalHint << '\n';

  if (json != "-")
    llvm::outs() << "recorded "
                 << counted(result.trace.size(), "statement instance") << " in "
                 << counted(result.trace.allInvocations().size(), "call")
                 << " of " << result.launch.argument0 << " ("
                 << describeEnding(result.observation.ending) << ") in "
                 << describeSeconds(result.recordSeconds) << "; case in "
                 << caseOptions.caseDirectory() << '\n'
                 << describeFiles(result.theCase.writtenFiles);
  if (!json.empty()) {
    RecordingSummary summary{
        PINSTRIPE_VERSION,   describeCase(result), result.engine.description,
        result.table,        result.trace,         result.directory.traceFile(),
        result.recordSeconds};
    if (llvm::Error error =
            writeOutputFile(json, [&](llvm::raw_ostream &stream) {
              writeRecordingJSON(summary, stream);
            }))
      return error;
  }
  return ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createRecordCommand(CLI::App &app) {
  return std::make_unique<RecordCommand>(app);
}
