// The verb `actions`: reduces what a user does until a program fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CircumstanceCommand.h"
#include "pinstripe/Circumstance/ActionVerb.h"
#include "pinstripe/Report/ActionReport.h"
#include "pinstripe/Support/Error.h"
#include "pinstripe/Support/Interrupt.h"
#include "pinstripe/Support/Stopwatch.h"
#include "llvm/Support/raw_ostream.h"
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

  ActionVerbOptions verb;
  bool isRecording = false, isOnDisplay = false, isReplay = false;
  bool maximise = false;
};

/// Keeps the user's terminal in raw mode: each key comes at once and as it is,
/// and nothing is echoed.
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
  addJSON();
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
  options
      ->add_flag("--maximise", maximise,
                 "Look for the largest part of the actions after which the "
                 "program does not fail, instead of a small one after which it "
                 "does")
      ->group(group::question);
  options
      ->add_option("--isolate", verb.passingFile,
                   "Look for a minimal difference that decides between the "
                   "actions of this file, after which the program does not "
                   "fail, and those after which it does; /dev/null: no actions")
      ->option_text("FILE")
      ->excludes("--maximise")
      ->group(group::question);
}

void ActionsCommand::addOutcome() {
  PredicateSpec &predicate = program.predicate;
  options
      ->add_flag("--same-screen", predicate.sameStdout,
                 "The text of the screen at the end: what a program with a "
                 "screen of its own has shown when it waited for the last "
                 "time, then the lines of the normal screen. On a display: the "
                 "titles, places and pictures of the windows, then what the "
                 "program has written. The default if no other option of this "
                 "group is given and the run does not crash")
      ->group(group::predicate);
  options
      ->add_flag("--same-written", predicate.sameStderr,
                 "All text that the program has written to the terminal, also "
                 "what is not on the screen any more; on a display: all that "
                 "it has written to its standard output and error")
      ->group(group::predicate);
  options
      ->add_flag("--same-exit", predicate.sameExit,
                 "The exit status, or the crash as with --same-crash, or that "
                 "the program waits for the next action")
      ->group(group::predicate);
  options
      ->add_flag("--same-crash", predicate.sameCrash,
                 "The crash: its signal, and the message of an assertion, an "
                 "uncaught exception or a sanitizer. The default if the run "
                 "crashes and no other option of this group is given")
      ->group(group::predicate);
  options
      ->add_option("--keep", predicate.keep,
                   "All matches of this POSIX extended regular expression in "
                   "the text of the screen, line by line and in this order; "
                   "may be repeated")
      ->allow_extra_args(false)
      ->option_text("REGEX")
      ->group(group::predicate);
  options
      ->add_option("--check", predicate.checks,
                   "A program that decides, as for `git bisect run`: exit "
                   "status 0: the run fails as it should, 125: can't tell, "
                   "others: it does not. Its environment has the files "
                   "PINSTRIPE_STDOUT, the text of the screen, and "
                   "PINSTRIPE_STDERR, all text written to the terminal, and "
                   "the status PINSTRIPE_EXIT, which is 129 if the program "
                   "waits for the next action; may be repeated")
      ->allow_extra_args(false)
      ->option_text("PROGRAM")
      ->group(group::predicate);
}

void ActionsCommand::addSearch() {
  addAlgorithm(verb.algorithm, usualAlgorithms);
  options
      ->add_option("-o,--output", verb.output,
                   "File for the result [NAME.reduced in the current folder]. "
                   "What passes, with --isolate, gets a file with `.passing` "
                   "behind that name")
      ->option_text("FILE")
      ->group(group::output);
}

/// Returns the terminal of the user, by its size.
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
  // The screen of a terminal was seen there. What a program with windows has
  // written was not.
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

/// Names the options of this verb in place of those with which other verbs have
/// the same effect.
static void nameOptions(std::vector<std::string> &predicates) {
  for (std::string &each : predicates)
    for (auto [other, own] : {std::pair("--same-stdout", "--same-screen"),
                              std::pair("--same-stderr", "--same-written")})
      if (size_t place = each.find(other); place != std::string::npos)
        each.replace(place, llvm::StringRef(other).size(), own);
}

llvm::Expected<ExitStatus> ActionsCommand::run(const CommandWords &words) {
  Stopwatch stopwatch;
  if ((isRecording || isReplay) && !json.empty())
    return llvm::make_error<UsageError>(
        "--json has the result of a search; leave it out with --record and "
        "--replay");
  if (llvm::Error error = checkOutputFile(json))
    return error;
  StatusLine status(terminal, stopwatch);
  const std::atomic<bool> &interrupted = catchInterrupts();
  if (llvm::Error error = programOf(words, status).moveInto(verb.program))
    return error;
  if (isRecording || isReplay) {
    if (llvm::Error error =
            isRecording ? record(interrupted) : replay(status, interrupted))
      return error;
    return ExitStatus::Done;
  }
  ConsoleProgress progress(status, stopwatch);
  verb.form = maximise                    ? SearchForm::Maximise
              : !verb.passingFile.empty() ? SearchForm::Isolate
                                          : SearchForm::Minimise;
  verb.maxTests = maxTests;
  verb.deadline = deadline();
  llvm::Expected<ActionSummary> found =
      reduceActions(verb, progress, interrupted);
  status.clear();
  if (!found)
    return found.takeError();
  found->search.version = PINSTRIPE_VERSION;
  found->search.totalSeconds = stopwatch.seconds();
  nameOptions(found->search.predicates);
  if (llvm::Error error = writeResult(*found, writeActions, writeActionsJSON))
    return error;
  if (!found->search.failure.empty())
    return llvm::make_error<EngineError>(found->search.failure);
  return found->search.interrupted ? ExitStatus::Interrupted : ExitStatus::Done;
}

std::unique_ptr<Command> pinstripe::createActionsCommand(CLI::App &tool) {
  return std::make_unique<ActionsCommand>(tool);
}
