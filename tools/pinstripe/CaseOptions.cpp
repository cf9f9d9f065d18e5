// The options of a case: how a program is run, and what must be reproduced.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CaseOptions.h"
#include "Choices.h"
#include "Console.h"
#include "RedirectedInput.h"
#include "pinstripe/Case/Environment.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <map>
#include <memory>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace pinstripe;

void pinstripe::addSourceMap(CLI::App &command,
                             std::vector<std::string> &words) {
  command
      .add_option("--source-map", words,
                  "Sources that were compiled below the folder FROM, by the "
                  "name that the debug information has, are now below TO; may "
                  "be repeated. Without it, sources that are missing are "
                  "looked for by their names below the current folder")
      ->allow_extra_args(false)
      ->option_text("FROM=TO")
      ->group(group::run);
}

CaseOptions::CaseOptions(CLI::App &command, Scope scope) {
  if (scope == Scope::RunAndPredicate || scope == Scope::Run)
    addRunOptions(command);
  if (scope == Scope::RunAndPredicate)
    addPredicateOptions(command);
  command
      .add_option("--engine", place.engine,
                  "What executes the program: native (patched code, at full "
                  "speed), ptrace (threads take turns; stops where a turn may "
                  "end, or at each statement), lldb (a debugger, hundreds of "
                  "times slower than "
                  "native) or auto: native, but ptrace for threads, and lldb "
                  "where the program would notice the patches [auto]")
      ->check(CLI::IsMember(engineNames()))
      ->option_text("NAME")
      ->group(group::run);
  addSourceMap(command, place.sourceMap);
  addConfinement(command, place.containment);
  addRunLimits(command, place.containment);
  if (scope == Scope::Result || scope == Scope::Stored)
    command
        .add_option(scope == Scope::Result ? "-o,CASEDIR" : "CASEDIR",
                    place.caseDirectory, "Case directory [.pinstripe]")
        ->option_text("DIR")
        ->group(group::output);
  else
    command
        .add_option("-o", place.caseDirectory,
                    "Case directory [.pinstripe]; without a program, the run "
                    "that is recorded there is used")
        ->option_text("DIR")
        ->group(group::output);
}

void CaseOptions::addRunOptions(CLI::App &command) {
  const std::map<std::string, Poison> poisons = {{"pattern", Poison::Pattern},
                                                 {"zero", Poison::Zero},
                                                 {"large", Poison::Large},
                                                 {"stale", Poison::Stale}};
  auto note = [&](CLI::Option *option) {
    runOptions.push_back(option->group(group::run));
    return option;
  };
  note(addStandardInput(command, stated.launch.standardInput));
  note(addEnvironment(command, environment));
  note(command.add_option(
           "--poison", stated.launch.poison,
           "What uninitialised memory and skipped return values hold: a "
           "pattern, zero, a large number, or stale: whatever was there "
           "[pattern]"))
      ->transform(oneOf(poisons))
      ->option_text("pattern|zero|large|stale");
  note(command.add_option("--schedule", stated.launch.schedule,
                          "The order in which threads get their turns: 0 is "
                          "the usual order, each other number gives another "
                          "one. With this option, runs without Pinstripe may "
                          "have another output than the recorded run"))
      ->check(wholeNumber())
      ->option_text("N");
  note(command.add_option("--timeout", stated.launch.wallLimitSeconds,
                          "Time limit of a plain run; the limit of partial "
                          "executions follows from the recorded run [10]"))
      ->check(aboveZero())
      ->option_text("SECONDS");
  note(command.add_option("--repeat", stated.repeat,
                          "Number of plain runs that must be the same, and of "
                          "runs that confirm a result [3]"))
      ->check(CLI::Range(1, 1000))
      ->option_text("N");
  note(command.add_option("--module", modules, moduleHelp.str()))
      ->allow_extra_args(false)
      ->option_text("NAME|PATH");
  note(command.add_option("-p", stated.compilationDatabase,
                          "Folder of `compile_commands.json`; without it, the "
                          "compiler flags come from the debug information"))
      ->option_text("DIR");
}

void CaseOptions::addPredicateOptions(CLI::App &command) {
  PredicateSpec &predicate = stated.predicate;
  PredicateHelp help;
  help.crash =
      "The crash: its signal, statement instance, instruction and kind of "
      "fault; for assertions, abort(), uncaught exceptions and sanitizers "
      "their message and place. The default if the run crashes and no other "
      "option of this group is given";
  addPredicates(command, predicate, help);
  command
      .add_option("--same-file", predicate.sameFiles,
                  "The content of this file, which the program writes below "
                  "the current folder; may be repeated")
      ->allow_extra_args(false)
      ->option_text("PATH")
      ->group(group::predicate);
  command
      .add_flag("--same-files", predicate.sameWrittenFiles,
                "The content of all files that the run writes below the "
                "current folder; `pinstripe record` lists them")
      ->group(group::predicate);
  command
      .add_option("--watch", predicate.watches,
                  "The value of a C expression just before the last execution "
                  "of a line, or the k-th: `sum.c:12:total`, "
                  "`list.c:7:p->items[i]#2`. If the line is not executed, or "
                  "the value can't be read, it is not the same; may be "
                  "repeated")
      ->allow_extra_args(false)
      ->option_text("FILE:LINE:EXPR[#k]")
      ->group(group::predicate);
  addCheck(command, predicate, "reproduced", "not reproduced",
           "the files PINSTRIPE_STDOUT and PINSTRIPE_STDERR, the status "
           "PINSTRIPE_EXIT and the folder PINSTRIPE_FILES");
}

RecordOptions
CaseOptions::recordOptions(const std::atomic<bool> &interrupted) const {
  RecordOptions options = place;
  options.interrupted = &interrupted;
  // Several steps of recording or opening a case may report the same note. Each
  // note is printed only once.
  options.say =
      [said = std::make_shared<llvm::StringSet<>>()](llvm::StringRef text) {
        if (said->insert(text).second)
          messages() << printableLines(text) << '\n';
      };
  return options;
}

/// Returns an error if the user gave an option that matters only for recording,
/// such as `--stdin`. Call this function if the run is recorded already.
llvm::Error CaseOptions::refuseRunOptions() const {
  for (const CLI::Option *option : runOptions)
    if (option->count() != 0)
      return llvm::make_error<UsageError>(
          option->get_name() + " belongs to the recording; give the program "
                               "after `--` to record it again");
  return llvm::Error::success();
}

/// Returns true if the tool's own standard input has content but is not a named
/// file: if it is the output of another command, or a text after `<<`. The
/// program under test will not get this content.
static bool hasUnnamedInput() {
  struct stat input;
  if (::fstat(STDIN_FILENO, &input) != 0)
    return false;
  int waiting = 0;
  if (S_ISFIFO(input.st_mode))
    return ::ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting > 0;
  return S_ISREG(input.st_mode) && input.st_nlink == 0 && input.st_size > 0;
}

/// Returns true if one of `assignments`, which are NAME=VALUE, sets the
/// variable `name`.
static bool assigns(llvm::ArrayRef<std::string> assignments,
                    const std::string &name) {
  return llvm::any_of(assignments, [&](llvm::StringRef assignment) {
    return assignment.starts_with(name + "=");
  });
}

llvm::Expected<Case>
CaseOptions::statedCase(const CommandWords &words, const RecordOptions &options,
                        llvm::ArrayRef<std::string> variables,
                        llvm::ArrayRef<std::string> removed) const {
  if (llvm::Error error = checkAssignments(environment))
    return error;
  Case value = stated;
  for (const std::string &module : modules)
    value.modules.push_back({module, ""});
  value.limits = options.containment.limits;
  if (value.launch.standardInput.empty())
    value.launch.standardInput = redirectedInput();
  if (value.launch.standardInput.empty() && hasUnnamedInput() && options.say)
    options.say("note: the program gets an empty standard input; store the "
                "input in a file and give it with --stdin");
  value.launch.program = words.front();
  value.launch.arguments.assign(words.begin() + 1, words.end());
  std::vector<std::string> all = variables;
  all.insert(all.end(), environment.begin(), environment.end());
  value.launch.environment = runEnvironment(all, value.launch.poison);
  for (const std::string &name : removed)
    if (!assigns(environment, name))
      llvm::erase_if(value.launch.environment,
                     [&](const std::string &assignment) {
                       return assigns(assignment, name);
                     });
  return value;
}

llvm::Expected<OpenCase>
CaseOptions::obtain(const CommandWords &words,
                    const RecordOptions &options) const {
  if (words.empty()) {
    if (llvm::Error error = refuseRunOptions())
      return error;
    return openCase(stated.predicate, options);
  }
  llvm::Expected<Case> value = statedCase(words, options);
  if (!value)
    return value.takeError();
  return recordCase(std::move(*value), options);
}
