// The verb `actions`: reduces what a user does until a program fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CircumstanceCommand.h"
#include "GivenFiles.h"
#include "pinstripe/Circumstance/ActionVerb.h"
#include "pinstripe/Predicate/PredicateError.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/ResultFile.h"
#include "llvm/ADT/STLExtras.h"
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

using namespace pinstripe;

namespace {

class ActionsCommand : public CircumstanceCommand {
public:
  explicit ActionsCommand(CLI::App &tool);
  llvm::Expected<ExitStatus> run(const CommandWords &words) override;

private:
  void addActions();
  void addOutcome();
  void addSearch();
  llvm::Expected<RecordedUser>
  recordTerminal(const std::atomic<bool> &interrupted);
  llvm::Expected<RecordedUser>
  recordDisplay(const std::atomic<bool> &interrupted);
  llvm::Error record(const std::atomic<bool> &interrupted);
  llvm::Error replay(StatusLine &status, const std::atomic<bool> &interrupted);
  llvm::Expected<ExitStatus> showRun(const CommandWords &words);

  ActionVerbOptions verb;
  bool isRecording = false, isOnDisplay = false, isReplay = false;
};

/// Sets the user's terminal to raw mode while the object lives. In this mode,
/// each key arrives at once and unchanged, and nothing is echoed.
class RawTerminal {
public:
  explicit RawTerminal(int descriptor) : descriptor(descriptor) {
    ::tcgetattr(descriptor, &before);
    termios raw = before;
    ::cfmakeraw(&raw);
    ::tcsetattr(descriptor, TCSADRAIN, &raw);
  }
  ~RawTerminal() { ::tcsetattr(descriptor, TCSADRAIN, &before); }
  RawTerminal(const RawTerminal &) = delete;
  RawTerminal &operator=(const RawTerminal &) = delete;

private:
  int descriptor;
  termios before = {};
};

} // namespace

static VerbDescription describeActions() {
  return {"actions",
          "Records what a user does in a terminal or in windows until a "
          "program fails, and reduces that to the few actions that matter",
          {"FILE --record [OPTIONS] -- PROGRAM [ARGUMENTS]",
           "FILE [OPTIONS] -- PROGRAM [ARGUMENTS]",
           "FILE --replay [OPTIONS] -- PROGRAM [ARGUMENTS]"},
          {"pinstripe actions session --record -- ./editor notes.txt",
           "pinstripe actions session --keep 'internal error.*' -- ./editor "
           "notes.txt"}};
}

ActionsCommand::ActionsCommand(CLI::App &tool)
    : CircumstanceCommand(tool, describeActions()) {
  addActions();
  addOutcome();
  addRightRuns();
  addSearch();
  addSearchOptions();
  addRunOptions();
  addResultFiles();
  // With --record or --replay, the tool makes only one run, which the user
  // watches on this machine. So it has no use for lanes (processes that make
  // runs) on other machines.
  for (const char *name : {"--record", "--replay"})
    options->get_option(name)->excludes("--lanes");
}

void ActionsCommand::addActions() {
  options
      ->add_option(
          "FILE", verb.file,
          "The list of actions: keys, clicks and sizes of the terminal, "
          "a line for each. A list whose second line begins with "
          "`display` is for a program with windows")
      ->required();
  options
      ->add_flag("--record", isRecording,
                 "Run the program in this terminal, and write what you do into "
                 "FILE, until the program ends or you press Ctrl-]")
      ->group(group::question);
  options
      ->add_flag("--x11", isOnDisplay,
                 "With --record: record what you do in the windows of the "
                 "program, on the display that the variable DISPLAY names, "
                 "until the program ends or you press Ctrl-C in the terminal")
      ->needs("--record")
      ->group(group::question);
  options
      ->add_flag("--replay", isReplay,
                 "Only make the actions of FILE once, and show the screen to "
                 "which they lead")
      ->excludes("--record")
      ->group(group::question);
  addForms("Look for the largest part of the actions after which the program "
           "does not fail, instead of a small one after which it does",
           "Look for a minimal difference that decides between the actions of "
           "this file, after which the program does not fail, and those after "
           "which it does; /dev/null: no actions",
           "FILE");
}

void ActionsCommand::addOutcome() {
  PredicateHelp help;
  help.outputOption = "--same-screen";
  help.output =
      "The text of the screen at the end: what a program with a screen of its "
      "own has shown when it waited for the last time, then the lines of the "
      "normal screen. On a display: the titles, places and pictures of the "
      "windows, then what the program has written. The default if no other "
      "option of this group is given and the run does not crash";
  help.messagesOption = "--same-written";
  help.messages =
      "All text that the program has written to the terminal, also what is not "
      "on the screen any more; on a display: all that it has written to its "
      "standard output and error";
  help.exit += ", or that the program waits for the next action";
  help.keep = "All matches of this POSIX extended regular expression in the "
              "text of the screen, line by line and in this order; may be "
              "repeated";
  addPredicates(help,
                "the files PINSTRIPE_STDOUT, the text of the screen, and "
                "PINSTRIPE_STDERR, all text written to the terminal, and the "
                "status PINSTRIPE_EXIT, which is 129 if the program waits for "
                "the next action");
}

void ActionsCommand::addSearch() {
  addAlgorithm(usualAlgorithms);
  options
      ->add_option("-o,--output", verb.output,
                   "File for the result [NAME.reduced in the current folder]. "
                   "What passes, with --isolate, gets a file with `.passing` "
                   "after that name")
      ->option_text("FILE")
      ->group(group::output);
}

/// Returns the size of the user's terminal as the setting for a recording.
static llvm::Expected<TerminalSetting> ownTerminal() {
  if (!isTerminal(STDIN_FILENO) || !isTerminal(STDOUT_FILENO))
    return llvm::make_error<UsageError>(
        "--record needs a terminal as its standard input and output; run it "
        "there, without pipes");
  TerminalSetting setting;
  winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 &&
      size.ws_row != 0) {
    setting.columns = size.ws_col;
    setting.rows = size.ws_row;
  }
  return setting;
}

llvm::Expected<RecordedUser>
ActionsCommand::recordTerminal(const std::atomic<bool> &interrupted) {
  llvm::Expected<TerminalSetting> setting = ownTerminal();
  if (!setting)
    return setting.takeError();
  messages() << "recording until the program ends or you press Ctrl-]\n";
  messages().flush();
  RawTerminal raw(STDIN_FILENO);
  return recordUser(verb, *setting, STDIN_FILENO, STDOUT_FILENO, interrupted);
}

llvm::Expected<RecordedUser>
ActionsCommand::recordDisplay(const std::atomic<bool> &interrupted) {
  messages() << "recording until the program ends or you press Ctrl-C here\n";
  messages().flush();
  return recordUserOfDisplay(verb, interrupted);
}

llvm::Error ActionsCommand::record(const std::atomic<bool> &interrupted) {
  llvm::Expected<RecordedUser> recorded =
      isOnDisplay ? recordDisplay(interrupted) : recordTerminal(interrupted);
  if (!recorded)
    return recorded.takeError();
  const ShownRun &run = recorded->run;
  // A user of the program's windows has not seen what the program wrote to
  // standard output, so it is shown now. A user of a terminal has already seen
  // the program's screen.
  if (isOnDisplay)
    results() << printableLines(run.screen);
  else
    results() << '\n';
  results() << printable(verb.file) << ": "
            << counted(recorded->actions, "action")
            << "; at the end, the program: " << printable(run.ending) << '\n';
  return llvm::Error::success();
}

llvm::Error ActionsCommand::replay(StatusLine &status,
                                   const std::atomic<bool> &interrupted) {
  status.show("replaying");
  llvm::Expected<ShownRun> run = replayActions(verb, interrupted);
  status.clear();
  if (!run)
    return run.takeError();
  writeShownRun(*run, styleFor(STDOUT_FILENO), results());
  return llvm::Error::success();
}

/// Records the actions of the user, or replays the actions in the file.
llvm::Expected<ExitStatus> ActionsCommand::showRun(const CommandWords &words) {
  if (!json.empty() || !page.empty())
    return llvm::make_error<UsageError>(
        (json.empty() ? std::string("--report shows") : "--json has") +
        " the result of a search; leave it out with --record and --replay");
  if (isRecording)
    if (llvm::Error error =
            checkResultFile(verb.file, verb.file, pathsIn(words)))
      return error;
  Stopwatch stopwatch;
  StatusLine status(terminal, stopwatch);
  const std::atomic<bool> &interrupted = catchInterrupts();
  SearchOptions &common = verb;
  if (llvm::Error error = searchOf(words, status).moveInto(common))
    return error;
  if (llvm::Error error =
          isRecording ? record(interrupted) : replay(status, interrupted))
    return error;
  return ExitStatus::Done;
}

/// Replaces words about the predicates of other verbs by the words of this
/// verb: --same-stdout by --same-screen, for example.
static void useOwnWords(std::string &text) {
  for (auto [other, own] :
       {std::pair("--same-stdout", "--same-screen"),
        std::pair("--same-stderr", "--same-written"),
        std::pair("wrote nothing to standard output", "left the screen empty"),
        std::pair("wrote nothing to standard error",
                  "wrote nothing to the terminal")})
    if (size_t place = text.find(other); place != std::string::npos)
      text.replace(place, llvm::StringRef(other).size(), own);
}

/// Reduces the list of actions. The result, or an error about a predicate,
/// names predicates by the options of this verb, such as --same-screen.
static llvm::Expected<ActionSummary>
reduceList(const ActionVerbOptions &options, ReductionObserver &observer,
           const std::atomic<bool> &interrupted) {
  llvm::Expected<ActionSummary> found =
      reduceActions(options, observer, interrupted);
  if (!found)
    return llvm::handleErrors(
        found.takeError(),
        [](std::unique_ptr<UnfitPredicateError> unfit) -> llvm::Error {
          useOwnWords(unfit->message);
          llvm::for_each(unfit->others, useOwnWords);
          return llvm::Error(std::move(unfit));
        });
  llvm::for_each(found->predicates, useOwnWords);
  return found;
}

llvm::Expected<ExitStatus> ActionsCommand::run(const CommandWords &words) {
  if (isRecording || isReplay)
    return showRun(words);
  return search(words, verb, reduceList, writeActions, writeActionsJSON);
}

std::unique_ptr<Command> pinstripe::createActionsCommand(CLI::App &tool) {
  return std::make_unique<ActionsCommand>(tool);
}
