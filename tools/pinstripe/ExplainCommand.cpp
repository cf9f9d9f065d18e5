// The verb `explain`: tells how a wrong output or a crash came about.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ChangeCommand.h"
#include "CircumstanceCommand.h"
#include "GivenFiles.h"
#include "pinstripe/Case/ReferenceProgram.h"
#include "pinstripe/Driver/Explain/ExplainVerb.h"
#include "pinstripe/Driver/Explain/SmallerRun.h"
#include "pinstripe/Store/ResultDocuments.h"
#include "pinstripe/Support/ShellQuote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace pinstripe;

namespace {

class ExplainCommand : public ChangeCommand {
public:
  explicit ExplainCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  llvm::Expected<OpenCase> obtain(const CommandWords &words,
                                  const RecordOptions &record,
                                  Deadline deadline);
  llvm::Error settleStated(const OpenedCase &opened);
  llvm::Expected<ExitStatus> explainCase(OpenedCase &opened);
  llvm::Error storeParts(const OpenedCase &opened, ExplainSummary &found) const;

  std::string inputFolder = "smaller";
  bool keepsRun = false;
  SmallerRun smaller;
  /// If a smaller run is explained in place of the run that the user gave, the
  /// case of the user's run; otherwise empty.
  OpenCase stated;
  /// The output that the user's run should have printed; nullopt if the user
  /// expects no output, only that the run does not crash.
  std::optional<std::string> statedOutput;
};

} // namespace

static VerbDescription describeExplain() {
  return {"explain",
          "Tells how a wrong output or a crash came about: the smallest run "
          "that fails so, the suspect line, the way from there to the output",
          {"[--reference PROGRAM] [--expect-stdout FILE] [OPTIONS] -- PROGRAM "
           "[ARGUMENTS]"},
          {"pinstripe explain --reference ./older --stdin in.txt -- ./prog",
           "pinstripe explain --stdin in.txt -- ./crashing"}};
}

ExplainCommand::ExplainCommand(CLI::App &tool)
    : ChangeCommand(tool, describeExplain(), CaseOptions::Scope::Run) {
  addExpectedOutput("The output that the program should have printed. What a "
                    "smaller run should print is not known from it, so "
                    "arguments and input stay as they are without a crash or "
                    "--reference");
  addOtherRuns();
  options
      ->add_flag("--keep-run", keepsRun,
                 "Explain the run as it is: leave out no arguments and no "
                 "input")
      ->group(group::search);
  addLanes("Runs");
  addFresh();
  addMaxTime(120);
  options
      ->add_option("--inputs", inputFolder,
                   "Folder for the smaller input files [smaller]; made only if "
                   "there are some")
      ->option_text("DIR")
      ->group(group::output);
  addJSON();
  addReport();
  addSARIF();
  addListedEvents("How many statement instances of each critical slice the "
                  "JSON lists");
}

/// Converts the user's run to an OtherRun (its arguments and its input), so
/// that another case of the same program can make this run.
static OtherRun asOtherRun(const LaunchSpec &launch) {
  OtherRun run;
  run.arguments = launch.arguments;
  run.text = quoteForShell(run.arguments);
  if (launch.standardInput.empty())
    return run;
  run.standardInput = launch.standardInput;
  run.text += (run.text.empty() ? "< " : " < ") +
              quoteForShell(llvm::StringRef(run.standardInput));
  return run;
}

/// Records the smallest run that fails in the same way as the run that the user
/// gave.
llvm::Expected<OpenCase> ExplainCommand::obtain(const CommandWords &words,
                                                const RecordOptions &record,
                                                Deadline deadline) {
  if (words.empty() || keepsRun) {
    smaller.withoutOptions = smaller.withoutInputs =
        keepsRun ? "--keep-run was given" : "the run was recorded before";
    return caseOptions.obtain(words, record);
  }
  SmallerRunRequest request;
  if (llvm::Error error =
          caseOptions.statedCase(words, record).moveInto(request.stated))
    return error;
  request.record = record;
  request.reference = reference.value_or("");
  request.hasExpectedOutput = !expected.empty();
  request.lanes = lanes;
  request.others = others;
  request.inputFolder = inputFolder;
  request.inputFiles = givenFiles(*options, words);
  request.deadline = deadline;
  llvm::Expected<RecordedRun> made =
      recordSmallerRun(request, *record.interrupted);
  if (!made)
    return made.takeError();
  smaller = std::move(made->found);
  // The expected output belongs to the user's run. It is not right for a
  // smaller run.
  if (smaller.isSmaller)
    expectedOutput.reset();
  stated = std::move(made->stated);
  if (stated.recorded)
    largerRun = asOtherRun(stated.recorded->launch);
  return std::move(made->open);
}

/// If the user's run was replaced by a smaller one, asks the reference program
/// what the user's run should have printed.
llvm::Error ExplainCommand::settleStated(const OpenedCase &opened) {
  if (!stated.recorded || !reference || opened.stop.load())
    return llvm::Error::success();
  // If the user's run is one of the failing runs that were made with the
  // reference program, the output of the reference is known already.
  auto known = llvm::find_if(failing, [&](const OtherRun &run) {
    return run.isMade && run.arguments == largerRun->arguments &&
           run.standardInput == largerRun->standardInput;
  });
  if (known != failing.end() && stated.recorded->observation.exited()) {
    statedOutput = known->expected;
    return llvm::Error::success();
  }
  RunnableCase runnable{*stated.recorded, *stated.runner, opened.stop};
  auto program = ReferenceProgram::start(runnable, *reference);
  if (!program)
    return program.takeError();
  if ((*program)->saysMore())
    statedOutput = (*program)->expected().standardOutput;
  return llvm::Error::success();
}

/// Stores the suspect lines and the critical statements that `explain` has
/// found. They go into the files in which the verbs `locate` and `reduce` store
/// their results, so reports show them.
llvm::Error ExplainCommand::storeParts(const OpenedCase &opened,
                                       ExplainSummary &found) const {
  const CaseDirectory &directory = opened.recorded.directory;
  ResultDocuments documents(directory);
  if (auto &location = found.location) {
    location->version = PINSTRIPE_VERSION;
    if (llvm::Error error = documents.write("locate", [&](auto &stream) {
          writeLocationJSON(*location, stream);
        }))
      return error;
  }
  auto &reduced = found.inGuardedFlow ? found.inGuardedFlow : found.inTraceFlow;
  if (!reduced)
    return llvm::Error::success();
  reduced->version = PINSTRIPE_VERSION;
  auto writeJSON = [&](llvm::raw_ostream &stream) {
    writeReductionJSON(*reduced, storedEvents, stream);
  };
  if (llvm::Error error = writeOutputFile(directory.resultFile(), writeJSON))
    return error;
  return documents.write("reduce", writeJSON);
}

/// Returns a path as a user in the current folder would type it.
static std::string typedPath(const std::string &path) {
  llvm::SmallString<256> current;
  llvm::StringRef typed = path;
  if (!llvm::sys::fs::current_path(current) && typed.consume_front(current) &&
      typed.consume_front("/"))
    return typed.str();
  return path;
}

llvm::Expected<ExitStatus> ExplainCommand::explainCase(OpenedCase &opened) {
  ExplainOptions settings;
  LocateOptions &location = settings.location;
  location.expectedOutput = expectedOutput;
  location.passing = passing;
  location.failing = failing;
  location.fresh = fresh;
  location.lanes = laneOptions(opened.record);
  location.sourceMap = opened.record.sourceMap;
  location.progress = opened.status.listener();
  settings.reference = madeRuns;
  settings.smaller = smaller;
  if (stated.recorded)
    settings.stated.emplace(*stated.recorded, *stated.runner, statedOutput);
  llvm::Expected<ExplainSummary> found = explain(opened, settings);
  if (!found)
    return found.takeError();
  found->theCase.caseDirectory = typedPath(found->theCase.caseDirectory);
  opened.status.clear();
  if (llvm::Error error = storeParts(opened, *found))
    return error;
  return CaseCommand::report(opened, std::move(found), writeExplanation,
                             writeExplanationJSON);
}

llvm::Expected<ExitStatus> ExplainCommand::run(const CommandWords &words) {
  if (llvm::Error error = readQuestion())
    return error;
  Deadline deadline = maxSeconds ? Deadline::after(*maxSeconds) : Deadline();
  return withCase(
      [&](const RecordOptions &record) {
        return obtain(words, record, deadline);
      },
      [&](OpenedCase &opened) -> llvm::Expected<ExitStatus> {
        if (smaller.command.empty())
          smaller.originalEvents = opened.recorded.trace.size();
        // After Ctrl-C, the reference program is not run, but the result so far
        // is shown.
        if (!opened.stop.load())
          if (llvm::Error error = settleQuestion(opened))
            return error;
        if (llvm::Error error = settleStated(opened))
          return error;
        return explainCase(opened);
      });
}

std::unique_ptr<Command> pinstripe::createExplainCommand(CLI::App &tool) {
  return std::make_unique<ExplainCommand>(tool);
}
