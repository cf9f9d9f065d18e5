//===- CaseOptions.cpp - The options that state a case --------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseOptions.h"
#include "Choices.h"
#include "Console.h"
#include "pinstripe/Driver/Environment.h"
#include "pinstripe/Execution/StatedLimits.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <map>
#include <memory>
#include <unistd.h>

using namespace pinstripe;

CaseOptions::CaseOptions(CLI::App &command, bool statesPredicate) {
  addRunOptions(command);
  if (statesPredicate)
    addPredicateOptions(command);
  command
      .add_option("--engine", place.engine,
                  "What runs the program: auto, native or lldb [auto]")
      ->check(CLI::IsMember(engineNames()))
      ->option_text("NAME")
      ->group("Runs");
  addContainmentOptions(command, place.containment);
  command
      .add_option("-o", place.caseDirectory,
                  "The case directory [.pinstripe]; without a program its "
                  "recorded case is taken")
      ->option_text("DIR")
      ->group("Files");
}

void CaseOptions::addRunOptions(CLI::App &command) {
  const std::map<std::string, Poison> poisons = {{"pattern", Poison::Pattern},
                                                 {"zero", Poison::Zero},
                                                 {"large", Poison::Large},
                                                 {"stale", Poison::Stale}};
  auto note = [&](CLI::Option *option) {
    runOptions.push_back(option->group("Runs"));
    return option;
  };
  note(command.add_option("--stdin", stated.launch.standardInput,
                          "File for standard input [/dev/null]"))
      ->option_text("FILE");
  note(command.add_option("--env", environment,
                          "Added to the reduced environment of the program; "
                          "may be repeated"))
      ->allow_extra_args(false)
      ->option_text("NAME=VALUE");
  note(command.add_option(
           "--poison", stated.launch.poison,
           "What fills uninitialised memory and skipped "
           "return values: pattern, zero, large or stale [pattern]"))
      ->transform(oneOf(poisons))
      ->option_text("POLICY");
  note(command.add_option("--timeout", stated.launch.wallLimitSeconds,
                          "Seconds that a plain run may take [10]"))
      ->check(aboveZero())
      ->option_text("SECONDS");
  note(command.add_option("--repeat", stated.repeat,
                          "Plain runs that must be alike [3]"))
      ->check(CLI::Range(1, 1000))
      ->option_text("N");
  note(command.add_option("--module", modules, moduleHelp.str()))
      ->allow_extra_args(false)
      ->option_text("NAME|PATH");
  note(command.add_option("-p", stated.compilationDatabase,
                          "Folder of compile_commands.json"))
      ->option_text("DIR");
}

void CaseOptions::addPredicateOptions(CLI::App &command) {
  const char *group = "What must come out the same (all of them)";
  PredicateSpec &predicate = stated.predicate;
  command
      .add_flag("--same-stdout", predicate.sameStdout,
                "Standard output; the default when nothing else is asked for")
      ->group(group);
  command.add_flag("--same-stderr", predicate.sameStderr, "Standard error")
      ->group(group);
  command
      .add_flag("--same-exit", predicate.sameExit,
                "The exit status, or the fatal signal")
      ->group(group);
  addKeep(command, group,
          "All matches of this regular expression in standard output, line by "
          "line as `grep -oE`; may be repeated, as those below");
  command
      .add_option("--same-file", predicate.sameFiles,
                  "A file that the program writes below this folder")
      ->allow_extra_args(false)
      ->option_text("PATH")
      ->group(group);
  command
      .add_flag("--same-files", predicate.sameWrittenFiles,
                "All files that the run writes below this folder")
      ->group(group);
  command
      .add_option("--watch", predicate.watches,
                  "The value of an expression just before the last, or k-th, "
                  "execution of a line: `sum.c:12:total`, `list.c:7:p->next#2`")
      ->allow_extra_args(false)
      ->option_text("FILE:LINE:EXPR[#k]")
      ->group(group);
  command
      .add_option("--check", predicate.checks,
                  "A program that decides, as for `git bisect run`: exit "
                  "status 0: reproduced, 125: can't tell, others: not. It "
                  "sees PINSTRIPE_STDOUT, PINSTRIPE_STDERR (files), "
                  "PINSTRIPE_EXIT and PINSTRIPE_FILES (a folder)")
      ->allow_extra_args(false)
      ->option_text("PROGRAM")
      ->group(group);
}

void CaseOptions::addKeep(CLI::App &command, const std::string &group,
                          const std::string &help) {
  command.add_option("--keep", stated.predicate.keep, help)
      ->allow_extra_args(false)
      ->option_text("REGEX")
      ->group(group);
}

void pinstripe::addContainmentOptions(CLI::App &command,
                                      ContainmentOptions &containment) {
  const char *group = "What runs may do";
  command
      .add_flag("--unconfined", containment.unconfined,
                "They may do whatever you may: remove files, send signals, use "
                "the network. Without it they see a world of their own")
      ->group(group);
  command
      .add_option("--rw", containment.writablePaths,
                  "A file or folder that they change for good; may be repeated")
      ->allow_extra_args(false)
      ->option_text("PATH")
      ->group(group);
  command
      .add_option("--run-limit", containment.limits,
                  "What a run may use up, else it ends and counts for nothing; "
                  "may be repeated. The names: " +
                      describeLimitNames())
      ->allow_extra_args(false)
      ->option_text("NAME=VALUE")
      ->group(group);
}

RecordOptions
CaseOptions::recordOptions(const std::atomic<bool> &interrupted) const {
  RecordOptions options = place;
  options.interrupted = &interrupted;
  // What holds for several steps of the work is said once.
  options.say =
      [said = std::make_shared<llvm::StringSet<>>()](llvm::StringRef text) {
        if (said->insert(text).second)
          llvm::errs() << text << '\n';
      };
  return options;
}

llvm::Error pinstripe::checkAssignments(llvm::ArrayRef<std::string> words) {
  for (const std::string &word : words)
    if (word.find('=') == std::string::npos || word[0] == '=')
      return llvm::make_error<UsageError>("--env " + word +
                                          ": write NAME=VALUE");
  return llvm::Error::success();
}

double pinstripe::searchSeconds(double seconds, double elapsed) {
  return std::max(seconds - elapsed, 0.1 * seconds);
}

/// The recorded run is what it is.
llvm::Error CaseOptions::refuseRunOptions() const {
  for (const CLI::Option *option : runOptions)
    if (option->count() != 0)
      return llvm::make_error<UsageError>(
          option->get_name() + " belongs to the recording; give the program "
                               "behind `--` to record it anew");
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<RecordedCase>>
CaseOptions::obtain(const CommandWords &words,
                    const RecordOptions &options) const {
  if (words.empty()) {
    if (llvm::Error error = refuseRunOptions())
      return error;
    return RecordedCase::open(stated.predicate, options);
  }
  if (llvm::Error error = checkAssignments(environment))
    return error;
  Case value = stated;
  for (const std::string &module : modules)
    value.modules.push_back({module, ""});
  value.limits = options.containment.limits;
  value.launch.program = words.front();
  value.launch.arguments.assign(words.begin() + 1, words.end());
  value.launch.environment = runEnvironment(environment, value.launch.poison);
  return RecordedCase::record(std::move(value), options);
}
