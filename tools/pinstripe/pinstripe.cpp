// The tool: parses its command line and runs the verb.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits the command line at `--`, lets CLI11 find the verb and its options,
// and turns errors into messages and exit statuses. The files of the verbs do
// the work. CLI11 throws exceptions; nothing outside of tools/ does.

#include "Command.h"
#include "Console.h"
#include "CrashMessage.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <csignal>

using namespace pinstripe;

/// Returns all verbs, separated by commas, in the order of --help.
static std::string verbsOf(const CLI::App &app) {
  std::string verbs;
  for (const CLI::App *verb : app.get_subcommands(nullptr))
    verbs += (verbs.empty() ? "" : ", ") + verb->get_name();
  return verbs;
}

/// Returns what is wrong with the command line, and what to type instead.
static std::string explain(const CLI::App &app, const CLI::ParseError &error,
                           llvm::ArrayRef<char *> words, bool hasSeparator) {
  bool hasVerb = !app.get_subcommands().empty();
  if (!hasVerb && words.size() > 1 && words[1][0] != '-')
    return std::string(words[1]) + ": no such verb; choose one of " +
           verbsOf(app) + "\nsee `pinstripe --help`";
  if (!hasVerb && words.size() == 1)
    return "no verb given; choose one of " + verbsOf(app) +
           "\nsee `pinstripe --help`, or try `pinstripe reduce -- ./prog`";
  std::string text = llvm::StringRef(error.what()).rtrim(".\n").str();
  bool isExtra = dynamic_cast<const CLI::ExtrasError *>(&error) != nullptr;
  if (isExtra && !hasSeparator)
    return text + "\nthe program and its arguments come after `--`: "
                  "`pinstripe reduce --keep 'x = .*' -- ./prog 1 2`";
  return text + "\nsee `pinstripe --help` and `pinstripe VERB --help`";
}

static ExitStatus runTool(int argc, char **argv) {
  CLI::App app;
  std::vector<std::unique_ptr<Command>> verbs = describeTool(app);

  char **separator = std::find_if(argv, argv + argc, [](const char *word) {
    return llvm::StringRef(word) == "--";
  });
  bool hasSeparator = separator != argv + argc;
  CommandWords words(separator + hasSeparator, argv + argc);
  try {
    app.parse(static_cast<int>(separator - argv), argv);
  } catch (const CLI::ParseError &error) {
    // CLI11 also reports --help and --version as an error.
    if (error.get_exit_code() == 0)
      return static_cast<ExitStatus>(app.exit(error));
    llvm::errs() << "error: "
                 << explain(app, error, {argv, separator}, hasSeparator)
                 << '\n';
    return ExitStatus::Usage;
  }
  auto &chosen =
      *llvm::find_if(verbs, [](const auto &verb) { return verb->isChosen(); });
  llvm::Expected<ExitStatus> status = chosen->run(words);
  return status ? *status : reportError(status.takeError());
}

int main(int argc, char **argv) {
  installCrashMessage();
  // Writing to lldb-server, or to a pipe, must not end the tool if the reader
  // is gone.
  std::signal(SIGPIPE, SIG_IGN);
  return static_cast<int>(finishOutput(runTool(argc, argv)));
}
