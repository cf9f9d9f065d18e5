// The main program of Pinstripe: parses the command line and runs the verb.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The main program splits the command line at `--`, lets the library CLI11 find
// the verb and its options, and turns errors into messages and exit statuses.
// Each verb has a file of its own. CLI11 throws exceptions, but no code outside
// of the folder tools/ does.

#include "Command.h"
#include "Console.h"
#include "CrashMessage.h"
#include "UsageMessages.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <csignal>

using namespace pinstripe;

/// Returns the verb that the user has chosen; null if none was.
static Command *chosenOf(llvm::ArrayRef<std::unique_ptr<Command>> verbs) {
  auto found =
      llvm::find_if(verbs, [](const auto &verb) { return verb->isChosen(); });
  return found == verbs.end() ? nullptr : found->get();
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
    // CLI11 reports --help and --version as errors, too, but with exit code 0.
    if (error.get_exit_code() == 0)
      return static_cast<ExitStatus>(app.exit(error));
    printError(explainUsage(app, error, {argv, separator}, hasSeparator,
                            chosenOf(verbs)));
    return ExitStatus::Usage;
  }
  Command &chosen = *chosenOf(verbs);
  noteMisplaced(chosen, words);
  llvm::Expected<ExitStatus> status = chosen.run(words);
  return status ? *status : reportError(status.takeError());
}

int main(int argc, char **argv) {
  installCrashMessage();
  // SIGPIPE is ignored, since writing to lldb-server, or to a pipe, must not
  // end the tool if the reader is gone.
  std::signal(SIGPIPE, SIG_IGN);
  return static_cast<int>(finishOutput(runTool(argc, argv)));
}
