// The verb `record`: records a run into a case directory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseCommand.h"
#include "pinstripe/Case/CaseWords.h"
#include "pinstripe/Driver/Slice/UninitialisedUses.h"
#include "pinstripe/Report/CrashText.h"
#include "pinstripe/Report/UninitialisedText.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/Support/raw_ostream.h"

using namespace pinstripe;

namespace {

class RecordCommand : public CaseCommand {
public:
  explicit RecordCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  void writeText(const RecordedCase &result, llvm::raw_ostream &stream) const;
};

} // namespace

static VerbDescription describeRecord() {
  return {"record",
          "Records a run into a case directory, where the other verbs find it",
          {"[OPTIONS] -- PROGRAM [ARGUMENTS]"},
          {"pinstripe record --stdin in.txt -o case -- ./prog 1 2",
           "pinstripe reduce -o case --keep 'sum = .*'"}};
}

RecordCommand::RecordCommand(CLI::App &tool)
    : CaseCommand(tool, describeRecord(), CaseOptions::Scope::RunAndPredicate) {
  addJSON();
}

/// Returns a line of text that names the files that the recorded run writes;
/// empty if it writes none.
static std::string describeFiles(const std::vector<std::string> &files) {
  if (files.empty())
    return "";
  constexpr size_t maxNames = 5;
  std::string text = "it writes ";
  for (size_t i = 0; i < files.size() && i < maxNames; ++i)
    text += (i == 0 ? "" : ", ") + quoteForShell(llvm::StringRef(files[i]));
  if (files.size() > maxNames)
    text += " and " + counted(files.size() - maxNames, "other file");
  return text + "; --same-files compares those in this folder\n";
}

void RecordCommand::writeText(const RecordedCase &result,
                              llvm::raw_ostream &stream) const {
  stream << "recorded " << counted(result.trace.size(), "statement instance")
         << " in " << counted(result.trace.allInvocations().size(), "call")
         << " of " << printable(result.launch.argument0) << " ("
         << describeEnding(result.observation.ending, result.table) << ") in "
         << describeSeconds(result.recordSeconds) << "; case in "
         << printable(caseOptions.caseDirectory()) << '\n'
         << describeThreads(result.observation.threads,
                            result.launch.schedule.value_or(0))
         << printableLines(describeFiles(result.theCase.writtenFiles));
}

llvm::Expected<ExitStatus> RecordCommand::run(const CommandWords &words) {
  if (words.empty())
    return llvm::make_error<UsageError>(
        "no program to record; give it after `--`: `pinstripe record -- "
        "./prog`");
  return withCase(words, [&](OpenedCase &opened) {
    const RecordedCase &result = opened.recorded;
    if (!result.terminalHint.empty())
      messages() << "note: " << printableLines(result.terminalHint) << '\n';
    RecordingSummary summary{headerOf(result, opened.runner),
                             result.directory.traceFile(),
                             result.recordSeconds};
    if (llvm::Error error =
            findUninitialised(opened, opened.record.say, opened.record.progress)
                .moveInto(summary.uninitialised))
      return llvm::Expected<ExitStatus>(std::move(error));
    auto writeLines = [&](const RecordingSummary &written, const TextStyle &,
                          llvm::raw_ostream &stream) {
      writeText(result, stream);
      if (written.crash)
        writeCrashDetails(*written.crash, stream);
      if (written.uninitialised)
        stream << describeUninitialised(written) << '\n';
    };
    return report(opened, llvm::Expected<RecordingSummary>(std::move(summary)),
                  writeLines, writeRecordingJSON);
  });
}

std::unique_ptr<Command> pinstripe::createRecordCommand(CLI::App &tool) {
  return std::make_unique<RecordCommand>(tool);
}
