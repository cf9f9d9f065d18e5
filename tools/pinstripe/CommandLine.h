// Parses a command line of the tool and runs its verb.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TOOLS_COMMANDLINE_H
#define PINSTRIPE_TOOLS_COMMANDLINE_H

#include "Command.h"
#include <set>

namespace pinstripe {

/// The command line of the tool, with all verbs. The verb `ctest` makes a
/// second one, for the verb that it runs on a test.
class CommandLine {
public:
  CommandLine() : verbs(describeTool(app)) {}
  CommandLine(const CommandLine &) = delete;
  CommandLine &operator=(const CommandLine &) = delete;

  /// Parses a command line. Its first word is the name of the tool. Returns an
  /// exit status if no verb is to be run: after `--help`, or after an error.
  /// Prints the error.
  std::optional<ExitStatus> parse(std::vector<std::string> words);
  /// Runs the verb that the parsed command line names.
  ExitStatus run();

  /// Returns the verb that the parsed command line names; null if it names
  /// none.
  const Command *chosen() const;
  /// Returns the verb with the name `name`; null if there is none.
  const Command *find(llvm::StringRef name) const;
  std::set<std::string> names() const; ///< Returns the names of all verbs.

private:
  void replaceHelp(std::vector<std::string> &words) const;

  CLI::App app;
  std::vector<std::unique_ptr<Command>> verbs;
  CommandWords program; ///< The program under test and its arguments.
};

} // namespace pinstripe

#endif // PINSTRIPE_TOOLS_COMMANDLINE_H
