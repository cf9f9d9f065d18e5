// The verb `actions`: records, replays and reduces what a user does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/ActionVerb.h"
#include "pinstripe/Circumstance/ActionGroups.h"
#include "pinstripe/Circumstance/InputVerb.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/Error.h"
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

/// Returns actions as lines without their times, so that equal actions have
/// equal lines.
static std::string linesOf(llvm::ArrayRef<Action> actions) {
  std::string lines;
  for (const Action &action : actions)
    lines += actionLine(action) + "\n";
  return lines;
}

/// Returns the list of actions after which the program passes, as lines.
static llvm::Expected<std::string>
passingLines(const ActionVerbOptions &options) {
  if (options.passingFile.empty() || options.passingFile == "/dev/null")
    return "";
  llvm::Expected<ActionList> passing = readActions(options.passingFile);
  if (!passing)
    return passing.takeError();
  return linesOf(passing->actions);
}

/// Returns an error if the result would replace a file of the user.
static llvm::Error checkOutput(const ActionVerbOptions &options) {
  for (const std::string &own : {options.file, options.passingFile})
    if (!own.empty() && !options.output.empty() &&
        fs::equivalent(own, options.output))
      return llvm::make_error<UsageError>(
          "-o " + options.output +
          ": is a list of actions that is read, which is never changed; name "
          "another file");
  return llvm::Error::success();
}

/// Writes a list of actions that was found, for the same terminal or display as
/// the list `place`.
static llvm::Error writeList(const std::string &path, llvm::StringRef lines,
                             const ActionList &place) {
  ActionList list;
  list.terminal = place.terminal;
  list.display = place.display;
  if (llvm::Error error = parseActions(lines, "result").moveInto(list.actions))
    return error;
  return writeFileAtomically(path, actionFile(list));
}

static llvm::Error writeResult(const ActionVerbOptions &options,
                               const ActionList &place, ReducedInput &result) {
  std::string path = options.output;
  if (path.empty())
    path = llvm::sys::path::filename(options.file).str() + ".reduced";
  if (options.form != SearchForm::Maximise) {
    result.failingFile = path;
    if (llvm::Error error = writeList(path, result.failing, place))
      return error;
  }
  if (options.form == SearchForm::Minimise)
    return llvm::Error::success();
  result.passingFile =
      options.form == SearchForm::Isolate ? path + ".passing" : path;
  return writeList(result.passingFile, result.passing, place);
}

static std::string textOf(const TerminalSetting &terminal) {
  return std::to_string(terminal.columns) + "x" +
         std::to_string(terminal.rows) + " " + terminal.type;
}

static std::string textOf(const DisplaySetting &display) {
  return std::to_string(display.width) + "x" + std::to_string(display.height);
}

/// Says where the actions of a list are made.
static void choosePlace(ProgramCaseOptions &options, const ActionList &list) {
  options.display = list.display;
  if (!list.display)
    options.terminal = list.terminal;
}

/// Makes a run with actions, given as lines, and describes it.
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
  return ShownRun{describeTerminalEnding(result->ending),
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
  choosePlace(options.program, *list);
  auto program = ProgramCase::create(options.program);
  if (!program)
    return program.takeError();
  InputRequest request;
  bool hasPassing = !passing->empty();
  request.inputs = {{"", std::move(*passing), linesOf(list->actions)}};
  if (request.inputs[0].passing == request.inputs[0].failing)
    return llvm::make_error<UsageError>(
        "--isolate " + options.passingFile +
        ": has the actions of the failing list; give one that passes");
  request.form = options.form;
  request.algorithm = *algorithm;
  request.levels = {PartKind::Lines};
  request.maxTests = options.maxTests;
  request.deadline = options.deadline;
  request.prepare = [&](InputCircumstance &circumstance) {
    // Only without a passing list is each action an element.
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
  summary.search = std::move(*found);
  summary.search.ending = describeTerminalEnding((*program)->recorded().ending);
  summary.file = options.file;
  if (list->display)
    summary.display = textOf(*list->display);
  else
    summary.terminal = textOf(list->terminal);
  ReducedInput &result = summary.search.inputs[0];
  if (llvm::Error error = writeResult(options, *list, result))
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
  choosePlace(options.program, *list);
  auto program = ProgramCase::create(options.program);
  if (!program)
    return program.takeError();
  return showRun(**program, linesOf(list->actions), stop);
}

llvm::Expected<ShownRun> pinstripe::recordUser(const ActionVerbOptions &stated,
                                               const TerminalSetting &terminal,
                                               int input, int output,
                                               size_t &actions,
                                               const std::atomic<bool> &stop) {
  ActionVerbOptions options = stated;
  options.program.terminal = terminal;
  auto program = ProgramCase::create(options.program);
  if (!program)
    return program.takeError();
  const ProgramSetting &setting = (*program)->setting();
  RunPlace place;
  if (setting.sandbox)
    if (llvm::Error error = confine(place, *setting.sandbox))
      return error;
  llvm::Expected<TerminalRecording> recording =
      recordActions(setting.launch, terminal, place, input, output, stop);
  if (!recording)
    return recording.takeError();
  ActionList list;
  list.terminal = terminal;
  list.actions = std::move(recording->actions);
  actions = list.actions.size();
  if (llvm::Error error = writeFileAtomically(options.file, actionFile(list)))
    return error;
  return ShownRun{describeTerminalEnding(recording->result.ending),
                  std::move(recording->result.standardOutput)};
}

llvm::Expected<ShownRun>
pinstripe::recordUserOfDisplay(const ActionVerbOptions &options,
                               size_t &actions, const std::atomic<bool> &stop) {
  auto program = ProgramCase::create(options.program);
  if (!program)
    return program.takeError();
  ProgramSetting setting = (*program)->setting();
  RunPlace place;
  if (setting.sandbox) {
    // A folder that does not exist can't be shown. Then there is no display on
    // this machine, which the recording finds out.
    if (fs::is_directory(displaySockets))
      setting.sandbox->writablePaths.push_back(displaySockets);
    if (llvm::Error error = confine(place, *setting.sandbox))
      return error;
  }
  llvm::Expected<DisplayRecording> recording =
      recordOnDisplay(setting.launch, place, stop);
  if (!recording)
    return recording.takeError();
  ActionList list;
  list.display = recording->display;
  list.actions = std::move(recording->actions);
  actions = list.actions.size();
  if (llvm::Error error = writeFileAtomically(options.file, actionFile(list)))
    return error;
  return ShownRun{describeTerminalEnding(recording->result.ending),
                  std::move(recording->result.standardOutput)};
}
