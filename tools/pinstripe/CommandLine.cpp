// Parses a command line of the tool and runs its verb.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line is split at `--`. The library CLI11 finds the verb and its
// options. Errors become messages and exit statuses.

#include "CommandLine.h"
#include "Console.h"
#include "GivenFiles.h"
#include "UsageMessages.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

const Command *CommandLine::chosen() const {
  auto found =
      llvm::find_if(verbs, [](const auto &verb) { return verb->isChosen(); });
  return found == verbs.end() ? nullptr : found->get();
}

const Command *CommandLine::find(llvm::StringRef name) const {
  auto found = llvm::find_if(verbs, [&](const auto &verb) {
    return verb->description().name == name;
  });
  return found == verbs.end() ? nullptr : found->get();
}

std::set<std::string> CommandLine::names() const {
  std::set<std::string> result;
  for (const std::unique_ptr<Command> &verb : verbs)
    result.insert(verb->description().name);
  return result;
}

/// Replaces the word `help` in front of a verb by the option --help: `help
/// locate` becomes `locate --help`, and `help` alone becomes `--help`. A word
/// after `help` that is not a verb stays alone, so that an error names it.
void CommandLine::replaceHelp(std::vector<std::string> &words) const {
  if (words.size() < 2 || words[1] != "help")
    return;
  words.erase(words.begin() + 1);
  if (words.size() == 1 || find(words[1]))
    words.push_back("--help");
}

std::optional<ExitStatus> CommandLine::parse(std::vector<std::string> words) {
  CommandWords typed = words;
  auto separator = llvm::find(words, "--");
  bool hasSeparator = separator != words.end();
  program.assign(separator + hasSeparator, words.end());
  words.erase(separator, words.end());
  replaceHelp(words);
  std::vector<char *> arguments;
  for (std::string &word : words)
    arguments.push_back(word.data());
  try {
    app.parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::ParseError &error) {
    // CLI11 reports --help and --version as errors, too, but with exit code 0.
    if (error.get_exit_code() == 0)
      return static_cast<ExitStatus>(app.exit(error));
    printError(explainUsage(app, error, arguments, hasSeparator, chosen()));
    return ExitStatus::Usage;
  }
  if (std::string empty = explainEmpty(chosen()->definition(), arguments);
      !empty.empty()) {
    printError(empty);
    return ExitStatus::Usage;
  }
  for (const std::unique_ptr<Command> &verb : verbs)
    if (verb->isChosen())
      verb->setTyped(typed);
  noteMisplaced(*chosen(), program);
  return std::nullopt;
}

ExitStatus CommandLine::run() {
  auto found =
      llvm::find_if(verbs, [](const auto &verb) { return verb->isChosen(); });
  if (llvm::Error error = checkWrittenFiles((*found)->definition(), program))
    return reportError(std::move(error));
  llvm::Expected<ExitStatus> status = (*found)->run(program);
  return status ? *status
                : reportError(adviseOnPredicate(status.takeError(),
                                                (*found)->definition()));
}
