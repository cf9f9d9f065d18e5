// Defines the verb `actions`: records, replays and reduces what a user does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/ActionVerb.h"
#include "pinstripe/Case/ActionRecording.h"
#include "pinstripe/Circumstance/ActionGroups.h"
#include "pinstripe/Circumstance/InputVerb.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ResultFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;
namespace fs = llvm::sys::fs;

static llvm::Expected<ActionList> readActions(const std::string &file) {
  if (fs::is_directory(file))
    return llvm::make_error<UsageError>(
        file + ": is a folder; name a file with actions");
  llvm::Expected<std::string> content = readFile(file);
  if (!content)
    return llvm::make_error<UsageError>(llvm::toString(content.takeError()));
  return parseActionFile(*content, file);
}

/// Returns actions as lines of text, without their times. So equal actions have
/// equal lines.
static std::string linesOf(llvm::ArrayRef<Action> actions) {
  std::string lines;
  for (const Action &action : actions)
    lines += actionLine(action) + "\n";
  return lines;
}

/// Reads the actions with which the program does not fail from the file that
/// the user names. Returns them as lines of text; an empty text if the user
/// names no file.
static llvm::Expected<std::string>
passingLines(const ActionVerbOptions &options) {
  if (options.passing.empty() || options.passing == "/dev/null")
    return "";
  llvm::Expected<ActionList> passing = readActions(options.passing);
  if (!passing)
    return passing.takeError();
  return linesOf(passing->actions);
}

/// Returns the path of the file into which the search writes the failing
/// actions that it finds, or the passing ones if `isPassing` is set.
static std::string outputPath(const ActionVerbOptions &options,
                              bool isPassing) {
  std::string path = options.output;
  if (path.empty())
    path = llvm::sys::path::filename(options.file).str() + ".reduced";
  if (isPassing && options.form == SearchForm::Isolate)
    path += ".passing";
  return path;
}

/// Returns an error if the result would replace a file of the user.
static llvm::Error checkOutput(const ActionVerbOptions &options) {
  for (bool isPassing : {false, true}) {
    std::string path = outputPath(options, isPassing);
    if (llvm::Error error =
            checkResultFile("-o " + path, path, options.inputFiles))
      return error;
  }
  return llvm::Error::success();
}

/// Writes a list of actions into a file, as the result of a search.
static llvm::Error writeList(const std::string &path, llvm::StringRef lines,
                             const ActionSetting &setting) {
  ActionList list;
  list.setting = setting;
  if (llvm::Error error = parseActions(lines, "result").moveInto(list.actions))
    return error;
  return writeFileAtomically(path, actionFile(list));
}

static llvm::Error writeResult(const ActionVerbOptions &options,
                               const ActionSetting &setting,
                               ReducedInput &result) {
  if (options.form != SearchForm::Maximise) {
    result.failingFile = outputPath(options, false);
    if (llvm::Error error =
            writeList(result.failingFile, result.failing, setting))
      return error;
  }
  if (options.form == SearchForm::Minimise)
    return llvm::Error::success();
  result.passingFile = outputPath(options, true);
  return writeList(result.passingFile, result.passing, setting);
}

/// Makes a run in which actions (given as lines of text) are replayed, and
/// describes the run.
static llvm::Expected<ShownRun> showRun(const ProgramCase &program,
                                        llvm::StringRef lines,
                                        const std::atomic<bool> &stop) {
  auto runs = ProgramRuns::create(program.setting(), "shown");
  if (!runs)
    return runs.takeError();
  Materials materials;
  materials.standardInput = lines.str();
  llvm::Expected<RunResult> result = (*runs)->make(materials, stop);
  if (!result)
    return result.takeError();
  return ShownRun{describeActionsEnding(result->ending),
                  std::move(result->standardOutput)};
}

llvm::Expected<ActionSummary>
pinstripe::reduceActions(const ActionVerbOptions &stated,
                         ReductionObserver &observer,
                         const std::atomic<bool> &stop) {
  ActionVerbOptions options = stated;
  llvm::Expected<Algorithm> algorithm =
      chooseAlgorithm(options.form, options.algorithm);
  if (!algorithm)
    return algorithm.takeError();
  if (llvm::Error error = checkOutput(options))
    return error;
  llvm::Expected<ActionList> list = readActions(options.file);
  if (!list)
    return list.takeError();
  llvm::Expected<std::string> passing = passingLines(options);
  if (!passing)
    return passing.takeError();
  if (list->actions.empty())
    return llvm::make_error<UsageError>(options.file + ": has no actions");
  options.program.user = list->setting;
  auto program = ProgramCase::create(options.program);
  if (!program)
    return program.takeError();
  InputRequest request;
  bool hasPassing = !passing->empty();
  request.inputs = {{"", std::move(*passing), linesOf(list->actions)}};
  if (request.inputs[0].passing == request.inputs[0].failing)
    return llvm::make_error<UsageError>(
        "--isolate " + options.passing +
        ": has the actions of the failing list; give one that passes");
  request.form = options.form;
  request.algorithm = *algorithm;
  request.levels = {PartKind::Lines};
  request.budget = options.budget;
  request.prepare = [&](InputCircumstance &circumstance) {
    // A group (actions that the search tries to remove together) names its
    // actions by index. So groups can be used only if element i of the search
    // is action i. If the user has also given actions with which the program
    // passes, the elements are differences between two lists of actions, and
    // there are no groups.
    std::vector<ElementGroup> groups;
    if (!hasPassing)
      groups = actionGroups(list->actions);
    circumstance.describeParts("actions", std::move(groups));
  };
  llvm::Expected<InputSummary> found =
      searchInputs(**program, std::move(request), options.program, "actions",
                   observer, stop);
  if (!found)
    return found.takeError();
  ActionSummary summary;
  static_cast<InputSummary &>(summary) = std::move(*found);
  summary.ending = describeActionsEnding((*program)->recorded().ending);
  summary.file = options.file;
  bool isOnDisplay = std::holds_alternative<DisplaySetting>(list->setting);
  (isOnDisplay ? summary.display : summary.terminal) = describe(list->setting);
  ReducedInput &result = summary.inputs[0];
  if (llvm::Error error = writeResult(options, list->setting, result))
    return error;
  if (stop.load())
    return summary;
  llvm::StringRef shown =
      options.form == SearchForm::Maximise ? result.passing : result.failing;
  if (llvm::Error error =
          showRun(**program, shown, stop).moveInto(summary.shown))
    return error;
  return summary;
}

llvm::Expected<ShownRun>
pinstripe::replayActions(const ActionVerbOptions &stated,
                         const std::atomic<bool> &stop) {
  ActionVerbOptions options = stated;
  llvm::Expected<ActionList> list = readActions(options.file);
  if (!list)
    return list.takeError();
  options.program.user = list->setting;
  auto program = ProgramCase::create(options.program);
  if (!program)
    return program.takeError();
  return showRun(**program, linesOf(list->actions), stop);
}

/// Writes recorded actions into the file `file`. Returns how the recorded run
/// ended, its output, and the number of actions.
static llvm::Expected<RecordedUser>
writeRecording(const std::string &file,
               llvm::Expected<ActionRecording> recording) {
  if (!recording)
    return recording.takeError();
  if (llvm::Error error =
          writeFileAtomically(file, actionFile(recording->list)))
    return error;
  return RecordedUser{{describeActionsEnding(recording->result.ending),
                       std::move(recording->result.standardOutput)},
                      recording->list.actions.size()};
}

llvm::Expected<RecordedUser>
pinstripe::recordUser(const ActionVerbOptions &stated,
                      const TerminalSetting &terminal, int input, int output,
                      const std::atomic<bool> &stop) {
  ActionVerbOptions options = stated;
  options.program.user = terminal;
  auto program = ProgramCase::create(options.program);
  if (!program)
    return program.takeError();
  const ProgramSetting &setting = (*program)->setting();
  RunPlace place;
  if (setting.sandbox)
    if (llvm::Error error = confine(place, *setting.sandbox))
      return error;
  return writeRecording(
      options.file,
      recordInTerminal(setting.launch, terminal, place, input, output, stop));
}

llvm::Expected<RecordedUser>
pinstripe::recordUserOfDisplay(const ActionVerbOptions &options,
                               const std::atomic<bool> &stop) {
  auto program = ProgramCase::create(options.program);
  if (!program)
    return program.takeError();
  ProgramSetting setting = (*program)->setting();
  RunPlace place;
  if (setting.sandbox) {
    // A path that does not exist can't be made visible in the sandbox. If the
    // folder with the sockets of displays does not exist, this machine has no
    // display, and `recordOnDisplay` reports that.
    if (fs::is_directory(displaySockets))
      setting.sandbox->writablePaths.push_back(displaySockets);
    if (llvm::Error error = confine(place, *setting.sandbox))
      return error;
  }
  return writeRecording(options.file,
                        recordOnDisplay(setting.launch, place, stop));
}
