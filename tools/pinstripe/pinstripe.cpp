//===- pinstripe.cpp - The command line -----------------------------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the command line at `--`, lets CLI11 find the verb and its options,
// and turns errors into messages and exit statuses. The work is in the files
// of the verbs. CLI11 throws; nothing below tools/ does.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Console.h"
#include "HelpFormatter.h"
#include "LastWords.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <csignal>

using namespace pinstripe;

/// "reduce, record, ...", in the order of --help.
static std::string verbsOf(const CLI::App &app) {
  std::string verbs;
  for (const CLI::App *verb : app.get_subcommands(nullptr))
    verbs += (verbs.empty() ? "" : ", ") + verb->get_name();
  return verbs;
}

/// What is wrong with the command line, and what to type instead.
static std::string explain(const CLI::App &app, const CLI::ParseError &error,
                           llvm::ArrayRef<char *> words, bool hasSeparator) {
  bool hasVerb = !app.get_subcommands().empty();
  if (!hasVerb && words.size() > 1 && words[1][0] != '-')
    return std::string(words[1]) + ": no such verb; there are " + verbsOf(app) +
           "\nsee `pinstripe --help`";
  if (!hasVerb && words.size() == 1)
    return "what is to be done? say one of " + verbsOf(app) +
           "\nsee `pinstripe --help`, or try `pinstripe reduce -- ./prog`";
  std::string text = llvm::StringRef(error.what()).rtrim(".\n").str();
  bool isExtra = dynamic_cast<const CLI::ExtrasError *>(&error) != nullptr;
  if (isExtra && !hasSeparator)
    return text + "\nthe program and its arguments stand behind `--`: "
                  "`pinstripe reduce --keep 'x = .*' -- ./prog 1 2`";
  return text + "\nsee `pinstripe --help` and `pinstripe VERB --help`";
}

static ExitStatus runTool(int argc, char **argv) {
  CLI::App app("Reduces an execution to its cause: the statement instances "
               "without which the output would not come out.");
  app.name("pinstripe");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_version_flag("--version", "pinstripe " PINSTRIPE_VERSION);
  app.require_subcommand(1);
  app.footer("Example:\n  pinstripe reduce --keep 'sum = .*' -- ./sample\n"
             "Is the machine fit for it? `pinstripe doctor`");
  std::unique_ptr<Command> commands[] = {
      createReduceCommand(app),  createRecordCommand(app),
      createVerifyCommand(app),  createLocateCommand(app),
      createSwitchCommand(app),  createOmitCommand(app),
      createReplaceCommand(app), createSliceCommand(app),
      createCompareCommand(app), createShowCommand(app),
      createUnitsCommand(app),   createDoctorCommand(app)};

  char **separator = std::find_if(argv, argv + argc, [](const char *word) {
    return llvm::StringRef(word) == "--";
  });
  bool hasSeparator = separator != argv + argc;
  CommandWords words(separator + hasSeparator, argv + argc);
  try {
    app.parse(static_cast<int>(separator - argv), argv);
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0) // --help, --version
      return static_cast<ExitStatus>(app.exit(error));
    llvm::errs() << "error: "
                 << explain(app, error, {argv, separator}, hasSeparator)
                 << '\n';
    return ExitStatus::Usage;
  }
  auto &chosen = *llvm::find_if(
      commands, [](const auto &command) { return command->isChosen(); });
  llvm::Expected<ExitStatus> status = chosen->run(words);
  return status ? *status : reportError(status.takeError());
}

int main(int argc, char **argv) {
  prepareLastWords();
  // lldb-server and readers of our output close their ends when they like.
  std::signal(SIGPIPE, SIG_IGN);
  return static_cast<int>(finishOutput(runTool(argc, argv)));
}
